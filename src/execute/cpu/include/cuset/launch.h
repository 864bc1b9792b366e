// What the translated launches, shared variables and built-in variables become.
#pragma once

#include <stddef.h>

#include "cuset/vector_types.h"

typedef struct CUstream_st* cudaStream_t;

// __thread, unlike thread_local, is read without a call of a wrapper function.
extern __thread uint3 threadIdx, blockIdx;
extern __thread dim3 blockDim, gridDim;
constexpr int warpSize = 32;

extern "C" __thread char* cuset_dynamic_shared_memory;

namespace cuset_rt {

struct Configuration {
    dim3 grid, block;
    size_t shared_bytes;
    cudaStream_t stream;
};
inline Configuration configure(dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
    return {grid, block, shared_bytes, stream};
}

// Where one of the kernel's arguments lies; checked mode lets kernels read there.
struct Parameter {
    const void* address;
    size_t bytes;
};

// A kernel with its arguments: `run_block` runs all threads of the current block one after another, `run_thread` runs
// the current thread.
struct Grid {
    const Configuration* configuration;
    void (*run_block)(void* body);
    void (*run_thread)(void* body);
    void* body;
    bool fibers, cooperative;
    const Parameter* parameters;
    unsigned parameter_count;
};

// Counts the launch and checks its limits. When false, the error is set and nothing may run.
bool begin_launch(const Configuration& configuration);
void run_grid(const Grid& grid);

template <class Body>
void run_block(void* pointer) {
    Body& body = *static_cast<Body*>(pointer);
    const dim3 size = blockDim;
    for (unsigned z = 0; z < size.z; ++z)
        for (unsigned y = 0; y < size.y; ++y)
            for (unsigned x = 0; x < size.x; ++x) {
                threadIdx = {x, y, z};
                body();
            }
}

template <class Body>
void run_thread(void* pointer) {
    (*static_cast<Body*>(pointer))();
}

template <class Kernel, class... Arguments>
void launch_grid(bool fibers, bool cooperative, const Configuration& configuration, Kernel& kernel,
                 Arguments&... arguments) {
    if (!begin_launch(configuration)) return;
    auto body = [&] { kernel(arguments...); };
    using Body = decltype(body);
    const Parameter parameters[] = {
        {&body, sizeof body}, {&kernel, sizeof kernel}, {__builtin_addressof(arguments), sizeof(Arguments)}...};
    run_grid({&configuration, run_block<Body>, run_thread<Body>, &body, fibers, cooperative, parameters,
              2 + sizeof...(Arguments)});
}

// kernel<<<configuration>>>(arguments): the arguments are copied once, as CUDA does. `fibers`: the kernel may meet a
// barrier or a warp operation.
template <class Kernel, class... Arguments>
void launch(bool fibers, const Configuration& configuration, Kernel&& kernel, Arguments... arguments) {
    launch_grid(fibers, false, configuration, kernel, arguments...);
}

// The same where a macro supplies the arguments with their parentheses.
template <class Kernel>
struct Launcher {
    bool fibers;
    Configuration configuration;
    Kernel kernel;
    template <class... Arguments>
    void operator()(Arguments... arguments) {
        launch(fibers, configuration, kernel, arguments...);
    }
};
template <class Kernel>
inline Launcher<Kernel> launcher(bool fibers, const Configuration& configuration, Kernel kernel) {
    return {fibers, configuration, kernel};
}

// Offsets of the static shared variables in a block's arena; every declaration has a place of its own. `name` is what
// reports call it.
size_t reserve_shared(size_t bytes, size_t alignment, const char* name);
extern __thread char* shared_memory;

template <class Variables>
struct SharedOffset {
    static_assert(sizeof(Variables) <= 48 * 1024,
                  "uses too much shared data: a block has 48 KiB of static shared memory");
    static const size_t value;
};
template <class Variables>
const size_t SharedOffset<Variables>::value = reserve_shared(sizeof(Variables), alignof(Variables),
                                                             Variables::cuset_name());

template <class Variables>
inline Variables& shared() {
    return *reinterpret_cast<Variables*>(shared_memory + SharedOffset<Variables>::value);
}

template <class Array>
struct Element;
template <class T, size_t n>
struct Element<T[n]> {
    using type = T;
};

// `extern __shared__ T name[]` in a function, where Array is T[1].
template <class Array>
inline auto dynamic_shared() {
    return reinterpret_cast<typename Element<Array>::type*>(cuset_dynamic_shared_memory);
}

// cudaMalloc(named("d_a", &d_a), ...): the next allocation's name in reports.
void set_next_name(const char* name);
template <class T>
inline T named(const char* name, T pointer) {
    set_next_name(name);
    return pointer;
}

}  // namespace cuset_rt

// The same at namespace scope: the runtime's pointer, seen as T*.
#define CUSET_DYNAMIC_SHARED(Array, name) \
    extern __thread ::cuset_rt::Element<Array>::type* name __asm__("cuset_dynamic_shared_memory")
