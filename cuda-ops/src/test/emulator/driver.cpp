// The emulated driver's device, context, errors, and the controls of tests.
//
// Tests reach the controls through two functions that JCuda has anyway: cuCtxSetLimit(CONTROL + i, value) sets the i-th
// setting, cuCtxGetLimit(COUNTER + i) reads the i-th counter, cuCtxGetLimit(LOG + i) the i-th entry of the log, at any
// time, also before cuInit and with a broken context.
#include "driver.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vector>

namespace driver {
namespace {

constexpr int CONTROL = 0x414C0000, COUNTER = 0x414C0100, LOG = 0x414D0000, COUNTERS = 13;
constexpr size_t MOST_LOGGED = 60000;

uint64_t environment(const char* name, uint64_t otherwise) {
    const char* value = getenv(name);
    return value ? strtoull(value, nullptr, 10) : otherwise;
}

std::recursive_mutex mutex;
bool initialised;
CUresult brokenBy;
char diagnosis[1024];
char context;  // its address is the context
int contextUses;
thread_local void* currentContext;
bool logging;
std::vector<uint64_t> logged;

bool verbose() {
    static const bool on = environment("EMULATOR_VERBOSE", 0);
    return on;
}

struct ErrorText {
    CUresult code;
    const char *name, *text;
};
constexpr ErrorText ERRORS[] = {
    {SUCCESS, "CUDA_SUCCESS", "no error"},
    {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {INVALID_PTX, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {NOT_READY, "CUDA_ERROR_NOT_READY", "device not ready"},
    {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {LAUNCH_OUT_OF_RESOURCES, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"},
    {LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
};

// As on a GPU: these leave the context unusable.
bool isFatal(CUresult code) { return code == 214 || (code >= 700 && code != 701 && code != 704 && code != 705 && code < 800) || code == 999; }

}  // namespace

Settings settings = {
    (emulator::Schedule)environment("EMULATOR_SCHEDULE", 0),
    environment("EMULATOR_SEED", 1),
    (Streams)environment("EMULATOR_STREAMS", (uint64_t)Streams::LAZY),
    environment("EMULATOR_MEMORY", 1ull << 30),
    (int)environment("EMULATOR_WORKERS", 2),
    environment("EMULATOR_NO_DEVICE", 0) != 0,
    (int)environment("EMULATOR_CAPABILITY", 75),
    (int)environment("EMULATOR_DRIVER_VERSION", 12060),
    environment("EMULATOR_FAIL_CALL", 0),
    (CUresult)environment("EMULATOR_FAIL_CODE", ILLEGAL_ADDRESS),
};
Counters counters;

CUresult fail(CUresult code, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(diagnosis, sizeof diagnosis, format, arguments);
    va_end(arguments);
    if (verbose()) fprintf(stderr, "[emulated device] error %d: %s\n", code, diagnosis);
    return code;
}

CUresult broken() { return brokenBy; }

void breakContext(CUresult code) {
    if (!brokenBy) brokenBy = code;
}

void log(Event event, Stream* stream, uint64_t value) {
    if (logging && logged.size() < MOST_LOGGED)
        logged.push_back((uint64_t)event << 56 | streamNumber(stream) << 40 | (value & ((1ull << 40) - 1)));
}

Call::Call(const char* name, Needs needs) : lock(mutex) {
    uint64_t number = ++counters.calls;
    if (settings.failCall == number) {
        settings.failCall = 0;
        result = fail(settings.failCode, "call %llu, %s, fails because a test wants it", (unsigned long long)number, name);
        if (isFatal(settings.failCode)) breakContext(settings.failCode);
    } else if (needs != Needs::NOTHING && !initialised) {
        result = NOT_INITIALIZED;
    } else if (needs == Needs::CONTEXT) {
        result = brokenBy ? brokenBy
                          : currentContext ? (CUresult)SUCCESS : fail(INVALID_CONTEXT, "no context is current in %s", name);
    }
}

}  // namespace driver

using namespace driver;

// ---- controls

API(cuCtxSetLimit, int limit, size_t value) {
    std::lock_guard<std::recursive_mutex> lock(mutex);
    switch (limit - CONTROL) {
        case 0: settings.schedule = (emulator::Schedule)value; return SUCCESS;
        case 1: settings.seed = value; return SUCCESS;
        case 2: settings.streams = (Streams)value; return SUCCESS;
        case 3: settings.memoryBytes = value; return SUCCESS;
        case 4: settings.workers = (int)value; return SUCCESS;
        case 5: settings.noDevice = value != 0; return SUCCESS;
        case 6: settings.computeCapability = (int)value; return SUCCESS;
        case 7: settings.driverVersion = (int)value; return SUCCESS;
        case 8: settings.failCall = value == 0 ? 0 : counters.calls + value; return SUCCESS;
        case 9: settings.failCode = (CUresult)value; return SUCCESS;
        case 10: brokenBy = SUCCESS; diagnosis[0] = 0; return SUCCESS;
        case 11: counters.peakDeviceBytes = counters.deviceBytes; return SUCCESS;
        case 12:
            logging = value != 0;
            if (logging) logged.clear();
            return SUCCESS;
        default: return fail(NOT_SUPPORTED, "cuCtxSetLimit(%d)", limit);
    }
}
API(cuCtxGetLimit, size_t* value, int limit) {
    std::lock_guard<std::recursive_mutex> lock(mutex);
    const uint64_t values[COUNTERS] = {
        counters.calls,           counters.launches,          counters.hostToDeviceBytes, counters.deviceToHostBytes,
        counters.deviceBytes,     counters.peakDeviceBytes,   counters.deviceAllocations, counters.pinnedAllocations,
        counters.streams,         counters.events,            counters.modules,           counters.stubCalls,
        logged.size()};
    if (limit >= LOG && (size_t)(limit - LOG) < logged.size()) {
        *value = logged[limit - LOG];
        return SUCCESS;
    }
    if (limit < COUNTER || limit >= COUNTER + COUNTERS) return fail(NOT_SUPPORTED, "cuCtxGetLimit(%d)", limit);
    *value = values[limit - COUNTER];
    return SUCCESS;
}

// ---- device

API(cuInit, unsigned) {
    BEGIN(NOTHING);
    if (settings.noDevice) return NO_DEVICE;
    initialised = true;
    emulator::catchFaults();
    return SUCCESS;
}
API(cuDriverGetVersion, int* version) {
    BEGIN(NOTHING);
    *version = settings.driverVersion;
    return SUCCESS;
}
API(cuDeviceGetCount, int* count) {
    BEGIN(INITIALISATION);
    *count = settings.noDevice ? 0 : 1;
    return SUCCESS;
}
API(cuDeviceGet, CUdevice* device, int ordinal) {
    BEGIN(INITIALISATION);
    if (ordinal != 0) return fail(INVALID_DEVICE, "device %d of 1", ordinal);
    *device = 0;
    return SUCCESS;
}
API(cuDeviceGetName, char* name, int length, CUdevice) {
    BEGIN(INITIALISATION);
    snprintf(name, length, "Emulated device");
    return SUCCESS;
}
API(cuDeviceGetUuid, void* uuid, CUdevice) {
    BEGIN(INITIALISATION);
    memset(uuid, 0xAE, 16);
    return SUCCESS;
}
API(cuDeviceTotalMem_v2, size_t* bytes, CUdevice) {
    BEGIN(INITIALISATION);
    *bytes = settings.memoryBytes;
    return SUCCESS;
}
API(cuDeviceGetAttribute, int* value, int attribute, CUdevice) {
    BEGIN(INITIALISATION);
    switch (attribute) {
        case 1: case 2: case 3: *value = 1024; break;                   // threads a block, block sizes
        case 4: *value = 64; break;
        case 5: *value = 2147483647; break;                             // grid sizes
        case 6: case 7: *value = 65535; break;
        case 8: *value = 48 * 1024; break;                              // shared bytes a block
        case 10: *value = 32; break;                                    // warp size
        case 13: *value = 1500000; break;                               // clock, kHz
        case 16: *value = 4; break;                                     // multiprocessors
        case 36: *value = 5000000; break;                               // memory clock, kHz
        case 37: *value = 256; break;                                   // memory bus, bits
        case 38: *value = 4 << 20; break;                               // L2 bytes
        case 39: *value = 1024; break;                                  // threads a multiprocessor
        case 75: *value = settings.computeCapability / 10; break;
        case 76: *value = settings.computeCapability % 10; break;
        case 97: *value = 64 * 1024; break;                             // shared bytes a block, opted in
        case 115: *value = 1; break;                                    // memory pools
        default: *value = 0;
    }
    return SUCCESS;
}

// ---- memory pools: every allocation goes to the device

API(cuDeviceGetDefaultMemPool, void** pool, CUdevice) {
    BEGIN(INITIALISATION);
    *pool = &context;
    return SUCCESS;
}
API(cuMemPoolSetAttribute, void*, int, void*) {
    BEGIN(INITIALISATION);
    return SUCCESS;
}
API(cuMemPoolTrimTo, void*, size_t) {
    BEGIN(INITIALISATION);
    return SUCCESS;
}

// ---- context

API(cuDevicePrimaryCtxRetain, void** result, CUdevice) {
    BEGIN(INITIALISATION);
    contextUses++;
    *result = &context;
    return SUCCESS;
}
API(cuDevicePrimaryCtxRelease_v2, CUdevice) {
    BEGIN(INITIALISATION);
    contextUses--;
    return SUCCESS;
}
// The context goes, with all that it held, and what was wrong with it.
API(cuDevicePrimaryCtxReset_v2, CUdevice) {
    std::lock_guard<std::recursive_mutex> lock(mutex);
    counters.calls++;
    brokenBy = SUCCESS;
    forgetStreams();
    forgetMemory();
    forgetModules();
    return SUCCESS;
}
API(cuCtxSetCurrent, void* newContext) {
    // Each call of the product makes its context current first; it is no call that could fail in an interesting way.
    currentContext = newContext;
    return SUCCESS;
}
API(cuCtxGetCurrent, void** result) {
    *result = currentContext;
    return SUCCESS;
}

// ---- errors

API(cuGetErrorName, CUresult code, const char** result) {
    for (const ErrorText& error : ERRORS) {
        if (error.code == code) {
            *result = error.name;
            return SUCCESS;
        }
    }
    *result = nullptr;
    return INVALID_VALUE;
}
API(cuGetErrorString, CUresult code, const char** result) {
    std::lock_guard<std::recursive_mutex> lock(mutex);
    if (code && diagnosis[0]) {
        *result = diagnosis;
        return SUCCESS;
    }
    for (const ErrorText& error : ERRORS) {
        if (error.code == code) {
            *result = error.text;
            return SUCCESS;
        }
    }
    *result = nullptr;
    return INVALID_VALUE;
}

// ---- the rest of what JCuda imports; stubs.cpp

extern "C" CUresult emulator_stub(const char* name) {
    std::lock_guard<std::recursive_mutex> lock(mutex);
    counters.stubCalls++;
    fprintf(stderr, "[emulated device] %s is not implemented\n", name);
    return fail(NOT_SUPPORTED, "%s is not implemented by the emulated device", name);
}
