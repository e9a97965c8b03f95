// Blocks, warps and threads of the emulated device.
//
// A block runs on one thread of the host; its CUDA threads are fibers with stacks of their own, switched by a few
// instructions. Nothing preempts a fiber: it runs to its next barrier or warp operation, so lanes drift apart as far as the
// kernel lets them, and a missing barrier shows at once and every time. In a warp operation each lane leaves its value; the
// last one to arrive computes the results of all. A fiber that ends hands its stack to the next one that starts, so that
// kernels without barriers hardly switch at all.
//
// Shared memory is an arena per block, filled with 0xA5 before each block, with red zones after each variable.
#include "blocks.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#ifdef EMULATOR_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace emulator {

thread_local Position* here __attribute__((tls_model("initial-exec")));
Kernel* kernels;

namespace {

constexpr int MAX_THREADS = 1024, LANES = 32, MAX_WARPS = MAX_THREADS / LANES, MAX_SHARED_VARIABLES = 64;
constexpr size_t STACK_BYTES = 128 * 1024, PAGE = 4096, RED_ZONE = 16, SIGNAL_STACK_BYTES = 64 * 1024;
constexpr unsigned char GARBAGE = 0xA5;
constexpr uint64_t NO_SOURCE_LANE = 0xDEADBEEFDEADBEEFull;
constexpr unsigned YIELD_AFTER_LOST_RACES = 64;
constexpr uint64_t MAX_YIELDS = 20'000'000;

// Saves the callee's registers on the old stack, leaves the stack's top in *from, and goes on where `to` was left.
extern "C" void emulator_switch(void** from, void* to);
asm(".text\n"
    ".globl emulator_switch\n"
    ".hidden emulator_switch\n"
    ".type emulator_switch,@function\n"
    "emulator_switch:\n"
    "  push %rbp\n  push %rbx\n  push %r12\n  push %r13\n  push %r14\n  push %r15\n"
    "  mov %rsp,(%rdi)\n"
    "  mov %rsi,%rsp\n"
    "  pop %r15\n  pop %r14\n  pop %r13\n  pop %r12\n  pop %rbx\n  pop %rbp\n"
    "  ret\n"
    ".size emulator_switch,.-emulator_switch\n");

struct Fiber : Position {
    void* stackTop;
    char* stack;
    bool started;
    // what the lane asked of its warp
    WarpOperation operation;
    unsigned mask;
    uint64_t value, result;
    int argument, width;
};

struct SharedVariable {
    const void* site;
    char* at;
    size_t bytes;
};

// A thread of the host that runs blocks, and the block that it runs.
struct Worker {
    const Launch* launch;
    Fiber fibers[MAX_THREADS];
    std::vector<char*> freeStacks;
    void* hostStackTop;
    // by warp: lanes that can run, that have not ended, that wait in a warp operation
    unsigned runnable[MAX_WARPS], alive[MAX_WARPS], waiting[MAX_WARPS];
    int threads, warps, living, atBarrier;
    const Site* barrierSite;
    int votes, voteResult;
    char* sharedMemory;
    size_t sharedTop;
    SharedVariable variables[MAX_SHARED_VARIABLES];
    int variableCount;
    std::string diagnosis;
    uint64_t random;
    unsigned lostRaces;
    uint64_t yields;
    bool inBlock = false;
    char* signalStack;
    const void* hostStack = nullptr;
    size_t hostStackBytes = 0;
};

thread_local Worker* worker __attribute__((tls_model("initial-exec")));

unsigned bit(const Fiber& fiber) { return 1u << (fiber.linear % LANES); }
int warpOf(const Fiber& fiber) { return fiber.linear / LANES; }
Fiber& current() { return *static_cast<Fiber*>(here); }

uint64_t mix(uint64_t x) {
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ x >> 27) * 0x94D049BB133111EBull;
    return x ^ x >> 31;
}

unsigned nextRandom() {
    worker->random = worker->random * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(worker->random >> 33);
}

// ---- switching

void lifeOfFibers();

