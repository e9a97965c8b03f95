// The one header that every kernel includes. nvcc compiles kernels for the GPU; g++ compiles the same sources for the
// emulated device of the tests. What the two spell differently is spelled here once.
//
//   GPU_KERNEL(name_kernel, 256, const int64_t* values, int32_t rows) { ... }   an entry point, at most 256 threads a block
//   GPU_SHARED(int32_t, counts, 33);          shared array of the block; holds garbage at first
//   GPU_SHARED_VALUE(int32_t, base);          shared variable
//   GPU_DYNAMIC_SHARED(uint64_t, table);      the shared memory that the launch asks for, aligned to 16 bytes
//   GPU_NOINLINE                              a device function that stays a function
//   GPU_CONSTANT                              a constant table at namespace scope
//
// Use CUDA's own names for everything else (threadIdx, __syncthreads, __shfl_sync, atomicAdd, ...). A thread that waits for
// another one of its block must call __nanosleep in the loop; blocks must never wait for each other.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __CUDACC__

#define GPU_KERNEL(name, max_threads, ...) extern "C" __global__ void __launch_bounds__(max_threads) name(__VA_ARGS__)
#define GPU_SHARED(type, name, count) __shared__ type name[count]
#define GPU_SHARED_VALUE(type, name) __shared__ type name
#define GPU_DYNAMIC_SHARED(type, name)                                  \
    extern __shared__ __align__(16) unsigned char gpu_dynamic_shared[]; \
    type* const name = reinterpret_cast<type*>(gpu_dynamic_shared)
#define GPU_NOINLINE __noinline__
#define GPU_CONSTANT __constant__ const

#else

#include "emulated_device.h"

#endif
