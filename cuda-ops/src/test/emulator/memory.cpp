// Device and pinned memory: each allocation has guard pages around it and lies against the upper one, so that an access
// beyond its end faults (to 16 bytes exactly; the bytes between are a red zone, checked when it is freed). New memory holds
// 0xCD; freed memory stays unmapped for a while, so that a late access faults too.
#include <string.h>
#include <sys/mman.h>

#include <deque>
#include <map>

#include "driver.h"
#ifdef EMULATOR_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace driver {
namespace {

constexpr size_t PAGE = 4096, UNIT = 16, CHARGE_UNIT = 512, QUARANTINE = 512;
constexpr unsigned char FRESH = 0xCD;

struct Allocation {
    size_t bytes;
    char* mapping;
    size_t mappedBytes;
    bool pinned;
};
std::map<uintptr_t, Allocation> allocations;
std::deque<Allocation> quarantine;

size_t roundUp(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

const Allocation* find(uintptr_t at, size_t bytes) {
    auto above = allocations.upper_bound(at);
    if (above == allocations.begin()) return nullptr;
    auto candidate = --above;
    return at + bytes <= candidate->first + candidate->second.bytes ? &candidate->second : nullptr;
}

CUresult allocate(uintptr_t* result, size_t bytes, bool pinned) {
    if (!result || bytes == 0) return fail(INVALID_VALUE, "allocation of 0 bytes");
    size_t charge = roundUp(bytes, CHARGE_UNIT);
    if (!pinned && counters.deviceBytes + charge > settings.memoryBytes) {
        drainAll();  // frees may wait in streams
        if (broken()) return broken();
        if (counters.deviceBytes + charge > settings.memoryBytes)
            return fail(OUT_OF_MEMORY, "out of memory: %zu bytes wanted, %zu of %zu in use", bytes,
                        (size_t)counters.deviceBytes, settings.memoryBytes);
    }
    size_t usable = roundUp(bytes, UNIT), pages = roundUp(usable, PAGE), mapped = pages + 2 * PAGE;
    void* mapping = mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED) return fail(OUT_OF_MEMORY, "the host is out of memory");
    char* first = static_cast<char*>(mapping) + PAGE;
    mprotect(first, pages, PROT_READ | PROT_WRITE);
    char* at = first + (pages - usable);
    memset(first, FRESH, pages);
    if (pinned) memset(at, 0, bytes);
#ifdef EMULATOR_ASAN
    __asan_poison_memory_region(first, at - first);
    __asan_poison_memory_region(at + bytes, usable - bytes);
#endif
    allocations[reinterpret_cast<uintptr_t>(at)] = {bytes, static_cast<char*>(mapping), mapped, pinned};
    if (pinned) {
        counters.pinnedAllocations++;
    } else {
        counters.deviceAllocations++;
        counters.deviceBytes += charge;
        if (counters.deviceBytes > counters.peakDeviceBytes) counters.peakDeviceBytes = counters.deviceBytes;
    }
    *result = reinterpret_cast<uintptr_t>(at);
    return SUCCESS;
}

bool isFresh(const char* from, const char* to) {
    for (; from < to; from++)
        if ((unsigned char)*from != FRESH) return false;
    return true;
}

CUresult release(uintptr_t at, bool pinned) {
    if (!at) return SUCCESS;
    auto found = allocations.find(at);
    if (found == allocations.end() || found->second.pinned != pinned)
        return fail(INVALID_VALUE, "free of %p, which is not the start of a live allocation of that kind", (void*)at);
    Allocation allocation = found->second;
    allocations.erase(found);
#ifdef EMULATOR_ASAN
    __asan_unpoison_memory_region(allocation.mapping + PAGE, allocation.mappedBytes - 2 * PAGE);
#endif
    const char* begin = reinterpret_cast<const char*>(at);
    const char* end = begin + allocation.bytes;
    CUresult result = SUCCESS;
    if (!isFresh(end, reinterpret_cast<const char*>(roundUp(reinterpret_cast<uintptr_t>(end), UNIT))))
        result = fail(ILLEGAL_ADDRESS, "illegal address: bytes after an allocation of %zu were overwritten", allocation.bytes);
    if (!isFresh(allocation.mapping + PAGE, begin))
        result = fail(ILLEGAL_ADDRESS, "illegal address: bytes before an allocation of %zu were overwritten", allocation.bytes);
    if (pinned) {
        counters.pinnedAllocations--;
    } else {
        counters.deviceAllocations--;
        counters.deviceBytes -= roundUp(allocation.bytes, CHARGE_UNIT);
    }
    mmap(allocation.mapping, allocation.mappedBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    quarantine.push_back(allocation);
    if (quarantine.size() > QUARANTINE) {
        munmap(quarantine.front().mapping, quarantine.front().mappedBytes);
        quarantine.pop_front();
    }
    return result;
}

enum class Direction { HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE };

CUresult copy(void* to, const void* from, size_t bytes, Direction direction) {
    if (direction != Direction::HOST_TO_DEVICE && !isDevice((CUdeviceptr)from, bytes))
        return fail(INVALID_VALUE, "copy of %zu bytes from outside a device allocation", bytes);
    if (direction != Direction::DEVICE_TO_HOST && !isDevice((CUdeviceptr)to, bytes))
        return fail(INVALID_VALUE, "copy of %zu bytes to outside a device allocation", bytes);
    memcpy(to, from, bytes);
    return SUCCESS;
}

CUresult copyNow(void* to, const void* from, size_t bytes, Direction direction) {
    // A copy that blocks waits for the default stream only; streams made here do not block on it.
    if (direction == Direction::HOST_TO_DEVICE) counters.hostToDeviceBytes += bytes;
    if (direction == Direction::DEVICE_TO_HOST) counters.deviceToHostBytes += bytes;
    CUresult result = submit(nullptr, [] { return SUCCESS; });
    return result ? result : copy(to, from, bytes, direction);
}

CUresult copyLater(void* to, const void* from, size_t bytes, Direction direction, Stream* stream) {
    const void* host = direction == Direction::HOST_TO_DEVICE ? from : to;
    if (direction != Direction::DEVICE_TO_DEVICE && !isPinned(host, bytes))
        return fail(INVALID_VALUE, "asynchronous copy of %zu bytes from or to host memory that is not pinned", bytes);
    if (direction != Direction::HOST_TO_DEVICE && !isDevice((CUdeviceptr)from, bytes))
        return fail(INVALID_VALUE, "asynchronous copy of %zu bytes from outside a device allocation", bytes);
    if (direction != Direction::DEVICE_TO_HOST && !isDevice((CUdeviceptr)to, bytes))
        return fail(INVALID_VALUE, "asynchronous copy of %zu bytes to outside a device allocation", bytes);
    if (direction == Direction::HOST_TO_DEVICE) counters.hostToDeviceBytes += bytes;
    if (direction == Direction::DEVICE_TO_HOST) counters.deviceToHostBytes += bytes;
    if (direction == Direction::DEVICE_TO_DEVICE) return submit(stream, [=] { return copy(to, from, bytes, direction); });
    bool down = direction == Direction::DEVICE_TO_HOST;
    log(down ? Event::COPY_TO_HOST : Event::COPY_TO_DEVICE, stream, bytes);
    return submit(stream, [=] {
        log(down ? Event::COPIED_TO_HOST : Event::COPIED_TO_DEVICE, stream, bytes);
        return copy(to, from, bytes, direction);
    });
}

CUresult fillLater(CUdeviceptr at, size_t bytes, Stream* stream, std::function<void()> fill) {
    if (!isDevice(at, bytes)) return fail(INVALID_VALUE, "fill of %zu bytes outside a device allocation", bytes);
    return submit(stream, [=] {
        if (!isDevice(at, bytes)) return fail(INVALID_VALUE, "fill of memory that was freed meanwhile");
        fill();
        return (CUresult)SUCCESS;
    });
}

}  // namespace

bool isDevice(CUdeviceptr at, size_t bytes) {
    const Allocation* found = find(at, bytes);
    return found && !found->pinned;
}

void forgetMemory() {
    while (!allocations.empty()) release(allocations.begin()->first, allocations.begin()->second.pinned);
}

bool isPinned(const void* at, size_t bytes) {
    const Allocation* found = find(reinterpret_cast<uintptr_t>(at), bytes);
    return found && found->pinned;
}

}  // namespace driver

