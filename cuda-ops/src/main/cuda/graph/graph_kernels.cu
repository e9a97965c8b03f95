// Graphs as compressed sparse rows: from edges by vertex number to sorted rows without double entries, and sums over rows.
//
// Entries are counted, their places scanned, and written in any order; then the entries of each row are sorted by target and
// weight, so that the rows depend on nothing but the set of edges. Offsets are i64, one more than there are rows.
#include "../common/compare.cuh"
#include "sums.cuh"

namespace {

enum { SUM = 0, MIN = 1, MAX = 2, DISTINCT = 3, KEEP = 4 };  // io.algeon.engine.graph.ParallelEdges

// The order of doubles that are no NaN, -0.0 before 0.0.
__device__ __forceinline__ u64 orderOf(double value) {
  u64 bits = (u64)__double_as_longlong(value);
  return bits >> 63 ? ~bits : bits | 1ULL << 63;
}

__device__ __forceinline__ int compareEntries(int targetA, u64 orderA, int targetB, u64 orderB) {
  if (targetA != targetB) return targetA < targetB ? -1 : 1;
  return orderA < orderB ? -1 : orderA > orderB ? 1 : 0;
}

}  // namespace

// Rows in which an id or a number is NULL (counters[0]), or not finite (counters[1]).
GPU_KERNEL(graph_check_kernel, 256, const Column* __restrict__ column, i64 count, u64* counters) {
  const Column c = column[0];
  FOR_EACH_ROW(i, count) {
    i128 v;
    if (!load(c, i, &v)) {
      atomicAdd(&counters[0], 1ULL);
    } else if (c.kind == KIND_F64 || c.kind == KIND_F32) {
      double d = __longlong_as_double((i64)v.lo);
      if (d - d != 0) atomicAdd(&counters[1], 1ULL);
    }
  }
}

// inverse[map[i]] = i.
GPU_KERNEL(graph_invert_kernel, 256, const int* __restrict__ map, i64 count, int* inverse) {
  FOR_EACH_ROW(i, count) inverse[map[i]] = (int)i;
}

// The numbers of ids among sorted distinct ones, -1 where there is none.
GPU_KERNEL(graph_find_kernel, 256, const Column* __restrict__ sorted, i64 vertices, const Column* __restrict__ ids, i64 count, int* found) {
  const Column all = sorted[0], wanted = ids[0];
  FOR_EACH_ROW(i, count) {
    i128 id;
    load(wanted, i, &id);
    i64 low = 0, high = vertices;
    while (low < high) {
      i64 middle = (low + high) >> 1;
      i128 v;
      load(all, middle, &v);
      if (compareValues(all.kind, v, id) < 0)
        low = middle + 1;
      else
        high = middle;
    }
    i128 v;
    found[i] = low < vertices && load(all, low, &v) && compareValues(all.kind, v, id) == 0 ? (int)low : -1;
  }
}

// The least position of a number below 0; all ones in the beginning, and if there is none. NaN does not occur.
GPU_KERNEL(graph_negative_kernel, 256, const double* __restrict__ values, i64 count, u64* first) {
  FOR_EACH_ROW(i, count) {
    if (values[i] < 0) atomicMin(first, (u64)i);
  }
}

// The same for numbers that are at least so large.
GPU_KERNEL(graph_huge_kernel, 256, const double* __restrict__ values, i64 count, double limit, u64* first) {
  FOR_EACH_ROW(i, count) {
    if (values[i] >= limit) atomicMin(first, (u64)i);
  }
}

// The same for vertices that were not found.
GPU_KERNEL(graph_unknown_kernel, 256, const int* __restrict__ vertices, i64 count, u64* first) {
  FOR_EACH_ROW(i, count) {
    if (vertices[i] < 0) atomicMin(first, (u64)i);
  }
}

// An entry, by one thread: its row, its target, its weight.
GPU_KERNEL(graph_entry_kernel, 256, const i64* __restrict__ offsets, i64 vertices, const int* __restrict__ targets,
           const double* __restrict__ weights, i64 entry, i64* row_target_weight) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    i64 low = 0, high = vertices;
    while (low < high) {
      i64 middle = (low + high) >> 1;
      if (offsets[middle + 1] <= entry)
        low = middle + 1;
      else
        high = middle;
    }
    row_target_weight[0] = low;
    row_target_weight[1] = targets[entry];
    row_target_weight[2] = __double_as_longlong(weights[entry]);
  }
}

