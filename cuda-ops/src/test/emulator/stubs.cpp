// Every function that JCuda's driver library imports, weak: what the emulated driver implements wins at link time. Calling a
// function that a library lacks would end the process, calling a stub returns CUDA_ERROR_NOT_SUPPORTED.
extern "C" int emulator_stub(const char* name);

#define SYMBOL(name) \
    extern "C" __attribute__((visibility("default"), weak)) int name() { return emulator_stub(#name); }
#include "symbols.inc"
