// What the translated launches, shared variables and built-in variables become.
#pragma once

#include <stddef.h>

#include <type_traits>

#include "cuset/vector_types.h"

typedef struct CUstream_st* cudaStream_t;

// __thread, unlike thread_local, is read without a call of a wrapper function.
extern __thread uint3 threadIdx;
// Constant as long as a thread of a kernel runs, which lets the compiler read them once. The runtime sets them.
#ifndef CUSET_RUNTIME
extern __thread const uint3 blockIdx;
extern __thread const dim3 blockDim, gridDim;
#else
extern __thread uint3 blockIdx;
extern __thread dim3 blockDim, gridDim;
#endif
constexpr int warpSize = 32;

extern "C" __thread char* cuset_dynamic_shared_memory;

namespace cuset_rt {

// In checked mode a call that is not instrumented: such an access says nothing of the program.
#ifdef __SANITIZE_THREAD__
#define CUSET_UNSEEN __attribute__((noinline, no_sanitize("thread"))) inline
#define CUSET_UNSEEN_LAMBDA __attribute__((no_sanitize("thread")))
#else
#define CUSET_UNSEEN inline
#define CUSET_UNSEEN_LAMBDA
#endif

// A copy of a built-in variable.
template <class T>
CUSET_UNSEEN T copy_of(const T& variable) {
    return variable;
}

// In a kernel: its own copy of a built-in variable, which no store can change.
#define CUSET_COPY(variable) const auto variable = ::cuset_rt::copy_of(::variable)

// How the threads of a block run: a fiber each, one after another, or by a function for the whole block (phases.h).
enum class Threads { fibers, loop, phases };

struct Configuration {
    dim3 grid, block;
    size_t shared_bytes;
    cudaStream_t stream;
    const void* kernel;  // null where only its name is known
};
inline Configuration configure(dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
    return {grid, block, shared_bytes, stream, nullptr};
}

// A kernel with its arguments: `run_block` runs all threads of the current block one after another, `run_thread` runs
// the current thread. A kernel that may meet a barrier has no `run_block`.
struct Grid {
    const Configuration* configuration;
    void (*run_block)(void* body);
    void (*run_thread)(void* body);
    void* body;  // with the arguments
    size_t body_bytes;
    bool cooperative;
};

// Counts the launch and checks its limits. When false, the error is set and nothing may run.
bool begin_launch(const Configuration& configuration);
void run_grid(const Grid& grid);

#ifndef CUSET_RUNTIME
// The arguments in a copy of their own: no store of the kernel can change what the compiler keeps of them in registers.
// `flatten`: the kernel becomes part of the loop.
template <Threads threads, class Body>
__attribute__((flatten)) void run_block(void* pointer) {
    Body body = *static_cast<Body*>(pointer);
    if constexpr (threads == Threads::phases) return body();
    const dim3 size = blockDim;
    for (unsigned z = 0; z < size.z; ++z)
        for (unsigned y = 0; y < size.y; ++y)
            for (unsigned x = 0; x < size.x; ++x) {
                threadIdx = {x, y, z};
                body();
            }
}

template <class Body>
#ifdef __SANITIZE_THREAD__
__attribute__((no_sanitize("thread")))
#endif
void run_thread(void* pointer) {
    (*static_cast<Body*>(pointer))();
}

template <Threads threads, class Kernel, class... Arguments>
void launch_grid(bool cooperative, const Configuration& configuration, Kernel kernel, Arguments... arguments) {
    if (!begin_launch(configuration)) return;
    auto body = [=]() mutable CUSET_UNSEEN_LAMBDA { kernel(arguments...); };
    using Body = decltype(body);
#ifdef __SANITIZE_THREAD__
    constexpr bool fibers = true;
#else
    constexpr bool fibers = threads == Threads::fibers;
#endif
    if constexpr (fibers) {
        run_grid({&configuration, nullptr, run_thread<Body>, &body, sizeof body, cooperative});
    } else {
        run_grid({&configuration, run_block<threads, Body>, nullptr, &body, sizeof body, cooperative});
    }
}

// kernel<<<configuration>>>(arguments): the arguments are copied once, as CUDA does.
template <Threads threads, class Kernel, class... Arguments>
void launch(const Configuration& configuration, Kernel kernel, Arguments... arguments) {
    launch_grid<threads>(false, configuration, kernel, arguments...);
}

// The device sees the bits of an argument: its copy constructor and its destructor run for the launch, not for each
// thread. A class that has such is passed by a reference to its caller's copy, which is the caller's to destroy.
template <class T>
struct Bits {
    static constexpr bool in_memory =
        !std::is_trivially_destructible<T>::value ||
        (std::is_copy_constructible<T>::value && !std::is_trivially_copy_constructible<T>::value) ||
        (std::is_move_constructible<T>::value && !std::is_trivially_move_constructible<T>::value);
    using Passed = typename std::conditional<in_memory, T&, T>::type;
    explicit Bits(const T& value) { __builtin_memcpy(bytes, __builtin_addressof(value), sizeof(T)); }
    T& get() { return reinterpret_cast<T&>(bytes); }
    alignas(T) unsigned char bytes[sizeof(T)];
};
template <Threads threads, class... Parameters>
void launch_bits(bool cooperative, const Configuration& configuration, void (*kernel)(Parameters...),
                 Bits<Parameters>... arguments) {
    launch_grid<threads>(
        cooperative, configuration,
        [=](auto... each) CUSET_UNSEEN_LAMBDA {
            reinterpret_cast<void (*)(typename Bits<Parameters>::Passed...)>(kernel)(each.get()...);
        },
        arguments...);
}

// A launch of a kernel whose parameters are known.
template <Threads threads, class Kernel>
struct KernelLaunch;
template <Threads threads, class... Parameters>
struct KernelLaunch<threads, void (*)(Parameters...)> {
    // `phases`: the function for a whole block, which takes the place of the kernel in Threads::phases.
    template <void (*kernel)(Parameters...), void (*phases)(Parameters...) = kernel>
    static void run(Configuration configuration, Parameters... arguments) {
        configuration.kernel = reinterpret_cast<const void*>(kernel);
        constexpr bool in_memory[] = {false, Bits<Parameters>::in_memory...};
        if constexpr (any(in_memory)) {
            launch_bits<threads>(false, configuration, phases, Bits<Parameters>(arguments)...);
        } else {
            launch_grid<threads>(
                false, configuration, [](auto&... each) CUSET_UNSEEN_LAMBDA { phases(each...); }, arguments...);
        }
    }

