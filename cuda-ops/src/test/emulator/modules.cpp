// Modules and launches. A module is PTX text; its kernels are those that were linked into this library under the names of
// its entry points, compiled from the kernels' sources or translated from that very text.
#include <string.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "driver.h"

namespace driver {

struct Module {
    std::string text;
    unsigned long long hash;
};

namespace {

std::set<Module*> modules;

// FNV-1a; the translator computes the same.
unsigned long long hashOf(const char* text) {
    unsigned long long hash = 0xcbf29ce484222325ull;
    for (const char* at = text; *at; at++) hash = (hash ^ (unsigned char)*at) * 0x100000001b3ull;
    return hash;
}

size_t alignUp(size_t at, size_t unit) { return (at + unit - 1) / unit * unit; }

// Entry points named by a call that has no module's text are compared by name only.
const emulator::Kernel* kernelNamed(const char* name) {
    for (const emulator::Kernel* kernel = emulator::kernels; kernel; kernel = kernel->next)
        if (strcmp(kernel->name, name) == 0) return kernel;
    return nullptr;
}

CUresult load(Module** result, const void* image) {
    const char* text = static_cast<const char*>(image);
    if (strncmp(text, "//", 2) != 0 && strncmp(text, ".version", 8) != 0)
        return fail(INVALID_IMAGE, "the emulated device takes PTX text only");
    if (!strstr(text, ".version") || !strstr(text, ".target")) return fail(INVALID_PTX, "PTX without .version or .target");
    *result = new Module{text, hashOf(text)};
    modules.insert(*result);
    counters.modules++;
    return SUCCESS;
}

}  // namespace

void forgetModules() {
    for (Module* module : modules) delete module;
    modules.clear();
    counters.modules = 0;
}

}  // namespace driver

using namespace driver;

API(cuModuleLoadData, Module** result, const void* image) {
    BEGIN(CONTEXT);
    return load(result, image);
}
API(cuModuleLoadDataEx, Module** result, const void* image, unsigned, int*, void**) {
    BEGIN(CONTEXT);
    return load(result, image);
}
API(cuModuleUnload, Module* module) {
    BEGIN(CONTEXT);
    if (!modules.erase(module)) return fail(INVALID_HANDLE, "a module that does not exist");
    counters.modules--;
    delete module;
    return SUCCESS;
}
API(cuModuleGetFunction, const emulator::Kernel** result, Module* module, const char* name) {
    BEGIN(CONTEXT);
    if (!modules.count(module)) return fail(INVALID_HANDLE, "a module that does not exist");
    const emulator::Kernel* kernel = kernelNamed(name);
    std::string entry = std::string(".entry ") + name + "(";
    if (!kernel || module->text.find(entry) == std::string::npos)
        return fail(NOT_FOUND, "no kernel %s in %s", name, kernel ? "the module" : "the emulated device; rebuild it");
    if (kernel->moduleHash && kernel->moduleHash != module->hash)
        return fail(INVALID_PTX, "kernel %s was translated from other PTX than this; rebuild the emulated device", name);
    *result = kernel;
    return SUCCESS;
}
API(cuFuncGetAttribute, int* value, int attribute, const emulator::Kernel* kernel) {
    BEGIN(CONTEXT);
    *value = attribute == 0 ? kernel->maxThreads : attribute == 1 ? (int)kernel->staticSharedBytes : 0;
    return SUCCESS;
}
API(cuFuncSetAttribute, const emulator::Kernel*, int, int) {
    BEGIN(CONTEXT);
    return SUCCESS;
}
API(cuOccupancyMaxActiveBlocksPerMultiprocessor, int* blocks, const emulator::Kernel*, int, size_t) {
    BEGIN(CONTEXT);
    *blocks = 2;
    return SUCCESS;
}
API(cuLaunchKernel, const emulator::Kernel* kernel, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
    unsigned blockY, unsigned blockZ, unsigned sharedBytes, Stream* stream, void** parameters, void** extra) {
    BEGIN(CONTEXT);
    if (!kernel) return fail(INVALID_HANDLE, "launch without a kernel");
    if (!gridX || !gridY || !gridZ || !blockX || !blockY || !blockZ || gridX > 2147483647u || gridY > 65535 ||
        gridZ > 65535 || (uint64_t)blockX * blockY * blockZ > 1024)
        return fail(INVALID_VALUE, "launch of %s with %u x %u x %u blocks of %u x %u x %u threads", kernel->name, gridX, gridY,
                    gridZ, blockX, blockY, blockZ);
    int threads = (int)(blockX * blockY * blockZ);
    if (threads > kernel->maxThreads)
        return fail(LAUNCH_OUT_OF_RESOURCES, "launch of %s with %d threads a block, at most %d", kernel->name, threads,
                    kernel->maxThreads);
    if (sharedBytes > 48 * 1024) return fail(INVALID_VALUE, "launch of %s with %u shared bytes", kernel->name, sharedBytes);

    const char* packed = nullptr;
    size_t packedBytes = 0;
    for (int i = 0; extra && extra[i]; i += 2) {
        if (extra[i] == (void*)1) packed = static_cast<const char*>(extra[i + 1]);
        if (extra[i] == (void*)2) packedBytes = *static_cast<size_t*>(extra[i + 1]);
    }
    std::vector<size_t> offsets;
    size_t total = 0;
    for (int i = 0; i < kernel->parameterCount; i++) {
        offsets.push_back(total = alignUp(total, kernel->parameters[i].alignment));
        total += kernel->parameters[i].bytes;
    }
    if (extra && packedBytes != total)
        return fail(INVALID_VALUE, "launch of %s with %zu bytes of parameters; it has %zu", kernel->name, packedBytes, total);
    if (!extra && total > 0 && !parameters) return fail(INVALID_VALUE, "launch of %s without parameters", kernel->name);
    // 16 bytes aligned, as kernels may read parameters as vectors
    auto values = std::make_shared<std::vector<ulonglong2>>(total / 16 + 1);
    char* base = reinterpret_cast<char*>(values->data());
    for (int i = 0; i < kernel->parameterCount; i++)
        memcpy(base + offsets[i], packed ? packed + offsets[i] : parameters[i], kernel->parameters[i].bytes);

    uint64_t number = ++counters.launches;
    log(Event::LAUNCH, stream, number);
    return submit(stream, [=]() -> CUresult {
        log(Event::RAN, stream, number);
        std::vector<char*> at;
        for (size_t offset : offsets) at.push_back(base + offset);
        at.push_back(reinterpret_cast<char*>(values->data()));
        std::string diagnosis = emulator::run({kernel,
                                               {gridX, gridY, gridZ},
                                               {blockX, blockY, blockZ},
                                               sharedBytes,
                                               at.data(),
                                               settings.schedule,
                                               settings.seed + number,
                                               settings.workers});
        if (diagnosis.empty()) return SUCCESS;
        return fail(diagnosis.rfind("illegal", 0) == 0 ? ILLEGAL_ADDRESS : LAUNCH_FAILED, "%s", diagnosis.c_str());
    });
}
