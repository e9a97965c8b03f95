// Sums over warps and blocks.
#pragma once
#include "types.cuh"

template <class T>
__device__ __forceinline__ T warpInclusiveSum(T value) {
  int lane = threadIdx.x & 31;
  for (int distance = 1; distance < 32; distance <<= 1) {
    T other = __shfl_up_sync(0xffffffffu, value, distance);
    if (lane >= distance) value += other;
  }
  return value;
}

// The sum of the values of lower threads of the block, and of all of them. All threads take part; sums has 33 elements.
template <class T>
__device__ __forceinline__ T blockExclusiveSum(T value, T* total, T* sums) {
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  T inclusive = warpInclusiveSum(value);
  if (lane == 31) sums[warp] = inclusive;
  __syncthreads();  // publishes the sum of each warp
  if (warp == 0) {
    T sum = lane < warps ? sums[lane] : 0;
    T until = warpInclusiveSum(sum);
    if (lane < warps) sums[lane] = until - sum;
    if (lane == warps - 1) sums[32] = until;
  }
  __syncthreads();  // publishes where each warp begins, and the total
  T result = sums[warp] + inclusive - value;
  *total = sums[32];
  __syncthreads();  // the array may be used again
  return result;
}
