// Functions of text. Positions and counts are characters of UTF-8 from 1; the answers are those of
// io.algeon.engine.function.StringFunctions. Where the CPU would fail, and where only it knows the answer, the error is
// STATUS_UNSUPPORTED: the host then asks the CPU.
#pragma once
#include "../common/status.cuh"
#include "../common/strings.cuh"

// The numbers are those of io.algeon.cuda.expression.TextFunction.
enum TextFunction {
  // parts of the first operand
  TEXT_LEFT = 0, TEXT_RIGHT, TEXT_SPLIT_PART, TEXT_TRIM_LEADING, TEXT_TRIM_TRAILING, TEXT_TRIM_BOTH,
  // new texts
  TEXT_OVERLAY, TEXT_REPEAT, TEXT_REPLACE, TEXT_TRANSLATE, TEXT_LPAD, TEXT_RPAD, TEXT_REVERSE, TEXT_CASE, TEXT_CHR, TEXT_TO_HEX,
  TEXT_HEX_BYTES, TEXT_SPACE,
  // numbers and truth values
  TEXT_ASCII, TEXT_POSITION, TEXT_LOCATE, TEXT_ENDS_WITH, TEXT_CONTAINS, TEXT_LIKE
};

constexpr i64 MAX_TEXT = 1 << 28;  // longest text that one call makes: StringFunctions.MAX_LENGTH

// The heap of the strings that expressions make. What finds no room is not written: the host sees what was wanted and runs the
// program again.
struct TextHeap {
  DeviceStatus* status;
  u8* bytes;
  u64 capacity;
};

__device__ __forceinline__ u8* allocate(const TextHeap& heap, i64 bytes) {
  u64 at = atomicAdd(&heap.status->heapUsed, (u64)bytes);
  return at + (u64)bytes <= heap.capacity ? heap.bytes + at : (u8*)0;
}

// Writes a text, or (without a target) finds how long it will be.
struct TextWriter {
  u8* to;
  i64 length;
};

__device__ __forceinline__ void put(TextWriter* w, u8 byte) {
  if (w->to) w->to[w->length] = byte;
  w->length++;
}

GPU_NOINLINE static __device__ void put(TextWriter* w, const u8* bytes, int length) {
  if (w->to)
    _Pragma("unroll 1") for (int i = 0; i < length; i++) w->to[w->length + i] = bytes[i];
  w->length += length;
}

__device__ __forceinline__ View part(const View& v, int from, int to) {
  View r;
  r.bytes = v.bytes + from;
  r.length = to - from;
  return r;
}

__device__ __forceinline__ int previousCharacter(const View& v, int at) {
  at--;
  while (at > 0 && continues(v.bytes[at])) at--;
  return at;
}

GPU_NOINLINE static __device__ int codePoint(const View& v, int at) {
  u8 first = v.bytes[at];
  if (first < 128) return first;
  int end = nextCharacter(v, at), length = end - at;
  int value = first & (0xFF >> (length + 1));
  for (int i = at + 1; i < end; i++) value = value << 6 | (v.bytes[i] & 0x3F);
  return value;
}

GPU_NOINLINE static __device__ void putCodePoint(TextWriter* w, int c) {
  if (c < 0x80) {
    put(w, (u8)c);
  } else if (c < 0x800) {
    put(w, (u8)(0xC0 | c >> 6));
    put(w, (u8)(0x80 | (c & 0x3F)));
  } else if (c < 0x10000) {
    put(w, (u8)(0xE0 | c >> 12));
    put(w, (u8)(0x80 | (c >> 6 & 0x3F)));
    put(w, (u8)(0x80 | (c & 0x3F)));
  } else {
    put(w, (u8)(0xF0 | c >> 18));
    put(w, (u8)(0x80 | (c >> 12 & 0x3F)));
    put(w, (u8)(0x80 | (c >> 6 & 0x3F)));
    put(w, (u8)(0x80 | (c & 0x3F)));
  }
}

