// Numbers of any type as doubles: io.algeon.engine.operator.aggregate.Numbers.
#pragma once
#include "../common/int128.cuh"

// scale: decimal places of an exact number.
__device__ inline double numberOf(int kind, const i128& v, int scale) {
  if (kind == KIND_F32 || kind == KIND_F64) return __longlong_as_double((i64)v.lo);
  double d = fits64(v) ? (double)(i64)v.lo : (double)v.hi * 18446744073709551616.0 + (double)v.lo;
  double power = 1;
  for (int i = 0; i < scale; i++) power *= 10;
  return d / power;
}
