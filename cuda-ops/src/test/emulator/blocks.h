// Runs grids of kernels: the inside of the emulated device.
#pragma once

#include <string>

#include "emulated_device.h"

namespace emulator {

// The order in which threads of a block that could run do run, and blocks of a grid.
enum class Schedule { FORWARD, REVERSE, RANDOM };

struct Launch {
    const Kernel* kernel;
    uint3 gridSize, blockSize;
    unsigned dynamicSharedBytes;
    char* const* parameters;
    Schedule schedule;
    uint64_t seed;  // of the random schedule
    int workers;    // threads of the host that run blocks
};

constexpr unsigned SHARED_BYTES_LIMIT = 96 * 1024;

// Runs the grid to its end. Returns what went wrong, empty if nothing did; a diagnosis that begins with "illegal" is about
// an address.
std::string run(const Launch& launch);

// Turns faults of kernels into diagnoses; faults of anybody else go where they went before.
void catchFaults();

}  // namespace emulator