char* newStack() {
    if (!worker->freeStacks.empty()) {
        char* stack = worker->freeStacks.back();
        worker->freeStacks.pop_back();
        return stack;
    }
    void* mapped = mmap(nullptr, STACK_BYTES + PAGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (mapped == MAP_FAILED) trap("no memory for the stack of an emulated thread");
    mprotect(mapped, PAGE, PROT_NONE);
    return static_cast<char*>(mapped);
}

// Tops of stacks differ in their low bits, else all fibers would fight for the same cache sets.
size_t colour(const char* stack) { return (uintptr_t)stack / (STACK_BYTES + PAGE) * 576 % 16384 & ~(size_t)63; }

void prepare(Fiber& fiber) {
    fiber.started = true;
    fiber.stack = newStack();
    void** top = reinterpret_cast<void**>(fiber.stack + PAGE + STACK_BYTES - colour(fiber.stack));
    *--top = nullptr;
    *--top = reinterpret_cast<void*>(&lifeOfFibers);
    fiber.stackTop = top - 6;
}

// Goes on with `next`; `self` comes back when somebody enters it. A null `self` never does.
void enter(Fiber& next, Fiber* self) {
    here = &next;
    if (&next == self) return;
    if (!next.started) prepare(next);
    void* unused;
#ifdef EMULATOR_ASAN
    void* fakeStack = nullptr;
    __sanitizer_start_switch_fiber(self ? &fakeStack : nullptr, next.stack + PAGE, STACK_BYTES);
#endif
    emulator_switch(self ? &self->stackTop : &unused, next.stackTop);
#ifdef EMULATOR_ASAN
    __sanitizer_finish_switch_fiber(fakeStack, nullptr, nullptr);
#endif
}

[[noreturn]] void leaveBlock() {
#ifdef EMULATOR_ASAN
    __sanitizer_start_switch_fiber(nullptr, worker->hostStack, worker->hostStackBytes);
#endif
    void* unused;
    emulator_switch(&unused, worker->hostStackTop);
    __builtin_unreachable();
}

// ---- who runs next

int firstFrom(int warp, int lane) {
    // cyclic over the block, beginning at (warp, lane)
    unsigned rest = worker->runnable[warp] >> lane << lane;
    if (rest) return warp * LANES + __builtin_ctz(rest);
    for (int i = 1; i <= worker->warps; i++) {
        int candidate = (warp + i) % worker->warps;
        if (worker->runnable[candidate]) return candidate * LANES + __builtin_ctz(worker->runnable[candidate]);
    }
    return -1;
}

int lastFrom(int warp) {
    for (int i = 0; i < worker->warps; i++) {
        int candidate = (warp - i + worker->warps) % worker->warps;
        unsigned lanes = worker->runnable[candidate];
        if (lanes) return candidate * LANES + 31 - __builtin_clz(lanes);
    }
    return -1;
}

// The number of the thread to run, -1 if none can. Stays in the warp of the current one as long as a lane of it can run.
int pick() {
    int warp = here ? here->linear / LANES : 0;
    switch (worker->launch->schedule) {
        case Schedule::FORWARD: return firstFrom(warp, 0);
        case Schedule::REVERSE: return lastFrom(here ? warp : worker->warps - 1);
        case Schedule::RANDOM: return firstFrom(nextRandom() % worker->warps, nextRandom() % LANES);
    }
    __builtin_unreachable();
}

[[noreturn]] void deadlock() {
    int inWarpOperations = 0;
    for (int i = 0; i < worker->warps; i++) inWarpOperations += __builtin_popcount(worker->waiting[i]);
    char text[256];
    snprintf(text, sizeof text, "deadlock: of %d living threads %d are at a barrier (%s:%d) and %d in warp operations",
             worker->living, worker->atBarrier, worker->barrierSite ? worker->barrierSite->file : "none",
             worker->barrierSite ? worker->barrierSite->line : 0, inWarpOperations);
    trap(text);
}

void letOthersRun(Fiber& self) {
    int next = pick();
    if (next < 0) deadlock();
    enter(worker->fibers[next], &self);
}

// ---- barriers

void openBarrier() {
    worker->atBarrier = 0;
    worker->barrierSite = nullptr;
    // Votes count for the barrier that opens; nobody can reach the next one before all have read the result.
    worker->voteResult = worker->votes;
    worker->votes = 0;
    for (int i = 0; i < worker->warps; i++) worker->runnable[i] |= worker->alive[i] & ~worker->waiting[i];
}

}  // namespace