   private:
    template <size_t n>
    static constexpr bool any(const bool (&values)[n]) {
        for (const bool value : values)
            if (value) return true;
        return false;
    }
};

// The same where a macro supplies the arguments with their parentheses.
template <Threads threads, class Kernel>
struct Launcher {
    Configuration configuration;
    Kernel kernel;
    template <class... Arguments>
    void operator()(Arguments... arguments) {
        launch<threads>(configuration, kernel, arguments...);
    }
};
template <Threads threads, class Kernel>
inline Launcher<threads, Kernel> launcher(const Configuration& configuration, Kernel kernel) {
    return {configuration, kernel};
}
#endif

// Offsets of the static shared variables in a block's arena; every declaration has a place of its own. `describe` calls
// describe_shared for each of its variables, whose offsets are from the arena's beginning.
size_t reserve_shared(size_t bytes, size_t alignment, void (*describe)(size_t at));
void describe_shared(const char* name, size_t offset, size_t bytes, size_t element_bytes);
template <class T>
struct ElementBytes {
    static constexpr size_t value = sizeof(T);
};
template <class T, size_t n>
struct ElementBytes<T[n]> : ElementBytes<T> {};
extern __thread char* shared_memory;

template <class Variables>
struct SharedOffset {
    static_assert(sizeof(Variables) <= 48 * 1024,
                  "uses too much shared data: a block has 48 KiB of static shared memory");
    static const size_t value;
};
template <class Variables>
const size_t SharedOffset<Variables>::value = reserve_shared(sizeof(Variables), alignof(Variables),
                                                             Variables::cuset_describe);

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

// The size of what a pointer's type points to; 0 where that is not known.
template <class T, class = size_t>
struct Pointed {
    static constexpr size_t bytes = 0;
};
template <class T>
struct Pointed<T*, decltype(sizeof(T))> {
    static constexpr size_t bytes = sizeof(T);
};
template <>
struct Pointed<void*, size_t> {
    static constexpr size_t bytes = 0;
};
template <class T>
struct Pointed<T&, size_t> : Pointed<T> {};

// cudaMalloc(named<Pointed<decltype(d_a)>::bytes>("d_a", (void**)&d_a), ...): the next allocation's name and elements
// in reports.
void set_next_name(const char* name, size_t element_bytes);
template <size_t element_bytes = 0, class T>
inline T named(const char* name, T pointer) {
    set_next_name(name, element_bytes);
    return pointer;
}

}  // namespace cuset_rt

// The same at namespace scope: the runtime's pointer, seen as T*.
#define CUSET_DYNAMIC_SHARED(Array, name) \
    extern __thread decltype(::cuset_rt::dynamic_shared<Array>()) name __asm__("cuset_dynamic_shared_memory")
