// Judges memory accesses: is the memory there, is it initialised, and is every conflicting access ordered before.
#pragma once

#include "check/cells.h"

namespace cuset_rt::check {

enum class Access { read, write, atomic_read, atomic_write, atomic_update };

// An access of `bytes` at `address` by the code at `code`, about to happen. Kernel and host code both come here.
template <Access access>
void check_access(uintptr_t address, size_t bytes, uintptr_t code);
// A copy of a whole object, whose padding may be uninitialised.
template <Access access>
void check_range(uintptr_t address, size_t bytes, uintptr_t code);

// A write that conflicts with another thread's is no race if it stores the value that is there; known when it is done.
void settle_pending();
// The thread gives way to another: its plain reads of what others change atomically are races now.
void settle_read();

}  // namespace cuset_rt::check
