// Exact integers of 128 and 256 bits, and decimals on top of them. Nothing here uses the compiler's __int128, whose division
// becomes a call in PTX.
#pragma once
#include "types.cuh"

__device__ __forceinline__ bool fits64(const i128& v) { return v.hi == ((i64)v.lo >> 63); }

__device__ __forceinline__ i128 add128(const i128& a, const i128& b) {
  i128 r;
  r.lo = a.lo + b.lo;
  r.hi = (i64)((u64)a.hi + (u64)b.hi + (r.lo < a.lo ? 1 : 0));
  return r;
}

__device__ __forceinline__ i128 negate128(const i128& a) {
  i128 r;
  r.lo = 0 - a.lo;
  r.hi = (i64)(~(u64)a.hi + (a.lo == 0 ? 1 : 0));
  return r;
}

__device__ __forceinline__ int compare128(const i128& a, const i128& b) {
  if (a.hi != b.hi) return a.hi < b.hi ? -1 : 1;
  return a.lo < b.lo ? -1 : a.lo > b.lo ? 1 : 0;
}

__device__ __forceinline__ i128 product64(i64 a, i64 b) {
  i128 r;
  r.lo = (u64)a * (u64)b;
  r.hi = __mul64hi(a, b);
  return r;
}

// A magnitude of 256 bits, least significant limb first.
struct u256 {
  u32 limb[8];
};

__device__ __forceinline__ u256 magnitude(const i128& v) {
  i128 m = v.hi < 0 ? negate128(v) : v;
  u256 r;
  r.limb[0] = (u32)m.lo;
  r.limb[1] = (u32)(m.lo >> 32);
  r.limb[2] = (u32)(u64)m.hi;
  r.limb[3] = (u32)((u64)m.hi >> 32);
  for (int i = 4; i < 8; i++) r.limb[i] = 0;
  return r;
}

// Multiplies by a 32-bit factor; false: beyond 256 bits.
GPU_NOINLINE static __device__ bool scale256(u256* v, u32 factor) {
  u64 carry = 0;
  for (int i = 0; i < 8; i++) {
    u64 x = (u64)v->limb[i] * factor + carry;
    v->limb[i] = (u32)x;
    carry = x >> 32;
  }
  return carry == 0;
}

// Multiplies by 10^places; false: beyond 256 bits.
GPU_NOINLINE static __device__ bool shiftDecimal256(u256* v, int places) {
  bool inside = true;
  while (places >= 9) {
    inside &= scale256(v, 1000000000u);
    places -= 9;
  }
  u32 rest = 1;
  while (places-- > 0) rest *= 10;
  return scale256(v, rest) && inside;
}

GPU_NOINLINE static __device__ u256 multiply256(const u256& a, const u256& b) {  // of 128-bit magnitudes: always inside
  u256 r;
  for (int i = 0; i < 8; i++) r.limb[i] = 0;
  for (int i = 0; i < 4; i++) {
    u64 carry = 0;
    for (int j = 0; j < 4; j++) {
      u64 x = (u64)a.limb[i] * b.limb[j] + r.limb[i + j] + carry;
      r.limb[i + j] = (u32)x;
      carry = x >> 32;
    }
    r.limb[i + 4] = (u32)carry;
  }
  return r;
}

__device__ inline int compare256(const u256& a, const u256& b) {
  for (int i = 7; i >= 0; i--)
    if (a.limb[i] != b.limb[i]) return a.limb[i] < b.limb[i] ? -1 : 1;
  return 0;
}

__device__ inline bool isZero256(const u256& a) {
  u32 any = 0;
  for (int i = 0; i < 8; i++) any |= a.limb[i];
  return any == 0;
}

GPU_NOINLINE static __device__ void add256(u256* a, const u256& b) {
  u64 carry = 0;
  for (int i = 0; i < 8; i++) {
    u64 x = (u64)a->limb[i] + b.limb[i] + carry;
    a->limb[i] = (u32)x;
    carry = x >> 32;
  }
}

