// Which accesses are ordered by __syncwarp, fences and atomics, beyond the barriers of a block.
//
// A fence makes the thread's next atomic (or volatile) write a *release*: whatever the thread had done, or knew of,
// before the fence. An atomic (or volatile) access to the same variable *acquires* all releases made on it so far. No
// fence is asked of the acquiring side: programs that count finished blocks do without.
#pragma once

#include "check/cells.h"

namespace cuset_rt::check {

// Whether the access `before`, of this launch and not of the running thread, is ordered before the running thread's
// next one. `same_block`: its epoch belongs to the running block.
bool is_ordered(Stamp before, bool same_block);

// Whether the running thread has acquired anything.
bool knows_others();

void fence(bool whole_device);
void release(uintptr_t variable);
void acquire(uintptr_t variable);

// The threads of the block pass on what they know of other blocks; steps begin anew.
void join_block(unsigned slot);
void join_lanes(unsigned slot, unsigned warp, unsigned lanes);
void forget_block(unsigned slot);
void forget_all();  // the launch is over, or the grid has met

}  // namespace cuset_rt::check
