// How a kernel says that something went wrong: the lowest (row, code) that failed wins, whatever the schedule.
#pragma once
#include "types.cuh"

enum StatusCode {
  STATUS_OVERFLOW = 1,         // a result does not fit its type
  STATUS_DIVISION_BY_ZERO = 2,
  STATUS_CAST = 3,             // a value cannot be converted
  STATUS_RAISED = 4,           // an expression that always fails was needed
  STATUS_TABLE_FULL = 5,       // a defect: hash tables are sized for their rows
  STATUS_SEVERAL_ROWS = 6,     // a scalar sub-query gave more than one row
  STATUS_UNSUPPORTED = 7       // a value that only the CPU's functions know how to treat
};

struct DeviceStatus {
  u64 first;     // row << 8 | code, all ones: nothing failed
  u64 heapUsed;  // bytes that expressions wanted of the string heap, also beyond its capacity
};

__device__ __forceinline__ void fail(DeviceStatus* status, i64 row, int code) {
  atomicMin(&status->first, (u64)row << 8 | (u64)code);
}
