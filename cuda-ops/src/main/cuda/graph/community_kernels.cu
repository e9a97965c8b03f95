// Communities by modularity: what io.algeon.engine.graph's CommunityMoves, CommunityRefinement and CommunityLevel do, with the same
// result. Weights are whole numbers, so that sums of them are exact in any order; random numbers are functions of what they are
// for; and of equally good choices the lower number is taken. So nothing depends on which thread comes first.
//
// What a batch of vertices does is some launches: the weights to each neighbouring community are added up in hash tables, a table of
// twice its neighbours a vertex; each chooses; some withdraw; it is settled who goes; and those go.
#include "../common/grid.cuh"
#include "sums.cuh"
#include "union.cuh"

namespace {

enum { WITHDRAWN = 1, GOES = 2 };

// Neighbours from which on a block works on a vertex, not a warp.
#define LARGE 1024

// ---- random numbers: io.algeon.engine.graph.CommunityRandom

__device__ __forceinline__ u64 keyOf(u64 key, i64 number) {
  u64 mixed = key + ((u64)number + 1) * 0x9E3779B97F4A7C15ULL;
  mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9ULL;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBULL;
  return mixed ^ mixed >> 31;
}

__device__ __forceinline__ double gumbel(const double* table, u64 key, int part) {
  u64 bits = keyOf(key, part);
  int cell = (int)(bits >> 54);
  double share = (double)(i64)((bits << 10) >> 32) * (1.0 / 4294967296.0);
  return table[cell] + share * (table[cell + 1] - table[cell]);
}

__device__ __forceinline__ i64 bearable(double links, double factor, i64 strength) {
  double most = links / factor;
  return (i64)(most < 4611686018427387904.0 ? most : 4611686018427387904.0) - strength;
}

__device__ __forceinline__ bool isTooMany(u64 key, int vertex, i64 others, i64 most) {
  if (others <= most) return false;
  double share = (double)(i64)(keyOf(key, (i64)~vertex) >> 11) * (1.0 / 9007199254740992.0);
  return share * (double)others * 2 >= (double)most;
}

// ---- what is compared

__device__ __forceinline__ bool pays(i64 linkGain, double factor, i64 strengthGain, i64 strength) {
  double expected = factor * (double)strengthGain;
  return (double)linkGain - expected > 1e-12 * ((double)strength + fabs(expected));
}

__device__ __forceinline__ bool isConnected(double expectation, i64 cut, i64 part, i64 community) {
  return (double)cut >= expectation * (double)part * (double)(community - part);
}

struct Choice {
  double value;
  int label;  // -1: none
  i64 links;
};

__device__ __forceinline__ void keepBetter(Choice* best, double value, int label, i64 links) {
  if (label >= 0 && (best->label < 0 || value > best->value || (value == best->value && label < best->label))) {
    best->value = value;
    best->label = label;
    best->links = links;
  }
}

__device__ __forceinline__ i64 lanesSum64(i64 value) {
  for (int distance = 16; distance > 0; distance >>= 1) value += __shfl_xor_sync(ALL_LANES, value, distance);
  return value;
}

// Adds the values of all threads of the block to a counter.
__device__ __forceinline__ void count(i64 value, u64* counter) {
  i64 sum = lanesSum64(value);
  if ((threadIdx.x & 31) == 0 && sum != 0) atomicAdd(counter, (u64)sum);
}

// What the threads that work on a vertex share.
struct Shared {
  Choice* choices;
  i64* sums;
};

// The best of the choices of 32 or 256 threads, for all of them.
__device__ __forceinline__ Choice bestOf(Choice own, int threads, const Shared& shared) {
  for (int distance = 16; distance > 0; distance >>= 1) {
    double value = __shfl_xor_sync(ALL_LANES, own.value, distance);
    int label = __shfl_xor_sync(ALL_LANES, own.label, distance);
    i64 links = __shfl_xor_sync(ALL_LANES, own.links, distance);
    keepBetter(&own, value, label, links);
  }
  if (threads == 32) return own;
  if ((threadIdx.x & 31) == 0) shared.choices[threadIdx.x >> 5] = own;
  __syncthreads();  // publishes the best of each warp
  for (int warp = 0; warp < 8; warp++) keepBetter(&own, shared.choices[warp].value, shared.choices[warp].label, shared.choices[warp].links);
  __syncthreads();  // the array may be used again
  return own;
}

__device__ __forceinline__ i64 sumOf(i64 own, int threads, const Shared& shared) {
  own = lanesSum64(own);
  if (threads == 32) return own;
  if ((threadIdx.x & 31) == 0) shared.sums[threadIdx.x >> 5] = own;
  __syncthreads();  // publishes the sum of each warp
  i64 all = 0;
  for (int warp = 0; warp < 8; warp++) all += shared.sums[warp];
  __syncthreads();  // the array may be used again
  return all;
}

// Does something for each vertex of a list, by a warp or, where it has many neighbours, a block: work(position, vertex, thread, threads).
template <class Work>
__device__ __forceinline__ void forEachListed(const int* list, i64 count, const i64* offsets, const Work& work) {
  i64 warps = (i64)gridDim.x * 8;
  for (i64 i = (i64)blockIdx.x * 8 + (threadIdx.x >> 5); i < count; i += warps) {
    int vertex = list[i];
    if (offsets[vertex + 1] - offsets[vertex] < LARGE) work(i, vertex, (int)(threadIdx.x & 31), 32);
  }
  for (i64 i = blockIdx.x; i < count; i += gridDim.x) {
    int vertex = list[i];
    if (offsets[vertex + 1] - offsets[vertex] >= LARGE) work(i, vertex, (int)threadIdx.x, 256);
  }
}

__device__ __forceinline__ i64 weightOf(const i64* weights, i64 unit, i64 entry) { return weights ? weights[entry] : unit; }

// Adds to the sum of a label in the table of so many slots; there are more slots than labels.
__device__ __forceinline__ void addTo(int* keys, u64* sums, i64 slots, int label, i64 weight) {
  i64 slot = (i64)((u64)((u32)label * 0x9E3779B1u) * (u64)slots >> 32);
  while (true) {
    int known = *(volatile int*)(keys + slot);
    if (known < 0) known = atomicCAS(&keys[slot], -1, label);
    if (known < 0 || known == label) break;
    slot = slot + 1 < slots ? slot + 1 : 0;
  }
  atomicAdd(&sums[slot], (u64)weight);
}

}  // namespace

