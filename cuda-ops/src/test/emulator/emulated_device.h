// CUDA's device vocabulary for g++: what a kernel sees when it runs on the emulated device.
//
// A CUDA thread is a fiber (blocks.cpp). Everything at which threads of a block meet (barriers, warp operations) switches
// fibers; plain code runs straight through. Atomics have exactly CUDA's overloads, so that what nvcc rejects does not
// compile here either.
#pragma once

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <type_traits>
#include <utility>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define GPU_NOINLINE __attribute__((noinline))
#define GPU_CONSTANT static const

struct uint3 {
    unsigned x, y, z;
};

#define EMULATOR_VECTOR2(name, type, bytes)               \
    struct alignas(bytes) name {                          \
        type x, y;                                        \
    };                                                    \
    inline name make_##name(type x, type y) { return {x, y}; }
#define EMULATOR_VECTOR4(name, type, bytes)               \
    struct alignas(bytes) name {                          \
        type x, y, z, w;                                  \
    };                                                    \
    inline name make_##name(type x, type y, type z, type w) { return {x, y, z, w}; }
EMULATOR_VECTOR2(int2, int, 8)
EMULATOR_VECTOR2(uint2, unsigned, 8)
EMULATOR_VECTOR2(longlong2, long long, 16)
EMULATOR_VECTOR2(ulonglong2, unsigned long long, 16)
EMULATOR_VECTOR2(double2, double, 16)
EMULATOR_VECTOR4(int4, int, 16)
EMULATOR_VECTOR4(uint4, unsigned, 16)
EMULATOR_VECTOR4(uchar4, unsigned char, 4)

namespace emulator __attribute__((visibility("default"))) {

// Where a thread is in its grid.
struct Position {
    uint3 thread, block, blockSize, gridSize;
    int linear;  // number of the thread in its block
};
extern thread_local Position* here __attribute__((tls_model("initial-exec")));

enum class WarpOperation { SHUFFLE_INDEX, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_XOR, BALLOT, ANY, ALL, SYNC, MATCH_ANY };

// A place in a kernel's source, for diagnoses.
struct Site {
    const char* file;
    int line;
};

enum class Vote { NONE, COUNT, OR, AND };

void barrier(const Site* site);
int barrierVote(const Site* site, Vote vote, bool predicate);
uint64_t warp(WarpOperation operation, unsigned mask, uint64_t value, int argument, int width);
// Lets other threads of the block run.
void yield();
// Counts a failed compare-and-swap; many in a row yield, so that a lock's holder gets on.
void lostRace();
// The block's copy of the shared variable that is declared at the site.
void* shared(const void* site, size_t bytes, size_t alignment);
void* dynamicShared();
[[noreturn]] void trap(const char* reason);

// A kernel's parameter, as it lies in the packed buffer of a launch.
struct Parameter {
    unsigned short bytes, alignment;
};

struct Kernel {
    const char* name;
    void* function;
    void (*call)(void* function, char* const* parameters);
    const Parameter* parameters;
    int parameterCount;
    int maxThreads;
    unsigned staticSharedBytes;  // 0 if the kernel's variables ask for it one by one
    unsigned long long moduleHash;  // of the PTX that it was translated from, 0 for a kernel compiled from source
    Kernel* next;
};
extern Kernel* kernels;

template <class... P>
struct Caller {
    static constexpr Parameter parameters[sizeof...(P) + 1] = {
        {(unsigned short)sizeof(P), (unsigned short)alignof(P)}..., {0, 0}};
    template <size_t... I>
    static void unpack(void (*function)(P...), char* const* at, std::index_sequence<I...>) {
        function(*reinterpret_cast<std::remove_const_t<std::remove_reference_t<P>>*>(at[I])...);
    }
    static void call(void* function, char* const* at) {
        unpack(reinterpret_cast<void (*)(P...)>(function), at, std::index_sequence_for<P...>());
    }
};

struct Registrar : Kernel {
    template <class... P>
    Registrar(const char* kernelName, void (*kernel)(P...), int threads) {
        name = kernelName;
        function = reinterpret_cast<void*>(kernel);
        call = &Caller<P...>::call;
        parameters = Caller<P...>::parameters;
        parameterCount = sizeof...(P);
        maxThreads = threads;
        staticSharedBytes = 0;
        moduleHash = 0;
        next = kernels;
        kernels = this;
    }
};

// Values travel between lanes as 64 bits.
template <class T>
inline uint64_t toBits(T value) {
    static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>, "not a type that lanes exchange");
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof(T));
    return bits;
}
template <class T>
inline T fromBits(uint64_t bits) {
    T value;
    memcpy(&value, &bits, sizeof(T));
    return value;
}

}  // namespace emulator