void trap(const char* reason) {
    if (worker->diagnosis.empty()) {
        char text[512];
        snprintf(text, sizeof text, "%s, in kernel %s, block %u, thread %u", reason, worker->launch->kernel->name,
                 here->block.x, here->thread.x);
        worker->diagnosis = text;
    }
    leaveBlock();
}

void barrier(const Site* site) {
    Fiber& self = current();
    if (worker->atBarrier == 0) {
        worker->barrierSite = site;
    } else if (worker->barrierSite != site) {
        char text[256];
        snprintf(text, sizeof text, "divergent barriers: %s:%d and %s:%d", worker->barrierSite->file,
                 worker->barrierSite->line, site->file, site->line);
        trap(text);
    }
    worker->runnable[warpOf(self)] &= ~bit(self);
    if (++worker->atBarrier == worker->living) {
        openBarrier();
        if (worker->launch->schedule == Schedule::FORWARD) return;
    }
    letOthersRun(self);
}

int barrierVote(const Site* site, Vote vote, bool predicate) {
    worker->votes += predicate;
    int living = worker->living;
    barrier(site);
    int count = worker->voteResult;
    return vote == Vote::COUNT ? count : vote == Vote::OR ? count != 0 : count == living;
}

void yield() {
    Fiber& self = current();
    if (++worker->yields > MAX_YIELDS) trap("threads of the block wait for each other for ever");
    // the first that can run after this one, in the order of their numbers
    worker->runnable[warpOf(self)] &= ~bit(self);
    int next = firstFrom(warpOf(self), self.linear % LANES);
    worker->runnable[warpOf(self)] |= bit(self);
    if (next >= 0) enter(worker->fibers[next], &self);
}

void lostRace() {
    if (worker && worker->inBlock && ++worker->lostRaces % YIELD_AFTER_LOST_RACES == 0) yield();
}

// ---- warps

namespace {

int sourceLane(const Fiber& fiber, int lane) {
    int first = lane & ~(fiber.width - 1), source;
    switch (fiber.operation) {
        case WarpOperation::SHUFFLE_INDEX: return first + (fiber.argument & (fiber.width - 1));
        case WarpOperation::SHUFFLE_UP:
            source = lane - fiber.argument;
            return source < first ? lane : source;
        case WarpOperation::SHUFFLE_DOWN:
            source = lane + fiber.argument;
            return source >= first + fiber.width ? lane : source;
        default:
            source = lane ^ fiber.argument;
            return source >= first + fiber.width ? lane : source;
    }
}

// Computes the results of the operation if all lanes of the mask that are alive have come.
bool complete(int warpNumber, unsigned mask, WarpOperation operation) {
    unsigned lanes = mask & worker->alive[warpNumber];
    if ((worker->waiting[warpNumber] & lanes) != lanes) return false;
    Fiber* fibers = worker->fibers + warpNumber * LANES;
    unsigned ballot = 0;
    for (unsigned rest = lanes; rest; rest &= rest - 1) {
        Fiber& fiber = fibers[__builtin_ctz(rest)];
        if (fiber.mask != mask || fiber.operation != operation)
            trap("lanes of a warp meet in different operations or with different masks");
        if (fiber.value != 0) ballot |= rest & -rest;
    }
    for (unsigned rest = lanes; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        Fiber& fiber = fibers[lane];
        switch (operation) {
            case WarpOperation::SYNC: break;
            case WarpOperation::BALLOT: fiber.result = ballot; break;
            case WarpOperation::ANY: fiber.result = ballot != 0; break;
            case WarpOperation::ALL: fiber.result = ballot == lanes; break;
            case WarpOperation::MATCH_ANY: {
                unsigned equal = 0;
                for (unsigned others = lanes; others; others &= others - 1)
                    if (fibers[__builtin_ctz(others)].value == fiber.value) equal |= others & -others;
                fiber.result = equal;
                break;
            }
            default: {
                int source = sourceLane(fiber, lane);
                // The value of a lane that takes no part is undefined on a GPU.
                fiber.result = lanes >> source & 1 ? fibers[source].value : NO_SOURCE_LANE;
            }
        }
    }
    worker->waiting[warpNumber] &= ~lanes;
    worker->runnable[warpNumber] |= lanes;
    return true;
}

}  // namespace