// ---- levels

// How often each vertex is an end.
GPU_KERNEL(community_ends_kernel, 256, const int* __restrict__ ends, i64 entries, int* degrees) {
  FOR_EACH_ROW(i, entries) atomicSub(&degrees[ends[i]], 1);
}

// Weights in units of one over the product of two factors, or that is 1 for all; sums[0]: of all, loops doubled, sums[1]: how many
// are above 0 and no loops. Without weights to write to, they are rounded down; otherwise what is above 0 stays so.
GPU_KERNEL(community_weigh_kernel, 256, const int* __restrict__ rows, const int* __restrict__ targets, const double* __restrict__ given,
           i64 entries, i64 unit, double first, double second, i64* weights, u64* strengths, u64* sums) {
  i64 sum = 0, links = 0;
  FOR_EACH_ROW(i, entries) {
    i64 weight = unit;
    if (given) {
      weight = (i64)(given[i] * first * second);
      if (weights && given[i] > 0 && weight < 1) weight = 1;
    }
    bool loop = rows[i] == targets[i];
    sum += loop ? 2 * weight : weight;
    links += !loop && weight > 0;
    if (weights) weights[i] = weight;
    if (strengths) atomicAdd(&strengths[rows[i]], (u64)(loop ? 2 * weight : weight));
  }
  count(sum, &sums[0]);
  count(links, &sums[1]);
}

// Adds the strength of vertices to that of their communities.
GPU_KERNEL(community_strengths_kernel, 256, const int* __restrict__ labels, const i64* __restrict__ strengths, i64 vertices, u64* sums) {
  FOR_EACH_ROW(v, vertices) atomicAdd(&sums[labels[v]], (u64)strengths[v]);
}

// Links that leave the community of a vertex, by community.
GPU_KERNEL(community_leaving_kernel, 256, const int* __restrict__ rows, const int* __restrict__ targets, const i64* __restrict__ weights,
           i64 unit, i64 entries, const int* __restrict__ labels, int* counts) {
  FOR_EACH_ROW(i, entries) {
    int from = labels[rows[i]];
    if (from != labels[targets[i]] && weightOf(weights, unit, i) > 0) atomicAdd(&counts[from], 1);
  }
}

