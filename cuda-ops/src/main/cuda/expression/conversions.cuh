// Values as text, and text as values: the forms of io.algeon.engine.function.TextConversions, TextParser and FloatingText.
#pragma once
#include "../common/calendar.cuh"
#include "../common/int128.cuh"
#include "text_functions.cuh"

// The numbers are those of io.algeon.cuda.expression.TextForm.
enum TextForm { FORM_TRUTH = 0, FORM_EXACT, FORM_DOUBLE, FORM_DATE, FORM_TIME, FORM_TIMESTAMP, FORM_MONTHS, FORM_DURATION };

constexpr int DOUBLE_DIGITS = 15;  // digits that every double tells apart
constexpr int EXACT_POWER = 22;    // 10^22 is the last power of ten that a double holds
constexpr i64 SECONDS_A_DAY = 86400;

// ---- writing

GPU_NOINLINE static __device__ void putNumber(TextWriter* w, u64 value, int width) {
  u8 digits[20];
  int count = 0;
  do {
    digits[count++] = (u8)('0' + value % 10);
    value /= 10;
  } while (value != 0);
  for (int i = count; i < width; i++) put(w, '0');
  while (count > 0) put(w, digits[--count]);
}

GPU_NOINLINE static __device__ void putText(TextWriter* w, const char* text) {
  for (int i = 0; text[i]; i++) put(w, (u8)text[i]);
}

GPU_NOINLINE static __device__ void putExact(TextWriter* w, const i128& value, int scale) {
  u256 m = magnitude(value);
  u8 digits[40];
  int count = 0;
  while (!isZero256(m)) {
    u256 billion = power256(9), rest;
    divide256(&m, billion, &rest);
    u32 nine = rest.limb[0];
    for (int i = 0; i < 9 && (nine != 0 || !isZero256(m)) && count < 40; i++) {
      digits[count++] = (u8)('0' + nine % 10);
      nine /= 10;
    }
  }
  while (count <= scale) digits[count++] = '0';
  if (value.hi < 0) put(w, '-');
  while (count > 0) {
    if (count == scale) put(w, '.');
    put(w, digits[--count]);
  }
}

GPU_NOINLINE static __device__ void putDate(TextWriter* w, const Civil& c) {
  putNumber(w, (u64)(c.year > 0 ? c.year : 1 - c.year), 4);
  put(w, '-');
  putNumber(w, (u64)c.month, 2);
  put(w, '-');
  putNumber(w, (u64)c.day, 2);
}

GPU_NOINLINE static __device__ void putTime(TextWriter* w, i64 units, i64 unitsPerSecond) {
  i64 seconds = units / unitsPerSecond, fraction = units % unitsPerSecond;
  putNumber(w, (u64)(seconds / 3600), 2);
  put(w, ':');
  putNumber(w, (u64)(seconds / 60 % 60), 2);
  put(w, ':');
  putNumber(w, (u64)(seconds % 60), 2);
  if (fraction != 0) {
    int digits = unitsPerSecond == 1000000 ? 6 : 9;
    while (fraction % 10 == 0) {
      fraction /= 10;
      digits--;
    }
    put(w, '.');
    putNumber(w, (u64)fraction, digits);
  }
}

__device__ inline void putMonths(TextWriter* w, i64 months) {
  i64 years = months / 12, rest = months % 12;
  if (months == 0) putText(w, "00:00:00");
  if (years != 0) {
    putExact(w, wide(years), 0);
    putText(w, years == 1 ? " year" : " years");
  }
  if (rest != 0) {
    if (years != 0) put(w, ' ');
    putExact(w, wide(rest), 0);
    putText(w, rest == 1 ? " mon" : " mons");
  }
}

__device__ inline void putDuration(TextWriter* w, i64 micros) {
  i64 perDay = SECONDS_A_DAY * 1000000, days = micros / perDay, rest = micros % perDay;
  if (days != 0) {
    putExact(w, wide(days), 0);
    putText(w, days == 1 ? " day" : " days");
    if (rest == 0) return;
    put(w, ' ');
  }
  if (rest < 0) put(w, '-');
  putTime(w, rest < 0 ? -rest : rest, 1000000);
}

