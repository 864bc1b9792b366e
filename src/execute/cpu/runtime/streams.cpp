// Streams and events: objects without work, for everything is done when a call returns.
#include <time.h>

#include "handles.h"
#include "internal.h"

namespace cuset_rt {
namespace {

constexpr int kLowestPriority = 0, kHighestPriority = -5;

struct Stream {
    unsigned flags;
    int priority;
    unsigned long long id;
};
struct Event {
    unsigned flags;
    bool recorded;
    timespec time;
};

bool is_default(cudaStream_t stream) {
    return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

cudaError_t check_stream(cudaStream_t stream) {
    return set_error(is_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

Event* find(cudaEvent_t event) {
    return handles<Event>().find(event);
}

cudaError_t check_event(cudaEvent_t event) {
    return set_error(find(event) != nullptr ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

}  // namespace

bool is_stream(cudaStream_t stream) {
    return is_default(stream) || handles<Stream>().find(stream) != nullptr;
}

}  // namespace cuset_rt

using namespace cuset_rt;

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    return cudaStreamCreateWithPriority(stream, flags, 0);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
    static unsigned long long created = 2;  // the ids 1 and 2 are the default streams'
    if (stream == nullptr || flags > cudaStreamNonBlocking) return set_error(cudaErrorInvalidValue);
    if (priority > kLowestPriority) priority = kLowestPriority;
    if (priority < kHighestPriority) priority = kHighestPriority;
    const unsigned long long id = __atomic_add_fetch(&created, 1, __ATOMIC_RELAXED);
    *stream = reinterpret_cast<cudaStream_t>(handles<Stream>().add({flags, priority, id}));
    return set_error(cudaSuccess);
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    if (least != nullptr) *least = kLowestPriority;
    if (greatest != nullptr) *greatest = kHighestPriority;
    return set_error(cudaSuccess);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return set_error(handles<Stream>().destroy(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return check_stream(stream);
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return check_stream(stream);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
    return is_stream(stream) ? check_event(event) : check_stream(stream);
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    const Stream* found = handles<Stream>().find(stream);
    if (priority != nullptr) *priority = found != nullptr ? found->priority : kLowestPriority;
    return check_stream(stream);
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
    const Stream* found = handles<Stream>().find(stream);
    if (flags != nullptr) *flags = found != nullptr ? found->flags : cudaStreamDefault;
    return check_stream(stream);
}
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
    const Stream* found = handles<Stream>().find(stream);
    if (id != nullptr) *id = found != nullptr ? found->id : stream == cudaStreamPerThread ? 2 : 1;
    return check_stream(stream);
}
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
    if (device != nullptr) *device = 0;
    return check_stream(stream);
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t, unsigned) {
    cudaPointerAttributes attributes;
    if (!is_stream(stream)) return check_stream(stream);
    if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess || attributes.type != cudaMemoryTypeManaged)
        return set_error(cudaErrorInvalidValue);
    return set_error(cudaSuccess);
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned flags) {
    if (callback == nullptr || flags != 0) return set_error(cudaErrorInvalidValue);
    const cudaError_t error = check_stream(stream);
    if (error != cudaErrorInvalidResourceHandle) callback(stream, error, data);
    return error;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    if (function == nullptr) return set_error(cudaErrorInvalidValue);
    const cudaError_t error = check_stream(stream);
    if (error == cudaSuccess) function(data);
    return error;
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}
cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
    return cudaEventCreateWithFlags(event, flags);
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
    constexpr unsigned kKnown = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    const bool shared_with_timing = (flags & cudaEventInterprocess) != 0 && (flags & cudaEventDisableTiming) == 0;
    if (event == nullptr || (flags & ~kKnown) != 0 || shared_with_timing) return set_error(cudaErrorInvalidValue);
    *event = reinterpret_cast<cudaEvent_t>(handles<Event>().add({flags, false, {}}));
    return set_error(cudaSuccess);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    Event* found = find(event);
    if (found == nullptr || !is_stream(stream)) return set_error(cudaErrorInvalidResourceHandle);
    ::clock_gettime(CLOCK_MONOTONIC, &found->time);
    found->recorded = true;
    return set_error(cudaSuccess);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    if (flags > cudaEventRecordExternal) return set_error(cudaErrorInvalidValue);
    return cudaEventRecord(event, stream);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return check_event(event);
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    return check_event(event);
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    const auto timed = [](const Event* event) {
        return event != nullptr && event->recorded && (event->flags & cudaEventDisableTiming) == 0;
    };
    const Event *first = find(start), *last = find(end);
    if (milliseconds == nullptr) return set_error(cudaErrorInvalidValue);
    if (!timed(first) || !timed(last)) return set_error(cudaErrorInvalidResourceHandle);
    *milliseconds = static_cast<float>(static_cast<double>(last->time.tv_sec - first->time.tv_sec) * 1e3 +
                                       static_cast<double>(last->time.tv_nsec - first->time.tv_nsec) * 1e-6);
    return set_error(cudaSuccess);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return set_error(handles<Event>().destroy(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
