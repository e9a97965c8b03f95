// Components by union-find, and breadth-first search by frontiers. Vertices are numbered in the order of their ids: the least number
// is the least id.
#include "union.cuh"

// Puts the greater of the two roots of each edge under the other.
GPU_KERNEL(components_hook_kernel, 256, const int* __restrict__ sources, const int* __restrict__ targets, i64 edges, int* parents) {
  FOR_EACH_ROW(i, edges) unite(parents, sources[i], targets[i]);
}

// The root of each vertex.
GPU_KERNEL(components_label_kernel, 256, int* parents, i64 vertices, int* labels) {
  FOR_EACH_ROW(v, vertices) labels[v] = rootOf(parents, (int)v);
}

// Sources have distance 0 and are the first frontier, each once.
GPU_KERNEL(bfs_start_kernel, 256, const int* __restrict__ sources, i64 count, int* distances, int* frontier, u64* size) {
  FOR_EACH_ROW(i, count) {
    if (atomicCAS(&distances[sources[i]], -1, 0) == -1) frontier[atomicAdd(size, 1ULL)] = sources[i];
  }
}

GPU_KERNEL(bfs_degrees_kernel, 256, const int* __restrict__ frontier, i64 size, const i64* __restrict__ offsets, int* degrees) {
  FOR_EACH_ROW(i, size) degrees[i] = (int)(offsets[frontier[i] + 1] - offsets[frontier[i]]);
}

// A thread an edge that leaves the frontier; starts: where the edges of each of its vertices begin.
GPU_KERNEL(bfs_expand_kernel, 256, const int* __restrict__ frontier, i64 size, const i64* __restrict__ starts, i64 edges,
           const i64* __restrict__ offsets, const int* __restrict__ targets, int level, int* distances, unsigned* predecessors, int* next,
           u64* nextSize) {
  FOR_EACH_ROW(i, edges) {
    i64 low = 0, high = size - 1;
    while (low < high) {
      i64 middle = (low + high + 1) >> 1;
      if (starts[middle] <= i)
        low = middle;
      else
        high = middle - 1;
    }
    int vertex = frontier[low];
    int target = targets[offsets[vertex] + (i - starts[low])];
    int known = *(volatile int*)(distances + target);
    if (known < 0) {
      known = atomicCAS(&distances[target], -1, level + 1);
      if (known < 0) next[atomicAdd(nextSize, 1ULL)] = target;
    }
    if (known < 0 || known == level + 1) atomicMin(&predecessors[target], (unsigned)vertex);
  }
}

// How many of some vertices have a distance.
GPU_KERNEL(bfs_found_kernel, 256, const int* __restrict__ vertices, i64 count, const int* __restrict__ distances, u64* found) {
  FOR_EACH_ROW(i, count) {
    if (distances[vertices[i]] >= 0) atomicAdd(found, 1ULL);
  }
}

GPU_KERNEL(bfs_reached_kernel, 256, const int* __restrict__ distances, i64 vertices, u8* reached) {
  FOR_EACH_ROW(v, vertices) reached[v] = distances[v] >= 0;
}
