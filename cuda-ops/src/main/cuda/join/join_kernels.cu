// Hash joins on chains of rows: heads by hash, next by row. Probing counts first, then writes pairs at their places.
#include "../common/compare.cuh"
#include "../common/status.cuh"

// Rows whose key has a NULL that equals nothing (absent[i]) are in no chain.
GPU_KERNEL(join_build_kernel, 256, const u32* __restrict__ hashes, const u8* __restrict__ absent, i64 count, int* heads, u32 mask,
           int* next) {
  FOR_EACH_ROW(i, count) {
    if (absent && absent[i]) {
      next[i] = -1;
      continue;
    }
    next[i] = atomicExch(&heads[hashes[i] & mask], (int)i);
  }
}

// Partners of each left row `first + i`; with `one`, at most 1.
GPU_KERNEL(join_count_kernel, 256, const Column* __restrict__ leftKeys, const Column* __restrict__ rightKeys, int columns,
           const u32* __restrict__ leftHashes, const u8* __restrict__ leftAbsent, i64 leftRows, const u32* __restrict__ rightHashes,
           const int* __restrict__ heads, u32 mask, const int* __restrict__ next, int one, int* counts) {
  FOR_EACH_ROW(i, leftRows) {
    int count = 0;
    if (!(leftAbsent && leftAbsent[i])) {
      u32 h = leftHashes[i];
      for (int r = heads[h & mask]; r >= 0; r = next[r]) {
        if (rightHashes[r] == h && equalRows(leftKeys, i, rightKeys, r, columns)) {
          count++;
          if (one) break;
        }
      }
    }
    counts[i] = count;
  }
}

// The pairs of left rows begin (included) to end, from place offsets[row] - offsets[begin] on.
GPU_KERNEL(join_write_kernel, 256, const Column* __restrict__ leftKeys, const Column* __restrict__ rightKeys, int columns,
           const u32* __restrict__ leftHashes, const u8* __restrict__ leftAbsent, i64 begin, i64 end,
           const i64* __restrict__ offsets, const u32* __restrict__ rightHashes, const int* __restrict__ heads, u32 mask,
           const int* __restrict__ next, int* leftMap, int* rightMap) {
  FOR_EACH_ROW(k, end - begin) {
    i64 i = begin + k;
    i64 at = offsets[i] - offsets[begin], stop = offsets[i + 1] - offsets[begin];
    if (at == stop) continue;
    u32 h = leftHashes[i];
    for (int r = heads[h & mask]; r >= 0 && at < stop; r = next[r]) {
      if (rightHashes[r] == h && equalRows(leftKeys, i, rightKeys, r, columns)) {
        leftMap[at] = (int)i;
        rightMap[at] = r;
        at++;
      }
    }
  }
}

// The three values of IN: 1 where matched; NULL where not matched but the left key is NULL or a right key is. The right
// input has rows; without rows the caller needs no kernel.
GPU_KERNEL(join_mark_kernel, 256, const u8* __restrict__ matched, const u8* __restrict__ leftAbsent, int rightHasNull, i64 count,
           u8* mark, u8* valid) {
  FOR_EACH_ROW(i, count) {
    mark[i] = matched[i];
    valid[i] = matched[i] || !(rightHasNull || (leftAbsent && leftAbsent[i]));
  }
}
