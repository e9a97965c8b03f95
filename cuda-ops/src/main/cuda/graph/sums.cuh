// Sums of doubles whose order depends on nothing but the data, so that a result is the same at every schedule.
#pragma once
#include "../common/types.cuh"

#define ALL_LANES 0xffffffffu

// The sum over `lanes` neighbouring lanes, a power of two up to 32, for each of them. All lanes of the warp take part.
__device__ __forceinline__ double lanesSum(double value, int lanes) {
  for (int distance = lanes >> 1; distance > 0; distance >>= 1) value += __shfl_xor_sync(ALL_LANES, value, distance);
  return value;
}

// The sum over the 256 threads of a block, for all of them; sums has 8 elements.
__device__ __forceinline__ double blockSum(double value, double* sums) {
  double own = lanesSum(value, 32);
  if ((threadIdx.x & 31) == 0) sums[threadIdx.x >> 5] = own;
  __syncthreads();  // publishes the sum of each warp
  double total = 0;
  for (int warp = 0; warp < 8; warp++) total += sums[warp];
  __syncthreads();  // the array may be used again
  return total;
}

// Elements of a block of 256 threads in sums over vertices: io.algeon.cuda.graph.Sums.TILE.
#define SUM_TILE 2048
