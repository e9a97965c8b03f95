// Radix sort of row numbers by key columns of any type, from the first key to the last.
//
// A key is seen as words of 64 bits whose unsigned order is that of the values (NULLs, descending order and all); most kinds have one
// or two, strings one for each 7 bytes. Rows are sorted by the first word, a byte a pass, from the lowest byte to the highest and only
// by bytes in which rows differ. What then is tied goes on, and only that: it is sorted by the next word within the runs of equal
// rows so far, whose number takes part as the highest digits. So unique keys cost one word, and long strings cost what their common
// beginnings are long. Stable.
#include "../common/compare.cuh"
#include "../common/grid.cuh"
#include "../common/status.cuh"

struct Order {
  int descending, nullsFirst;
};

namespace {

constexpr int TILE = 2048;      // rows that a block sorts by a digit: io.algeon.cuda.operator.RadixSort.TILE
constexpr int DIGITS = 256;     // values of a digit, and threads of a block
constexpr int WARPS = DIGITS / 32;
constexpr int STRING_BYTES = 7; // of a string in a word
constexpr int COARSE = -1;      // instead of a word's number: one word that is right as far as it tells

__device__ __forceinline__ u64 orderedDouble(double d) {
  if (d != d) return ~0ULL;
  u64 bits = (u64)__double_as_longlong(d == 0 ? 0.0 : d);
  return bits >> 63 ? ~bits : bits | 1ULL << 63;
}

// The seven bytes of a string from 7 * number on, zeros beyond its end, and how many there are, plus one: no NULL is like that.
__device__ inline u64 stringWord(const View& s, int number, bool* more) {
  u64 word = 0;
  int from = number * STRING_BYTES, count = s.length - from;
  *more = count > STRING_BYTES;
  count = count < 0 ? 0 : count > STRING_BYTES ? STRING_BYTES : count;
  for (int i = 0; i < STRING_BYTES; i++) word = word << 8 | (i < count ? s.bytes[from + i] : 0);
  return word << 8 | (u64)(count + 1);
}

// Word `number` of a row's key. Kinds of up to 32 bits have one word; others of numbers one for NULL, then one or two for the value.
__device__ inline u64 wordOf(const Column& c, const Order& order, int number, i64 row, bool* more) {
  i128 v;
  bool present = load(c, row, &v);
  u64 flag = present != (order.nullsFirst != 0) ? 0 : 1;  // nulls first: 0 for NULL, else 0 for values
  *more = false;
  if (c.kind == KIND_STRING) {
    if (!present) return order.nullsFirst ? 0 : ~0ULL;
    u64 word = stringWord(viewOf(v), number == COARSE ? 0 : number, more);
    return order.descending ? ~word : word;
  }
  u64 value, mask = order.descending ? ~0ULL : 0;
  switch (c.kind) {
    case KIND_BOOL: value = v.lo; break;
    case KIND_I32: value = (u32)v.lo ^ 0x80000000u; break;
    case KIND_F32:
    case KIND_F64: value = orderedDouble(__longlong_as_double((i64)v.lo)); break;
    case KIND_I128: value = number == 2 ? v.lo : (u64)v.hi ^ 1ULL << 63; break;
    default: value = v.lo ^ 1ULL << 63;
  }
  value ^= mask;
  if (c.kind == KIND_BOOL || c.kind == KIND_I32) return flag << 32 | (present ? value & 0xffffffffu : 0);
  if (number == 0) return flag;
  if (!present) value = 0;
  return number == COARSE ? flag << 63 | value >> 1 : value;
}

__device__ __forceinline__ int digitOf(u64 word, u64 payload, int ofPayload, int shift) {
  return (int)((ofPayload ? payload : word) >> shift & (DIGITS - 1));
}

}  // namespace

// Words of the rows that positions name (absent: all) in an order (absent: that of the relation). facts[0] collects the bits in which words differ from the first,
// facts[1] whether a key has more words. payload: the number of the run in the upper half (runs; absent: 0), the row in the lower one; absent: it is not wanted.
GPU_KERNEL(sort_words_kernel, 256, const Column* __restrict__ key, const Order* __restrict__ order, int number,
           const int* __restrict__ rows, const int* __restrict__ positions, const int* __restrict__ runs, i64 count, u64* words,
           u64* payload, u64* facts) {
  bool ignored;
  u64 first = wordOf(key[0], order[0], number, rows ? rows[positions ? positions[0] : 0] : 0, &ignored);
  u64 different = 0;
  bool anyMore = false;
  FOR_EACH_ROW(i, count) {
    i64 row = rows ? rows[positions ? positions[i] : i] : i;
    bool more;
    u64 word = wordOf(key[0], order[0], number, row, &more);
    words[i] = word;
    if (payload) payload[i] = (u64)(u32)(runs ? runs[i] : 0) << 32 | (u32)row;
    different |= word ^ first;
    anyMore |= more;
  }
  if (different) atomicOr(&facts[0], different);
  if (anyMore) atomicOr(&facts[1], 1ULL);
}

