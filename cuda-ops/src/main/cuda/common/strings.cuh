// UTF-8 strings as views: the address of the first byte and the length.
#pragma once
#include "types.cuh"

struct View {
  const u8* bytes;
  int length;
};

__device__ __forceinline__ View viewOf(const i128& v) {
  View r;
  r.bytes = (const u8*)v.lo;
  r.length = (int)v.hi;
  return r;
}

__device__ __forceinline__ i128 valueOf(const u8* bytes, int length) {
  i128 r;
  r.lo = (u64)bytes;
  r.hi = length;
  return r;
}

// By bytes, which in UTF-8 is by code point.
__device__ inline int compareViews(const View& a, const View& b) {
  int common = a.length < b.length ? a.length : b.length;
  for (int i = 0; i < common; i++)
    if (a.bytes[i] != b.bytes[i]) return a.bytes[i] < b.bytes[i] ? -1 : 1;
  return a.length < b.length ? -1 : a.length > b.length ? 1 : 0;
}

__device__ inline bool equalViews(const View& a, const View& b) {
  if (a.length != b.length) return false;
  if (a.bytes == b.bytes) return true;
  for (int i = 0; i < a.length; i++)
    if (a.bytes[i] != b.bytes[i]) return false;
  return true;
}

__device__ __forceinline__ bool continues(u8 byte) { return (byte & 0xC0) == 0x80; }

// Position after the character that starts at `at`.
__device__ __forceinline__ int nextCharacter(const View& v, int at) {
  at++;
  while (at < v.length && continues(v.bytes[at])) at++;
  return at;
}

GPU_NOINLINE static __device__ int characters(const View& v) {
  int count = 0;
  for (int i = 0; i < v.length; i++) count += !continues(v.bytes[i]);
  return count;
}

// Byte position of character `index` (from 0), the length if there are fewer.
GPU_NOINLINE static __device__ int skipCharacters(const View& v, int at, i64 count) {
  while (count-- > 0 && at < v.length) at = nextCharacter(v, at);
  return at;
}

// A LIKE pattern is tokens of two bytes: (0, a byte), (1, any character), (2, any characters).
GPU_NOINLINE static __device__ bool like(const View& text, const View& pattern) {
  int at = 0, token = 0, tokens = pattern.length / 2, star = -1, retry = 0;
  while (at < text.length) {
    int kind = token < tokens ? pattern.bytes[2 * token] : -1;
    if (kind == 0 && pattern.bytes[2 * token + 1] == text.bytes[at]) {
      at++;
      token++;
    } else if (kind == 1) {
      at = nextCharacter(text, at);
      token++;
    } else if (kind == 2) {
      star = token++;
      retry = at;
    } else if (star >= 0) {
      token = star + 1;
      retry = nextCharacter(text, retry);
      at = retry;
    } else {
      return false;
    }
  }
  while (token < tokens && pattern.bytes[2 * token] == 2) token++;
  return token == tokens;
}

// Position of the first occurrence, -1 if there is none.
GPU_NOINLINE static __device__ int find(const View& text, const View& part, int from) {
  for (int at = from; at + part.length <= text.length; at++) {
    int i = 0;
    while (i < part.length && text.bytes[at + i] == part.bytes[i]) i++;
    if (i == part.length) return at;
  }
  return -1;
}
