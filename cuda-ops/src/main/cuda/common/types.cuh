// What every kernel of the operators agrees on with io.algeon.cuda.operator.DeviceColumn: kinds of columns, their layout, and how
// a value is read. A value of any kind travels as 128 bits: integers sign-extended, doubles as bits in the lower half, strings as
// (address, length). Strings are never copied when rows move: a view of 16 bytes moves instead.
#pragma once
#include "gpu.h"

typedef long long i64;
typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned char u8;

enum Kind { KIND_BOOL = 0, KIND_I32 = 1, KIND_I64 = 2, KIND_I128 = 3, KIND_F32 = 4, KIND_F64 = 5, KIND_STRING = 6 };

struct i128 {
  u64 lo;
  i64 hi;
};

// A column as kernels see it. Row r of the relation is element map[r] of data, or r itself without a map; a negative element
// is NULL (the absent side of an outer join, a NULL among dictionary codes). valid has a byte an element, absent: all present.
struct Column {
  void* data;
  u8* valid;
  const int* map;
  int kind;
  int reserved;
};
static_assert(sizeof(Column) == 32, "mirrored by DeviceColumn");

__device__ __forceinline__ i128 wide(i64 v) {
  i128 r;
  r.lo = (u64)v;
  r.hi = v >> 63;
  return r;
}

// REAL travels as the double of the same value.
__device__ __forceinline__ i128 element(const Column& c, i64 e) {
  switch (c.kind) {
    case KIND_BOOL: return wide(((const u8*)c.data)[e]);
    case KIND_I32: return wide(((const int*)c.data)[e]);
    case KIND_F32: return wide(__double_as_longlong((double)((const float*)c.data)[e]));
    case KIND_I64:
    case KIND_F64: return wide(((const i64*)c.data)[e]);
    default: return ((const i128*)c.data)[e];
  }
}

__device__ __forceinline__ i64 elementOf(const Column& c, i64 row) {
  i64 e = c.map ? (i64)c.map[row] : row;
  return e >= 0 && c.valid && !c.valid[e] ? -1 : e;
}

// False: NULL, and value is 0.
__device__ __forceinline__ bool load(const Column& c, i64 row, i128* value) {
  i64 e = elementOf(c, row);
  if (e < 0) {
    *value = wide(0);
    return false;
  }
  *value = element(c, e);
  return true;
}

__device__ __forceinline__ void store(const Column& c, i64 row, const i128& v) {
  switch (c.kind) {
    case KIND_BOOL: ((u8*)c.data)[row] = (u8)(v.lo != 0); break;
    case KIND_I32: ((int*)c.data)[row] = (int)v.lo; break;
    case KIND_F32: ((float*)c.data)[row] = (float)__longlong_as_double((i64)v.lo); break;
    case KIND_I64:
    case KIND_F64: ((i64*)c.data)[row] = (i64)v.lo; break;
    default: ((i128*)c.data)[row] = v;
  }
}

// Rows are numbered over the whole grid, in strides.
#define FOR_EACH_ROW(row, count) \
  for (i64 row = (i64)blockIdx.x * blockDim.x + threadIdx.x; row < (count); row += (i64)gridDim.x * blockDim.x)
