// The checked mode's view of a running program: what the rest of the runtime tells it. In a plain runtime every
// function here is empty.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuset/launch.h"
#include "status.h"

namespace cuset_rt::check {

using cuset::execute::cpu::Kind;

#ifdef CUSET_CHECK
constexpr bool kOn = true;

// Memory. Checked mode keeps all device memory and all shared memory in one range of addresses, each byte of which has
// its history in a cell (cells.h).
char* device_memory(size_t* bytes);  // the part for allocations
char* shared_slot(unsigned slot);    // kSharedSlot bytes for the shared memory of a resident block
constexpr size_t kSharedSlot = 256 * 1024;
void make_valid(const void* address, size_t bytes, bool initialized);
void make_invalid(const void* address, size_t bytes);
void copied(void* to, const void* from, size_t bytes);  // by the runtime, between any two places
void report_leaks();
// Bytes from the pointer to the end of its block of the host's heap; SIZE_MAX where that is not known.
size_t host_bytes(const void* pointer);
void report_unseen_error();

// Launches and blocks. One worker runs all blocks; `slot` numbers those that are resident at once.
void begin_launch(const Grid& grid);
void end_launch();
void begin_block(unsigned slot, uint3 block);
void settle();                                      // the thread gives way: judges what could still have been right
void enter_thread(unsigned slot, unsigned thread);  // the fiber that runs from now on
void begin_interleaving();                          // blocks of this launch take turns
void barrier(unsigned slot);                        // every live thread of the block has arrived
void grid_barrier();                                // every live thread of the grid has
void warp_barrier(unsigned slot, unsigned warp, unsigned lanes);
// Memory of the runtime's that the threads of a block may touch: their stacks, what the lanes of a warp exchange.
void set_private(unsigned slot, unsigned part, const void* memory, size_t bytes);

// Reports a fault once for each kind and place. The place is the caller of the runtime's function, or file and line.
void report(Kind kind, const char* text, ...) __attribute__((format(printf, 2, 3)));
void report_at(Kind kind, const char* file, int line, const char* text, ...) __attribute__((format(printf, 4, 5)));
void report_address(Kind kind, uintptr_t code, const char* text);
// Both sides known by the address of their code; other_code may be 0.
void report_pair(Kind kind, uintptr_t code, const char* text, uintptr_t other_code, const char* other);
[[noreturn]] void out_of_steps();
// The program's functions that called the runtime's, innermost first; zero past the last.
struct Callers {
    uint64_t addresses[6];
};
Callers callers();
void report_callers(Kind kind, const Callers& callers, const char* text);
// Addresses of code as in the executable's symbol tables.
uintptr_t symbol_address(uintptr_t code);
bool is_program_code(uintptr_t code);

// Blocks of the host's malloc and new.
void host_allocated(const void* pointer, size_t bytes);
void host_freed(const void* pointer);
// Whether host memory has that many bytes, as far as that is known; reports a copy's side that has not. `room`: what
// the compiler knows of it.
bool host_holds(const void* pointer, size_t bytes, size_t room, const char* side);

bool was_freed(uintptr_t address);
bool host_may_touch(uintptr_t address);  // managed and pinned memory
bool is_registered(uintptr_t address);   // host memory of cudaHostRegister
bool is_private(uintptr_t address);      // the thread's stack, the launch's arguments, constants
// The second side of the report made last.
void other_side(const char* file, int line, const char* text, ...) __attribute__((format(printf, 3, 4)));

// What a pointer points to, as words: "d_a[1024] (device memory, 1024 elements of 4 bytes)".
struct Described {
    char text[200];
};
Described describe(const void* address, size_t bytes);
// A launch failed; the warning is dropped when the program asks for the error.
void launch_failed(const char* text);
void error_was_seen();
#else
constexpr bool kOn = false;

inline void begin_launch(const Grid&) {}
inline void end_launch() {}
inline void begin_block(unsigned, uint3) {}
inline void settle() {}
inline void enter_thread(unsigned, unsigned) {}
inline void begin_interleaving() {}
inline void barrier(unsigned) {}
inline void grid_barrier() {}
inline void warp_barrier(unsigned, unsigned, unsigned) {}
inline void set_private(unsigned, unsigned, const void*, size_t) {}
inline void report(Kind, const char*, ...) {}
inline size_t host_bytes(const void*) {
    return SIZE_MAX;
}
inline void report_at(Kind, const char*, int, const char*, ...) {}
inline bool host_holds(const void*, size_t, size_t, const char*) {
    return true;
}
inline void launch_failed(const char*) {}
inline void error_was_seen() {}
inline void other_side(const char*, int, const char*, ...) {}
#endif

}  // namespace cuset_rt::check
