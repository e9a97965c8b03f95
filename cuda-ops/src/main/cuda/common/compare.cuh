// Order, equality and hashes of values: one definition for joins, groups, sorts and comparisons in expressions.
// Floating point: -0.0 equals 0.0, NaN equals NaN and exceeds everything. NULL equals NULL here; who needs it otherwise asks first.
#pragma once
#include "int128.cuh"
#include "strings.cuh"

__device__ __forceinline__ int compareDoubles(double a, double b) {
  bool an = a != a, bn = b != b;
  if (an || bn) return an == bn ? 0 : an ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

__device__ inline int compareValues(int kind, const i128& a, const i128& b) {
  switch (kind) {
    case KIND_F32:
    case KIND_F64: return compareDoubles(__longlong_as_double((i64)a.lo), __longlong_as_double((i64)b.lo));
    case KIND_I128: return compare128(a, b);
    case KIND_STRING: return compareViews(viewOf(a), viewOf(b));
    default: {
      i64 x = (i64)a.lo, y = (i64)b.lo;
      return x < y ? -1 : x > y ? 1 : 0;
    }
  }
}

__device__ inline bool equalValues(int kind, const i128& a, const i128& b) {
  switch (kind) {
    case KIND_F32:
    case KIND_F64: return compareDoubles(__longlong_as_double((i64)a.lo), __longlong_as_double((i64)b.lo)) == 0;
    case KIND_I128: return a.lo == b.lo && a.hi == b.hi;
    case KIND_STRING: return equalViews(viewOf(a), viewOf(b));
    default: return a.lo == b.lo;
  }
}

// The finalizer of MurmurHash3 (Austin Appleby, public domain).
__device__ __forceinline__ u64 mix(u64 x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53ULL;
  return x ^ (x >> 33);
}

__device__ inline u64 hashValue(int kind, const i128& v) {
  switch (kind) {
    case KIND_F32:
    case KIND_F64: {
      double d = __longlong_as_double((i64)v.lo);
      if (d != d) return 0x7ff8000000000001ULL;
      return mix((u64)__double_as_longlong(d == 0 ? 0.0 : d));
    }
    case KIND_I128: return mix(v.lo ^ mix((u64)v.hi));
    case KIND_STRING: {
      View s = viewOf(v);
      u64 h = (u64)s.length;
      int i = 0;
      for (; i + 4 <= s.length; i += 4) {
        u64 word = (u64)s.bytes[i] | (u64)s.bytes[i + 1] << 8 | (u64)s.bytes[i + 2] << 16 | (u64)s.bytes[i + 3] << 24;
        h = (h ^ word) * 0x9E3779B97F4A7C15ULL;
        h ^= h >> 32;
      }
      u64 tail = 0;
      for (; i < s.length; i++) tail = tail << 8 | s.bytes[i];
      return mix(h ^ tail);
    }
    default: return mix(v.lo);
  }
}

// Whether two rows agree in all key columns, NULL being equal to NULL.
__device__ inline bool equalRows(const Column* left, i64 l, const Column* right, i64 r, int columns) {
  for (int i = 0; i < columns; i++) {
    i128 a, b;
    bool av = load(left[i], l, &a), bv = load(right[i], r, &b);
    if (av != bv || (av && !equalValues(left[i].kind, a, b))) return false;
  }
  return true;
}
