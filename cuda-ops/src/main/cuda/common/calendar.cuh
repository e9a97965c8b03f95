// The proleptic Gregorian calendar on days since 1970-01-01; years are astronomical. After Howard Hinnant, "chrono-Compatible
// Low-Level Date Algorithms"; the answers are those of io.algeon.engine.arithmetic.CivilCalendar.
#pragma once
#include "types.cuh"

__device__ __forceinline__ i64 floorDivide(i64 a, i64 b) {
  i64 q = a / b;
  return q * b > a ? q - 1 : q;  // b > 0
}

struct Civil {
  i64 year;
  int month, day;
};

GPU_NOINLINE static __device__ Civil civilOf(i64 days) {
  i64 z = days + 719468;
  i64 era = floorDivide(z, 146097);
  u32 doe = (u32)(z - era * 146097);
  u32 yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  u32 doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  u32 mp = (5 * doy + 2) / 153;
  Civil c;
  c.day = (int)(doy - (153 * mp + 2) / 5) + 1;
  c.month = (int)(mp < 10 ? mp + 3 : mp - 9);
  c.year = (i64)yoe + era * 400 + (c.month <= 2 ? 1 : 0);
  return c;
}

GPU_NOINLINE static __device__ i64 daysOf(i64 year, int month, int day) {
  i64 y = month <= 2 ? year - 1 : year;
  i64 era = floorDivide(y, 400);
  int yoe = (int)(y - era * 400);
  int doy = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

__device__ inline int daysInMonth(i64 year, int month) {
  if (month == 2) return (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

GPU_NOINLINE static __device__ i64 addMonths(i64 days, i64 months) {
  Civil c = civilOf(days);
  i64 month = c.year * 12 + c.month - 1 + months;
  i64 year = floorDivide(month, 12);
  int m = (int)(month - year * 12) + 1;
  int last = daysInMonth(year, m);
  return daysOf(year, m, c.day < last ? c.day : last);
}

__device__ __forceinline__ int isoDayOfWeek(i64 days) { return (int)(days + 3 - floorDivide(days + 3, 7) * 7) + 1; }

GPU_NOINLINE static __device__ int dayOfYear(i64 days) { return (int)(days - daysOf(civilOf(days).year, 1, 1)) + 1; }

// There is no year 0: 1 BC is -1.
__device__ __forceinline__ i64 printedYear(i64 year) { return year > 0 ? year : year - 1; }

enum DateField {
  FIELD_YEAR, FIELD_QUARTER, FIELD_MONTH, FIELD_WEEK, FIELD_DAY, FIELD_DOW, FIELD_ISODOW, FIELD_DOY, FIELD_ISOYEAR,
  FIELD_CENTURY, FIELD_DECADE, FIELD_MILLENNIUM
};

GPU_NOINLINE static __device__ i64 dateField(int field, i64 days) {
  Civil c = civilOf(days);
  switch (field) {
    case FIELD_YEAR: return printedYear(c.year);
    case FIELD_QUARTER: return (c.month + 2) / 3;
    case FIELD_MONTH: return c.month;
    case FIELD_WEEK: return (dayOfYear(days - isoDayOfWeek(days) + 4) - 1) / 7 + 1;
    case FIELD_DAY: return c.day;
    case FIELD_DOW: return isoDayOfWeek(days) % 7;
    case FIELD_ISODOW: return isoDayOfWeek(days);
    case FIELD_DOY: return dayOfYear(days);
    case FIELD_ISOYEAR: return printedYear(civilOf(days - isoDayOfWeek(days) + 4).year);
    case FIELD_CENTURY: return c.year > 0 ? (c.year + 99) / 100 : -((99 - (c.year - 1)) / 100);
    case FIELD_DECADE: return floorDivide(c.year, 10);
    default: return c.year > 0 ? (c.year + 999) / 1000 : -((999 - (c.year - 1)) / 1000);
  }
}

// The first day of the field that a day is in.
GPU_NOINLINE static __device__ i64 startOfField(int field, i64 days) {
  Civil c = civilOf(days);
  switch (field) {
    case FIELD_MILLENNIUM: return daysOf(floorDivide(c.year - 1, 1000) * 1000 + 1, 1, 1);
    case FIELD_CENTURY: return daysOf(floorDivide(c.year - 1, 100) * 100 + 1, 1, 1);
    case FIELD_DECADE: return daysOf(floorDivide(c.year, 10) * 10, 1, 1);
    case FIELD_YEAR: return daysOf(c.year, 1, 1);
    case FIELD_ISOYEAR: {
      i64 first = daysOf(civilOf(days - isoDayOfWeek(days) + 4).year, 1, 4);
      return first - isoDayOfWeek(first) + 1;
    }
    case FIELD_QUARTER: return daysOf(c.year, (c.month - 1) / 3 * 3 + 1, 1);
    case FIELD_MONTH: return daysOf(c.year, c.month, 1);
    case FIELD_WEEK:
    case FIELD_DOW:
    case FIELD_ISODOW: return days - isoDayOfWeek(days) + 1;
    default: return days;
  }
}

// The number of the field that a day is in, so that differences count its boundaries.
GPU_NOINLINE static __device__ i64 ordinalOfField(int field, i64 days) {
  Civil c = civilOf(days);
  switch (field) {
    case FIELD_MILLENNIUM: return floorDivide(c.year - 1, 1000);
    case FIELD_CENTURY: return floorDivide(c.year - 1, 100);
    case FIELD_DECADE: return floorDivide(c.year, 10);
    case FIELD_YEAR: return c.year;
    case FIELD_ISOYEAR: return civilOf(days - isoDayOfWeek(days) + 4).year;
    case FIELD_QUARTER: return c.year * 4 + (c.month - 1) / 3;
    case FIELD_MONTH: return c.year * 12 + c.month;
    case FIELD_WEEK: return floorDivide(days + 3, 7);
    default: return days;
  }
}

__device__ inline i64 lastOfMonth(i64 days) {
  Civil c = civilOf(days);
  return daysOf(c.year, c.month, daysInMonth(c.year, c.month));
}

// False: there is no such day.
__device__ inline bool dayOf(i64 year, i64 month, i64 day, i64* days) {
  if (year == 0 || year >= 5000000 || year <= -5000000 || month < 1 || month > 12) return false;
  i64 astronomical = year < 0 ? year + 1 : year;
  if (day < 1 || day > daysInMonth(astronomical, (int)month)) return false;
  *days = daysOf(astronomical, (int)month, (int)day);
  return true;
}
