// How alike the neighbourhoods of vertices are: of given pairs, or the most alike others of each vertex. Rows have each target once.
#include "sums.cuh"

namespace {

enum { JACCARD = 0, SORENSEN = 1, OVERLAP = 2, COSINE = 3 };  // io.algeon.engine.graph.Similarity.Measure

__device__ __forceinline__ double similarity(int measure, double common, double a, double b) {
  if (common == 0) return 0;
  if (measure == JACCARD) return common / (a + b - common);
  if (measure == SORENSEN) return 2 * common / (a + b);
  if (measure == OVERLAP) return common / (a < b ? a : b);
  double cosine = common / sqrt(a * b);
  return cosine < 1 ? cosine : 1;
}

// The common part of two rows, for all lanes of the warp, which take part together: the entries of the shorter row are looked for in
// the longer one, in an order that the two rows decide.
__device__ double commonPart(const i64* offsets, const int* targets, const double* weights, int measure, int a, int b) {
  i64 beginA = offsets[a], endA = offsets[a + 1], beginB = offsets[b], endB = offsets[b + 1];
  bool swapped = endA - beginA > endB - beginB || (endA - beginA == endB - beginB && a > b);
  i64 begin = swapped ? beginB : beginA, end = swapped ? endB : endA;
  i64 first = swapped ? beginA : beginB, last = swapped ? endA : endB;
  double common = 0;
  for (i64 i = begin + (threadIdx.x & 31); i < end; i += 32) {
    int target = targets[i];
    i64 low = first, high = last;
    while (low < high) {
      i64 middle = (low + high) >> 1;
      if (targets[middle] < target)
        low = middle + 1;
      else
        high = middle;
    }
    if (low < last && targets[low] == target) {
      if (!weights)
        common += 1;
      else if (measure == COSINE)
        common += weights[i] * weights[low];
      else
        common += weights[i] < weights[low] ? weights[i] : weights[low];
    }
  }
  return lanesSum(common, 32);
}

// Whether a comes before b: more alike, or of the smaller number.
__device__ __forceinline__ bool isBefore(double valueA, int a, double valueB, int b) { return valueA > valueB || (valueA == valueB && a < b); }

}  // namespace

// The similarity of pairs from number `begin` on, a warp a pair.
GPU_KERNEL(similarity_pairs_kernel, 256, const i64* __restrict__ offsets, const int* __restrict__ targets, const double* __restrict__ weights,
           const double* __restrict__ norms, int measure, const int* __restrict__ firsts, const int* __restrict__ seconds, i64 begin, i64 end,
           double* values) {
  i64 warps = (i64)gridDim.x * (blockDim.x >> 5);
  for (i64 pair = begin + (i64)blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5); pair < end; pair += warps) {
    int a = firsts[pair], b = seconds[pair];
    double common = commonPart(offsets, targets, weights, measure, a, b);
    if ((threadIdx.x & 31) == 0) values[pair] = similarity(measure, common, norms[a], norms[b]);
  }
}