using namespace driver;

API(cuMemGetInfo_v2, size_t* available, size_t* total) {
    BEGIN(CONTEXT);
    *total = settings.memoryBytes;
    *available = settings.memoryBytes - counters.deviceBytes;
    return SUCCESS;
}
API(cuMemAlloc_v2, CUdeviceptr* result, size_t bytes) {
    BEGIN(CONTEXT);
    uintptr_t at = 0;
    CUresult code = allocate(&at, bytes, false);
    if (!code) *result = at;
    return code;
}
API(cuMemFree_v2, CUdeviceptr at) {
    BEGIN(CONTEXT);
    drainAll();
    return release(at, false);
}
API(cuMemAllocAsync, CUdeviceptr* result, size_t bytes, Stream*) {
    BEGIN(CONTEXT);
    uintptr_t at = 0;
    CUresult code = allocate(&at, bytes, false);
    if (!code) *result = at;
    return code;
}
API(cuMemFreeAsync, CUdeviceptr at, Stream* stream) {
    BEGIN(CONTEXT);
    if (!isDevice(at, 1)) return fail(INVALID_VALUE, "free of what is not device memory");
    return submit(stream, [=] { return release(at, false); });
}
API(cuMemHostAlloc, void** result, size_t bytes, unsigned) {
    BEGIN(CONTEXT);
    uintptr_t at = 0;
    CUresult code = allocate(&at, bytes, true);
    if (!code) *result = reinterpret_cast<void*>(at);
    return code;
}
API(cuMemFreeHost, void* at) {
    BEGIN(CONTEXT);
    drainAll();  // the driver waits until no copy uses it
    return release(reinterpret_cast<uintptr_t>(at), true);
}
API(cuMemcpyHtoD_v2, CUdeviceptr to, const void* from, size_t bytes) {
    BEGIN(CONTEXT);
    return copyNow((void*)to, from, bytes, Direction::HOST_TO_DEVICE);
}
API(cuMemcpyDtoH_v2, void* to, CUdeviceptr from, size_t bytes) {
    BEGIN(CONTEXT);
    return copyNow(to, (void*)from, bytes, Direction::DEVICE_TO_HOST);
}
API(cuMemcpyDtoD_v2, CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    BEGIN(CONTEXT);
    return copyNow((void*)to, (void*)from, bytes, Direction::DEVICE_TO_DEVICE);
}
API(cuMemcpyHtoDAsync_v2, CUdeviceptr to, const void* from, size_t bytes, Stream* stream) {
    BEGIN(CONTEXT);
    return copyLater((void*)to, from, bytes, Direction::HOST_TO_DEVICE, stream);
}
API(cuMemcpyDtoHAsync_v2, void* to, CUdeviceptr from, size_t bytes, Stream* stream) {
    BEGIN(CONTEXT);
    return copyLater(to, (void*)from, bytes, Direction::DEVICE_TO_HOST, stream);
}
API(cuMemcpyDtoDAsync_v2, CUdeviceptr to, CUdeviceptr from, size_t bytes, Stream* stream) {
    BEGIN(CONTEXT);
    return copyLater((void*)to, (void*)from, bytes, Direction::DEVICE_TO_DEVICE, stream);
}
API(cuMemsetD8Async, CUdeviceptr at, unsigned char value, size_t count, Stream* stream) {
    BEGIN(CONTEXT);
    return fillLater(at, count, stream, [=] { memset((void*)at, value, count); });
}
API(cuMemsetD32Async, CUdeviceptr at, unsigned value, size_t count, Stream* stream) {
    BEGIN(CONTEXT);
    if (at % sizeof(unsigned) != 0) return fail(INVALID_VALUE, "32-bit fill of an unaligned address");
    return fillLater(at, count * sizeof(unsigned), stream, [=] {
        unsigned* values = (unsigned*)at;
        for (size_t i = 0; i < count; i++) values[i] = value;
    });
}
