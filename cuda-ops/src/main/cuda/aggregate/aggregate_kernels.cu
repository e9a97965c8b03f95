// Hash aggregation in two steps: rows find the number of their group, then each aggregate adds its values up by that number.
//
// The table of groups holds row numbers: the first row that takes a slot represents its group, and its key columns are compared
// where they lie, so that keys of any number and type need no copy. Group numbers are dense, so that few groups fit the
// shared memory of a block, where they are added up before the block's sums go to global memory.
#include "../common/compare.cuh"
#include "../common/status.cuh"

// The hash of the key columns of each row; hasNull (if present) says which rows have a NULL in a column of the mask.
GPU_KERNEL(rows_hash_kernel, 256, const Column* __restrict__ keys, int columns, i64 count, u32* hashes, u8* hasNull, u64 nullMask) {
  FOR_EACH_ROW(i, count) {
    u64 h = 0x243F6A8885A308D3ULL;
    bool null = false;
    for (int k = 0; k < columns; k++) {
      i128 v;
      bool present = load(keys[k], i, &v);
      null |= !present && (nullMask >> k & 1);
      h = (h ^ (present ? hashValue(keys[k].kind, v) : 0x13198A2E03707344ULL)) * 0x9E3779B97F4A7C15ULL;
      h ^= h >> 29;
    }
    hashes[i] = (u32)(mix(h) >> 16);
    if (hasNull) hasNull[i] = null;
  }
}

// slots: a power of two of them, all -1 at first. representative[i] becomes the first row of the group of row i, and
// isFirst[i] whether that is row i.
GPU_KERNEL(groups_insert_kernel, 256, const Column* __restrict__ keys, int columns, const u32* __restrict__ hashes, i64 count,
           int* slots, u32 mask, int* representative, u8* isFirst, DeviceStatus* status) {
  FOR_EACH_ROW(i, count) {
    u32 h = hashes[i];
    int found = -1;
    u32 slot = h & mask;
    for (u32 step = 0; step <= mask; step++) {
      int owner = atomicAdd(&slots[slot], 0);  // what other blocks wrote must be seen
      if (owner < 0) {
        owner = atomicCAS(&slots[slot], -1, (int)i);
        if (owner < 0) owner = (int)i;
      }
      if (owner == (int)i || (hashes[owner] == h && equalRows(keys, i, keys, owner, columns))) {
        found = owner;
        break;
      }
      slot = (slot + 1) & mask;
    }
    if (found < 0) {
      fail(status, i, STATUS_TABLE_FULL);
      found = (int)i;
    }
    representative[i] = found;
    isFirst[i] = found == (int)i;
  }
}

// groups[i] = number of the group that the representative of row i has.
GPU_KERNEL(groups_number_kernel, 256, const int* __restrict__ representative, const int* __restrict__ places, i64 count, int* groups) {
  FOR_EACH_ROW(i, count) groups[i] = places[representative[i]];
}

enum AggregateOperation {
  AGGREGATE_COUNT = 0,  // low: rows
  AGGREGATE_SUM,        // low, high, top: an exact sum of 192 bits
  AGGREGATE_FLOAT_SUM,  // low: the bits of a double
  AGGREGATE_MIN,        // low: an integer; seen
  AGGREGATE_MAX,
  AGGREGATE_FLOAT_MIN,  // low: a double, mapped to an integer of the same order; seen
  AGGREGATE_FLOAT_MAX,
  AGGREGATE_BIT_AND,
  AGGREGATE_BIT_OR,
  AGGREGATE_BIT_XOR
};