// Adds them up by both communities, in tables of twice as many slots.
GPU_KERNEL(community_merge_kernel, 256, const int* __restrict__ rows, const int* __restrict__ targets, const i64* __restrict__ weights,
           i64 unit, i64 entries, const int* __restrict__ labels, const i64* __restrict__ starts, int* keys, u64* sums) {
  FOR_EACH_ROW(i, entries) {
    int from = labels[rows[i]], to = labels[targets[i]];
    i64 weight = weightOf(weights, unit, i);
    if (from == to || weight <= 0) continue;
    i64 start = 2 * starts[from];
    addTo(keys + start, sums + start, 2 * starts[from + 1] - start, to, weight);
  }
}

GPU_KERNEL(community_used_kernel, 256, const int* __restrict__ keys, i64 slots, u8* used) {
  FOR_EACH_ROW(i, slots) used[i] = keys[i] >= 0;
}

// The slots that are used, without gaps.
GPU_KERNEL(community_collect_kernel, 256, const int* __restrict__ slots, i64 used, const int* __restrict__ keys, const i64* __restrict__ sums,
           int* targets, i64* weights) {
  FOR_EACH_ROW(i, used) {
    targets[i] = keys[slots[i]];
    weights[i] = sums[slots[i]];
  }
}

// Where the rows of communities begin among them.
GPU_KERNEL(community_offsets_kernel, 256, const i64* __restrict__ starts, i64 communities, const int* __restrict__ slots, i64 used,
           i64* offsets) {
  FOR_EACH_ROW(c, communities + 1) {
    i64 low = 0, high = used, wanted = 2 * starts[c];
    while (low < high) {
      i64 middle = (low + high) >> 1;
      if (slots[middle] < wanted)
        low = middle + 1;
      else
        high = middle;
    }
    offsets[c] = low;
  }
}

// ---- numbers of communities

GPU_KERNEL(community_first_kernel, 256, const int* __restrict__ labels, i64 vertices, u32* first) {
  FOR_EACH_ROW(v, vertices) {
    if (*(volatile u32*)(first + labels[v]) > (u32)v) atomicMin(&first[labels[v]], (u32)v);
  }
}

GPU_KERNEL(community_leads_kernel, 256, const int* __restrict__ labels, i64 vertices, const u32* __restrict__ first, u8* leads) {
  FOR_EACH_ROW(v, vertices) leads[v] = first[labels[v]] == (u32)v;
}

GPU_KERNEL(community_number_kernel, 256, int* labels, i64 vertices, const u32* __restrict__ first, const int* __restrict__ places) {
  FOR_EACH_ROW(v, vertices) labels[v] = places[first[labels[v]]];
}

// above[parts[v]] = labels[v]: the same for all vertices of a part.
GPU_KERNEL(community_above_kernel, 256, const int* __restrict__ parts, const int* __restrict__ labels, i64 vertices, int* above) {
  FOR_EACH_ROW(v, vertices) above[parts[v]] = labels[v];
}

// What a community of each number is sorted by: the greatest int less its size, and its smallest id.
GPU_KERNEL(community_sizes_kernel, 256, const int* __restrict__ labels, const int* __restrict__ ids, i64 vertices, int* sizes, int* smallest) {
  FOR_EACH_ROW(v, vertices) {
    atomicSub(&sizes[labels[v]], 1);
    atomicMin(&smallest[labels[v]], ids[v]);
  }
}

// Unites neighbours of one community.
GPU_KERNEL(community_hook_kernel, 256, const int* __restrict__ rows, const int* __restrict__ targets, i64 entries,
           const int* __restrict__ labels, int* parents) {
  FOR_EACH_ROW(i, entries) {
    if (rows[i] < targets[i] && labels[rows[i]] == labels[targets[i]]) unite(parents, rows[i], targets[i]);
  }
}

// Weight of the entries that stay in their community, loops doubled.
GPU_KERNEL(community_inside_kernel, 256, const int* __restrict__ rows, const int* __restrict__ targets, const i64* __restrict__ weights,
           i64 unit, i64 entries, const int* __restrict__ labels, u64* inside) {
  i64 sum = 0;
  FOR_EACH_ROW(i, entries) {
    if (labels[rows[i]] == labels[targets[i]]) sum += weightOf(weights, unit, i) * (rows[i] == targets[i] ? 2 : 1);
  }
  count(sum, inside);
}