// Whether a character is among those of a set.
GPU_NOINLINE static __device__ bool contains(const View& set, const View& character) {
  for (int at = 0; at < set.length;) {
    int next = nextCharacter(set, at);
    if (equalViews(part(set, at, next), character)) return true;
    at = next;
  }
  return false;
}

GPU_NOINLINE static __device__ View trimmed(const View& v, const View& set, bool leading, bool trailing) {
  int start = 0, end = v.length;
  while (leading && start < end) {
    int next = nextCharacter(v, start);
    if (!contains(set, part(v, start, next))) break;
    start = next;
  }
  while (trailing && end > start) {
    int before = previousCharacter(v, end);
    if (before < start || !contains(set, part(v, before, end))) break;
    end = before;
  }
  return part(v, start, end);
}

__device__ inline View splitPart(const View& v, const View& delimiter, i64 wanted) {
  View none = part(v, 0, 0);
  if (delimiter.length == 0) return wanted == 1 || wanted == -1 ? v : none;
  if (wanted < 0) {
    i64 parts = 1;
    for (int at = find(v, delimiter, 0); at >= 0; at = find(v, delimiter, at + delimiter.length)) parts++;
    wanted += parts + 1;
  }
  int from = 0;
  for (i64 left = wanted; left > 0; left--) {
    int at = find(v, delimiter, from);
    if (left == 1) return part(v, from, at < 0 ? v.length : at);
    if (at < 0) return none;
    from = at + delimiter.length;
  }
  return none;
}

// A part of the first operand: nothing is copied.
GPU_NOINLINE static __device__ i128 textPart(int function, const i128* operands, int count, int* error) {
  View v = viewOf(operands[0]);
  View r = v;
  i64 number = count > 1 ? (i64)operands[1].lo : 0;
  switch (function) {
    case TEXT_LEFT:
    case TEXT_RIGHT: {
      i64 all = characters(v);
      i64 taken = number >= 0 ? number : all + number;
      if (taken < 0) taken = 0;
      r = function == TEXT_LEFT ? part(v, 0, skipCharacters(v, 0, taken))
                                : part(v, skipCharacters(v, 0, all > taken ? all - taken : 0), v.length);
      break;
    }
    case TEXT_SPLIT_PART: {
      i64 wanted = (i64)operands[2].lo;
      if (wanted == 0) *error = STATUS_UNSUPPORTED;
      r = splitPart(v, viewOf(operands[1]), wanted);
      break;
    }
    default: r = trimmed(v, viewOf(operands[1]), function != TEXT_TRIM_TRAILING, function != TEXT_TRIM_LEADING);
  }
  return valueOf(r.bytes, r.length);
}

// The upper or lower case of a text by a table that the host made (io.algeon.cuda.expression.CaseTable): a byte a page of 64
// characters that says where the page's differences are, those, then texts for characters that become several.
__device__ inline void changeCase(const View& v, const u8* table, TextWriter* w, int* error) {
  constexpr int PAGES = 2048, SEVERAL = 0x40000000, UNKNOWN = 0x7fffffff;
  for (int at = 0; at < v.length;) {
    int next = nextCharacter(v, at);
    u8 first = v.bytes[at];
    int expected = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (next - at != expected || (first >= 0x80 && first < 0xC2) || first > 0xF4) {  // the CPU replaces what is malformed
      *error = STATUS_UNSUPPORTED;
      return;
    }
    int c = codePoint(v, at);
    int difference = 0;
    if (c >> 6 < PAGES) {
      const u8* entry = table + PAGES + (table[c >> 6] * 64 + (c & 63)) * 4;
      difference = (int)((u32)entry[0] | (u32)entry[1] << 8 | (u32)entry[2] << 16 | (u32)entry[3] << 24);
    }
    if (difference == UNKNOWN) {
      *error = STATUS_UNSUPPORTED;
      return;
    }
    if (difference >= SEVERAL) {
      const u8* several = table + (difference - SEVERAL);
      put(w, several + 1, several[0]);
    } else if (difference == 0) {
      put(w, v.bytes + at, next - at);
    } else {
      putCodePoint(w, c + difference);
    }
    at = next;
  }
}

