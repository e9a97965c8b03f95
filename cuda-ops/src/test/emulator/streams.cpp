// Streams and events. A lazy stream does nothing until somebody waits for it: the most asynchronous a GPU could be, and the
// same every time. An eager one does everything at once. Random ones get on at any time, in any order between them.
#include <time.h>

#include <deque>
#include <set>

#include "driver.h"

namespace driver {

struct Stream {
    std::deque<std::function<CUresult()>> queue;
    uint64_t submitted = 0, done = 0, number = 0;
};

struct Mark {
    Stream* stream = nullptr;
    uint64_t position = 0;
    bool reached = true;
    double milliseconds = 0;
};

namespace {

Stream defaultStream;
std::set<Stream*> streams;
uint64_t streamsMade, random;
std::set<Mark*> events;

Stream* orDefault(Stream* stream) { return stream ? stream : &defaultStream; }
bool exists(Stream* stream) { return stream == &defaultStream || streams.count(stream); }

double now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

void step(Stream* stream) {
    std::function<CUresult()> work = std::move(stream->queue.front());
    stream->queue.pop_front();
    stream->done++;
    if (broken()) return;
    CUresult result = work();
    if (result) breakContext(result);
}

CUresult drain(Stream* stream, uint64_t position) {
    while (stream->done < position && !stream->queue.empty()) step(stream);
    return broken();
}

CUresult drain(Stream* stream) { return drain(stream, ~0ull); }

uint64_t nextRandom() {
    random = random * 6364136223846793005ull + 1442695040888963407ull + settings.seed;
    return random >> 33;
}

// Streams get on by themselves.
void stepSome() {
    for (Stream* stream : streams) {
        for (uint64_t steps = nextRandom() % 4; steps > 1 && !stream->queue.empty(); steps--) step(stream);
    }
}

}  // namespace

uint64_t streamNumber(Stream* stream) { return stream ? stream->number : 0; }

CUresult submit(Stream* stream, std::function<CUresult()> work) {
    Stream* target = orDefault(stream);
    if (!exists(target)) return fail(INVALID_HANDLE, "a stream that does not exist");
    target->queue.push_back(std::move(work));
    target->submitted++;
    if (!stream || settings.streams == Streams::EAGER) return drain(target);
    if (settings.streams == Streams::RANDOM) stepSome();
    return SUCCESS;
}

CUresult drainAll() {
    drain(&defaultStream);
    for (Stream* stream : streams) drain(stream);
    return broken();
}

void forgetStreams() {
    for (Mark* event : events) delete event;
    for (Stream* stream : streams) delete stream;
    events.clear();
    streams.clear();
    defaultStream.queue.clear();
    counters.streams = counters.events = 0;
}

}  // namespace driver

using namespace driver;

API(cuCtxSynchronize, ) {
    BEGIN(CONTEXT);
    return drainAll();
}
API(cuStreamCreate, Stream** result, unsigned) {
    BEGIN(CONTEXT);
    *result = new Stream();
    (*result)->number = ++streamsMade;
    streams.insert(*result);
    counters.streams++;
    return SUCCESS;
}
API(cuStreamDestroy_v2, Stream* stream) {
    BEGIN(CONTEXT);
    if (!streams.count(stream)) return fail(INVALID_HANDLE, "a stream that does not exist");
    drain(stream);
    for (Mark* event : events) {
        if (event->stream == stream) event->stream = nullptr;
    }
    streams.erase(stream);
    delete stream;
    counters.streams--;
    return broken();
}
API(cuStreamSynchronize, Stream* stream) {
    BEGIN(CONTEXT);
    if (!exists(orDefault(stream))) return fail(INVALID_HANDLE, "a stream that does not exist");
    log(Event::HOST_WAITS, stream, 0);
    return drain(orDefault(stream));
}
API(cuStreamQuery, Stream* stream) {
    BEGIN(CONTEXT);
    Stream* target = orDefault(stream);
    if (!exists(target)) return fail(INVALID_HANDLE, "a stream that does not exist");
    if (target->queue.empty()) return SUCCESS;
    step(target);  // whoever polls gets on, a step at a time
    return broken() ? broken() : (CUresult)NOT_READY;
}
API(cuStreamWaitEvent, Stream* stream, Mark* event, unsigned) {
    BEGIN(CONTEXT);
    if (!events.count(event)) return fail(INVALID_HANDLE, "an event that does not exist");
    Stream* other = event->stream;
    uint64_t position = event->position;
    log(Event::STREAM_WAITS, stream, streamNumber(other));
    if (!other || event->reached) return SUCCESS;
    return submit(stream, [=] { return exists(other) ? drain(other, position) : (CUresult)SUCCESS; });
}
API(cuEventCreate, Mark** result, unsigned) {
    BEGIN(CONTEXT);
    *result = new Mark();
    events.insert(*result);
    counters.events++;
    return SUCCESS;
}
API(cuEventDestroy_v2, Mark* event) {
    BEGIN(CONTEXT);
    if (!events.erase(event)) return fail(INVALID_HANDLE, "an event that does not exist");
    counters.events--;
    delete event;
    return SUCCESS;
}
API(cuEventRecord, Mark* event, Stream* stream) {
    BEGIN(CONTEXT);
    if (!events.count(event)) return fail(INVALID_HANDLE, "an event that does not exist");
    Stream* target = orDefault(stream);
    event->stream = target;
    event->position = target->submitted + 1;
    event->reached = false;
    uint64_t position = event->position;
    return submit(stream, [=] {
        if (events.count(event) && event->stream == target && event->position == position) {
            event->milliseconds = now();
            event->reached = true;
        }
        return (CUresult)SUCCESS;
    });
}
API(cuEventQuery, Mark* event) {
    BEGIN(CONTEXT);
    if (!events.count(event)) return fail(INVALID_HANDLE, "an event that does not exist");
    if (event->reached) return SUCCESS;
    if (event->stream) step(event->stream);
    return broken() ? broken() : (CUresult)NOT_READY;
}
API(cuEventSynchronize, Mark* event) {
    BEGIN(CONTEXT);
    if (!events.count(event)) return fail(INVALID_HANDLE, "an event that does not exist");
    log(Event::HOST_WAITS, event->stream, 0);
    if (!event->reached && event->stream) drain(event->stream, event->position);
    return broken();
}
API(cuEventElapsedTime, float* milliseconds, Mark* from, Mark* to) {
    BEGIN(CONTEXT);
    if (!events.count(from) || !events.count(to)) return fail(INVALID_HANDLE, "an event that does not exist");
    if (!from->reached || !to->reached) return NOT_READY;
    *milliseconds = (float)(to->milliseconds - from->milliseconds);
    return SUCCESS;
}
