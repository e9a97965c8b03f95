// Moving rows: counting and numbering those that stay, putting maps together, making columns dense, strings to and from views.
#include "../common/grid.cuh"
#include "../common/status.cuh"
#include "../common/strings.cuh"

namespace {

constexpr int TILE = 2048;  // elements a block of 256 threads scans: io.algeon.cuda.operator.Scan.TILE

template <class T>
__device__ __forceinline__ void tileSum(const T* values, i64 count, i64* tileSums) {
  GPU_SHARED(i64, sums, 33);
  i64 begin = (i64)blockIdx.x * TILE;
  i64 own = 0;
  for (int i = threadIdx.x; i < TILE; i += 256)
    if (begin + i < count) own += values[begin + i];
  i64 total;
  blockExclusiveSum<i64>(own, &total, sums);
  if (threadIdx.x == 0) tileSums[blockIdx.x] = total;
}

}  // namespace

// Step 1 of a scan: the sum of each tile.
GPU_KERNEL(scan_tiles_u8_kernel, 256, const u8* __restrict__ values, i64 count, i64* tileSums) { tileSum(values, count, tileSums); }
GPU_KERNEL(scan_tiles_i32_kernel, 256, const int* __restrict__ values, i64 count, i64* tileSums) { tileSum(values, count, tileSums); }

// Step 2, one block: tile sums become the sums of the tiles before; total[0] is the sum of all.
GPU_KERNEL(scan_sums_kernel, 256, i64* tileSums, i64 tiles, i64* total) {
  GPU_SHARED(i64, sums, 33);
  i64 carry = 0;
  for (i64 begin = 0; begin < tiles; begin += 256) {
    i64 i = begin + threadIdx.x;
    i64 value = i < tiles ? tileSums[i] : 0, all;
    i64 before = blockExclusiveSum<i64>(value, &all, sums);
    if (i < tiles) tileSums[i] = carry + before;
    carry += all;
  }
  if (threadIdx.x == 0) total[0] = carry;
}

// Step 3, one of: where each element's share begins (and the end of the last one);
GPU_KERNEL(scan_offsets_i32_kernel, 256, const int* __restrict__ values, i64 count, const i64* __restrict__ tileStarts, i64* offsets) {
  GPU_SHARED(i64, sums, 33);
  i64 carry = tileStarts[blockIdx.x];
  for (int part = 0; part < TILE; part += 256) {
    i64 i = (i64)blockIdx.x * TILE + part + threadIdx.x;
    i64 value = i < count ? values[i] : 0, all;
    i64 before = blockExclusiveSum<i64>(value, &all, sums);
    if (i < count) offsets[i] = carry + before;
    if (i == count - 1) offsets[count] = carry + before + value;
    carry += all;
  }
}

// the numbers of the elements that are 1, in order (for flags), and each one's place among them (places may be absent).
GPU_KERNEL(scan_select_kernel, 256, const u8* __restrict__ flags, i64 count, const i64* __restrict__ tileStarts, int* selected, int* places) {
  GPU_SHARED(i64, sums, 33);
  i64 carry = tileStarts[blockIdx.x];
  for (int part = 0; part < TILE; part += 256) {
    i64 i = (i64)blockIdx.x * TILE + part + threadIdx.x;
    i64 flag = i < count ? flags[i] : 0, all;
    i64 before = carry + blockExclusiveSum<i64>(flag, &all, sums);
    if (flag) selected[before] = (int)i;
    if (places && i < count) places[i] = (int)before;
    carry += all;
  }
}

// target[i] = outer[inner[i]], NULL (-1) staying NULL. Without outer: inner itself.
GPU_KERNEL(map_compose_kernel, 256, const int* __restrict__ outer, const int* __restrict__ inner, i64 count, int* target) {
  FOR_EACH_ROW(i, count) {
    int at = inner[i];
    target[i] = at < 0 ? -1 : outer ? outer[at] : at;
  }
}

// target[i] = first + i.
GPU_KERNEL(map_identity_kernel, 256, i64 count, int first, int* target) {
  FOR_EACH_ROW(i, count) target[i] = first + (int)i;
}

// target[at[i]] = value for the rows that a map names; negative ones are left out.
GPU_KERNEL(map_mark_kernel, 256, const int* __restrict__ map, i64 count, int value, u8* target) {
  FOR_EACH_ROW(i, count) {
    if (map[i] >= 0) target[map[i]] = (u8)value;
  }
}

// flags := !flags
GPU_KERNEL(flags_invert_kernel, 256, i64 count, u8* flags) {
  FOR_EACH_ROW(i, count) flags[i] = !flags[i];
}

// Copies `count` rows of a column, from row `begin` on, to row `first` of a dense one on.
GPU_KERNEL(column_gather_kernel, 256, const Column* __restrict__ source, i64 begin, i64 count, const Column* __restrict__ target,
           i64 first) {
  const Column from = source[0], to = target[0];
  FOR_EACH_ROW(i, count) {
    i64 e = elementOf(from, begin + i);
    i128 v = wide(0);
    if (e >= 0) v = element(from, e);
    store(to, first + i, v);
    if (to.valid) to.valid[first + i] = e >= 0;
  }
}

// Views of the strings that lie one after the other from `bytes` on; offsets has one element more than there are strings.
GPU_KERNEL(strings_view_kernel, 256, const u8* bytes, const int* __restrict__ offsets, i64 count, i128* views) {
  FOR_EACH_ROW(i, count) views[i] = valueOf(bytes + offsets[i], offsets[i + 1] - offsets[i]);
}

// Lengths of the strings of a column from row `begin` on, 0 for NULL.
GPU_KERNEL(strings_length_kernel, 256, const Column* __restrict__ column, i64 begin, i64 count, int* lengths) {
  FOR_EACH_ROW(i, count) {
    i128 v;
    lengths[i] = load(column[0], begin + i, &v) ? (int)v.hi : 0;
  }
}

// Puts the strings one after the other, at their offsets.
GPU_KERNEL(strings_pack_kernel, 256, const Column* __restrict__ column, i64 begin, i64 count, const i64* __restrict__ offsets,
           u8* bytes) {
  FOR_EACH_ROW(i, count) {
    i128 v;
    if (load(column[0], begin + i, &v)) {
      View s = viewOf(v);
      u8* to = bytes + offsets[i];
      for (int k = 0; k < s.length; k++) to[k] = s.bytes[k];
    }
  }
}

// Row numbers of the rows that are repeated counts[i] times: element offsets[i] on.
GPU_KERNEL(map_repeat_kernel, 256, const i64* __restrict__ offsets, i64 count, int* map) {
  FOR_EACH_ROW(i, count) {
    for (i64 k = offsets[i]; k < offsets[i + 1]; k++) map[k] = (int)i;
  }
}

// How often each group of an INTERSECT or EXCEPT is in the result, from its rows of either side.
GPU_KERNEL(set_counts_kernel, 256, const u64* __restrict__ left, const u64* __restrict__ right, i64 groups, int except, int all,
           int* counts) {
  FOR_EACH_ROW(g, groups) {
    u64 l = left[g], r = right[g], n;
    if (all) {
      n = except ? (l > r ? l - r : 0) : (l < r ? l : r);
    } else {
      n = except ? (l > 0 && r == 0) : (l > 0 && r > 0);
    }
    counts[g] = (int)n;
  }
}