__device__ __forceinline__ double powerOfTen(int places) {  // up to EXACT_POWER
  double d = 1;
  while (places-- > 0) d *= 10;
  return d;
}

// |x| as an integer of at most 15 digits (half to even) and a power of ten: x = digits * 10^exponent. False: beyond the reach.
GPU_NOINLINE static __device__ bool decimalDigits(double x, i64* digits, int* exponent) {
  *digits = 0;
  *exponent = 0;
  if (x == 0) return true;
  u64 bits = (u64)__double_as_longlong(x) & ~(1ULL << 63);
  int e = (int)(bits >> 52) - 1075;
  if (e < -1074 + 1 || e > 60 || e < -160) return false;  // subnormal, infinite, NaN, or more than 256 bits hold
  i128 mantissa = wide((i64)((bits & ((1ULL << 52) - 1)) | 1ULL << 52));
  // value = mantissa * 2^e; scaled by 10^places it has 15 or 16 digits before the point
  int magnitude10 = (int)floor((double)(e + 52) * 0.30102999566398120);  // of the number's first digit, or one less
  for (int places = DOUBLE_DIGITS - 1 - magnitude10;; places--) {
    u256 number = magnitude(mantissa), divisor = power256(0);
    if (places > 0 && !shiftDecimal256(&number, places)) return false;
    if (places < 0) divisor = power256(-places);
    u256* shifted = e > 0 ? &number : &divisor;
    for (int left = e > 0 ? e : -e; left > 0;) {
      int step = left < 31 ? left : 31;
      if (!scale256(shifted, 1u << step)) return false;
      left -= step;
    }
    u256 rest;
    divide256(&number, divisor, &rest);
    u256 other = divisor;
    subtract256(&other, rest);
    int half = compare256(rest, other);
    i64 quotient = (i64)((u64)number.limb[1] << 32 | number.limb[0]);
    if (half > 0 || (half == 0 && (quotient & 1))) quotient++;
    i64 bound = 1000000000000000LL;  // 10^15
    bool more = number.limb[2] != 0 || quotient > bound || (quotient == bound && !(half > 0 || half == 0));
    if (more) continue;  // 16 digits: one place less
    *digits = quotient;
    *exponent = -places;
    return true;
  }
}

// Drops zeros, and says whether the decimal number gives the double back.
GPU_NOINLINE static __device__ bool shortestDigits(double x, i64* digits, int* exponent) {
  if (!decimalDigits(x, digits, exponent)) return false;
  while (*digits != 0 && *digits % 10 == 0) {
    *digits /= 10;
    ++*exponent;
  }
  if (*exponent > EXACT_POWER || *exponent < -EXACT_POWER) return false;
  double back = *exponent >= 0 ? (double)*digits * powerOfTen(*exponent) : (double)*digits / powerOfTen(-*exponent);
  return back == fabs(x);
}

GPU_NOINLINE static __device__ void putDouble(TextWriter* w, double x, int* error) {
  bool negative = __double_as_longlong(x) < 0;
  if (x != x) {
    putText(w, "NaN");
    return;
  }
  if (isinf(x)) {
    putText(w, negative ? "-Infinity" : "Infinity");
    return;
  }
  i64 digits;
  int exponent;
  if (!shortestDigits(x, &digits, &exponent)) {
    *error = STATUS_UNSUPPORTED;
    return;
  }
  if (negative) put(w, '-');
  if (digits == 0) {
    put(w, '0');
    return;
  }
  int count = 0;
  for (i64 rest = digits; rest != 0; rest /= 10) count++;
  int first = count + exponent - 1;  // place of the first digit
  if (first >= -4 && first < DOUBLE_DIGITS) {
    if (exponent >= 0) {
      putNumber(w, (u64)digits, 1);
      for (int i = 0; i < exponent; i++) put(w, '0');
    } else {
      putExact(w, wide(digits), -exponent);
    }
    return;
  }
  if (count == 1) {
    put(w, (u8)('0' + digits));
  } else {
    putExact(w, wide(digits), count - 1);
  }
  putText(w, first < 0 ? "e-" : "e+");
  putNumber(w, (u64)(first < 0 ? -first : first), 2);
}