GPU_NOINLINE static __device__ void subtract256(u256* a, const u256& b) {  // a >= b
  u64 borrow = 0;
  for (int i = 0; i < 8; i++) {
    u64 x = (u64)a->limb[i] - b.limb[i] - borrow;
    a->limb[i] = (u32)x;
    borrow = x >> 63;
  }
}

// a := a / d (towards zero), rest := a % d. Bit by bit from the highest one: divisions are rare, and most divisors are one limb.
GPU_NOINLINE static __device__ void divide256(u256* a, const u256& d, u256* rest) {
  u32 high = 0;
  for (int i = 1; i < 8; i++) high |= d.limb[i];
  for (int i = 0; i < 8; i++) rest->limb[i] = 0;
  if (high == 0) {
    u64 r = 0;
    for (int i = 7; i >= 0; i--) {
      u64 x = r << 32 | a->limb[i];
      a->limb[i] = (u32)(x / d.limb[0]);
      r = x % d.limb[0];
    }
    rest->limb[0] = (u32)r;
    return;
  }
  int top = 7;
  while (top > 0 && a->limb[top] == 0) top--;
  for (int bit = top * 32 + 31; bit >= 0; bit--) {
    u32 carry = a->limb[bit >> 5] >> (bit & 31) & 1;
    for (int i = 0; i < 8; i++) {
      u32 x = rest->limb[i];
      rest->limb[i] = x << 1 | carry;
      carry = x >> 31;
    }
    a->limb[bit >> 5] &= ~(1u << (bit & 31));
    if (compare256(*rest, d) >= 0) {
      subtract256(rest, d);
      a->limb[bit >> 5] |= 1u << (bit & 31);
    }
  }
}

// a := a / d rounded half up (magnitudes: half away from zero).
GPU_NOINLINE static __device__ void divideRounded256(u256* a, const u256& d) {
  u256 rest;
  divide256(a, d, &rest);
  u256 other = d;
  subtract256(&other, rest);  // d - rest <= rest: at half or above
  if (compare256(other, rest) <= 0) {
    u256 one;
    for (int i = 0; i < 8; i++) one.limb[i] = 0;
    one.limb[0] = 1;
    add256(a, one);
  }
}

GPU_NOINLINE static __device__ u256 power256(int places) {
  u256 r;
  for (int i = 0; i < 8; i++) r.limb[i] = 0;
  r.limb[0] = 1;
  shiftDecimal256(&r, places);
  return r;
}

// Drops decimal places of a magnitude, rounding half up.
GPU_NOINLINE static __device__ void dropPlaces256(u256* v, int places) {
  if (places > 77) {
    for (int i = 0; i < 8; i++) v->limb[i] = 0;
  } else if (places > 0) {
    divideRounded256(v, power256(places));
  }
}

// The signed value of a magnitude below 10^precision; false: it is not below.
GPU_NOINLINE static __device__ bool toDecimal(const u256& v, bool negative, int precision, i128* result) {
  if (compare256(v, power256(precision)) >= 0) return false;
  i128 r;
  r.lo = (u64)v.limb[1] << 32 | v.limb[0];
  r.hi = (i64)((u64)v.limb[3] << 32 | v.limb[2]);
  *result = negative ? negate128(r) : r;
  return true;
}

__device__ __forceinline__ i64 power64(int places) {  // up to 18
  i64 r = 1;
  while (places-- > 0) r *= 10;
  return r;
}

// Whether |v| < 10^precision.
GPU_NOINLINE static __device__ bool inPrecision(const i128& v, int precision) {
  if (fits64(v) && precision <= 18) {
    i64 x = (i64)v.lo, bound = power64(precision);
    return x < bound && x > -bound;
  }
  if (fits64(v)) return true;
  return compare256(magnitude(v), power256(precision)) < 0;
}