GPU_KERNEL(community_squares_kernel, 256, const i64* __restrict__ strengths, i64 communities, double total, double* squares) {
  FOR_EACH_ROW(c, communities) squares[c] = (double)strengths[c] / total * ((double)strengths[c] / total);
}

// ---- batches

GPU_KERNEL(community_waiting_kernel, 256, const u8* __restrict__ waits, i64 vertices, u64* waiting) {
  i64 own = 0;
  FOR_EACH_ROW(v, vertices) own += waits[v];
  count(own, waiting);
}

// The batch of each vertex that waits, -1 of others.
GPU_KERNEL(community_divide_kernel, 256, const u8* __restrict__ waits, i64 vertices, u64 key, int batches, int* due) {
  FOR_EACH_ROW(v, vertices) due[v] = waits[v] ? (int)((keyOf(key, v) >> 32) * (u64)batches >> 32) : -1;
}

// Lists a batch, in any order; totals: its vertices, and their neighbours.
GPU_KERNEL(community_batch_kernel, 256, const int* __restrict__ due, i64 vertices, int batch, const i64* __restrict__ offsets, int* list,
           u64* totals) {
  FOR_EACH_ROW(v, vertices) {
    if (due[v] != batch) continue;
    list[atomicAdd(&totals[0], 1ULL)] = (int)v;
    atomicAdd(&totals[1], (u64)(offsets[v + 1] - offsets[v]));
  }
}

// Adds up the weights between each vertex of a batch and the communities of its neighbours, a thread a neighbour; with groups, those
// in its own group only. starts: of the neighbours of each vertex of the batch; its table has twice as many slots.
GPU_KERNEL(community_links_kernel, 256, const int* __restrict__ list, i64 size, const i64* __restrict__ starts, i64 neighbours,
           const i64* __restrict__ offsets, const int* __restrict__ targets, const i64* __restrict__ weights, i64 unit,
           const int* __restrict__ labels, const int* __restrict__ groups, int* keys, u64* sums) {
  FOR_EACH_ROW(i, neighbours) {
    i64 low = 0, high = size - 1;
    while (low < high) {
      i64 middle = (low + high + 1) >> 1;
      if (starts[middle] <= i)
        low = middle;
      else
        high = middle - 1;
    }
    int vertex = list[low];
    i64 entry = offsets[vertex] + (i - starts[low]);
    int target = targets[entry];
    i64 weight = weightOf(weights, unit, entry);
    if (target == vertex || weight <= 0 || (groups && groups[target] != groups[vertex])) continue;
    i64 start = 2 * starts[low];
    addTo(keys + start, sums + start, 2 * starts[low + 1] - start, labels[target], weight);
  }
}

// ---- moves

// Chooses where each vertex of a batch is best, and announces it.
GPU_KERNEL(community_choose_kernel, 256, const int* __restrict__ list, i64 size, const i64* __restrict__ starts, i64 vertices,
           const i64* __restrict__ offsets, const int* __restrict__ keys, const i64* __restrict__ sums, const int* __restrict__ labels,
           const i64* __restrict__ strengths, double expectation, const i64* __restrict__ communities, u8* waits, int* wishes,
           i64* linkGains, u64* arriving, u64* leaving, u32* firstArriving, u32* firstLeaving) {
  GPU_SHARED(Choice, choices, 8);
  GPU_SHARED(i64, warpSums, 8);
  Shared shared = {choices, warpSums};
  forEachListed(list, size, offsets, [&](i64 position, int vertex, int thread, int threads) {
    int before = labels[vertex];
    i64 strength = strengths[vertex];
    double factor = (double)strength * expectation;
    Choice best = {0, -1, 0};
    i64 own = 0;
    for (i64 slot = 2 * starts[position] + thread; slot < 2 * starts[position + 1]; slot += threads) {
      int label = keys[slot];
      if (label == before)
        own = sums[slot];
      else if (label >= 0)
        keepBetter(&best, (double)sums[slot] - (double)communities[label] * factor, label, sums[slot]);
    }
    best = bestOf(best, threads, shared);
    own = sumOf(own, threads, shared);
    if (thread != 0) return;
    waits[vertex] = 0;
    int alone = (int)vertices + vertex;
    if (communities[alone] != 0) alone = communities[vertex] == 0 ? vertex : -1;
    if (alone >= 0 && communities[before] > strength && (best.label < 0 || best.value < 0)) {
      best.label = alone;
      best.links = 0;
    }
    if (best.label < 0 || !pays(best.links - own, factor, communities[best.label] - communities[before] + strength, strength)) return;
    wishes[vertex] = best.label;
    linkGains[vertex] = best.links - own;
    atomicAdd(&arriving[best.label], (u64)strength);
    atomicAdd(&leaving[before], (u64)strength);
    atomicMin(&firstArriving[best.label], (u32)vertex);
    atomicMin(&firstLeaving[before], (u32)vertex);
  });
}