namespace {

constexpr int SHARED_GROUPS = 256;  // io.algeon.cuda.operator.Aggregation.SHARED_GROUPS

// Doubles in the order of integers: -0.0 is 0.0, NaN above everything.
__device__ __forceinline__ i64 ordered(double d) {
  if (d != d) return LLONG_MAX;
  i64 bits = __double_as_longlong(d == 0 ? 0.0 : d);
  return bits >= 0 ? bits : bits ^ LLONG_MAX;
}

__device__ __forceinline__ void addExact(u64* low, u64* high, u64* top, const i128& v) {
  u64 before = atomicAdd(low, v.lo);
  u64 carry = before + v.lo < before ? 1 : 0;
  u64 sign = v.hi < 0 ? ~0ULL : 0;
  u64 add = (u64)v.hi + carry;
  u64 carryTop = add < carry ? 1 : 0;
  if (add != 0) {
    u64 beforeHigh = atomicAdd(high, add);
    carryTop += beforeHigh + add < beforeHigh ? 1 : 0;
  }
  u64 addTop = sign + carryTop;
  if (addTop != 0) atomicAdd(top, addTop);
}

__device__ __forceinline__ void accumulate(int operation, u64* low, u64* high, u64* top, const i128& v) {
  switch (operation) {
    case AGGREGATE_COUNT: atomicAdd(low, 1ULL); break;
    case AGGREGATE_SUM: addExact(low, high, top, v); break;
    case AGGREGATE_FLOAT_SUM: atomicAdd((double*)low, __longlong_as_double((i64)v.lo)); break;
    case AGGREGATE_MIN: atomicMin((i64*)low, (i64)v.lo); break;
    case AGGREGATE_MAX: atomicMax((i64*)low, (i64)v.lo); break;
    case AGGREGATE_FLOAT_MIN: atomicMin((i64*)low, ordered(__longlong_as_double((i64)v.lo))); break;
    case AGGREGATE_FLOAT_MAX: atomicMax((i64*)low, ordered(__longlong_as_double((i64)v.lo))); break;
    case AGGREGATE_BIT_AND: atomicAnd(low, v.lo); break;
    case AGGREGATE_BIT_OR: atomicOr(low, v.lo); break;
    default: atomicXor(low, v.lo);
  }
}

__device__ __forceinline__ u64 neutral(int operation) {
  switch (operation) {
    case AGGREGATE_MIN:
    case AGGREGATE_FLOAT_MIN: return (u64)LLONG_MAX;
    case AGGREGATE_MAX:
    case AGGREGATE_FLOAT_MAX: return (u64)LLONG_MIN;
    case AGGREGATE_BIT_AND: return ~0ULL;
    default: return 0;
  }
}

}  // namespace

// Gives accumulators the value that changes nothing. words: 1, or 3 for exact sums, each `groups` long, one after the other.
GPU_KERNEL(aggregate_start_kernel, 256, int operation, i64 groups, int words, u64* state) {
  FOR_EACH_ROW(i, groups * words) state[i] = i < groups ? neutral(operation) : 0;
}

// Adds the values of a column (argument; absent: every row counts) to the accumulators of the rows' groups. Rows whose flag in
// `taking` (absent: all) is 0 take no part. seen[group] tells whether any value came.
GPU_KERNEL(aggregate_update_kernel, 256, const Column* __restrict__ argument, const u8* __restrict__ taking,
           const int* __restrict__ groupOf, i64 count, int operation, i64 groups, u64* state, u8* seen) {
  GPU_SHARED(u64, own, SHARED_GROUPS * 3);
  GPU_SHARED(u8, ownSeen, SHARED_GROUPS);
  bool shared = groups <= SHARED_GROUPS;
  u64* low = shared ? own : state;
  int stride = shared ? (int)groups : 0;
  if (shared) {
    for (int i = threadIdx.x; i < (int)groups * 3; i += blockDim.x) own[i] = i < (int)groups ? neutral(operation) : 0;
    for (int i = threadIdx.x; i < (int)groups; i += blockDim.x) ownSeen[i] = 0;
    __syncthreads();  // the accumulators of the block have their first values
  }
  FOR_EACH_ROW(i, count) {
    if (taking && !taking[i]) continue;
    i128 v = wide(0);
    if (argument && !load(argument[0], i, &v)) continue;
    int g = groupOf ? groupOf[i] : 0;
    if (shared) {
      accumulate(operation, low + g, low + stride + g, low + 2 * stride + g, v);
      ownSeen[g] = 1;
    } else {
      accumulate(operation, state + g, state + groups + g, state + 2 * groups + g, v);
      seen[g] = 1;
    }
  }
  if (shared) {
    __syncthreads();  // the block has added up all of its rows
    for (int g = threadIdx.x; g < (int)groups; g += blockDim.x) {
      if (!ownSeen[g]) continue;
      seen[g] = 1;
      u64 l = own[g];
      switch (operation) {
        case AGGREGATE_COUNT: atomicAdd(&state[g], l); break;
        case AGGREGATE_SUM: {
          i128 v;
          v.lo = l;
          v.hi = (i64)own[stride + g];
          u64 sign = v.hi < 0 ? ~0ULL : 0;
          addExact(&state[g], &state[groups + g], &state[2 * groups + g], v);
          // addExact extended the sign of 128 bits: what the block's third word says otherwise
          u64 rest = own[2 * stride + g] - sign;
          if (rest != 0) atomicAdd(&state[2 * groups + g], rest);
          break;
        }
        case AGGREGATE_FLOAT_SUM: atomicAdd((double*)&state[g], __longlong_as_double((i64)l)); break;
        case AGGREGATE_MIN:
        case AGGREGATE_FLOAT_MIN: atomicMin((i64*)&state[g], (i64)l); break;
        case AGGREGATE_MAX:
        case AGGREGATE_FLOAT_MAX: atomicMax((i64*)&state[g], (i64)l); break;
        case AGGREGATE_BIT_AND: atomicAnd(&state[g], l); break;
        case AGGREGATE_BIT_OR: atomicOr(&state[g], l); break;
        default: atomicXor(&state[g], l);
      }
    }
  }
}

