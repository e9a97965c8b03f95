#include "common/gpu.h"

// Writes first, first + 1, ... to values[0 .. rows).
GPU_KERNEL(fill_sequence_kernel, 256, int32_t* __restrict__ values, int32_t first, int32_t rows) {
    for (int64_t row = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += (int64_t)gridDim.x * blockDim.x)
        values[row] = first + (int32_t)row;
}