// large: scale of an exact number, units a second of a time or timestamp.
GPU_NOINLINE static __device__ void writeValue(int form, const i128& value, i64 large, TextWriter* w, int* error) {
  i64 number = (i64)value.lo;
  switch (form) {
    case FORM_TRUTH: putText(w, number ? "true" : "false"); break;
    case FORM_EXACT: putExact(w, value, (int)large); break;
    case FORM_DOUBLE: putDouble(w, __longlong_as_double(number), error); break;
    case FORM_DATE:
    case FORM_TIMESTAMP: {
      i64 perDay = large * SECONDS_A_DAY;
      i64 days = form == FORM_DATE ? number : floorDivide(number, perDay);
      Civil c = civilOf(days);
      putDate(w, c);
      if (form == FORM_TIMESTAMP) {
        put(w, ' ');
        putTime(w, number - days * perDay, large);
      }
      if (c.year <= 0) putText(w, " BC");
      break;
    }
    case FORM_TIME: putTime(w, number, large); break;
    case FORM_MONTHS: putMonths(w, number); break;
    default: putDuration(w, number);
  }
}

// Values have at most 64 bytes of text: written beside, then copied.
GPU_NOINLINE static __device__ i128 valueText(int form, const i128& value, i64 large, const TextHeap& heap, int* error) {
  u8 local[64];
  TextWriter w;
  w.to = local;
  w.length = 0;
  writeValue(form, value, large, &w, error);
  if (*error) return valueOf(heap.bytes, 0);
  u8* to = allocate(heap, w.length);
  if (!to) return valueOf(heap.bytes, 0);
  for (int i = 0; i < (int)w.length; i++) to[i] = local[i];
  return valueOf(to, (int)w.length);
}

// A double of a decimal type: as PostgreSQL, through at most 15 digits.
GPU_NOINLINE static __device__ bool doubleToDecimal(double x, int scale, int precision, i128* result, int* error) {
  i64 digits;
  int exponent;
  *result = wide(0);
  if (x != x || isinf(x)) return false;
  if (!decimalDigits(x, &digits, &exponent)) {
    *error = STATUS_UNSUPPORTED;
    return true;
  }
  i128 value = wide(x < 0 ? -digits : digits);
  if (exponent > 0) return rescale(value, 0, exponent, 38, &value) && rescale(value, 0, scale, precision, result);
  return rescale(value, -exponent, scale, precision, result);
}

// round and truncate of a double to decimal places, through its shortest digits.
GPU_NOINLINE static __device__ double roundPlaces(double x, int places, bool truncates, int* error) {
  if (x != x || isinf(x)) return x;
  i64 digits;
  int exponent;
  if (!shortestDigits(x, &digits, &exponent) || places > EXACT_POWER || places < -EXACT_POWER) {
    *error = STATUS_UNSUPPORTED;
    return 0;
  }
  if (-exponent <= places) return digits == 0 ? 0.0 : x;  // nothing is dropped; a zero has no sign there
  int dropped = -exponent - places;
  i64 power = dropped > 18 ? 0 : power64(dropped), kept = power == 0 ? 0 : digits / power;
  if (!truncates && power != 0 && digits - kept * power >= power / 2 && (power > 1)) kept++;
  double r = places >= 0 ? (double)kept / powerOfTen(places) : (double)kept * powerOfTen(-places);
  return x < 0 && kept != 0 ? -r : r;
}

// ---- reading

struct TextReader {
  View text;
  int at;
};

__device__ __forceinline__ bool isSpace(u8 b) { return b == ' ' || (b >= 9 && b <= 13); }
__device__ __forceinline__ bool isDigit(u8 b) { return b >= '0' && b <= '9'; }

__device__ inline View stripped(View v) {
  int start = 0, end = v.length;
  while (start < end && isSpace(v.bytes[start])) start++;
  while (end > start && isSpace(v.bytes[end - 1])) end--;
  return part(v, start, end);
}

