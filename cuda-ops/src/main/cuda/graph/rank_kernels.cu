// PageRank, pulling: shares of the senders first, then their sums by receiver (graph_piece_sums), then the new ranks. Sums over all
// vertices are made of tiles in their order.
#include "sums.cuh"

// How often each vertex is a target.
GPU_KERNEL(rank_senders_kernel, 256, const int* __restrict__ sources, i64 entries, int* counts) {
  FOR_EACH_ROW(i, entries) atomicAdd(&counts[sources[i]], 1);
}

// One divided by what leaves a vertex, 0 where nothing does; counts, if there are any, are what leaves.
GPU_KERNEL(rank_inverse_kernel, 256, const int* __restrict__ counts, double* leaving, i64 vertices) {
  FOR_EACH_ROW(v, vertices) {
    double all = counts ? (double)counts[v] : leaving[v];
    leaving[v] = all > 0 ? 1 / all : 0;
  }
}

// values[i] = value.
GPU_KERNEL(rank_fill_kernel, 256, double* values, i64 count, double value) {
  FOR_EACH_ROW(i, count) values[i] = value;
}

// What each vertex of a tile gives to an edge of weight 1; the rank of those without edges, by tile.
GPU_KERNEL(rank_shares_kernel, 256, const double* __restrict__ rank, const double* __restrict__ inverse, double alpha, i64 vertices,
           double* shares, double* lost) {
  GPU_SHARED(double, sums, 8);
  i64 begin = (i64)blockIdx.x * SUM_TILE;
  double own = 0;
  for (int i = threadIdx.x; i < SUM_TILE; i += 256) {
    i64 v = begin + i;
    if (v >= vertices) continue;
    double part = inverse[v];
    shares[v] = alpha * (rank[v] * part);
    if (part == 0) own += rank[v];
  }
  double total = blockSum(own, sums);
  if (threadIdx.x == 0) lost[blockIdx.x] = total;
}

// New ranks of a tile, from the sums of its pieces; sums of their changes, and of all, by tile. lost[0]: rank without edges.
GPU_KERNEL(rank_next_kernel, 256, const i64* __restrict__ firstPieces, const double* __restrict__ pieceSums, const double* __restrict__ restart,
           const double* __restrict__ lost, double alpha, i64 vertices, double* rank, double* changes, double* totals) {
  GPU_SHARED(double, sums, 8);
  i64 begin = (i64)blockIdx.x * SUM_TILE;
  double everywhere = alpha * lost[0] / (double)vertices + (restart ? 0 : (1 - alpha) / (double)vertices);
  double change = 0, all = 0;
  for (int i = threadIdx.x; i < SUM_TILE; i += 256) {
    i64 v = begin + i;
    if (v >= vertices) continue;
    double sum = 0;
    for (i64 piece = firstPieces[v]; piece < firstPieces[v + 1]; piece++) sum += pieceSums[piece];
    double next = sum + everywhere + (restart ? (1 - alpha) * restart[v] : 0);
    double difference = next - rank[v];
    change += difference < 0 ? -difference : difference;
    rank[v] = next;
    all += next;
  }
  double changed = blockSum(change, sums);
  double total = blockSum(all, sums);
  if (threadIdx.x == 0) {
    changes[blockIdx.x] = changed;
    totals[blockIdx.x] = total;
  }
}

// The greatest of some numbers from 0 on, as bits.
GPU_KERNEL(rank_most_kernel, 256, const double* __restrict__ values, i64 count, u64* most) {
  FOR_EACH_ROW(i, count) {
    u64 bits = (u64)__double_as_longlong(values[i]);
    if (bits > *(volatile u64*)most && values[i] > 0) atomicMax(most, bits);
  }
}

// Each value as a share of the greatest.
GPU_KERNEL(rank_relate_kernel, 256, double* values, i64 count, double most) {
  FOR_EACH_ROW(i, count) {
    double share = values[i] / most;
    values[i] = share < 1 ? share : 1;
  }
}

// Sums of runs of equal vertices, whose rows are in order; others stay as they are.
GPU_KERNEL(rank_restart_kernel, 256, const int* __restrict__ vertices, const double* __restrict__ values, i64 count, double* restart) {
  FOR_EACH_ROW(i, count) {
    if (i > 0 && vertices[i - 1] == vertices[i]) continue;
    double sum = 0;
    for (i64 k = i; k < count && vertices[k] == vertices[i]; k++) sum += values[k];
    restart[vertices[i]] = sum < 1.7976931348623157e308 ? sum : 1.7976931348623157e308;
  }
}