// Leaves out a share of those that are too many.
GPU_KERNEL(community_withdraw_kernel, 256, const int* __restrict__ list, i64 size, u64 key, const int* __restrict__ labels,
           const i64* __restrict__ strengths, double expectation, const i64* __restrict__ communities, const int* __restrict__ wishes,
           const i64* __restrict__ linkGains, const i64* __restrict__ arriving, const i64* __restrict__ leaving,
           const u32* __restrict__ firstArriving, const u32* __restrict__ firstLeaving, u8* decisions) {
  FOR_EACH_ROW(i, size) {
    int vertex = list[i], after = wishes[vertex], before = labels[vertex];
    decisions[vertex] = 0;
    if (after < 0 || (firstArriving[after] == (u32)vertex && firstLeaving[before] == (u32)vertex)) continue;
    i64 strength = strengths[vertex];
    i64 others = arriving[after] + leaving[before] - 2 * strength;
    i64 most = bearable((double)linkGains[vertex], (double)strength * expectation, communities[after] - communities[before] + strength);
    if (isTooMany(key, vertex, others, most)) decisions[vertex] = WITHDRAWN;
  }
}

// Takes the strength of those from the sums; leaving: null, or those are of vertices that leave communities too.
GPU_KERNEL(community_subtract_kernel, 256, const int* __restrict__ list, i64 size, const int* __restrict__ labels,
           const i64* __restrict__ strengths, const int* __restrict__ wishes, const u8* __restrict__ decisions, u64* arriving, u64* leaving) {
  FOR_EACH_ROW(i, size) {
    int vertex = list[i];
    if (decisions[vertex] != WITHDRAWN) continue;
    atomicAdd(&arriving[wishes[vertex]], 0 - (u64)strengths[vertex]);
    if (leaving) atomicAdd(&leaving[labels[vertex]], 0 - (u64)strengths[vertex]);
  }
}

// Decides who goes, and adds up what modularity grows by, at about.
GPU_KERNEL(community_settle_kernel, 256, const int* __restrict__ list, i64 size, const i64* __restrict__ offsets,
           const int* __restrict__ targets, const int* __restrict__ labels, const i64* __restrict__ strengths, double expectation,
           const i64* __restrict__ communities, const int* __restrict__ wishes, const i64* __restrict__ linkGains,
           const i64* __restrict__ arriving, const i64* __restrict__ leaving, const u32* __restrict__ firstArriving,
           const u32* __restrict__ firstLeaving, u8* decisions, u64* growth) {
  GPU_SHARED(Choice, choices, 8);
  GPU_SHARED(i64, warpSums, 8);
  Shared shared = {choices, warpSums};
  forEachListed(list, size, offsets, [&](i64, int vertex, int thread, int threads) {
    int after = wishes[vertex], before = labels[vertex];
    if (after < 0) return;
    i64 disturbed = 0;
    for (i64 i = offsets[vertex] + thread; i < offsets[vertex + 1]; i += threads) {
      int other = targets[i];
      int wish = wishes[other];
      if (wish >= 0 && other < vertex && (wish == before || labels[other] == after)) disturbed = 1;
    }
    disturbed = sumOf(disturbed, threads, shared);
    if (thread != 0) return;
    i64 strength = strengths[vertex];
    double factor = (double)strength * expectation;
    bool goes = disturbed == 0;
    if (goes && !(firstArriving[after] == (u32)vertex && firstLeaving[before] == (u32)vertex)) {
      i64 most = communities[after] + arriving[after] - strength - (communities[before] - leaving[before]);
      goes = decisions[vertex] != WITHDRAWN && pays(linkGains[vertex], factor, most, strength);
    }
    decisions[vertex] = goes ? GOES : 0;
    if (!goes) return;
    i64 gain = (i64)((double)linkGains[vertex] - factor * (double)(communities[after] - communities[before] + strength));
    atomicAdd(growth, gain > 1 ? (u64)gain : 1ULL);
  });
}

