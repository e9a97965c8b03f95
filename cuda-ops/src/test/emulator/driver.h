// What the parts of the emulated driver share. One lock guards everything; kernels run while it is held.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <functional>
#include <mutex>

#include "blocks.h"

typedef int CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;

#define API(name, ...) extern "C" __attribute__((visibility("default"))) CUresult name(__VA_ARGS__)

namespace driver {

enum Result {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    NOT_INITIALIZED = 3,
    NO_DEVICE = 100,
    INVALID_DEVICE = 101,
    INVALID_IMAGE = 200,
    INVALID_CONTEXT = 201,
    INVALID_PTX = 218,
    INVALID_HANDLE = 400,
    NOT_FOUND = 500,
    NOT_READY = 600,
    ILLEGAL_ADDRESS = 700,
    LAUNCH_OUT_OF_RESOURCES = 701,
    LAUNCH_FAILED = 719,
    NOT_SUPPORTED = 801,
};

// When streams do what was submitted: at once; when somebody waits; at any time, a random number of steps of random streams
// whenever something is submitted, and the rest when somebody waits.
enum class Streams { EAGER, LAZY, RANDOM };

// What tests set, through environment variables at first, later through cuCtxSetLimit (see driver.cpp).
struct Settings {
    emulator::Schedule schedule;
    uint64_t seed;
    Streams streams;
    size_t memoryBytes;
    int workers;
    bool noDevice;
    int computeCapability;  // 75: 7.5
    int driverVersion;
    uint64_t failCall;  // number of the call that fails, 0 for none
    CUresult failCode;
};
extern Settings settings;

struct Counters {
    uint64_t calls, launches, hostToDeviceBytes, deviceToHostBytes, deviceBytes, peakDeviceBytes;
    uint64_t deviceAllocations, pinnedAllocations, streams, events, modules, stubCalls;
};
extern Counters counters;

// The order in which things were submitted and done; kept while a test wants it (control 12).
enum class Event : uint64_t {
    COPY_TO_DEVICE = 1,
    COPY_TO_HOST,
    LAUNCH,
    STREAM_WAITS,
    HOST_WAITS,
    COPIED_TO_DEVICE,
    COPIED_TO_HOST,
    RAN,
};
struct Stream;
// The value is a number of bytes, or of a launch.
void log(Event event, Stream* stream, uint64_t value);
uint64_t streamNumber(Stream* stream);

// First thing that every function of the API does: takes the lock, counts the call, fails it if a test wants that, or if
// the context is broken.
enum class Needs { NOTHING, INITIALISATION, CONTEXT };
class Call {
  public:
    Call(const char* name, Needs needs);
    CUresult refused() const { return result; }

  private:
    std::lock_guard<std::recursive_mutex> lock;
    CUresult result = SUCCESS;
};
#define BEGIN(needs)                                  \
    ::driver::Call call(__func__, ::driver::Needs::needs); \
    if (call.refused()) return call.refused()

// Remembers the diagnosis for cuGetErrorString and returns the code.
CUresult fail(CUresult code, const char* format, ...) __attribute__((format(printf, 2, 3)));

// A broken context fails all later calls with the code that broke it, as on a GPU.
CUresult broken();
void breakContext(CUresult code);

// memory.cpp
bool isDevice(CUdeviceptr at, size_t bytes);
bool isPinned(const void* at, size_t bytes);
void forgetMemory();  // frees everything

// modules.cpp
void forgetModules();

// streams.cpp
CUresult submit(Stream* stream, std::function<CUresult()> work);
CUresult drainAll();
void forgetStreams();

}  // namespace driver