// The row with the smallest (largest, or any) value of each group, -1 at first. Ties go to the lower row, so that the answer
// does not depend on the schedule.
GPU_KERNEL(aggregate_pick_kernel, 256, const Column* __restrict__ argument, const u8* __restrict__ taking,
           const int* __restrict__ groupOf, i64 count, int direction, int* picked) {
  const Column column = argument[0];
  FOR_EACH_ROW(i, count) {
    if (taking && !taking[i]) continue;
    i128 v;
    if (!load(column, i, &v) && direction != 2) continue;
    int* best = &picked[groupOf ? groupOf[i] : 0];
    int current = atomicAdd(best, 0);
    for (;;) {
      if (current >= 0) {
        i128 other;
        load(column, current, &other);
        int order = direction == 2 || direction == 3 ? 0 : compareValues(column.kind, v, other) * direction;
        if (order > 0 || (order == 0 && current <= (int)i)) break;
      }
      int seen = atomicCAS(best, current, (int)i);
      if (seen == current) break;
      current = seen;
    }
  }
}

// The results of exact sums: of at most `precision` digits, or (0) `bits` bits.
GPU_KERNEL(aggregate_sum_finish_kernel, 256, const u64* __restrict__ state, const u8* __restrict__ seen, i64 groups, int bits,
           int precision, const Column* __restrict__ target, DeviceStatus* status) {
  FOR_EACH_ROW(g, groups) {
    i128 v;
    v.lo = state[g];
    v.hi = (i64)state[groups + g];
    u64 top = state[2 * groups + g];
    if (seen[g]) {
      bool inside = top == (v.hi < 0 ? ~0ULL : 0);
      if (precision > 0) {
        inside = inside && inPrecision(v, precision);
      } else if (bits == 64) {
        inside = inside && fits64(v);
      } else if (bits == 32) {
        inside = inside && fits64(v) && (i64)v.lo == (int)v.lo;
      }
      if (!inside) fail(status, g, STATUS_OVERFLOW);
    }
    store(target[0], g, v);
  }
}

// Doubles back from their order.
GPU_KERNEL(aggregate_unorder_kernel, 256, i64 groups, i64* values) {
  FOR_EACH_ROW(g, groups) {
    i64 v = values[g];
    values[g] = v == LLONG_MAX ? 0x7ff8000000000000LL : v >= 0 ? v : v ^ LLONG_MAX;
  }
}

// Fails if a group has more than one row: a sub-query that must give one value.
GPU_KERNEL(aggregate_single_kernel, 256, const u64* __restrict__ counts, i64 groups, DeviceStatus* status) {
  FOR_EACH_ROW(g, groups) {
    if (counts[g] > 1) fail(status, g, STATUS_SEVERAL_ROWS);
  }
}
