// Stable merge sort of row numbers by key columns of any type.
//
// A pass merges pairs of sorted runs: every row finds its place in the other run by binary search, so that threads need nothing
// of each other. The first 64 bits of the order of the first key are kept beside the row numbers and decide most comparisons.
#include "../common/compare.cuh"
#include "../common/status.cuh"

struct Order {
  int descending, nullsFirst;
};

namespace {

// 64 bits whose unsigned order is the order of the values as far as they tell: equal prefixes decide nothing unless exact.
__device__ inline u64 prefixOf(int kind, const i128& v) {
  switch (kind) {
    case KIND_F32:
    case KIND_F64: {
      double d = __longlong_as_double((i64)v.lo);
      if (d != d) return ~0ULL - 1;
      u64 bits = (u64)__double_as_longlong(d == 0 ? 0.0 : d);
      return bits >> 63 ? ~bits : bits | 1ULL << 63;
    }
    case KIND_I128: return (u64)v.hi ^ 1ULL << 63;
    case KIND_STRING: {
      View s = viewOf(v);
      u64 p = 0;
      for (int i = 0; i < 8; i++) p = p << 8 | (i < s.length ? s.bytes[i] : 0);
      return p;
    }
    default: return v.lo ^ 1ULL << 63;
  }
}

__device__ inline int compareKey(const Column& c, const Order& order, i64 x, i64 y) {
  i128 a, b;
  bool av = load(c, x, &a), bv = load(c, y, &b);
  if (!av || !bv) return av == bv ? 0 : av == (order.nullsFirst != 0) ? 1 : -1;
  int result = compareValues(c.kind, a, b);
  return order.descending ? -result : result;
}

__device__ inline int compareRows(const Column* keys, const Order* orders, int columns, i64 x, i64 y) {
  for (int k = 0; k < columns; k++) {
    int result = compareKey(keys[k], orders[k], x, y);
    if (result != 0) return result;
  }
  return 0;
}

}  // namespace

// Prefixes by row; NULLs get the least or the greatest, and the comparison of rows decides.
GPU_KERNEL(sort_prefix_kernel, 256, const Column* __restrict__ keys, const Order* __restrict__ orders, i64 count, u64* prefixes) {
  FOR_EACH_ROW(i, count) {
    i128 v;
    u64 p;
    if (load(keys[0], i, &v)) {
      p = prefixOf(keys[0].kind, v);
      if (orders[0].descending) p = ~p;
    } else {
      p = orders[0].nullsFirst ? 0 : ~0ULL;
    }
    prefixes[i] = p;
  }
}

// Merges runs of `run` rows to runs of twice as many.
GPU_KERNEL(sort_merge_kernel, 256, const Column* __restrict__ keys, const Order* __restrict__ orders, int columns,
           const u64* __restrict__ prefixes, const int* __restrict__ rows, i64 count, i64 run, int* merged) {
  FOR_EACH_ROW(i, count) {
    i64 pair = i / (2 * run) * (2 * run);
    bool left = i - pair < run;
    i64 begin = left ? pair + run : pair;
    i64 end = left ? pair + 2 * run : pair + run;
    if (begin > count) begin = count;
    if (end > count) end = count;
    int row = rows[i];
    u64 prefix = prefixes[row];
    i64 low = begin, high = end;
    while (low < high) {  // rows of the other run that come before this one; on ties the left run comes first
      i64 middle = (low + high) >> 1;
      int other = rows[middle];
      u64 otherPrefix = prefixes[other];
      int order = otherPrefix < prefix ? -1 : otherPrefix > prefix ? 1 : compareRows(keys, orders, columns, other, row);
      if (order < 0 || (order == 0 && !left)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    i64 inOwn = i - (left ? pair : pair + run);
    merged[pair + inOwn + (low - begin)] = row;
  }
}
// Flags of the sorted rows that are kept when LIMIT counts within runs of rows that agree in the first columns.
GPU_KERNEL(sort_starts_kernel, 256, const Column* __restrict__ keys, int columns, const int* __restrict__ rows, i64 count, int* starts) {
  FOR_EACH_ROW(i, count) starts[i] = i == 0 || !equalRows(keys, rows[i - 1], keys, rows[i], columns) ? (int)i : 0;
}

// Whether a row's place in its run lies in [offset, end). starts[i]: start of the run, found by walking back at most `end` rows.
GPU_KERNEL(sort_within_kernel, 256, const int* __restrict__ starts, i64 count, i64 offset, i64 end, u8* keep) {
  FOR_EACH_ROW(i, count) {
    i64 place = 0;
    i64 at = i;
    while (at > 0 && starts[at] == 0 && place < end) {
      at--;
      place++;
    }
    keep[i] = place >= offset && place < end;
  }
}
