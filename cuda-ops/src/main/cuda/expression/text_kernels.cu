// The interpreter for programs with functions of text, and conversions between text and values.
#define INTERPRETER text_run_kernel
#define INTERPRETS_TEXT
#include "interpreter.cuh"
