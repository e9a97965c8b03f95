// The interpreter for programs of numbers, times, conditions and the simplest functions of text.
#define INTERPRETER expression_run_kernel
#include "interpreter.cuh"