__device__ inline void pad(const View& v, i64 wanted, const View& fill, bool before, TextWriter* w) {
  if (wanted < 0) wanted = 0;
  i64 missing = wanted - characters(v);
  if (missing <= 0) {
    put(w, v.bytes, skipCharacters(v, 0, wanted));
    return;
  }
  if (!before) put(w, v.bytes, v.length);
  for (int at = 0; missing > 0 && fill.length > 0; missing--) {
    int next = nextCharacter(fill, at);
    put(w, fill.bytes + at, next - at);
    at = next == fill.length ? 0 : next;
  }
  if (before) put(w, v.bytes, v.length);
}

__device__ inline void translate(const View& v, const View& from, const View& to, TextWriter* w) {
  for (int at = 0; at < v.length;) {
    int next = nextCharacter(v, at);
    View c = part(v, at, next);
    int f = 0, t = 0;
    while (f < from.length) {
      int after = nextCharacter(from, f);
      if (equalViews(part(from, f, after), c)) break;
      f = after;
      if (t < to.length) t = nextCharacter(to, t);
    }
    if (f >= from.length) {
      put(w, c.bytes, c.length);
    } else if (t < to.length) {
      put(w, to.bytes + t, nextCharacter(to, t) - t);
    }
    at = next;
  }
}

GPU_NOINLINE static __device__ void hexadecimal(u64 value, TextWriter* w) {
  int digits = 1;
  while (digits < 16 && value >> (4 * digits)) digits++;
  for (int i = digits - 1; i >= 0; i--) put(w, (u8) "0123456789abcdef"[value >> (4 * i) & 15]);
}

// A text that is not there yet. Asked twice: how long it is, then for the text.
GPU_NOINLINE static __device__ void writeText(int function, const i128* operands, int count, i64 large, TextWriter* w, int* error) {
  View v = viewOf(operands[0]);
  i64 number = (i64)operands[0].lo;
  switch (function) {
    case TEXT_OVERLAY: {
      View placed = viewOf(operands[1]);
      i64 from = (i64)operands[2].lo;
      i64 length = count == 4 ? (i64)operands[3].lo : characters(placed);
      if (from < 1 || length > MAX_TEXT || length < -MAX_TEXT || from > MAX_TEXT) {
        *error = STATUS_UNSUPPORTED;
        break;
      }
      i64 after = from - 1 + length > 0 ? from - 1 + length : 0;
      int tail = skipCharacters(v, 0, after);
      put(w, v.bytes, skipCharacters(v, 0, from - 1));
      put(w, placed.bytes, placed.length);
      put(w, v.bytes + tail, v.length - tail);
      break;
    }
    case TEXT_REPEAT: {
      i64 times = (i64)operands[1].lo > 0 && v.length > 0 ? (i64)operands[1].lo : 0;
      if (times > MAX_TEXT || times * v.length > MAX_TEXT) {
        *error = STATUS_UNSUPPORTED;
        break;
      }
      if (!w->to) w->length = times * v.length;
      for (i64 i = 0; w->to && i < times; i++) put(w, v.bytes, v.length);
      break;
    }
    case TEXT_REPLACE: {
      View needle = viewOf(operands[1]), placed = viewOf(operands[2]);
      int from = 0;
      for (int at = needle.length > 0 ? find(v, needle, 0) : -1; at >= 0; at = find(v, needle, from)) {
        put(w, v.bytes + from, at - from);
        put(w, placed.bytes, placed.length);
        from = at + needle.length;
      }
      put(w, v.bytes + from, v.length - from);
      break;
    }
    case TEXT_TRANSLATE: translate(v, viewOf(operands[1]), viewOf(operands[2]), w); break;
    case TEXT_LPAD:
    case TEXT_RPAD:
      if ((i64)operands[1].lo > MAX_TEXT) {
        *error = STATUS_UNSUPPORTED;
        break;
      }
      pad(v, (i64)operands[1].lo, viewOf(operands[2]), function == TEXT_LPAD, w);
      break;
    case TEXT_REVERSE:
      for (int at = v.length; at > 0;) {
        int before = previousCharacter(v, at);
        put(w, v.bytes + before, at - before);
        at = before;
      }
      break;
    case TEXT_CASE: changeCase(v, viewOf(operands[1]).bytes, w, error); break;
    case TEXT_CHR:
      if (number < 1 || number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF)) {
        *error = STATUS_UNSUPPORTED;
        break;
      }
      putCodePoint(w, (int)number);
      break;
    case TEXT_TO_HEX: hexadecimal(large == 64 ? (u64)number : (u64)(u32)number, w); break;
    case TEXT_HEX_BYTES:
      for (int i = 0; i < v.length; i++) {
        put(w, (u8) "0123456789abcdef"[v.bytes[i] >> 4]);
        put(w, (u8) "0123456789abcdef"[v.bytes[i] & 15]);
      }
      break;
    default:  // TEXT_SPACE
      if (number > MAX_TEXT) {
        *error = STATUS_UNSUPPORTED;
        break;
      }
      for (i64 i = 0; i < number; i++) put(w, ' ');
  }
  if (w->length > MAX_TEXT) *error = STATUS_UNSUPPORTED;
}

