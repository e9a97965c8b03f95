// What PTX instructions mean, for C++ that was translated from PTX. Registers are C++ variables of their declared width;
// instructions read and write them as values of the instruction's type.
#pragma once

#include "emulated_device.h"

namespace emulator {

struct TranslatedKernel : Kernel {
    TranslatedKernel(const char* kernelName, void (*entry)(void*, char* const*), const Parameter* kernelParameters, int count,
                     int threads, unsigned long long hash) {
        name = kernelName;
        function = nullptr;
        call = entry;
        parameters = kernelParameters;
        parameterCount = count;
        maxThreads = threads;
        staticSharedBytes = 0;
        moduleHash = hash;
        next = kernels;
        kernels = this;
    }
};

}  // namespace emulator

namespace ptx {

// A register's value as another type: the same bits if both have one width, the low bits if the type is narrower,
// zero-extended if it is wider.
template <class T, class R>
inline T as(R value) {
    T result{};
    if constexpr (std::is_same_v<T, bool>) {
        result = value != 0;
    } else if constexpr (sizeof(T) <= sizeof(R)) {
        memcpy(&result, &value, sizeof(T));
    } else {
        static_assert(std::is_integral_v<R>, "a floating register is never read as something wider");
        result = (T)(std::make_unsigned_t<std::conditional_t<std::is_same_v<R, bool>, uint8_t, R>>)value;
    }
    return result;
}

// A result of an instruction for a register: integers of fewer bits are extended by the sign of their own type.
template <class R, class T>
inline R to(T value) {
    if constexpr (std::is_same_v<R, bool>) {
        return value != 0;
    } else if constexpr (sizeof(T) == sizeof(R)) {
        R result;
        memcpy(&result, &value, sizeof(R));
        return result;
    } else {
        static_assert(std::is_integral_v<R> && std::is_integral_v<T>, "a result does not fit its register");
        return (R)value;
    }
}

// ---- memory

inline uint32_t sharedOffset(const void* site, size_t bytes, size_t alignment) {
    return (uint32_t)((char*)emulator::shared(site, bytes, alignment) - (char*)emulator::dynamicShared());
}
inline char* sharedPointer(uint32_t offset) {
    if (offset >= 96 * 1024) emulator::trap("illegal address in shared memory");
    return (char*)emulator::dynamicShared() + offset;
}
template <class T>
inline T toShared(T generic) {
    return (T)(generic - (uint64_t)emulator::dynamicShared());
}
template <class T>
inline T fromShared(T offset) {
    return (T)(offset + (uint64_t)emulator::dynamicShared());
}
// A GPU faults on addresses that are not multiples of the access's width.
template <class T, int N>
inline T* vector(char* at) {
    if ((uintptr_t)at % (sizeof(T) * N) != 0) emulator::trap("illegal address: it is not a multiple of the access's width");
    return (T*)at;
}
template <class T>
inline T load(char* at) {
    return *vector<T, 1>(at);
}
template <class T>
inline void store(char* at, T value) {
    *vector<T, 1>(at) = value;
}

// ---- comparison

enum class Comparison { EQ, NE, LT, LE, GT, GE, LO, LS, HI, HS, EQU, NEU, LTU, LEU, GTU, GEU, NUM, UNORDERED };

template <Comparison C, class T>
inline bool compare(T a, T b) {
    constexpr bool floating = std::is_floating_point_v<T>;
    bool unordered = false;
    if constexpr (floating) unordered = a != a || b != b;
    switch (C) {
        case Comparison::EQ: return a == b;
        case Comparison::NE: return !unordered && a != b;
        case Comparison::LT: case Comparison::LO: return a < b;
        case Comparison::LE: case Comparison::LS: return a <= b;
        case Comparison::GT: case Comparison::HI: return a > b;
        case Comparison::GE: case Comparison::HS: return a >= b;
        case Comparison::EQU: return unordered || a == b;
        case Comparison::NEU: return unordered || a != b;
        case Comparison::LTU: return unordered || a < b;
        case Comparison::LEU: return unordered || a <= b;
        case Comparison::GTU: return unordered || a > b;
        case Comparison::GEU: return unordered || a >= b;
        case Comparison::NUM: return !unordered;
        case Comparison::UNORDERED: return unordered;
    }
    __builtin_unreachable();
}

// ---- integers

template <class T>
inline T divide(T a, T b) {
    if (b == 0) emulator::trap("division of integers by zero");
    return std::is_signed_v<T> && b == (T)-1 ? (T)(0 - a) : (T)(a / b);
}
template <class T>
inline T remainder(T a, T b) {
    if (b == 0) emulator::trap("division of integers by zero");
    return std::is_signed_v<T> && b == (T)-1 ? 0 : (T)(a % b);
}
template <class T>
inline T least(T a, T b) {
    return b < a ? b : a;
}
template <class T>
inline T greatest(T a, T b) {
    return a < b ? b : a;
}
template <class T>
inline T absolute(T a) {
    return a < 0 ? (T)(0 - a) : a;
}
template <class T>
inline T product(T a, T b) {
    return (T)((std::make_unsigned_t<T>)a * (uint64_t)(std::make_unsigned_t<T>)b);
}
template <class T>
inline T highProduct(T a, T b) {
    if constexpr (std::is_signed_v<T>) {
        return (T)(((__int128)a * b) >> (8 * sizeof(T)));
    } else {
        return (T)(((unsigned __int128)a * b) >> (8 * sizeof(T)));
    }
}
template <class T>
inline T addCarry(T a, T b, bool carryIn, bool& carryOut) {
    unsigned __int128 sum = (unsigned __int128)a + b + carryIn;
    carryOut = sum >> (8 * sizeof(T)) != 0;
    return (T)sum;
}
// The carry flag holds the borrow.
template <class T>
inline T subtractBorrow(T a, T b, bool borrowIn, bool& borrowOut) {
    unsigned __int128 subtrahend = (unsigned __int128)b + borrowIn;
    borrowOut = a < subtrahend;
    return (T)(a - subtrahend);
}
template <class T>
inline T shiftLeft(T a, uint32_t by) {
    return by >= 8 * sizeof(T) ? 0 : (T)(a << by);
}
template <class T>
inline T shiftRight(T a, uint32_t by) {
    if (by >= 8 * sizeof(T)) return std::is_signed_v<T> && a < 0 ? (T)-1 : 0;
    return (T)(a >> by);
}
inline uint32_t funnelLeft(uint32_t low, uint32_t high, uint32_t by) { return __funnelshift_l(low, high, by); }
inline uint32_t funnelRight(uint32_t low, uint32_t high, uint32_t by) { return __funnelshift_r(low, high, by); }
inline uint32_t funnelLeftClamped(uint32_t low, uint32_t high, uint32_t by) {
    return by >= 32 ? low : __funnelshift_l(low, high, by);
}
inline uint32_t funnelRightClamped(uint32_t low, uint32_t high, uint32_t by) {
    return by >= 32 ? high : __funnelshift_r(low, high, by);
}
template <class T>
inline uint32_t leadingZeros(T a) {
    uint32_t bits = 8 * sizeof(T);
    return a == 0 ? bits : (uint32_t)__builtin_clzll((uint64_t)(std::make_unsigned_t<T>)a) - (64 - bits);
}
template <class T>
inline T reverse(T a) {
    T result = 0;
    for (unsigned i = 0; i < 8 * sizeof(T); i++) result |= (T)((a >> i & 1) << (8 * sizeof(T) - 1 - i));
    return result;
}
template <class T>
inline uint32_t highestBit(T a) {
    std::make_unsigned_t<T> bits = std::is_signed_v<T> && a < 0 ? ~a : a;
    return bits == 0 ? ~0u : 8 * sizeof(T) - 1 - leadingZeros(bits);
}
template <class T>
inline T extract(T a, uint32_t position, uint32_t length) {
    constexpr uint32_t BITS = 8 * sizeof(T);
    position &= 255;
    length &= 255;
    if (length == 0) return 0;
    uint32_t top = position + length - 1 < BITS - 1 ? position + length - 1 : BITS - 1;
    T sign = std::is_signed_v<T> ? (T)((a >> top) & 1 ? -1 : 0) : 0;
    T result = sign;
    for (uint32_t i = 0; i < BITS; i++) {
        T bit = i < length && position + i < BITS ? (T)(a >> (position + i) & 1) : (T)(sign & 1);
        result = (T)((result & ~((T)1 << i)) | (T)(bit << i));
    }
    return result;
}
template <class T>
inline T insert(T field, T into, uint32_t position, uint32_t length) {
    constexpr uint32_t BITS = 8 * sizeof(T);
    position &= 255;
    length &= 255;
    if (length == 0 || position >= BITS) return into;
    T mask = (length >= BITS ? (T)-1 : (T)(((T)1 << length) - 1)) << position;
    return (T)((into & ~mask) | ((T)(field << position) & mask));
}
inline uint32_t logic(uint32_t a, uint32_t b, uint32_t c, uint32_t table) {
    uint32_t result = 0;
    for (int i = 0; i < 8; i++)
        if (table >> i & 1) result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}

// ---- floating point

// Out of range: the nearest value. NaN: 0, but the smallest value if either side has 64 bits.
template <class I, class F>
inline I toInteger(F value) {
    if (value != value) return sizeof(I) == 8 || sizeof(F) == 8 ? (I)((uint64_t)1 << (8 * sizeof(I) - 1)) : 0;
    I smallest = std::is_signed_v<I> ? (I)((uint64_t)1 << (8 * sizeof(I) - 1)) : 0;
    I largest = (I)~smallest;
    if (value <= (F)smallest) return smallest;
    if (value >= (F)largest) return largest;
    return (I)value;
}

}  // namespace ptx
