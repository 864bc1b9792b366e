// Judges memory accesses: is the memory there, is it initialised, and is every conflicting access ordered before.
#pragma once

#include "check/cells.h"

// Where the function that it stands in will return to.
#define CUSET_CODE reinterpret_cast<uintptr_t>(__builtin_return_address(0))

namespace cuset_rt::check {

// A block's atomic update is one for the threads of the block alone (atomicAdd_block).
enum class Access { read, write, atomic_read, atomic_write, atomic_update, block_update };

// An access of `bytes` at `address` by the code at `code`, about to happen. Kernel and host code both come here.
template <Access access>
void check_access(uintptr_t address, size_t bytes, uintptr_t code);
// A copy of a whole object, whose padding may be uninitialised.
template <Access access>
void check_range(uintptr_t address, size_t bytes, uintptr_t code);

// A write that conflicts with another thread's is no race if it stores the value that is there; known when it is done.
void settle_pending();
// A plain read of what others change atomically is a race, unless the thread's own atomic operation follows.
void settle_read();

}  // namespace cuset_rt::check
