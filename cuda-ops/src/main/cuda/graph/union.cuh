// Sets by union-find, of vertices whose parents are in an array; a root is its own parent.
#pragma once
#include "../common/types.cuh"

__device__ __forceinline__ int parentOf(int* parents, int vertex) { return *(volatile int*)(parents + vertex); }

// The root above a vertex; halves the path on the way. A vertex that has a parent never becomes a root again, and its parent is
// replaced by ancestors only, so that plain writes do.
__device__ __forceinline__ int rootOf(int* parents, int vertex) {
  int at = vertex, above = parentOf(parents, at);
  while (at != above) {
    int next = parentOf(parents, above);
    if (next != above) *(volatile int*)(parents + at) = next;
    at = above;
    above = next;
  }
  return at;
}

// Puts the greater of the roots of two vertices under the other.
__device__ __forceinline__ void unite(int* parents, int a, int b) {
  while (true) {
    a = rootOf(parents, a);
    b = rootOf(parents, b);
    if (a == b) break;
    int low = a < b ? a : b, high = a < b ? b : a;
    if (atomicCAS(&parents[high], high, low) == high) break;
  }
}
