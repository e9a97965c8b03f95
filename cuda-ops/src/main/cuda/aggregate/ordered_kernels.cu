// Aggregates over the rows of each group in an order: percentiles, the most frequent value, joined texts. `rows` are the rows that
// take part, sorted by group and order; starts[g] is where group g begins among them, starts[groups] their number.
#include "../common/compare.cuh"
#include "numbers.cuh"

// Flags of the rows that take part: those that `taking` (absent: all) allows, with a value.
GPU_KERNEL(ordered_present_kernel, 256, const Column* __restrict__ values, const u8* __restrict__ taking, i64 count, u8* present) {
  FOR_EACH_ROW(i, count) present[i] = (!taking || taking[i]) && elementOf(values[0], i) >= 0;
}

// Rows of each group.
GPU_KERNEL(ordered_count_kernel, 256, const int* __restrict__ rows, const int* __restrict__ groupOf, i64 count, int* counts) {
  FOR_EACH_ROW(i, count) atomicAdd(&counts[groupOf ? groupOf[rows[i]] : 0], 1);
}

// The value at a fraction (a column; absent: a half) of each group's order, between two values if need be.
GPU_KERNEL(ordered_interpolate_kernel, 256, const Column* __restrict__ values, int scale, const Column* __restrict__ fractions,
           int fractionScale, const int* __restrict__ rows, const i64* __restrict__ starts, i64 groups, double* results, u8* valid) {
  FOR_EACH_ROW(g, groups) {
    i64 first = starts[g], count = starts[g + 1] - first;
    valid[g] = count > 0;
    results[g] = 0;
    if (count == 0) continue;
    i128 v;
    double fraction = 0.5;
    if (fractions) {
      load(fractions[0], rows[first], &v);
      fraction = numberOf(fractions[0].kind, v, fractionScale);
    }
    double position = fraction >= 0 ? fraction * (double)(count - 1) : 0;
    if (position > (double)(count - 1)) position = (double)(count - 1);
    i64 below = (i64)floor(position);
    i64 above = below + 1 < count ? below + 1 : count - 1;
    load(values[0], rows[first + below], &v);
    double low = numberOf(values[0].kind, v, scale);
    load(values[0], rows[first + above], &v);
    double high = numberOf(values[0].kind, v, scale);
    double part = position - (double)below;
    results[g] = part == 0 ? low : low + (high - low) * part;
  }
}

// The row at or after a fraction of each group's order; -1 if the group has none.
GPU_KERNEL(ordered_choose_kernel, 256, const Column* __restrict__ fractions, int fractionScale, const int* __restrict__ rows,
           const i64* __restrict__ starts, i64 groups, int* picked) {
  FOR_EACH_ROW(g, groups) {
    i64 first = starts[g], count = starts[g + 1] - first;
    picked[g] = -1;
    if (count == 0) continue;
    i128 v;
    load(fractions[0], rows[first], &v);
    i64 position = (i64)ceil(numberOf(fractions[0].kind, v, fractionScale) * (double)count) - 1;
    picked[g] = rows[first + (position < 0 ? 0 : position >= count ? count - 1 : position)];
  }
}

// Flags of the rows that begin a run of one value within their group.
GPU_KERNEL(ordered_runs_kernel, 256, const Column* __restrict__ values, const int* __restrict__ rows, const int* __restrict__ groupOf,
           i64 count, u8* begins) {
  FOR_EACH_ROW(i, count) {
    bool begin = i == 0 || (groupOf && groupOf[rows[i]] != groupOf[rows[i - 1]]);
    begins[i] = begin || !equalRows(values, rows[i - 1], values, rows[i], 1);
  }
}

// The longest run of each group, the first of several: length, then the complement of where it begins. best is 0 at first.
GPU_KERNEL(ordered_longest_kernel, 256, const int* __restrict__ begins, i64 runs, const int* __restrict__ rows,
           const int* __restrict__ groupOf, i64 count, u64* best) {
  FOR_EACH_ROW(r, runs) {
    i64 begin = begins[r], end = r + 1 < runs ? begins[r + 1] : count;
    atomicMax(&best[groupOf ? groupOf[rows[begin]] : 0], (u64)(end - begin) << 32 | (u32)~(u32)begin);
  }
}

GPU_KERNEL(ordered_best_kernel, 256, const u64* __restrict__ best, const int* __restrict__ rows, i64 groups, int* picked) {
  FOR_EACH_ROW(g, groups) picked[g] = best[g] == 0 ? -1 : rows[~(u32)best[g]];
}

// Bytes that each row adds to the text of its group: the value, behind a separator (absent: none) unless it is the first.
GPU_KERNEL(ordered_lengths_kernel, 256, const Column* __restrict__ values, const Column* __restrict__ separators,
           const int* __restrict__ rows, const int* __restrict__ groupOf, const i64* __restrict__ starts, i64 count, int* lengths) {
  FOR_EACH_ROW(i, count) {
    i128 v;
    load(values[0], rows[i], &v);
    int length = (int)v.hi;
    if (separators && i != starts[groupOf ? groupOf[rows[i]] : 0] && load(separators[0], rows[i], &v)) length += (int)v.hi;
    lengths[i] = length;
  }
}

// The texts, one after the other.
GPU_KERNEL(ordered_write_kernel, 256, const Column* __restrict__ values, const Column* __restrict__ separators,
           const int* __restrict__ rows, const int* __restrict__ groupOf, const i64* __restrict__ starts, i64 count,
           const i64* __restrict__ offsets, u8* bytes) {
  FOR_EACH_ROW(i, count) {
    u8* to = bytes + offsets[i];
    i128 v;
    if (separators && i != starts[groupOf ? groupOf[rows[i]] : 0] && load(separators[0], rows[i], &v)) {
      View s = viewOf(v);
      for (int k = 0; k < s.length; k++) *to++ = s.bytes[k];
    }
    load(values[0], rows[i], &v);
    View s = viewOf(v);
    for (int k = 0; k < s.length; k++) *to++ = s.bytes[k];
  }
}

GPU_KERNEL(ordered_views_kernel, 256, const i64* __restrict__ starts, const i64* __restrict__ offsets, const u8* bytes, i64 groups,
           i128* views, u8* valid) {
  FOR_EACH_ROW(g, groups) {
    i64 from = offsets[starts[g]];
    views[g] = valueOf(bytes + from, (int)(offsets[starts[g + 1]] - from));
    valid[g] = starts[g + 1] > starts[g];
  }
}