// Lets those go; the others wait for the next round.
GPU_KERNEL(community_move_kernel, 256, const int* __restrict__ list, i64 size, const i64* __restrict__ strengths,
           const u8* __restrict__ decisions, int* labels, u64* communities, u8* waits, int* wishes, u64* arriving, u64* leaving,
           u32* firstArriving, u32* firstLeaving) {
  FOR_EACH_ROW(i, size) {
    int vertex = list[i], after = wishes[vertex], before = labels[vertex];
    if (after < 0) continue;
    wishes[vertex] = -1;
    arriving[after] = leaving[before] = 0;
    firstArriving[after] = firstLeaving[before] = 0xffffffffu;
    if (decisions[vertex] == GOES) {
      atomicAdd(&communities[before], 0 - (u64)strengths[vertex]);
      atomicAdd(&communities[after], (u64)strengths[vertex]);
      labels[vertex] = after;
    } else {
      waits[vertex] = 1;
    }
  }
}

// Lets the neighbours wait that are in other communities.
GPU_KERNEL(community_wake_kernel, 256, const int* __restrict__ list, i64 size, const i64* __restrict__ offsets,
           const int* __restrict__ targets, const int* __restrict__ labels, const u8* __restrict__ decisions, u8* waits) {
  forEachListed(list, size, offsets, [&](i64, int vertex, int thread, int threads) {
    if (decisions[vertex] != GOES) return;
    int label = labels[vertex];
    for (i64 i = offsets[vertex] + thread; i < offsets[vertex + 1]; i += threads) {
      if (labels[targets[i]] != label) waits[targets[i]] = 1;
    }
  });
}

// ---- refinement

// Weight of the links of each vertex within its community.
GPU_KERNEL(refine_cuts_kernel, 256, const int* __restrict__ rows, const int* __restrict__ targets, const i64* __restrict__ weights, i64 unit,
           i64 entries, const int* __restrict__ labels, u64* cuts) {
  FOR_EACH_ROW(i, entries) {
    if (rows[i] != targets[i] && labels[rows[i]] == labels[targets[i]]) atomicAdd(&cuts[rows[i]], (u64)weightOf(weights, unit, i));
  }
}

// Draws a part for each vertex of a batch that is alone and well connected, and announces it.
GPU_KERNEL(refine_choose_kernel, 256, const int* __restrict__ list, i64 size, const i64* __restrict__ starts, const i64* __restrict__ offsets,
           const int* __restrict__ keys, const i64* __restrict__ sums, const int* __restrict__ labels, const i64* __restrict__ strengths,
           const i64* __restrict__ communities, double expectation, double unit, u64 key, const double* __restrict__ table,
           const i64* __restrict__ parts, const i64* __restrict__ cuts, int* wishes, i64* wishLinks, u64* joining, u32* firstJoining) {
  GPU_SHARED(Choice, choices, 8);
  GPU_SHARED(i64, warpSums, 8);
  Shared shared = {choices, warpSums};
  forEachListed(list, size, offsets, [&](i64 position, int vertex, int thread, int threads) {
    i64 own = strengths[vertex], community = communities[labels[vertex]];
    if (parts[vertex] != own || !isConnected(expectation, cuts[vertex], own, community)) return;
    u64 drawn = keyOf(key, (i64)~vertex);
    double factor = expectation * (double)own;
    Choice best = {0, -1, 0};
    for (i64 slot = 2 * starts[position] + thread; slot < 2 * starts[position + 1]; slot += threads) {
      int part = keys[slot];
      if (part < 0) continue;
      double gain = (double)sums[slot] - factor * (double)parts[part];
      if (gain >= 0 && isConnected(expectation, cuts[part], parts[part], community))
        keepBetter(&best, gain + unit * gumbel(table, drawn, part), part, sums[slot]);
    }
    best = bestOf(best, threads, shared);
    if (thread != 0 || best.label < 0) return;
    wishes[vertex] = best.label;
    wishLinks[vertex] = best.links;
    atomicAdd(&joining[best.label], (u64)own);
    atomicMin(&firstJoining[best.label], (u32)vertex);
  });
}