// Adds the entries of edges to those of their rows; ends: sources, then targets. A loop is one entry in any case.
GPU_KERNEL(graph_count_kernel, 256, const int* __restrict__ ends, i64 edges, int forward, int backward, int dropLoops, int* degrees) {
  FOR_EACH_ROW(i, edges) {
    int source = ends[i], target = ends[edges + i];
    if (source == target) {
      if (!dropLoops) atomicAdd(&degrees[source], 1);
      continue;
    }
    if (forward) atomicAdd(&degrees[source], 1);
    if (backward) atomicAdd(&degrees[target], 1);
  }
}

// The greatest of some counts.
GPU_KERNEL(graph_most_kernel, 256, const int* __restrict__ counts, i64 count, u64* most) {
  FOR_EACH_ROW(i, count) {
    if ((u64)counts[i] > *(volatile u64*)most) atomicMax(most, (u64)counts[i]);
  }
}

namespace {

__device__ __forceinline__ void enter(const i64* offsets, int* left, int row, int target, int* rows, int* targets, double* weights, double weight) {
  i64 at = offsets[row] + atomicSub(&left[row], 1) - 1;
  rows[at] = row;
  targets[at] = target;
  if (weights) weights[at] = weight;
}

}  // namespace

// Writes the entries that were counted; left: the counts, all 0 afterwards.
GPU_KERNEL(graph_scatter_kernel, 256, const int* __restrict__ ends, const double* __restrict__ given, i64 edges, int forward, int backward,
           int dropLoops, const i64* __restrict__ offsets, int* left, int* rows, int* targets, double* weights) {
  FOR_EACH_ROW(i, edges) {
    int source = ends[i], target = ends[edges + i];
    bool loop = source == target;
    if (loop && dropLoops) continue;
    double weight = given ? given[i] : 1;
    if (forward || loop) enter(offsets, left, source, target, rows, targets, weights, weight);
    if (backward && !loop) enter(offsets, left, target, source, rows, targets, weights, weight);
  }
}

// Merges pairs of sorted runs of `run` entries within each row: every entry finds its place in the other run.
GPU_KERNEL(graph_merge_kernel, 256, const i64* __restrict__ offsets, const int* __restrict__ rows, const int* __restrict__ targets,
           const double* __restrict__ weights, i64 entries, i64 run, int* targetsTo, double* weightsTo) {
  FOR_EACH_ROW(i, entries) {
    i64 begin = offsets[rows[i]], end = offsets[rows[i] + 1], to = i;
    int target = targets[i];
    double weight = weights ? weights[i] : 0;
    if (end - begin > run) {
      u64 order = orderOf(weight);
      i64 pair = begin + (i - begin) / (2 * run) * (2 * run);
      i64 middle = pair + run < end ? pair + run : end, last = middle + run < end ? middle + run : end;
      bool left = i < middle;
      i64 low = left ? middle : pair, high = left ? last : middle, first = low;
      while (low < high) {
        i64 at = (low + high) >> 1;
        int compared = compareEntries(targets[at], orderOf(weights ? weights[at] : 0), target, order);
        if (left ? compared < 0 : compared <= 0)
          low = at + 1;
        else
          high = at;
      }
      to = pair + (i - (left ? pair : middle)) + (low - first);
    }
    targetsTo[to] = target;
    if (weightsTo) weightsTo[to] = weight;
  }
}

// Whether an entry is the first of those with its target in its row.
GPU_KERNEL(graph_first_kernel, 256, const i64* __restrict__ offsets, const int* __restrict__ rows, const int* __restrict__ targets, i64 entries,
           u8* first) {
  FOR_EACH_ROW(i, entries) first[i] = i == offsets[rows[i]] || targets[i] != targets[i - 1];
}

// Where rows begin among the entries that are kept; before[i]: those before entry i.
GPU_KERNEL(graph_offsets_kernel, 256, const i64* __restrict__ offsets, i64 vertices, const int* __restrict__ before, i64 entries, i64 kept,
           i64* newOffsets) {
  FOR_EACH_ROW(v, vertices + 1) newOffsets[v] = offsets[v] < entries ? before[offsets[v]] : kept;
}

// Makes one entry of those from selected[i] up to the next; their weights are in rising order. Without weights, their number.
GPU_KERNEL(graph_unite_kernel, 256, const int* __restrict__ selected, i64 kept, i64 entries, const int* __restrict__ targets,
           const double* __restrict__ weights, int policy, int* targetsTo, double* weightsTo) {
  FOR_EACH_ROW(i, kept) {
    i64 from = selected[i], to = i + 1 < kept ? selected[i + 1] : entries;
    targetsTo[i] = targets[from];
    if (!weightsTo) continue;
    double value;
    if (!weights) {
      value = (double)(to - from);
    } else if (policy == SUM) {
      value = 0;
      if (to - from == 1) value = weights[from];
      else
        for (i64 k = from; k < to; k++) value += weights[k];
    } else {
      value = weights[policy == MAX ? to - 1 : from];
    }
    weightsTo[i] = value;
  }
}