#define EMULATOR_SITE                                               \
    ([]() -> const ::emulator::Site* {                              \
        static const ::emulator::Site site = {__FILE__, __LINE__};  \
        return &site;                                               \
    }())

// The name may be a macro.
#define GPU_KERNEL(name, max_threads, ...) GPU_KERNEL_NAMED(name, max_threads, __VA_ARGS__)
#define GPU_KERNEL_NAMED(name, max_threads, ...)                               \
    extern "C" void name(__VA_ARGS__);                                         \
    static ::emulator::Registrar registrar_of_##name(#name, &name, max_threads); \
    extern "C" void name(__VA_ARGS__)
#define GPU_SHARED(type, name, count) \
    type(&name)[count] =              \
        *reinterpret_cast<type(*)[count]>(::emulator::shared(EMULATOR_SITE, sizeof(type) * (count), alignof(type)))
#define GPU_SHARED_VALUE(type, name) \
    type& name = *reinterpret_cast<type*>(::emulator::shared(EMULATOR_SITE, sizeof(type), alignof(type)))
#define GPU_DYNAMIC_SHARED(type, name) type* const name = reinterpret_cast<type*>(::emulator::dynamicShared())

#define threadIdx (::emulator::here->thread)
#define blockIdx (::emulator::here->block)
#define blockDim (::emulator::here->blockSize)
#define gridDim (::emulator::here->gridSize)
static const int warpSize = 32;

// ---- synchronisation

#define __syncthreads() ::emulator::barrier(EMULATOR_SITE)
#define __syncthreads_count(predicate) ::emulator::barrierVote(EMULATOR_SITE, ::emulator::Vote::COUNT, predicate)
#define __syncthreads_or(predicate) ::emulator::barrierVote(EMULATOR_SITE, ::emulator::Vote::OR, predicate)
#define __syncthreads_and(predicate) ::emulator::barrierVote(EMULATOR_SITE, ::emulator::Vote::AND, predicate)
inline void __syncwarp(unsigned mask = 0xffffffffu) { emulator::warp(emulator::WarpOperation::SYNC, mask, 0, 0, 32); }
inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __nanosleep(unsigned) { emulator::yield(); }
[[noreturn]] inline void __trap() { emulator::trap("__trap()"); }

// ---- warps

#define EMULATOR_SHUFFLE(name, operation, argumentType)                                             \
    template <class T>                                                                              \
    inline T name(unsigned mask, T value, argumentType argument, int width = 32) {                  \
        return emulator::fromBits<T>(emulator::warp(emulator::WarpOperation::operation, mask,       \
                                                    emulator::toBits(value), (int)argument, width)); \
    }
EMULATOR_SHUFFLE(__shfl_sync, SHUFFLE_INDEX, int)
EMULATOR_SHUFFLE(__shfl_up_sync, SHUFFLE_UP, unsigned)
EMULATOR_SHUFFLE(__shfl_down_sync, SHUFFLE_DOWN, unsigned)
EMULATOR_SHUFFLE(__shfl_xor_sync, SHUFFLE_XOR, int)
inline unsigned __ballot_sync(unsigned mask, int predicate) {
    return (unsigned)emulator::warp(emulator::WarpOperation::BALLOT, mask, predicate != 0, 0, 32);
}
inline int __any_sync(unsigned mask, int predicate) {
    return (int)emulator::warp(emulator::WarpOperation::ANY, mask, predicate != 0, 0, 32);
}
inline int __all_sync(unsigned mask, int predicate) {
    return (int)emulator::warp(emulator::WarpOperation::ALL, mask, predicate != 0, 0, 32);
}
template <class T>
inline unsigned __match_any_sync(unsigned mask, T value) {
    return (unsigned)emulator::warp(emulator::WarpOperation::MATCH_ANY, mask, emulator::toBits(value), 0, 32);
}

// ---- bits