GPU_KERNEL(refine_withdraw_kernel, 256, const int* __restrict__ list, i64 size, u64 key, const i64* __restrict__ strengths,
           double expectation, const i64* __restrict__ parts, const int* __restrict__ wishes, const i64* __restrict__ wishLinks,
           const i64* __restrict__ joining, const u32* __restrict__ firstJoining, u8* decisions) {
  FOR_EACH_ROW(i, size) {
    int vertex = list[i], part = wishes[vertex];
    decisions[vertex] = 0;
    if (part < 0 || firstJoining[part] == (u32)vertex) continue;
    i64 own = strengths[vertex];
    i64 most = bearable((double)wishLinks[vertex], expectation * (double)own, parts[part]);
    if (isTooMany(key, vertex, joining[part] - own, most)) decisions[vertex] = WITHDRAWN;
  }
}

GPU_KERNEL(refine_settle_kernel, 256, const int* __restrict__ list, i64 size, const i64* __restrict__ strengths, double expectation,
           const i64* __restrict__ parts, const int* __restrict__ wishes, const i64* __restrict__ wishLinks, const i64* __restrict__ joining,
           const u32* __restrict__ firstJoining, u8* decisions) {
  FOR_EACH_ROW(i, size) {
    int vertex = list[i], part = wishes[vertex];
    if (part < 0) continue;
    bool goes = firstJoining[vertex] >= (u32)vertex && !(part < vertex && wishes[part] >= 0);
    if (goes && firstJoining[part] != (u32)vertex) {
      double factor = expectation * (double)strengths[vertex];
      i64 others = parts[part] + joining[part] - strengths[vertex];
      goes = decisions[vertex] != WITHDRAWN && (double)wishLinks[vertex] >= factor * (double)others;
    }
    decisions[vertex] = goes ? GOES : 0;
  }
}

// Lets those join; the others try again with the next batch.
GPU_KERNEL(refine_join_kernel, 256, const int* __restrict__ list, i64 size, int batch, const i64* __restrict__ strengths,
           const u8* __restrict__ decisions, int* partOf, u64* parts, int* wishes, u64* joining, u32* firstJoining, int* joined, int* due) {
  FOR_EACH_ROW(i, size) {
    int vertex = list[i], part = wishes[vertex];
    if (part < 0) continue;
    wishes[vertex] = -1;
    joining[part] = 0;
    firstJoining[part] = 0xffffffffu;
    if (decisions[vertex] == GOES) {
      atomicAdd(&parts[part], (u64)strengths[vertex]);
      partOf[vertex] = part;
      joined[vertex] = batch;
    } else {
      due[vertex] = batch + 1;
    }
  }
}

// What the cuts of parts grow by, half of the links among those that have joined together counted from each end.
GPU_KERNEL(refine_cut_kernel, 256, const int* __restrict__ list, i64 size, int batch, const i64* __restrict__ offsets,
           const int* __restrict__ targets, const i64* __restrict__ weights, i64 unit, const int* __restrict__ partOf,
           const int* __restrict__ joined, u64* cuts) {
  GPU_SHARED(Choice, choices, 8);
  GPU_SHARED(i64, warpSums, 8);
  Shared shared = {choices, warpSums};
  forEachListed(list, size, offsets, [&](i64, int vertex, int thread, int threads) {
    if (joined[vertex] != batch) return;
    int part = partOf[vertex];
    i64 less = 0;
    for (i64 i = offsets[vertex] + thread; i < offsets[vertex + 1]; i += threads) {
      int other = targets[i];
      if (other != vertex && partOf[other] == part) less += weightOf(weights, unit, i) * (joined[other] == batch ? 1 : 2);
    }
    less = sumOf(less, threads, shared);
    if (thread == 0) atomicAdd(&cuts[part], cuts[vertex] - (u64)less);
  });
}