uint64_t warp(WarpOperation operation, unsigned mask, uint64_t value, int argument, int width) {
    Fiber& self = current();
    int warpNumber = warpOf(self);
    if (!(mask & bit(self))) trap("a lane calls a warp operation whose mask leaves it out");
    self.operation = operation;
    self.mask = mask;
    self.value = value;
    self.argument = argument;
    self.width = width;
    worker->waiting[warpNumber] |= bit(self);
    worker->runnable[warpNumber] &= ~bit(self);
    if (!complete(warpNumber, mask, operation) || worker->launch->schedule == Schedule::RANDOM) letOthersRun(self);
    return self.result;
}

// ---- shared memory

void* shared(const void* site, size_t bytes, size_t alignment) {
    for (int i = 0; i < worker->variableCount; i++)
        if (worker->variables[i].site == site) return worker->variables[i].at;
    size_t unit = alignment < 16 ? 16 : alignment, offset = (worker->sharedTop + unit - 1) / unit * unit;
    if (offset + bytes + RED_ZONE > SHARED_BYTES_LIMIT || worker->variableCount == MAX_SHARED_VARIABLES)
        trap("too much shared memory");
    worker->sharedTop = offset + bytes + RED_ZONE;
    char* at = worker->sharedMemory + offset;
#ifdef EMULATOR_ASAN
    __asan_poison_memory_region(at + bytes, RED_ZONE);
#endif
    worker->variables[worker->variableCount++] = {site, at, bytes};
    return at;
}

void* dynamicShared() { return worker->sharedMemory; }