__device__ __forceinline__ bool accept(TextReader* r, u8 c) {
  if (r->at < r->text.length && r->text.bytes[r->at] == c) {
    r->at++;
    return true;
  }
  return false;
}

// A number of at most `most` digits; -1: none, or more digits.
GPU_NOINLINE static __device__ i64 digitsOf(TextReader* r, int most) {
  int first = r->at;
  i64 number = 0;
  while (r->at < r->text.length && isDigit(r->text.bytes[r->at]) && r->at - first <= most) number = number * 10 + r->text.bytes[r->at++] - '0';
  return r->at == first || r->at - first > most ? -1 : number;
}

__device__ inline bool readSign(TextReader* r) {
  if (accept(r, '-')) return true;
  accept(r, '+');
  return false;
}

GPU_NOINLINE static __device__ bool isWord(const View& v, const char* word, int least) {  // the word, or a beginning of it
  int i = 0;
  for (; i < v.length; i++) {
    u8 c = v.bytes[i];
    if (c >= 'A' && c <= 'Z') c += 32;
    if (word[i] == 0 || c != (u8)word[i]) return false;
  }
  return i >= least;
}

__device__ inline bool readTruth(const View& v, i128* value) {
  bool yes = isWord(v, "true", 1) || isWord(v, "yes", 1) || isWord(v, "on", 2) || isWord(v, "1", 1);
  bool no = isWord(v, "false", 1) || isWord(v, "no", 1) || isWord(v, "off", 2) || isWord(v, "0", 1);
  *value = wide(yes);
  return yes || no;
}

// Digits with a point: their value, and how many stand after the point. At most 38 of them, and nothing else.
GPU_NOINLINE static __device__ bool readDigits(TextReader* r, bool point, i128* value, int* places) {
  u256 m = power256(0);
  m.limb[0] = 0;
  int count = 0, after = 0;
  bool pointed = false;
  for (; r->at < r->text.length; r->at++) {
    u8 c = r->text.bytes[r->at];
    if (point && c == '.' && !pointed) {
      pointed = true;
      continue;
    }
    if (!isDigit(c) || ++count > 38) return false;
    scale256(&m, 10);
    u256 digit = power256(0);
    digit.limb[0] = c - '0';
    add256(&m, digit);
    after += pointed;
  }
  *places = after;
  return count > 0 && toDecimal(m, false, 38, value);
}

GPU_NOINLINE static __device__ bool readDay(TextReader* r, i64* days) {
  i64 year = digitsOf(r, 7);
  if (year < 1 || !accept(r, '-')) return false;
  i64 month = digitsOf(r, 2);
  if (month < 1 || month > 12 || !accept(r, '-')) return false;
  i64 day = digitsOf(r, 2);
  if (day < 1 || day > daysInMonth(year, (int)month)) return false;
  if (r->at < r->text.length && isDigit(r->text.bytes[r->at])) return false;
  *days = daysOf(year, (int)month, (int)day);
  return true;
}

GPU_NOINLINE static __device__ bool readTime(TextReader* r, i64 unitsPerSecond, i64* units) {
  i64 hour = digitsOf(r, 2);
  if (hour < 0 || !accept(r, ':')) return false;
  i64 minute = digitsOf(r, 2), second = 0, fraction = 0;
  if (minute >= 0 && accept(r, ':')) {
    second = digitsOf(r, 2);
    if (second >= 0 && accept(r, '.')) {
      i64 weight = unitsPerSecond;
      bool first = true;
      while (r->at < r->text.length && isDigit(r->text.bytes[r->at])) {
        int digit = r->text.bytes[r->at++] - '0';
        if (weight > 1) {
          weight /= 10;
          fraction += digit * weight;
        } else if (first) {
          fraction += digit >= 5;
          first = false;
        }
      }
    }
  }
  if (minute < 0 || second < 0 || hour > 24 || minute > 59 || second > 60 || (hour == 24 && minute + second + fraction > 0)) return false;
  *units = ((hour * 60 + minute) * 60 + second) * unitsPerSecond + fraction;
  return true;
}

