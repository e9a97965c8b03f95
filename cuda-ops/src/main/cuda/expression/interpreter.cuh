// The interpreter of expressions over the rows of a relation. Who includes this says how the kernel is called (INTERPRETER), and whether
// it knows functions of text and conversions between text and values (INTERPRETS_TEXT): with those, the driver compiles several times
// as long, and the kernel needs more registers, which programs without them are spared.
//
// Every thread has a few rows and a frame of registers for each: 128 bits a value, one bit for NULL. The code is the same for all
// threads, so branches of the interpreter never diverge; what a row must not evaluate (the branches of CASE that it does not take,
// operands that AND and OR do not need) is kept from failing and from being stored by a mask of active rows.
#pragma once
#include "../common/calendar.cuh"
#include "../common/compare.cuh"
#include "../common/status.cuh"
#include "opcodes.cuh"
#include "text_functions.cuh"
#ifdef INTERPRETS_TEXT
#include "conversions.cuh"
#endif

namespace {

constexpr int ROWS = 4;        // a thread: spreads the cost of fetching and decoding an instruction
constexpr int REGISTERS = 32;  // io.algeon.cuda.expression.RegisterFile.COUNT
constexpr int MASKS = 24;      // nesting of conditional forms; RegisterFile.MASKS

struct Frame {
  u64 lo[REGISTERS * ROWS];
  i64 hi[REGISTERS * ROWS];
  u8 valid[REGISTERS];  // a bit a row
};

__device__ __forceinline__ i128 get(const Frame& f, int reg, int j) {
  i128 v;
  v.lo = f.lo[reg * ROWS + j];
  v.hi = f.hi[reg * ROWS + j];
  return v;
}

__device__ __forceinline__ void put(Frame& f, int reg, int j, const i128& v) {
  f.lo[reg * ROWS + j] = v.lo;
  f.hi[reg * ROWS + j] = v.hi;
}

__device__ __forceinline__ bool holds(int relation, int order) {
  switch (relation) {
    case 0: return order == 0;
    case 1: return order != 0;
    case 2: return order < 0;
    case 3: return order <= 0;
    case 4: return order > 0;
    default: return order >= 0;
  }
}

__device__ inline double floating(const i128& v) { return __longlong_as_double((i64)v.lo); }

// Position of v among sorted constants, or none.
GPU_NOINLINE __device__ bool among(const i128* constants, int first, int count, int kind, const i128& v) {
  int low = 0, high = count - 1;
  while (low <= high) {
    int middle = (low + high) >> 1;
    int order = compareValues(kind, constants[first + middle], v);
    if (order == 0) return true;
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return false;
}

// Rounds an exact number to `keep` decimal places (negative: left of the point), then gives it the scale `to`.
GPU_NOINLINE __device__ bool roundExact(i128 v, int mode, int from, int keep, int to, int precision, i128* out) {
  int dropped = from - keep;
  if (dropped > 38) {
    *out = wide(0);
    return true;
  }
  u256 m = magnitude(v);
  bool negative = v.hi < 0;
  int scale = from;
  if (dropped > 0) {
    u256 d = power256(dropped), rest;
    if (mode == 2) {
      divideRounded256(&m, d);
    } else {
      divide256(&m, d, &rest);
      if (!isZero256(rest) && ((mode == 0 && negative) || (mode == 1 && !negative))) {
        u256 one = power256(0);
        add256(&m, one);
      }
    }
    scale = keep;
  }
  if (to >= scale) {
    if (!shiftDecimal256(&m, to - scale)) return isZero256(m);
  } else {
    dropPlaces256(&m, scale - to);
  }
  return toDecimal(m, negative, precision, out);
}

__device__ inline double roundDouble(double x, int mode) {
  switch (mode) {
    case 0: return floor(x);
    case 1: return ceil(x);
    case 2: return rint(x);
    default: return trunc(x);
  }
}

enum BitOperation { BITS_AND = 0, BITS_OR, BITS_XOR, BITS_NOT, BITS_LEFT, BITS_RIGHT, BITS_COUNT, BITS_GCD };

// Of numbers of so many bits. A negative number of places is the CPU's to refuse.
GPU_NOINLINE __device__ i64 bits(int operation, int width, i64 a, i64 b, int* error) {
  switch (operation) {
    case BITS_AND: return a & b;
    case BITS_OR: return a | b;
    case BITS_XOR: return a ^ b;
    case BITS_NOT: return ~a;
    case BITS_LEFT:
      if (b < 0) *error = STATUS_UNSUPPORTED;
      return b < 0 || b >= width ? 0 : (i64)((u64)a << b << (64 - width)) >> (64 - width);
    case BITS_RIGHT:
      if (b < 0) *error = STATUS_UNSUPPORTED;
      return b < 0 ? 0 : a >> (b < 63 ? b : 63);
    case BITS_COUNT: return __popcll((u64)a << (64 - width));
    default: {
      u64 x = a < 0 ? 0 - (u64)a : (u64)a, y = b < 0 ? 0 - (u64)b : (u64)b;
      while (y != 0) {
        u64 rest = x % y;
        x = y;
        y = rest;
      }
      if (x >> (width - 1)) *error = STATUS_OVERFLOW;
      return (i64)x;
    }
  }
}

__device__ inline bool inBits(i64 v, int bits) {
  int shift = 64 - bits;
  return (i64)((u64)v << shift) >> shift == v;
}

}  // namespace

// code: a program that ends with OP_END. Row i of `rows` rows: every column goes by its own map. keep: for OP_KEEP, a byte a row.
GPU_KERNEL(INTERPRETER, 128, const Instruction* __restrict__ code, const i128* __restrict__ constants,
           const Column* __restrict__ inputs, const Column* __restrict__ outputs, u8* keep, u8* heap, u64 heapCapacity,
           i64 rows, DeviceStatus* status) {
  i64 first = (i64)blockIdx.x * blockDim.x * ROWS + threadIdx.x;
  Frame f;
  TextHeap texts;
  texts.status = status;
  texts.bytes = heap;
  texts.capacity = heapCapacity;
  u8 masks[MASKS];
  int depth = 0;
  u32 active = 0;
  for (int j = 0; j < ROWS; j++)
    if (first + (i64)j * blockDim.x < rows) active |= 1u << j;
  if (active == 0) return;

#define ROW(j) (first + (i64)(j) * blockDim.x)
// Not unrolled: the code of all instructions has to be assembled on the user's machine.
#define EACH(j) _Pragma("unroll 1") for (int j = 0; j < ROWS; j++) if (active >> j & 1)
// Computes from the operands of rows that are active and have them; fails where `ok` is false.
#define COMPUTE(operands, statement)                          \
  {                                                           \
    u32 taking = (operands);                                  \
    f.valid[in.target] = (u8)((f.valid[in.target] & ~active) | (taking & active)); \
    EACH(j) {                                                 \
      if (taking >> j & 1) {                                  \
        i128 a = get(f, in.a, j), b = get(f, in.b, j), r = wide(0); \
        int error = 0;                                        \
        (void)a; (void)b;                                     \
        statement                                             \
        if (error) fail(status, ROW(j), error);               \
        put(f, in.target, j, r);                              \
      }                                                       \
    }                                                         \
  }
#define UNARY(statement) COMPUTE(f.valid[in.a], statement)
#define BINARY(statement) COMPUTE(f.valid[in.a] & f.valid[in.b], statement)

  for (int pc = 0;; pc++) {
    Instruction in = code[pc];
    switch (in.op) {
      case OP_END: return;
      case OP_LOAD: {
        const Column c = inputs[in.small];
        u32 present = 0;
        EACH(j) {
          i128 v;
          if (load(c, ROW(j), &v)) present |= 1u << j;
          put(f, in.target, j, v);
        }
        f.valid[in.target] = (u8)((f.valid[in.target] & ~active) | present);
        break;
      }
      case OP_CONSTANT: {
        i128 v = constants[in.small];
        EACH(j) put(f, in.target, j, v);
        f.valid[in.target] = (u8)(f.valid[in.target] | active);
        break;
      }
      case OP_NULL: {
        EACH(j) put(f, in.target, j, wide(0));
        f.valid[in.target] = (u8)(f.valid[in.target] & ~active);
        break;
      }
      case OP_MOVE:
      case OP_MERGE: {
        EACH(j) put(f, in.target, j, get(f, in.a, j));
        f.valid[in.target] = (u8)((f.valid[in.target] & ~active) | (f.valid[in.a] & active));
        break;
      }
      case OP_PUSH_TRUE:
      case OP_PUSH_NOT_TRUE:
      case OP_PUSH_NOT_FALSE:
      case OP_PUSH_NULL: {
        u32 truth = 0, valid = f.valid[in.a];
        EACH(j) {
          if (f.lo[in.a * ROWS + j] != 0) truth |= 1u << j;
        }
        masks[depth++] = (u8)active;
        active &= in.op == OP_PUSH_TRUE ? truth & valid
                : in.op == OP_PUSH_NOT_TRUE ? ~(truth & valid)
                : in.op == OP_PUSH_NOT_FALSE ? truth | ~valid
                                             : ~valid;
        break;
      }
      case OP_PUSH_ALL: masks[depth++] = (u8)active; break;
      case OP_DROP_TRUE: {  // leaves the rows for which a is not true, until the next pop
        u32 truth = 0;
        EACH(j) {
          if (f.lo[in.a * ROWS + j] != 0) truth |= 1u << j;
        }
        active &= ~(truth & f.valid[in.a]);
        break;
      }
      case OP_POP: active = masks[--depth]; break;
      case OP_FILTER: {
        u32 truth = 0;
        EACH(j) {
          if (f.lo[in.a * ROWS + j] != 0) truth |= 1u << j;
        }
        active &= truth & f.valid[in.a];
        break;
      }
      case OP_AND:
      case OP_OR: {
        bool isAnd = in.op == OP_AND;
        u32 present = 0;
        u32 av = f.valid[in.a], bv = f.valid[in.b];
        EACH(j) {
          bool an = !(av >> j & 1), bn = !(bv >> j & 1);
          bool at = f.lo[in.a * ROWS + j] != 0, bt = f.lo[in.b * ROWS + j] != 0;
          bool decided = isAnd ? (!an && !at) || (!bn && !bt) : (!an && at) || (!bn && bt);
          if (decided || (!an && !bn)) present |= 1u << j;
          put(f, in.target, j, wide(isAnd ? !decided : decided));
        }
        f.valid[in.target] = (u8)((f.valid[in.target] & ~active) | present);
        break;
      }
      case OP_NOT: UNARY(r = wide(a.lo == 0);) break;
      case OP_IS_NULL: {
        u32 valid = f.valid[in.a];
        EACH(j) put(f, in.target, j, wide((valid >> j & 1) == (u32)in.small));
        f.valid[in.target] = (u8)(f.valid[in.target] | active);
        break;
      }
      case OP_TRUTH: {  // small: 0 is_true, 1 is_false, 2 is_not_true, 3 is_not_false
        u32 valid = f.valid[in.a];
        EACH(j) {
          bool present = valid >> j & 1, truth = f.lo[in.a * ROWS + j] != 0;
          bool is = present && truth == ((in.small & 1) == 0);
          put(f, in.target, j, wide(is == (in.small < 2)));
        }
        f.valid[in.target] = (u8)(f.valid[in.target] | active);
        break;
      }
      case OP_COMPARE: {  // small: relation; large: kind, with 256 for IS [NOT] DISTINCT FROM
        int kind = (int)(in.large & 255);
        if (in.large & 256) {
          u32 av = f.valid[in.a], bv = f.valid[in.b];
          EACH(j) {
            bool x = av >> j & 1, y = bv >> j & 1;
            bool same = x == y && (!x || equalValues(kind, get(f, in.a, j), get(f, in.b, j)));
            put(f, in.target, j, wide(same == (in.small == 0)));
          }
          f.valid[in.target] = (u8)(f.valid[in.target] | active);
        } else if (in.small < 2) {
          BINARY(r = wide(equalValues(kind, a, b) == (in.small == 0));)
        } else {
          BINARY(r = wide(holds(in.small, compareValues(kind, a, b)));)
        }
        break;
      }
      case OP_IN_SET: {  // b: kind; small: first constant; large: count, with the sign bit if the set has a NULL
        int kind = in.b, count = (int)(in.large & 0x7fffffff);
        bool hasNull = in.large < 0;
        u32 present = 0, valid = f.valid[in.a];
        EACH(j) {
          bool found = (valid >> j & 1) && among(constants, in.small, count, kind, get(f, in.a, j));
          if ((valid >> j & 1) && (found || !hasNull)) present |= 1u << j;
          put(f, in.target, j, wide(found));
        }
        f.valid[in.target] = (u8)((f.valid[in.target] & ~active) | present);
        break;
      }
      case OP_INT_ADD:  // small: bits of the type
        BINARY(i64 x = (i64)a.lo; i64 y = (i64)b.lo; i64 s = (i64)((u64)x + (u64)y); r = wide(s);
               if (((x ^ s) & (y ^ s)) < 0 || !inBits(s, in.small)) error = STATUS_OVERFLOW;)
        break;
      case OP_INT_SUBTRACT:
        BINARY(i64 x = (i64)a.lo; i64 y = (i64)b.lo; i64 s = (i64)((u64)x - (u64)y); r = wide(s);
               if (((x ^ y) & (x ^ s)) < 0 || !inBits(s, in.small)) error = STATUS_OVERFLOW;)
        break;
      case OP_INT_MULTIPLY:
        BINARY(i128 p = product64((i64)a.lo, (i64)b.lo); r = wide((i64)p.lo);
               if (!fits64(p) || !inBits((i64)p.lo, in.small)) error = STATUS_OVERFLOW;)
        break;
      case OP_INT_DIVIDE:
        BINARY(i64 x = (i64)a.lo; i64 y = (i64)b.lo;
               if (y == 0) error = STATUS_DIVISION_BY_ZERO;
               else if (y == -1) { r = wide((i64)(0 - (u64)x)); if (x == LLONG_MIN || !inBits((i64)r.lo, in.small)) error = STATUS_OVERFLOW; }
               else r = wide(x / y);)
        break;
      case OP_INT_MODULO:
        BINARY(i64 y = (i64)b.lo; if (y == 0) error = STATUS_DIVISION_BY_ZERO; else if (y != -1) r = wide((i64)a.lo % y);)
        break;
      case OP_INT_NEGATE:
        UNARY(i64 x = (i64)a.lo; r = wide((i64)(0 - (u64)x)); if (x == LLONG_MIN || !inBits((i64)r.lo, in.small)) error = STATUS_OVERFLOW;)
        break;
      case OP_INT_FIT:  // small: bits; fails unless the exact number fits
        UNARY(r = a; if (!fits64(a) || !inBits((i64)a.lo, in.small)) error = STATUS_OVERFLOW;)
        break;
      case OP_DECIMAL: {  // small: operation; large: bytes left scale, right scale, scale, precision
        int ls = (int)(in.large & 255), rs = (int)(in.large >> 8 & 255), scale = (int)(in.large >> 16 & 255);
        int precision = (int)(in.large >> 24 & 255);
        BINARY(bool ok = true; bool zero = (b.lo | (u64)b.hi) == 0;
               switch (in.small) {
                 case DECIMAL_ADD: ok = addDecimal(a, b, ls, rs, scale, precision, &r); break;
                 case DECIMAL_SUBTRACT: ok = addDecimal(a, negate128(b), ls, rs, scale, precision, &r); break;
                 case DECIMAL_MULTIPLY: ok = multiplyDecimal(a, b, scale - ls - rs, precision, &r); break;
                 case DECIMAL_DIVIDE: ok = zero || divideDecimal(a, b, scale - ls + rs, precision, &r); break;
                 default: ok = zero || moduloDecimal(a, b, ls, rs, scale, precision, &r);
               }
               if (zero && in.small >= DECIMAL_DIVIDE) error = STATUS_DIVISION_BY_ZERO;
               else if (!ok) error = STATUS_OVERFLOW;)
        break;
      }
      case OP_RESCALE: {  // large: bytes from, to, precision
        int from = (int)(in.large & 255), to = (int)(in.large >> 8 & 255), precision = (int)(in.large >> 16 & 255);
        UNARY(if (!rescale(a, from, to, precision, &r)) error = STATUS_OVERFLOW;)
        break;
      }
      case OP_ROUND: {  // small: mode 0 floor, 1 ceil, 2 half up, 3 truncate; large: bytes from, kept places + 64, to, precision
        int from = (int)(in.large & 255), kept = (int)(in.large >> 8 & 255) - 64, to = (int)(in.large >> 16 & 255);
        int precision = (int)(in.large >> 24 & 255);
        UNARY(if (!roundExact(a, in.small, from, kept, to, precision, &r)) error = STATUS_OVERFLOW;)
        break;
      }
      case OP_DECIMAL_NEGATE: UNARY(r = negate128(a);) break;
      case OP_ABS: UNARY(r = a.hi < 0 ? negate128(a) : a;) break;
      case OP_SIGN: UNARY(r = wide(a.hi < 0 ? -1 : (a.lo | (u64)a.hi) != 0 ? 1 : 0);) break;
      case OP_FLOAT: {  // small: operation, with 16 for REAL
        bool single = in.small & 16;
        int operation = in.small & 15;
        BINARY(double x = floating(a); double y = floating(b); double z = 0;
               switch (operation) {
                 case 0: z = x + y; break;
                 case 1: z = x - y; break;
                 case 2: z = x * y; break;
                 case 3: z = x / y; break;
                 default: z = fmod(x, y);
               }
               if (single) z = (double)(float)z;
               if (operation >= 3 && y == 0 && x == x) error = STATUS_DIVISION_BY_ZERO;
               else if (isinf(z) && !isinf(x) && !isinf(y)) error = STATUS_OVERFLOW;
               r = wide(__double_as_longlong(z));)
        break;
      }
      case OP_FLOAT_NEGATE: UNARY(r = wide(__double_as_longlong(-floating(a)));) break;
      case OP_FLOAT_ROUND: UNARY(r = wide(__double_as_longlong(roundDouble(floating(a), in.small)));) break;
      case OP_FLOAT_FUNCTION:  // small: 0 abs, 1 sqrt, 2 sign, 3 is NaN, 4 is infinite, 5 is finite, 6 times the double large
        UNARY(double x = floating(a); double y = 0;
              switch (in.small) {
                case 0: y = fabs(x); break;
                case 1: y = sqrt(x); if (x < 0) error = STATUS_OVERFLOW; break;
                case 2: y = x > 0 ? 1 : x < 0 ? -1 : x; break;
                case 6: y = x * __longlong_as_double(in.large); if (isinf(y) && !isinf(x)) error = STATUS_OVERFLOW; break;
                default: break;
              }
              bool nan = x != x; bool infinite = isinf(x);
              r = in.small == 3 ? wide(nan) : in.small == 4 ? wide(infinite) : in.small == 5 ? wide(!nan && !infinite)
                                : wide(__double_as_longlong(y));)
        break;
      case OP_EXACT_TO_FLOAT: {  // small: scale, up to 22. Larger numbers are rounded once only on the CPU
        UNARY(double d = 1; for (int i = 0; i < in.small; i++) d *= 10;
              i64 x = (i64)a.lo; i64 limit = 1LL << 53;
              if (!fits64(a) || (in.small > 0 && (x > limit || x < -limit))) error = STATUS_UNSUPPORTED;
              r = wide(__double_as_longlong((double)x / d));)
        break;
      }
      case OP_FLOAT_TO_INT:  // small: bits
        UNARY(double x = rint(floating(a)); double bound = ldexp(1.0, in.small - 1);
              if (!(x >= -bound && x < bound)) error = STATUS_OVERFLOW; else r = wide((i64)x);)
        break;
      case OP_TO_REAL:
        UNARY(double x = floating(a); double y = (double)(float)x; r = wide(__double_as_longlong(y));
              if (isinf(x) != isinf(y) || (y == 0 && x != 0)) error = STATUS_OVERFLOW;)
        break;
      case OP_TO_TRUTH: UNARY(r = wide((a.lo | (u64)a.hi) != 0);) break;
      case OP_DATE_FIELD: UNARY(r = wide(dateField(in.small, (i64)a.lo));) break;
      case OP_TIME_FIELD:  // (value / large) % small, or without the remainder if small is 0
        UNARY(i64 x = (i64)a.lo / in.large; r = wide(in.small ? x % in.small : x);)
        break;
      case OP_FLOOR_DIVIDE: UNARY(r = wide(floorDivide((i64)a.lo, in.large));) break;
      case OP_FLOOR_MODULO: UNARY(i64 x = (i64)a.lo; r = wide(x - floorDivide(x, in.large) * in.large);) break;
      case OP_SCALE_INT:
        UNARY(i128 p = product64((i64)a.lo, in.large); r = wide((i64)p.lo); if (!fits64(p)) error = STATUS_OVERFLOW;)
        break;
      case OP_ADD_MONTHS:  // large: 0 for days, else units a day of a timestamp
        BINARY(i64 x = (i64)a.lo; i64 unit = in.large ? in.large : 1; i64 days = in.large ? floorDivide(x, unit) : x;
               i64 moved = addMonths(days, (i64)b.lo); i128 p = product64(moved, unit);
               r = add128(p, wide(x - days * unit));
               if (!fits64(r) || (in.large == 0 && !inBits((i64)r.lo, 32))) error = STATUS_OVERFLOW;)
        break;
      case OP_LIKE: BINARY(r = wide(like(viewOf(a), viewOf(b)));) break;
      case OP_SUBSTRING: {  // target = substring of a from b, for b + 1 where small is 1; positions of SQL, from 1
        u32 present = f.valid[in.a] & f.valid[in.b];
        if (in.small) present &= f.valid[in.b + 1];
        COMPUTE(present,
                View v = viewOf(a); i64 from = (i64)b.lo; i64 end = LLONG_MAX;
                if (in.small) {
                  i64 count = (i64)f.lo[(in.b + 1) * ROWS + j];
                  if (count < 0) error = STATUS_UNSUPPORTED;
                  end = from > LLONG_MAX - (count < 0 ? 0 : count) ? LLONG_MAX : from + (count < 0 ? 0 : count);
                }
                if (from < 1) from = 1;
                int start = skipCharacters(v, 0, from - 1);
                int stop = end == LLONG_MAX ? v.length : end <= from ? start : skipCharacters(v, start, end - from);
                r = valueOf(v.bytes + start, stop - start);)
        break;
      }
      case OP_CHARACTERS: UNARY(r = wide(characters(viewOf(a)));) break;
      case OP_OCTETS: UNARY(r = wide(viewOf(a).length);) break;
      case OP_STARTS_WITH:
        BINARY(View v = viewOf(a); View p = viewOf(b);
               bool is = v.length >= p.length; for (int i = 0; is && i < p.length; i++) is = v.bytes[i] == p.bytes[i];
               r = wide(is);)
        break;
      case OP_POSITION:  // of a in b, in characters from 1; 0: nowhere
        BINARY(View p = viewOf(a); View v = viewOf(b); int at = find(v, p, 0);
               View before; before.bytes = v.bytes; before.length = at;
               r = wide(at < 0 ? 0 : characters(before) + 1);)
        break;
      case OP_CONCAT:
        BINARY(View x = viewOf(a); View y = viewOf(b);
               u8* to = allocate(texts, x.length + y.length);
               r = valueOf(to, to ? x.length + y.length : 0);
               if (to) {
                 for (int i = 0; i < x.length; i++) to[i] = x.bytes[i];
                 for (int i = 0; i < y.length; i++) to[x.length + i] = y.bytes[i];
               })
        break;
      case OP_EXTREME: {  // greatest (small 1) or least (0) of a and b, NULLs being ignored; large: kind
        u32 av = f.valid[in.a], bv = f.valid[in.b];
        EACH(j) {
          bool x = av >> j & 1, y = bv >> j & 1;
          i128 a = get(f, in.a, j), b = get(f, in.b, j);
          bool right = !x || (y && (in.small ? compareValues((int)in.large, b, a) > 0 : compareValues((int)in.large, b, a) < 0));
          put(f, in.target, j, right ? b : a);
        }
        f.valid[in.target] = (u8)((f.valid[in.target] & ~active) | ((av | bv) & active));
        break;
      }
      case OP_PREFIX: {  // the first small characters
        UNARY(View v = viewOf(a); r = valueOf(v.bytes, skipCharacters(v, 0, in.small));)
        break;
      }
      case OP_STORE: {
        const Column c = outputs[in.small];
        u32 valid = f.valid[in.a];
        EACH(j) {
          store(c, ROW(j), get(f, in.a, j));
          if (c.valid) c.valid[ROW(j)] = valid >> j & 1;
        }
        break;
      }
      case OP_KEEP: {
        for (int j = 0; j < ROWS; j++)
          if (ROW(j) < rows) keep[ROW(j)] = active >> j & 1;
        break;
      }
      case OP_RAISE: {
        EACH(j) fail(status, ROW(j), STATUS_RAISED);
        break;
      }
// The operand a and those from register b on: the row's in v, rows that have all of them in a mask.
#define OPERANDS(number)                              \
  u32 present = f.valid[in.a];                        \
  for (int k = 1; k < (number); k++) present &= f.valid[in.b + k - 1];
#define GATHER(number)                                \
  i128 v[4];                                          \
  v[0] = a;                                           \
  for (int k = 1; k < (number); k++) v[k] = get(f, in.b + k - 1, j);
#ifdef INTERPRETS_TEXT
      case OP_TEXT_PART: {  // small: function, and from bit 8 on the number of operands; likewise the next ones
        int count = in.small >> 8;
        OPERANDS(count)
        COMPUTE(present, GATHER(count) r = textPart(in.small & 255, v, count, &error);)
        break;
      }
      case OP_NEW_TEXT: {
        int count = in.small >> 8;
        OPERANDS(count)
        COMPUTE(present, GATHER(count) r = newText(in.small & 255, v, count, in.large, texts, &error);)
        break;
      }
      case OP_TEXT_MEASURE: {
        int count = in.small >> 8;
        OPERANDS(count)
        COMPUTE(present, GATHER(count) r = wide(textMeasure(in.small & 255, v, count));)
        break;
      }
      case OP_WRITE_VALUE: UNARY(r = valueText(in.small, a, in.large, texts, &error);) break;
      case OP_READ_VALUE: {  // small: form, with 256 if what is no value is NULL
        bool safe = in.small & 256;
        UNARY(int outcome = readValue(in.small & 255, viewOf(a), in.large, &r);
              if (outcome == NO_VALUE && safe) f.valid[in.target] &= (u8)~(1u << j);
              else if (outcome != READ) error = STATUS_CAST;)
        break;
      }
      case OP_DOUBLE_TO_DECIMAL:  // small: scale; large: digits
        UNARY(if (!doubleToDecimal(floating(a), in.small, (int)in.large, &r, &error)) error = STATUS_OVERFLOW;)
        break;
      case OP_ROUND_PLACES:  // small: places; large: 1 to truncate
        UNARY(r = wide(__double_as_longlong(roundPlaces(floating(a), in.small, in.large == 1, &error)));)
        break;
#endif
      case OP_CALENDAR:  // small: field; large: 0 its first day, 1 its ordinal, 2 the last day of the month
        UNARY(i64 day = (i64)a.lo;
              r = wide(in.large == 0 ? startOfField(in.small, day) : in.large == 1 ? ordinalOfField(in.small, day) : lastOfMonth(day));)
        break;
      case OP_MAKE_DATE: {
        OPERANDS(3)
        COMPUTE(present, GATHER(3) i64 day = 0;
                if (!dayOf((i64)v[0].lo, (i64)v[1].lo, (i64)v[2].lo, &day)) error = STATUS_OVERFLOW;
                r = wide(day);)
        break;
      }
      case OP_BITS: BINARY(r = wide(bits(in.small, (int)in.large, (i64)a.lo, (i64)b.lo, &error));) break;
      default: return;
    }
  }
}