namespace {

void clearShared() {
#ifdef EMULATOR_ASAN
    __asan_unpoison_memory_region(worker->sharedMemory, SHARED_BYTES_LIMIT);
#endif
    size_t dynamic = worker->launch->dynamicSharedBytes;
    size_t first = (dynamic + RED_ZONE + 15) / 16 * 16;
    memset(worker->sharedMemory, GARBAGE, worker->sharedTop > first ? worker->sharedTop : first);
    worker->sharedTop = first;
    worker->variableCount = 0;
#ifdef EMULATOR_ASAN
    __asan_poison_memory_region(worker->sharedMemory + dynamic, first - dynamic);
#endif
}

bool untouched(const char* at, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if ((unsigned char)at[i] != GARBAGE) return false;
    return true;
}

void checkRedZones(uint3 block) {
#ifdef EMULATOR_ASAN
    return;
#endif
    const char* overrun = nullptr;
    if (!untouched(worker->sharedMemory + worker->launch->dynamicSharedBytes, RED_ZONE)) overrun = "the dynamic array";
    for (int i = 0; i < worker->variableCount && !overrun; i++)
        if (!untouched(worker->variables[i].at + worker->variables[i].bytes, RED_ZONE)) overrun = "a variable";
    if (overrun) {
        char text[256];
        snprintf(text, sizeof text, "illegal address: write past the end of %s in shared memory, in kernel %s, block %u",
                 overrun, worker->launch->kernel->name, block.x);
        worker->diagnosis = text;
    }
}

// ---- blocks

// What every fiber does: runs the kernel, then makes room for the next.
void lifeOfFibers() {
#ifdef EMULATOR_ASAN
    bool first = worker->hostStack == nullptr;
    __sanitizer_finish_switch_fiber(nullptr, first ? &worker->hostStack : nullptr,
                                    first ? &worker->hostStackBytes : nullptr);
#endif
    for (;;) {
        const Launch& launch = *worker->launch;
        launch.kernel->call(launch.kernel->function, launch.parameters);
        Fiber& self = current();
        int warpNumber = warpOf(self);
        worker->living--;
        worker->runnable[warpNumber] &= ~bit(self);
        worker->alive[warpNumber] &= ~bit(self);
        if (worker->living == 0) leaveBlock();
        // The others may have waited for this one only.
        if (worker->atBarrier == worker->living) {
            openBarrier();
        } else if (unsigned waiting = worker->waiting[warpNumber]) {
            Fiber& other = worker->fibers[warpNumber * LANES + __builtin_ctz(waiting)];
            complete(warpNumber, other.mask, other.operation);
        }
        int next = pick();
        if (next < 0) deadlock();
        Fiber& successor = worker->fibers[next];
        if (!successor.started) {
            successor.started = true;
            successor.stack = self.stack;
            self.stack = nullptr;
            here = &successor;
            continue;
        }
        worker->freeStacks.push_back(self.stack);
        self.stack = nullptr;
        enter(successor, nullptr);
    }
}

void begin(uint3 block, uint64_t number) {
    const Launch& launch = *worker->launch;
    uint3 size = launch.blockSize;
    int threads = size.x * size.y * size.z;
    worker->threads = worker->living = threads;
    worker->warps = (threads + LANES - 1) / LANES;
    worker->atBarrier = 0;
    worker->barrierSite = nullptr;
    worker->votes = 0;
    worker->yields = 0;
    worker->diagnosis.clear();
    worker->random = mix(launch.seed ^ mix(number));
    for (int i = 0; i < worker->warps; i++) {
        int lanes = threads - i * LANES;
        worker->runnable[i] = worker->alive[i] = lanes >= LANES ? ~0u : (1u << lanes) - 1;
        worker->waiting[i] = 0;
    }
    for (int i = 0; i < threads; i++) {
        Fiber& fiber = worker->fibers[i];
        unsigned thread = i;
        fiber.linear = i;
        fiber.thread = {thread % size.x, thread / size.x % size.y, thread / (size.x * size.y)};
        fiber.block = block;
        fiber.blockSize = size;
        fiber.gridSize = launch.gridSize;
        fiber.started = false;
        fiber.stack = nullptr;
    }
    here = nullptr;
}

__attribute__((noinline)) void runBlock(uint3 block, uint64_t number) {
    clearShared();
    begin(block, number);
    Fiber& first = worker->fibers[pick()];
    prepare(first);
    here = &first;
    worker->inBlock = true;
#ifdef EMULATOR_ASAN
    worker->hostStack = nullptr;
    void* fakeStack = nullptr;
    __sanitizer_start_switch_fiber(&fakeStack, first.stack + PAGE, STACK_BYTES);
#endif
    emulator_switch(&worker->hostStackTop, first.stackTop);
#ifdef EMULATOR_ASAN
    __sanitizer_finish_switch_fiber(fakeStack, nullptr, nullptr);
#endif
    worker->inBlock = false;
    for (int i = 0; i < worker->threads; i++) {
        char* stack = worker->fibers[i].stack;
        if (!stack) continue;
#ifdef EMULATOR_ASAN
        __asan_unpoison_memory_region(stack + PAGE, STACK_BYTES);
#endif
        worker->freeStacks.push_back(stack);
    }
    if (worker->diagnosis.empty()) checkRedZones(block);
    here = nullptr;
}

// ---- faults

struct sigaction formerSegv, formerBus, formerFpe;

void landAfterFault() { leaveBlock(); }

void onFault(int signal, siginfo_t* info, void* context) {
    if (worker && worker->inBlock) {
        char what[64], text[512];
        if (signal == SIGFPE) snprintf(what, sizeof what, "division of integers by zero, or overflow of it");
        else snprintf(what, sizeof what, "illegal address %p", info->si_addr);
        snprintf(text, sizeof text, "%s, in kernel %s, block %u, thread %u", what, worker->launch->kernel->name,
                 here->block.x, here->thread.x);
        worker->diagnosis = text;
        // The fiber's stack may be what overflowed: leave the block from the stack of the signal.
        auto* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
        uintptr_t top = reinterpret_cast<uintptr_t>(worker->signalStack) + SIGNAL_STACK_BYTES / 2;
        registers[REG_RSP] = static_cast<greg_t>((top & ~(uintptr_t)15) - 8);
        registers[REG_RIP] = reinterpret_cast<greg_t>(&landAfterFault);
        return;
    }
    const struct sigaction& former = signal == SIGBUS ? formerBus : signal == SIGFPE ? formerFpe : formerSegv;
    if (former.sa_flags & SA_SIGINFO) {
        former.sa_sigaction(signal, info, context);
    } else if (former.sa_handler == SIG_DFL || former.sa_handler == SIG_IGN) {
        ::signal(signal, SIG_DFL);
        raise(signal);
    } else {
        former.sa_handler(signal);
    }
}

// ---- workers

void becomeWorker() {
    if (worker) return;
    worker = new Worker();
    void* memory = mmap(nullptr, SHARED_BYTES_LIMIT + 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    worker->sharedMemory = static_cast<char*>(memory) + PAGE;
    mprotect(memory, PAGE, PROT_NONE);
    mprotect(worker->sharedMemory + SHARED_BYTES_LIMIT, PAGE, PROT_NONE);
    worker->signalStack = static_cast<char*>(malloc(SIGNAL_STACK_BYTES));
    stack_t stack{};
    stack.ss_sp = worker->signalStack;
    stack.ss_size = SIGNAL_STACK_BYTES;
    sigaltstack(&stack, nullptr);
}

// Threads that live as long as the process: the JVM's exit must not join them.
class Workers {
  public:
    void run(int count, const std::function<void()>& work, const char* kernel) {
        std::lock_guard<std::mutex> oneLaunch(launches);
        std::unique_lock<std::mutex> lock(mutex);
        for (; size < count; size++) {
            int number = size;
            uint64_t seen = generation;
            std::thread([this, number, seen] { serve(number, seen); }).detach();
        }
        wanted = left = count;
        task = &work;
        generation++;
        begun.notify_all();
        for (int seconds = 60; !ended.wait_for(lock, std::chrono::seconds(60), [this] { return left == 0; }); seconds += 60)
            fprintf(stderr, "[emulated device] kernel %s has run for %d s\n", kernel, seconds);
    }

  private:
    void serve(int number, uint64_t seen) {
        std::unique_lock<std::mutex> lock(mutex);
        for (;;) {
            begun.wait(lock, [&] { return generation != seen; });
            seen = generation;
            if (number >= wanted) continue;
            const std::function<void()>* work = task;
            lock.unlock();
            (*work)();
            lock.lock();
            if (--left == 0) ended.notify_all();
        }
    }

    std::mutex launches, mutex;
    std::condition_variable begun, ended;
    uint64_t generation = 0;
    int size = 0, wanted = 0, left = 0;
    const std::function<void()>* task = nullptr;
};

// The block that runs as the i-th of n.
uint64_t blockNumber(const Launch& launch, uint64_t i, uint64_t n) {
    switch (launch.schedule) {
        case Schedule::FORWARD: return i;
        case Schedule::REVERSE: return n - 1 - i;
        case Schedule::RANDOM: {
            // a step that shares no factor with n visits every block once
            uint64_t step = mix(launch.seed) % n | 1;
            auto divisor = [](uint64_t a, uint64_t b) {
                while (b) {
                    uint64_t rest = a % b;
                    a = b;
                    b = rest;
                }
                return a;
            };
            while (divisor(step, n) != 1) step += 2;
            return (uint64_t)(((unsigned __int128)i * step + launch.seed) % n);
        }
    }
    __builtin_unreachable();
}

}  // namespace

void catchFaults() {
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction action {};
        action.sa_sigaction = onFault;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
        sigemptyset(&action.sa_mask);
        sigaction(SIGSEGV, &action, &formerSegv);
        sigaction(SIGBUS, &action, &formerBus);
        sigaction(SIGFPE, &action, &formerFpe);
    });
}

std::string run(const Launch& launch) {
    static Workers* workers = new Workers();
    uint3 size = launch.gridSize;
    uint64_t blocks = (uint64_t)size.x * size.y * size.z;
    std::atomic<uint64_t> next{0};
    std::mutex mutex;
    std::string diagnosis;
    std::function<void()> work = [&] {
        becomeWorker();
        worker->launch = &launch;
        worker->sharedTop = SHARED_BYTES_LIMIT;
        for (uint64_t i; (i = next.fetch_add(1)) < blocks;) {
            uint64_t number = blockNumber(launch, i, blocks);
            runBlock({(unsigned)(number % size.x), (unsigned)(number / size.x % size.y),
                      (unsigned)(number / ((uint64_t)size.x * size.y))},
                     number);
            if (!worker->diagnosis.empty()) {
                std::lock_guard<std::mutex> lock(mutex);
                if (diagnosis.empty()) diagnosis = worker->diagnosis;
                next = blocks;
            }
        }
    };
    workers->run(launch.workers <= 1 || blocks == 1 ? 1 : launch.workers, work, launch.kernel->name);
    return diagnosis;
}

}  // namespace emulator