// v * 10^(to - from), rounded half away from zero; false: not below 10^precision.
GPU_NOINLINE static __device__ bool rescale(i128 v, int from, int to, int precision, i128* result) {
  if (from == to) {
    *result = v;
    return inPrecision(v, precision);
  }
  int places = to - from;
  if (fits64(v) && places > 0 && places <= 18) {
    i128 p = product64((i64)v.lo, power64(places));
    *result = p;
    return inPrecision(p, precision);
  }
  if (fits64(v) && places < 0 && places >= -18) {
    i64 x = (i64)v.lo, d = power64(-places), q = x / d, r = x - q * d;
    q += r >= d / 2 ? 1 : r <= -(d / 2) ? -1 : 0;
    *result = wide(q);
    return inPrecision(*result, precision);
  }
  u256 m = magnitude(v);
  if (places > 0) {
    if (!shiftDecimal256(&m, places)) return false;
  } else {
    dropPlaces256(&m, -places);
  }
  return toDecimal(m, v.hi < 0, precision, result);
}

enum DecimalOperation { DECIMAL_ADD = 0, DECIMAL_SUBTRACT = 1, DECIMAL_MULTIPLY = 2, DECIMAL_DIVIDE = 3, DECIMAL_MODULO = 4 };

GPU_NOINLINE static __device__ bool addDecimal(const i128& a, const i128& b, int ls, int rs, int scale, int precision, i128* out) {
  if (ls == rs && rs == scale && fits64(a) && fits64(b)) {
    *out = add128(a, b);
    return inPrecision(*out, precision);
  }
  int common = ls > rs ? ls : rs;
  u256 x = magnitude(a), y = magnitude(b);
  shiftDecimal256(&x, common - ls);  // at most 76 digits: inside 256 bits, and so is their sum
  shiftDecimal256(&y, common - rs);
  bool negative = a.hi < 0;
  if (negative == (b.hi < 0)) {
    add256(&x, y);
  } else if (compare256(x, y) >= 0) {
    subtract256(&x, y);
  } else {
    subtract256(&y, x);
    x = y;
    negative = !negative;
  }
  if (scale < common) {
    dropPlaces256(&x, common - scale);
  } else if (!shiftDecimal256(&x, scale - common)) {
    return false;
  }
  return toDecimal(x, negative, precision, out);
}

GPU_NOINLINE static __device__ bool multiplyDecimal(const i128& a, const i128& b, int places, int precision, i128* out) {
  if (places == 0 && fits64(a) && fits64(b)) {
    *out = product64((i64)a.lo, (i64)b.lo);
    return inPrecision(*out, precision);
  }
  u256 x = multiply256(magnitude(a), magnitude(b));
  if (places > 0) {
    if (!shiftDecimal256(&x, places)) return false;
  } else {
    dropPlaces256(&x, -places);
  }
  return toDecimal(x, (a.hi < 0) != (b.hi < 0), precision, out);
}

// b is not 0. A dividend beyond 256 bits has a quotient beyond every precision; such a divisor one that rounds to 0.
GPU_NOINLINE static __device__ bool divideDecimal(const i128& a, const i128& b, int places, int precision, i128* out) {
  u256 x = magnitude(a), y = magnitude(b);
  if (places >= 0 ? !shiftDecimal256(&x, places) : !shiftDecimal256(&y, -places)) {
    *out = wide(0);
    return places < 0 || isZero256(magnitude(a));
  }
  divideRounded256(&x, y);
  return toDecimal(x, (a.hi < 0) != (b.hi < 0), precision, out);
}

GPU_NOINLINE static __device__ bool moduloDecimal(const i128& a, const i128& b, int ls, int rs, int scale, int precision, i128* out) {
  int common = ls > rs ? ls : rs;
  u256 x = magnitude(a), y = magnitude(b), rest;
  shiftDecimal256(&x, common - ls);
  shiftDecimal256(&y, common - rs);
  divide256(&x, y, &rest);
  if (scale < common) {
    dropPlaces256(&rest, common - scale);
  } else if (!shiftDecimal256(&rest, scale - common)) {
    return false;
  }
  return toDecimal(rest, a.hi < 0, precision, out);
}
