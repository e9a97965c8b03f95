// Betweenness centrality after Brandes: a block a group of sources, which it searches from one after the other, level by level.
//
// Levels are found by whoever comes first, in any order; paths and dependencies are then pulled from the neighbours of the level before
// or after, in the order of the rows, so that no sum depends on the schedule.
#include "sums.cuh"

// The vertices order[from .. to) of a level, `lanes` neighbouring threads a vertex, all lanes of a warp together; `at` is the place in
// the order, past the end for lanes without a vertex.
#define FOR_LEVEL(at, from, to)                                                                                       \
  for (int base_ = (from) + (threadIdx.x >> 5) * (32 / lanes), at = base_ + (threadIdx.x & 31) / lanes; base_ < (to); \
       base_ += 8 * (32 / lanes), at = base_ + (threadIdx.x & 31) / lanes)

// Searches from `count` sources of each group, from its source number `step` on. Each group has arrays of its own: distances (-1 before
// and after), the order in which vertices were found, where levels begin in it (two more), paths, shares and sums.
GPU_KERNEL(centrality_search_kernel, 256, const i64* __restrict__ offsets, const int* __restrict__ targets, const i64* __restrict__ inOffsets,
           const int* __restrict__ inSources, i64 vertices, const int* __restrict__ sources, i64 sourceCount, i64 step, i64 count,
           int endpoints, int lanes, int* allDistances, int* allOrders, int* allLevels, double* allPaths, double* allShares, double* allSums) {
  GPU_SHARED_VALUE(int, reached);
  i64 group = blockIdx.x, groups = gridDim.x;
  int* distances = allDistances + group * vertices;
  int* order = allOrders + group * vertices;
  int* levels = allLevels + group * (vertices + 2);
  double* paths = allPaths + group * vertices;
  double* shares = allShares + group * vertices;
  double* sums = allSums + group * vertices;
  int lane = threadIdx.x & (lanes - 1);
  i64 first = sourceCount * group / groups + step, last = sourceCount * (group + 1) / groups;
  if (last > first + count) last = first + count;
  for (i64 s = first; s < last; s++) {
    int source = sources[s];
    if (threadIdx.x == 0) {
      order[0] = source;
      distances[source] = 0;
      paths[source] = 1;
      levels[0] = 0;
      reached = 1;
    }
    __syncthreads();  // the source is the first level
    int level = 0, from = 0, to = 1;
    while (true) {
      FOR_LEVEL(at, from, to) {
        if (at >= to) continue;
        int vertex = order[at];
        for (i64 i = offsets[vertex] + lane; i < offsets[vertex + 1]; i += lanes) {
          int target = targets[i];
          if (*(volatile int*)(distances + target) < 0 && atomicCAS(&distances[target], -1, level + 1) == -1)
            order[atomicAdd(&reached, 1)] = target;
        }
      }
      __syncthreads();  // the next level is complete
      int end = reached;
      if (end == to) break;
      FOR_LEVEL(at, to, end) {
        double ways = 0;
        int vertex = at < end ? order[at] : -1;
        if (vertex >= 0) {
          for (i64 i = inOffsets[vertex] + lane; i < inOffsets[vertex + 1]; i += lanes) {
            int before = inSources[i];
            if (distances[before] == level) ways += paths[before];
          }
        }
        ways = lanesSum(ways, lanes);
        if (vertex >= 0 && lane == 0) paths[vertex] = ways;
      }
      level++;
      if (threadIdx.x == 0) levels[level] = to;
      from = to;
      to = end;
      __syncthreads();  // the paths of the level are known, and nobody adds to the next one before
    }
    if (threadIdx.x == 0) levels[level + 1] = to;
    __syncthreads();  // the last level has its end
    for (int back = level; back > 0; back--) {
      int end = levels[back + 1];
      FOR_LEVEL(at, levels[back], end) {
        double dependent = 0;
        int vertex = at < end ? order[at] : -1;
        if (vertex >= 0 && back < level) {
          for (i64 i = offsets[vertex] + lane; i < offsets[vertex + 1]; i += lanes) {
            int target = targets[i];
            if (distances[target] == back + 1) dependent += shares[target];
          }
        }
        dependent = lanesSum(dependent, lanes);
        if (vertex >= 0 && lane == 0) {
          double delta = paths[vertex] * dependent;
          sums[vertex] += endpoints ? delta + 1 : delta;
          shares[vertex] = (1 + delta) / paths[vertex];
        }
      }
      __syncthreads();  // the shares of the level are known
    }
    if (endpoints && threadIdx.x == 0) sums[source] += to - 1;
    for (int at = threadIdx.x; at < to; at += 256) distances[order[at]] = -1;
    __syncthreads();  // the arrays may be used again
  }
}

// The sums of all groups, in their order, times a factor.
GPU_KERNEL(centrality_total_kernel, 256, const double* __restrict__ sums, i64 vertices, i64 groups, double factor, double* totals) {
  FOR_EACH_ROW(v, vertices) {
    double sum = 0;
    for (i64 group = 0; group < groups; group++) sum += sums[group * vertices + v];
    totals[v] = sum * factor;
  }
}