// How often each digit is in each tile: counts[digit * tiles + tile].
GPU_KERNEL(sort_histogram_kernel, 256, const u64* __restrict__ words, const u64* __restrict__ payload, i64 count, int ofPayload,
           int shift, i64 tiles, int* counts) {
  GPU_SHARED(int, own, DIGITS);
  own[threadIdx.x] = 0;
  __syncthreads();  // all counters are 0
  i64 begin = (i64)blockIdx.x * TILE;
  for (int part = 0; part < TILE; part += DIGITS) {
    i64 i = begin + part + threadIdx.x;
    if (i < count) atomicAdd(&own[digitOf(words[i], payload[i], ofPayload, shift)], 1);
  }
  __syncthreads();  // the tile is counted
  counts[threadIdx.x * tiles + blockIdx.x] = own[threadIdx.x];
}

// Moves words and payloads to where their digits belong; those with one digit keep their order. Each round of the block takes as many
// rows as it has threads, in order: warps find equal digits among their lanes by votes, and their numbers are added up over the warps.
GPU_KERNEL(sort_scatter_kernel, 256, const u64* __restrict__ words, const u64* __restrict__ payload, i64 count, int ofPayload,
           int shift, i64 tiles, const i64* __restrict__ starts, u64* sortedWords, u64* sortedPayload) {
  GPU_SHARED(i64, next, DIGITS);
  GPU_SHARED(int, counts, WARPS * DIGITS);
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  next[threadIdx.x] = starts[threadIdx.x * tiles + blockIdx.x];
  i64 begin = (i64)blockIdx.x * TILE;
  for (int part = 0; part < TILE && begin + part < count; part += DIGITS) {
    for (int w = 0; w < WARPS; w++) counts[w * DIGITS + threadIdx.x] = 0;
    __syncthreads();  // the counters of the round are 0, and the starts are there
    i64 i = begin + part + threadIdx.x;
    bool taking = i < count;
    u64 word = taking ? words[i] : 0, load = taking ? payload[i] : 0;
    int digit = digitOf(word, load, ofPayload, shift);
    u32 equal = __ballot_sync(0xffffffffu, taking);
    for (int bit = 0; bit < 8; bit++) {
      u32 set = __ballot_sync(0xffffffffu, digit >> bit & 1);
      equal &= digit >> bit & 1 ? set : ~set;
    }
    int before = __popc(equal & ((1u << lane) - 1));
    if (taking && before == 0) counts[warp * DIGITS + digit] = __popc(equal);
    __syncthreads();  // every warp has counted its digits
    i64 at = next[threadIdx.x];
    int sum = 0;
    for (int w = 0; w < WARPS; w++) {
      int own = counts[w * DIGITS + threadIdx.x];
      counts[w * DIGITS + threadIdx.x] = sum;
      sum += own;
    }
    __syncthreads();  // each warp's share of each digit is known
    if (taking) {
      i64 target = next[digit] + counts[warp * DIGITS + digit] + before;
      sortedWords[target] = word;
      sortedPayload[target] = load;
    }
    __syncthreads();  // nobody needs the starts of this round any more
    next[threadIdx.x] = at + sum;
  }
}

// Puts the rows back in the places that they had together (positions; absent: all), and says which begin a run of equal rows, and which
// are not alone in theirs.
GPU_KERNEL(sort_runs_kernel, 256, const u64* __restrict__ words, const u64* __restrict__ payload, i64 count,
           const int* __restrict__ positions, int* rows, u8* begins, u8* tied) {
  FOR_EACH_ROW(i, count) {
    rows[positions ? positions[i] : i] = (int)(u32)payload[i];
    bool first = i == 0 || words[i] != words[i - 1] || payload[i] >> 32 != payload[i - 1] >> 32;
    bool last = i + 1 == count || words[i] != words[i + 1] || payload[i] >> 32 != payload[i + 1] >> 32;
    begins[i] = first;
    tied[i] = !(first && last);
  }
}

// Of the chosen rows: where they are in the order, and 1 if they begin a run.
GPU_KERNEL(sort_tied_kernel, 256, const int* __restrict__ chosen, const int* __restrict__ positions, const u8* __restrict__ begins,
           i64 count, int* places, int* starts) {
  FOR_EACH_ROW(i, count) {
    int at = chosen[i];
    places[i] = positions ? positions[at] : at;
    starts[i] = begins[at];
  }
}

// Numbers of runs from the number of runs before each row.
GPU_KERNEL(sort_number_kernel, 256, const i64* __restrict__ before, const int* __restrict__ starts, i64 count, int* runs) {
  FOR_EACH_ROW(i, count) runs[i] = (int)(before[i] + starts[i] - 1);
}

// How often each digit comes among the words that begin with the bits of `prefix` above the digit.
GPU_KERNEL(sort_select_kernel, 256, const u64* __restrict__ words, i64 count, u64 prefix, int shift, u64* counts) {
  GPU_SHARED(u32, own, DIGITS);
  own[threadIdx.x] = 0;
  __syncthreads();  // all counters are 0
  FOR_EACH_ROW(i, count) {
    u64 word = words[i];
    if (shift == 56 || word >> (shift + 8) == prefix >> (shift + 8)) atomicAdd(&own[word >> shift & (DIGITS - 1)], 1u);
  }
  __syncthreads();  // the block has counted its rows
  if (own[threadIdx.x]) atomicAdd(&counts[threadIdx.x], (u64)own[threadIdx.x]);
}

// Flags of the words up to a bound.
GPU_KERNEL(sort_within_bound_kernel, 256, const u64* __restrict__ words, i64 count, u64 bound, u8* keep) {
  FOR_EACH_ROW(i, count) keep[i] = words[i] <= bound;
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