// Lengths of rows.
GPU_KERNEL(graph_degrees_kernel, 256, const i64* __restrict__ offsets, i64 vertices, i64* degrees) {
  FOR_EACH_ROW(v, vertices) degrees[v] = offsets[v + 1] - offsets[v];
}

// to[i] = from[map[i]] as i64; without map, from[i].
GPU_KERNEL(graph_widen_kernel, 256, const int* __restrict__ from, const int* __restrict__ map, i64 count, i64* to) {
  FOR_EACH_ROW(i, count) to[i] = from[map ? map[i] : i];
}

// ---- sums over rows: long rows are cut into pieces, `lanes` threads sum a piece, and one the pieces of a row

#define PIECE 1024  // io.algeon.cuda.graph.RowPieces.PIECE

GPU_KERNEL(graph_pieces_kernel, 256, const i64* __restrict__ offsets, i64 vertices, int* counts) {
  FOR_EACH_ROW(v, vertices) counts[v] = (int)((offsets[v + 1] - offsets[v] + PIECE - 1) / PIECE);
}

// Sums over the entries of each piece: their weights (squared if asked), or the values of their targets, times the weights.
GPU_KERNEL(graph_piece_sums_kernel, 256, const i64* __restrict__ offsets, const int* __restrict__ targets, const double* __restrict__ weights,
           const double* __restrict__ values, int squared, const i64* __restrict__ firstPieces, const int* __restrict__ pieceRows, i64 pieces,
           int lanes, double* sums) {
  i64 perGrid = (i64)gridDim.x * blockDim.x / lanes;
  i64 own = ((i64)blockIdx.x * blockDim.x + threadIdx.x) / lanes;
  int lane = threadIdx.x & (lanes - 1);
  // the pieces of a warp are neighbours, and all of its lanes go round together
  i64 warpFirst = ((i64)blockIdx.x * blockDim.x + (threadIdx.x & ~31)) / lanes;
  for (i64 step = 0; warpFirst + step < pieces; step += perGrid) {
    i64 piece = own + step;
    double sum = 0;
    if (piece < pieces) {
      int row = pieceRows[piece];
      i64 begin = offsets[row] + (piece - firstPieces[row]) * PIECE, end = offsets[row + 1];
      if (end > begin + PIECE) end = begin + PIECE;
      for (i64 i = begin + lane; i < end; i += lanes) {
        double weight = weights ? weights[i] : 1;
        if (values)
          sum += values[targets[i]] * weight;
        else
          sum += squared ? weight * weight : weight;
      }
    }
    sum = lanesSum(sum, lanes);
    if (lane == 0 && piece < pieces) sums[piece] = sum;
  }
}

GPU_KERNEL(graph_row_sums_kernel, 256, const i64* __restrict__ firstPieces, const double* __restrict__ pieceSums, i64 vertices, double* sums) {
  FOR_EACH_ROW(v, vertices) {
    double sum = 0;
    for (i64 piece = firstPieces[v]; piece < firstPieces[v + 1]; piece++) sum += pieceSums[piece];
    sums[v] = sum;
  }
}

// ---- sums over all vertices: a block a tile, then one block over the tiles

GPU_KERNEL(graph_tile_sums_kernel, 256, const double* __restrict__ values, i64 count, double* tileSums) {
  GPU_SHARED(double, sums, 8);
  i64 begin = (i64)blockIdx.x * SUM_TILE;
  double own = 0;
  for (int i = threadIdx.x; i < SUM_TILE; i += 256)
    if (begin + i < count) own += values[begin + i];
  double total = blockSum(own, sums);
  if (threadIdx.x == 0) tileSums[blockIdx.x] = total;
}

GPU_KERNEL(graph_total_kernel, 256, const double* __restrict__ tileSums, i64 tiles, double* total) {
  GPU_SHARED(double, sums, 8);
  double own = 0;
  for (i64 i = threadIdx.x; i < tiles; i += 256) own += tileSums[i];
  double all = blockSum(own, sums);
  if (threadIdx.x == 0) total[0] = all;
}

// values[i] *= factor.
GPU_KERNEL(graph_scale_kernel, 256, double* values, i64 count, double factor) {
  FOR_EACH_ROW(i, count) values[i] *= factor;
}