GPU_NOINLINE static __device__ i128 newText(int function, const i128* operands, int count, i64 large, const TextHeap& heap, int* error) {
  TextWriter w;
  w.to = 0;
  w.length = 0;
  writeText(function, operands, count, large, &w, error);
  if (*error) return valueOf(heap.bytes, 0);
  u8* to = allocate(heap, w.length);
  if (!to) return valueOf(heap.bytes, 0);
  w.to = to;
  w.length = 0;
  writeText(function, operands, count, large, &w, error);
  return valueOf(to, (int)w.length);
}

// LIKE with a pattern that is not known beforehand; an empty escape is none.
__device__ inline bool likeText(const View& text, const View& pattern, const View& escape) {
  int at = 0, token = 0, star = -1, retry = 0;
  for (;;) {
    int next = token < pattern.length ? nextCharacter(pattern, token) : token;
    View c = part(pattern, token, next);
    bool escaped = escape.length > 0 && next < pattern.length && equalViews(c, escape);
    if (escaped) {
      int from = next;
      next = nextCharacter(pattern, next);
      c = part(pattern, from, next);
    }
    if (!escaped && c.length == 1 && c.bytes[0] == '%') {
      star = token = next;
      retry = at;
    } else if (at < text.length && c.length > 0) {
      int after = nextCharacter(text, at);
      if ((!escaped && c.length == 1 && c.bytes[0] == '_') || equalViews(part(text, at, after), c)) {
        at = after;
        token = next;
      } else if (star >= 0 && retry < text.length) {
        token = star;
        at = retry = nextCharacter(text, retry);
      } else {
        return false;
      }
    } else if (at >= text.length) {
      return c.length == 0;
    } else if (star >= 0 && retry < text.length) {
      token = star;
      at = retry = nextCharacter(text, retry);
    } else {
      return false;
    }
  }
}

// A number or truth value.
GPU_NOINLINE static __device__ i64 textMeasure(int function, const i128* operands, int count) {
  View v = viewOf(operands[0]);
  View other = count > 1 ? viewOf(operands[1]) : v;
  switch (function) {
    case TEXT_ASCII: return v.length == 0 ? 0 : codePoint(v, 0);
    case TEXT_POSITION:  // of the first operand in the second one
    case TEXT_LOCATE: {
      i64 from = count == 3 ? (i64)operands[2].lo : 1;
      if (function == TEXT_LOCATE && (from < 1 || from - 1 > characters(other))) return 0;
      int at = find(other, v, skipCharacters(other, 0, from > 1 ? from - 1 : 0));
      return at < 0 ? 0 : characters(part(other, 0, at)) + 1;
    }
    case TEXT_ENDS_WITH: return other.length <= v.length && equalViews(part(v, v.length - other.length, v.length), other);
    case TEXT_CONTAINS: return find(v, other, 0) >= 0;
    default: return likeText(v, other, viewOf(operands[2]));
  }
}