// The k most alike others of the vertices `begin` to `end`, a block a vertex: everything two steps away is counted, then the best are
// picked one after the other. Each block has arrays of its own, of a number a vertex: counts (0 before and after), those that were
// counted, and their values. Back rows lead from a vertex to those that have it as a neighbour.
GPU_KERNEL(similarity_nearest_kernel, 256, const i64* __restrict__ offsets, const int* __restrict__ targets, const double* __restrict__ weights,
           const i64* __restrict__ backOffsets, const int* __restrict__ backTargets, const double* __restrict__ norms, int measure,
           i64 vertices, i64 begin, i64 end, int k, int* allCounts, int* allFound, double* allValues, int* sizes, int* seconds,
           double* values) {
  GPU_SHARED_VALUE(int, size);
  GPU_SHARED_VALUE(int, chosen);
  GPU_SHARED_VALUE(double, chosenValue);
  GPU_SHARED(int, bestOfWarp, 8);
  GPU_SHARED(double, valueOfWarp, 8);
  int* counts = allCounts + vertices * blockIdx.x;
  int* found = allFound + vertices * blockIdx.x;
  double* likeness = allValues + vertices * blockIdx.x;
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (i64 vertex = begin + blockIdx.x; vertex < end; vertex += gridDim.x) {
    int self = (int)vertex;
    if (threadIdx.x == 0) size = 0;
    __syncthreads();  // the list is empty
    for (i64 i = offsets[self] + warp; i < offsets[self + 1]; i += 8) {
      int between = targets[i];
      for (i64 j = backOffsets[between] + lane; j < backOffsets[between + 1]; j += 32) {
        int second = backTargets[j];
        if (second != self && atomicAdd(&counts[second], 1) == 0) found[atomicAdd(&size, 1)] = second;
      }
    }
    __syncthreads();  // all are counted
    int count = size;
    if (weights) {
      for (int c = warp; c < count; c += 8) {
        int second = found[c];
        double common = commonPart(offsets, targets, weights, measure, self, second);
        if (lane == 0) {
          likeness[c] = similarity(measure, common, norms[self], norms[second]);
          counts[second] = 0;
        }
      }
    } else {
      for (int c = threadIdx.x; c < count; c += 256) {
        int second = found[c];
        likeness[c] = similarity(measure, (double)counts[second], norms[self], norms[second]);
        counts[second] = 0;
      }
    }
    __syncthreads();  // all have their values, and the counts are 0 again
    i64 row = vertex - begin;
    int picked = 0, last = -1;
    double lastValue = 0;
    while (picked < k && picked < count) {
      int best = -1;
      double bestValue = 0;
      for (int c = threadIdx.x; c < count; c += 256) {
        int second = found[c];
        double value = likeness[c];
        bool isLeft = value > 0 && (last < 0 || isBefore(lastValue, last, value, second));
        if (isLeft && (best < 0 || isBefore(value, second, bestValue, best))) {
          best = second;
          bestValue = value;
        }
      }
      for (int distance = 16; distance > 0; distance >>= 1) {
        int other = __shfl_xor_sync(ALL_LANES, best, distance);
        double otherValue = __shfl_xor_sync(ALL_LANES, bestValue, distance);
        if (other >= 0 && (best < 0 || isBefore(otherValue, other, bestValue, best))) {
          best = other;
          bestValue = otherValue;
        }
      }
      if (lane == 0) {
        bestOfWarp[warp] = best;
        valueOfWarp[warp] = bestValue;
      }
      __syncthreads();  // the best of each warp is known
      if (threadIdx.x == 0) {
        best = bestOfWarp[0];
        bestValue = valueOfWarp[0];
        for (int w = 1; w < 8; w++) {
          int other = bestOfWarp[w];
          if (other >= 0 && (best < 0 || isBefore(valueOfWarp[w], other, bestValue, best))) {
            best = other;
            bestValue = valueOfWarp[w];
          }
        }
        chosen = best;
        chosenValue = bestValue;
        if (best >= 0) {
          seconds[row * k + picked] = best;
          values[row * k + picked] = bestValue;
        }
      }
      __syncthreads();  // everybody knows the choice
      last = chosen;
      lastValue = chosenValue;
      if (last < 0) break;
      picked++;
    }
    if (threadIdx.x == 0) sizes[row] = picked;
    __syncthreads();  // the arrays may be used again
  }
}

// The picked ones without gaps: offsets says where those of each vertex go.
GPU_KERNEL(similarity_collect_kernel, 256, const i64* __restrict__ offsets, i64 begin, i64 count, int k, const int* __restrict__ seconds,
           const double* __restrict__ values, int* firstsTo, int* secondsTo, double* valuesTo) {
  FOR_EACH_ROW(i, count * k) {
    i64 row = i / k, place = i % k;
    if (place < offsets[row + 1] - offsets[row]) {
      i64 to = offsets[row] + place;
      firstsTo[to] = (int)(begin + row);
      secondsTo[to] = seconds[i];
      valuesTo[to] = values[i];
    }
  }
}