inline int __popc(unsigned v) { return __builtin_popcount(v); }
inline int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
inline int __ffs(int v) { return __builtin_ffs(v); }
inline int __ffsll(long long v) { return __builtin_ffsll(v); }
inline int __clz(int v) { return v ? __builtin_clz((unsigned)v) : 32; }
inline int __clzll(long long v) { return v ? __builtin_clzll((unsigned long long)v) : 64; }
inline unsigned __brev(unsigned v) {
    unsigned reversed = 0;
    for (int i = 0; i < 32; i++) reversed |= (v >> i & 1) << (31 - i);
    return reversed;
}
inline unsigned __byte_perm(unsigned low, unsigned high, unsigned selector) {
    uint64_t bytes = (uint64_t)high << 32 | low;
    unsigned result = 0;
    for (int i = 0; i < 4; i++) {
        unsigned choice = selector >> (4 * i) & 15;
        unsigned byte = (unsigned)(bytes >> (8 * (choice & 7))) & 255;
        if (choice & 8) byte = byte & 128 ? 255 : 0;
        result |= byte << (8 * i);
    }
    return result;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)(((uint64_t)high << 32 | low) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)(((uint64_t)high << 32 | low) >> (shift & 31));
}

// ---- arithmetic

inline int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((uint64_t)a * b) >> 32); }
inline long long __mul64hi(long long a, long long b) { return (long long)(((__int128)a * b) >> 64); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)(((unsigned __int128)a * b) >> 64);
}
inline long long __double_as_longlong(double v) { return emulator::fromBits<long long>(emulator::toBits(v)); }
inline double __longlong_as_double(long long v) { return emulator::fromBits<double>(emulator::toBits(v)); }
inline int __float_as_int(float v) { return emulator::fromBits<int>(emulator::toBits(v)); }
inline float __int_as_float(int v) { return emulator::fromBits<float>(emulator::toBits(v)); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dsub_rn(double a, double b) { return a - b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __ddiv_rn(double a, double b) { return a / b; }
inline double __dsqrt_rn(double a) { return sqrt(a); }
inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
template <class T>
inline T __ldg(const T* p) {
    return *p;
}
template <class T>
inline T min(T a, T b) {
    return b < a ? b : a;
}
template <class T>
inline T max(T a, T b) {
    return a < b ? b : a;
}

// ---- atomics

#define EMULATOR_ATOMIC_SELECT(name, type, replaces)                                                           \
    inline type name(type* p, type v) {                                                                        \
        type seen = __atomic_load_n(p, __ATOMIC_RELAXED);                                                      \
        while (replaces && !__atomic_compare_exchange_n(p, &seen, v, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)); \
        return seen;                                                                                           \
    }
#define EMULATOR_ATOMICS(type)                                                                          \
    inline type atomicAdd(type* p, type v) { return __atomic_fetch_add(p, v, __ATOMIC_RELAXED); }       \
    inline type atomicExch(type* p, type v) { return __atomic_exchange_n(p, v, __ATOMIC_RELAXED); }     \
    inline type atomicOr(type* p, type v) { return __atomic_fetch_or(p, v, __ATOMIC_RELAXED); }         \
    inline type atomicAnd(type* p, type v) { return __atomic_fetch_and(p, v, __ATOMIC_RELAXED); }       \
    inline type atomicXor(type* p, type v) { return __atomic_fetch_xor(p, v, __ATOMIC_RELAXED); }       \
    inline type atomicCAS(type* p, type expected, type v) {                                             \
        type seen = expected;                                                                           \
        if (!__atomic_compare_exchange_n(p, &seen, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))       \
            emulator::lostRace();                                                                       \
        return seen;                                                                                    \
    }                                                                                                   \
    EMULATOR_ATOMIC_SELECT(atomicMin, type, v < seen)                                                   \
    EMULATOR_ATOMIC_SELECT(atomicMax, type, seen < v)
EMULATOR_ATOMICS(int)
EMULATOR_ATOMICS(unsigned)
EMULATOR_ATOMICS(unsigned long long)
EMULATOR_ATOMIC_SELECT(atomicMin, long long, v < seen)
EMULATOR_ATOMIC_SELECT(atomicMax, long long, seen < v)
inline int atomicSub(int* p, int v) { return atomicAdd(p, -v); }
inline unsigned atomicSub(unsigned* p, unsigned v) { return atomicAdd(p, 0 - v); }

namespace emulator {
template <class Float, class Bits>
inline Float addFloat(Float* p, Float v) {
    Bits* at = reinterpret_cast<Bits*>(p);
    Bits seen = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(at, &seen, fromBits<Bits>(toBits(fromBits<Float>(seen) + v)), true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED));
    return fromBits<Float>(seen);
}
}  // namespace emulator
inline double atomicAdd(double* p, double v) { return emulator::addFloat<double, unsigned long long>(p, v); }
inline float atomicAdd(float* p, float v) { return emulator::addFloat<float, unsigned>(p, v); }