__device__ inline i64 roundUnits(i64 units, i64 step) { return step <= 1 ? units : floorDivide(units + step / 2, step) * step; }

enum Outcome { READ = 0, NO_VALUE, UNKNOWN };  // UNKNOWN: only the CPU can say

// Of a text that is not digits with a point: whether it could be a number in another form.
__device__ inline int otherNumber(const View& v, bool words) {
  bool mayBe = v.length > 0;
  for (int i = 0; i < v.length; i++) {
    u8 c = v.bytes[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    mayBe = mayBe && (isDigit(c) || c == '.' || c == '+' || c == '-' || c == 'e' || c == 'E' || (words && letter));
  }
  return mayBe ? UNKNOWN : NO_VALUE;
}

// Reads a value. large: scale of an exact number, with its digits in bits 8 to 15 and the bits of an integer from 16 on; units a
// second of a time or timestamp, with the power of ten of its last place in bits 48 on.
GPU_NOINLINE static __device__ int readValue(int form, View v, i64 large, i128* value) {
  TextReader r;
  r.text = stripped(v);
  r.at = 0;
  switch (form) {
    case FORM_TRUTH: return readTruth(r.text, value) ? READ : NO_VALUE;
    case FORM_EXACT: {
      int scale = (int)(large & 255), precision = (int)(large >> 8 & 255), bits = (int)(large >> 16 & 255), places;
      bool negative = readSign(&r);
      bool isRead = readDigits(&r, bits == 0, value, &places);
      if (bits == 0) {
        if (!isRead) return otherNumber(r.text, false);
        if (negative) *value = negate128(*value);
        return rescale(*value, places, scale, precision, value) ? READ : NO_VALUE;
      }
      if (negative) *value = negate128(*value);
      // 38 digits and more may be zeros
      if (!isRead) return r.text.length > 38 ? UNKNOWN : NO_VALUE;
      return fits64(*value) && (i64)((u64)value->lo << (64 - bits)) >> (64 - bits) == (i64)value->lo ? READ : NO_VALUE;
    }
    case FORM_DOUBLE: {
      bool negative = readSign(&r);
      i128 mantissa;
      int places;
      if (!readDigits(&r, true, &mantissa, &places)) return otherNumber(r.text, true);
      if (!fits64(mantissa) || (i64)mantissa.lo > 1LL << 53 || places > EXACT_POWER) return UNKNOWN;
      double x = (double)(i64)mantissa.lo / powerOfTen(places);
      *value = wide(__double_as_longlong(negative ? -x : x));
      return READ;
    }
    case FORM_DATE:
    case FORM_TIMESTAMP: {
      i64 unitsPerSecond = form == FORM_DATE ? 1000000 : large & 0xffffffffffffLL, days, units = 0;
      int otherwise = r.text.length > 0 && r.text.bytes[r.text.length - 1] == 'C' ? UNKNOWN : NO_VALUE;  // before Christ
      if (!readDay(&r, &days)) return otherwise;
      if (r.at < r.text.length) {
        if (!accept(&r, 'T') && !(form == FORM_TIMESTAMP && accept(&r, 't')))
          while (r.at < r.text.length && isSpace(r.text.bytes[r.at])) r.at++;
        if (!readTime(&r, unitsPerSecond, &units)) return otherwise;
        if (r.at < r.text.length) return form == FORM_DATE ? otherwise : UNKNOWN;  // the name of a zone
      }
      if (form == FORM_DATE) {
        *value = wide(days);
        return days == (int)days ? READ : NO_VALUE;
      }
      i128 sum = add128(product64(days, unitsPerSecond * SECONDS_A_DAY), wide(units));
      *value = wide(roundUnits((i64)sum.lo, power64((int)(large >> 48))));
      return fits64(sum) ? READ : UNKNOWN;
    }
    case FORM_TIME: {
      i64 units;
      if (!readTime(&r, large & 0xffffffffffffLL, &units) || r.at < r.text.length) return NO_VALUE;
      *value = wide(roundUnits(units, power64((int)(large >> 48))));
      return READ;
    }
    default: return UNKNOWN;
  }
}
