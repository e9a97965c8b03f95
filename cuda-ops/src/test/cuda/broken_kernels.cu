// Kernels with the defects that the emulated device has to find.
#include "common/gpu.h"

GPU_KERNEL(broken_past_the_end_kernel, 256, int32_t* values, int32_t rows) {
    int32_t row = (int32_t)(blockIdx.x * blockDim.x + threadIdx.x);
    if (row <= rows) values[row] = row;
}
GPU_KERNEL(broken_no_barrier_kernel, 256, int32_t* values) {
    GPU_SHARED(int32_t, shared, 256);
    shared[threadIdx.x] = threadIdx.x;
    values[threadIdx.x] = shared[255 - threadIdx.x];
}
GPU_KERNEL(broken_divergent_barrier_kernel, 256, int32_t* values) {
    if (threadIdx.x < 100) {
        __syncthreads();
    } else {
        __syncthreads();
        values[0] = 1;
    }
}
GPU_KERNEL(broken_shuffle_mask_kernel, 256, int32_t* values) {
    if ((threadIdx.x & 31) < 7) values[threadIdx.x] = __shfl_sync(0xffffffffu, (int)threadIdx.x, 0);
    else __syncthreads();
}
GPU_KERNEL(broken_shared_overrun_kernel, 256, int32_t* values) {
    GPU_SHARED(int32_t, shared, 256);
    shared[threadIdx.x + 1] = 1;
    __syncthreads();
    values[threadIdx.x] = shared[threadIdx.x];
}
GPU_KERNEL(broken_endless_wait_kernel, 256, int32_t* values) {
    while (atomicAdd(values, 0) == 0) __nanosleep(100);
}
GPU_KERNEL(broken_division_kernel, 256, int32_t* values, int32_t by) { values[threadIdx.x] = 1000 / by; }

// A sound one: threads of a warp that wait for each other get on, whatever the schedule.
GPU_KERNEL(sound_lock_kernel, 256, int32_t* lock, int32_t* counter) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            *(volatile int32_t*)counter = *(volatile int32_t*)counter + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}
