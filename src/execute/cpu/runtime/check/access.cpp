#include "check/access.h"

#include <cstdio>
#include <cstring>

#include "check/order.h"
#include "check/variables.h"
#include "internal.h"

namespace cuset_rt::check {

Current current;
Region arena, image;
uintptr_t shared_begin, text_begin;

namespace {

constexpr bool is_write(Access a) {
    return a != Access::read && a != Access::atomic_read;
}
constexpr bool is_read(Access a) {
    return a != Access::write && a != Access::atomic_write;
}
constexpr bool is_atomic(Access a) {
    return a != Access::read && a != Access::write;
}
constexpr bool is_update(Access a) {
    return a == Access::atomic_update || a == Access::block_update;
}

struct Conflict {
    Stamp stamp;
    uint64_t place;  // of the other access, from text_begin; 0: unknown
    bool other_writes, same_block;
    bool several = false;  // the other one is an atomic operation before the thread's own, of an unknown thread
};

// The access that is judged: all of its bytes, of which a cell holds some.
struct Whole {
    uintptr_t address;
    size_t bytes;
    uintptr_t code;
};

void report_race(const Whole& whole, bool writes, const Conflict& conflict) {
    char text[250], other[120];
    const Described what = describe(reinterpret_cast<void*>(whole.address), whole.bytes);
    std::snprintf(text, sizeof text, "%s %s", writes ? "writes" : "reads", what.text);
    uint3 index{};
    const bool known = conflict.same_block || block_of(conflict.stamp.epoch, &index) != nullptr;
    if (conflict.same_block) index = current.block->index;
    const unsigned t = conflict.stamp.thread, x = blockDim.x, y = blockDim.y;
    if (conflict.several) {
        std::snprintf(other, sizeof other, "not ordered with another thread's atomic operation");
    } else if (known) {
        std::snprintf(other, sizeof other, "not ordered with the %s by block (%u,%u,%u) thread (%u,%u,%u)",
                      conflict.other_writes ? "write" : "read", index.x, index.y, index.z, t % x, t / x % y, t / x / y);
    } else {
        std::snprintf(other, sizeof other, "not ordered with the %s by another block",
                      conflict.other_writes ? "write" : "read");
    }
    report_pair(Kind::race, whole.code, text, conflict.place == 0 ? 0 : text_begin + conflict.place, other);
}

struct Pending {
    bool active;
    Whole whole;
    unsigned char value[16];
    Conflict conflict;
};
Pending pending;
// A plain read of what another thread changes atomically is no race if the thread's own atomic operation on it follows:
// `old = *p; do { ... old = atomicCAS(p, ...) } while (...)`.
Pending pending_read;

// Whether an access of epoch and thread `before` is ordered before the running thread's next one.
inline bool precedes(Stamp before, bool* same_block) {
    *same_block = false;
    if (before.epoch < current.launch_epoch) return true;
    if (before.epoch == current.epoch) {
        *same_block = true;
        if (before.thread == current.thread) return true;
    } else if (before.epoch >= current.block_epoch && before.epoch < current.epoch) {
        *same_block = !current.interleaved || block_of(before.epoch, nullptr) == current.block;
        if (*same_block) return true;
    }
    return is_ordered(before, *same_block);
}

template <Access access>
__attribute__((noinline)) void conflict_with_write(Cell& cell, const Whole& whole) {
    bool same_block;
    const Stamp before = written(cell.write);
    const bool ordered = precedes(before, &same_block),
               own = before.epoch == current.epoch && before.thread == current.thread;
    if (is_atomic(access) && (cell.write & kAtomic) != 0) {
        if (ordered && !own) cell.write &= ~kSeveral;
        if (!ordered) cell.write |= kSeveral;
        const bool narrow = access == Access::block_update || (cell.write & kBlockScope) != 0;
        if (!ordered && narrow && !same_block && is_write(access))
            report_race(whole, true, {before, cell.places & kPlaceMask, true, false});
        return;
    }
    if (own && (cell.write & kSeveral) != 0 && !knows_others())
        return report_race(whole, is_write(access), {before, 0, true, true, true});
    if (ordered || (cell.write & kUnowned) != 0) return;
    const Conflict conflict{before, cell.places & kPlaceMask, true, same_block};
    if (access == Access::read && (cell.write & kAtomic) != 0) {
        if (pending_read.active && pending_read.whole.address == whole.address) return;
        settle_read();
        pending_read = {true, whole, {}, conflict};
        return;
    }
    if (access == Access::write && (cell.write & kAtomic) == 0 && whole.bytes <= sizeof pending.value) {
        settle_pending();
        pending = {true, whole, {}, conflict};
        std::memcpy(pending.value, reinterpret_cast<void*>(whole.address), whole.bytes);
        return;
    }
    report_race(whole, is_write(access), conflict);
}

// An atomic access, and what wrote before the atomic writes: a counter that is set to zero without a barrier.
template <Access access>
__attribute__((noinline)) void conflict_with_plain(Cell& cell, const Whole& whole) {
    bool same_block;
    const Stamp before = written(cell.plain);
    if (precedes(before, &same_block)) return;
    report_race(whole, is_write(access), {before, plain_place(cell), true, same_block});
}

__attribute__((noinline)) void conflict_with_read(const Cell& cell, const Whole& whole) {
    bool same_block;
    const Stamp last = last_read(cell.read), first = first_read(cell);
    if (!precedes(last, &same_block))
        return report_race(whole, true, {last, read_place(cell, kPlaceOfLast), false, same_block});
    if (!precedes(first, &same_block))
        report_race(whole, true, {first, read_place(cell, kPlaceOfFirst), false, same_block});
}

void report_unusable(const Whole& whole, bool writes) {
    char text[250];
    const Described what = describe(reinterpret_cast<void*>(whole.address), whole.bytes);
    if (side_of(whole.address) == Side::host) {
        std::snprintf(text, sizeof text, "a kernel %s %s", writes ? "writes" : "reads", what.text);
        return report_address(Kind::device_access, whole.code, text);
    }
    std::snprintf(text, sizeof text, "%s %s", writes ? "writes" : "reads", what.text);
    report_address(was_freed(whole.address) ? Kind::use_after_free : Kind::out_of_bounds, whole.code, text);
}

bool is_shared(uintptr_t address) {
    return address >= shared_begin && address - arena.begin < arena.bytes;
}

void report_uninitialized(const Whole& whole) {
    char text[250];
    const Described what = describe(reinterpret_cast<void*>(whole.address), whole.bytes);
    std::snprintf(text, sizeof text, "reads %s, which nothing has written%s", what.text,
                  is_shared(whole.address) ? " in this block" : "");
    report_address(Kind::uninitialized, whole.code, text);
}

// Host code may touch device memory only where it is managed or pinned.
template <Access access>
void check_host(uintptr_t address, size_t bytes, uintptr_t code) {
    const bool variable = side_of(address) == Side::device;
    if (address - arena.begin >= arena.bytes && !variable) return;
    if (variable || !host_may_touch(address)) {
        char text[250];
        const Described what = describe(reinterpret_cast<void*>(address), bytes);
        std::snprintf(text, sizeof text, "host code %s %s", is_write(access) ? "writes" : "reads", what.text);
        return report_address(Kind::host_access, code, text);
    }
    if ((cell_of(address).write & kValid) == 0) report_unusable({address, bytes, code}, is_write(access));
}

__attribute__((noinline)) void check_elsewhere(uintptr_t address, size_t bytes, uintptr_t code, bool writes) {
    if (is_private(address)) return;
    char text[160];
    if (address < (1 << 16)) {
        std::snprintf(text, sizeof text, "%s through a null pointer (%p)", writes ? "writes" : "reads",
                      reinterpret_cast<void*>(address));
        return report_address(Kind::out_of_bounds, code, text);
    }
    std::snprintf(text, sizeof text, "a kernel %s %zu bytes of host memory at %p", writes ? "writes" : "reads", bytes,
                  reinterpret_cast<void*>(address));
    report_address(Kind::device_access, code, text);
}

// The program's variables are all there; their cells begin as zeros, and those of host variables stay so.
__attribute__((noinline)) bool first_use(Cell& cell, uintptr_t address) {
    if (address - image.begin >= image.bytes) return false;
    if (side_of(address) == Side::host && !is_registered(address)) return false;
    cell.write = kValid | kInitialized;
    return true;
}

// One cell of the access. True: the caller goes on with the rest of it.
template <Access access>
inline bool check_cell(Cell& cell, uintptr_t address, const Whole& whole, bool padding) {
    if ((cell.write & kValid) == 0 && !first_use(cell, address)) {
        report_unusable(whole, is_write(access));
        return false;
    }
    const uint64_t write = cell.write, place = (whole.code - text_begin) & kPlaceMask;
    bool good = true;
    if (is_read(access)) {
        const bool missing =
            (write & kInitialized) == 0 || (is_shared(address) && write >> 32 < current.block->first_epoch);
        if (missing && !padding) {
            report_uninitialized(whole);
            // Said once: from here on it counts as initialised.
            cell.write =
                is_shared(address) ? current.stamp | (write & kState) | kInitialized | kUnowned : write | kInitialized;
            good = false;
        }
    }
    // What happened before this launch, and to shared memory before this block, is over.
    const uint32_t since = is_shared(address) ? current.block->first_epoch : current.launch_epoch;
    const uint64_t mine = current.stamp;
    if (((write ^ mine) >> 14 != 0 || (write & kSeveral) != 0) && write >> 32 >= since)
        conflict_with_write<access>(cell, whole);
    if (is_atomic(access) && (write & kAtomic) != 0 && cell.plain >> 32 >= since)
        conflict_with_plain<access>(cell, whole);
    if (is_update(access) && pending_read.active && pending_read.whole.address == whole.address)
        pending_read.active = false;
    if (is_write(access)) {
        const uint64_t alone = pack_read(current.epoch, current.thread, current.thread, 0);
        if ((cell.read & ~uint64_t{0xfff}) == alone) {
            if (is_update(access)) cell.read = 0;  // its read was for this operation
        } else if (cell.read >> 32 >= since && cell.read != 0) {
            conflict_with_read(cell, whole);
        }
        if (is_atomic(access) && (write & kAtomic) == 0) keep_plain(cell);
        cell.write = mine | (cell.write & (is_atomic(access) ? kParts | kSeveral : kParts)) | kValid | kInitialized |
                     (is_atomic(access) ? kAtomic : 0) | (access == Access::block_update ? kBlockScope : 0);
        cell.places = (cell.places & ~kPlaceMask) | place;
    } else if (!is_atomic(access)) {
        const Stamp self = written(mine);
        if (cell.read >> 32 == self.epoch) {
            add_read(cell, self, place);
        } else {
            cell.read = pack_read(self.epoch, self.thread, self.thread, self.step) | kPlaceOfFirst | kPlaceOfLast;
            cell.places = (cell.places & kPlaceMask) | place << 24 | uint64_t{self.step} << 48;
        }
    }
    return good;
}

template <Access access>
bool check_bytes(uintptr_t address, size_t bytes, const Whole& whole, bool padding) {
    for (size_t i = 0; i < bytes; ++i) {
        Cell* word = find_cell(address + i);
        if (word == nullptr) return false;
        if (!check_cell<access>(split(*word, address + i), address + i, whole, padding)) return false;
    }
    return true;
}

}  // namespace

void settle_pending() {
    if (!pending.active) return;
    pending.active = false;
    const Whole& whole = pending.whole;
    if (std::memcmp(pending.value, reinterpret_cast<void*>(whole.address), whole.bytes) == 0) return;
    report_race(whole, true, pending.conflict);
}

void settle_read() {
    if (!pending_read.active) return;
    pending_read.active = false;
    report_race(pending_read.whole, false, pending_read.conflict);
}

void settle() {
    settle_pending();
    settle_read();
}

template <Access access>
void check_access(uintptr_t address, size_t bytes, uintptr_t code) {
    if (!in_kernel) return check_host<access>(address, bytes, code);
    Cell* cell = find_cell(address);
    if (cell == nullptr) return check_elsewhere(address, bytes, code, is_write(access));
    if (pending.active) settle_pending();
    if (--current.steps_left == 0) out_of_steps();
    const Whole whole{address, bytes, code};
    if (((address | bytes) & 3) != 0) {
        check_bytes<access>(address, bytes, whole, false);
        return;
    }
    for (size_t i = 0; i < bytes; i += 4, ++cell) {
        const bool good = (cell->write & kParts) != 0 ? check_bytes<access>(address + i, 4, whole, false)
                                                      : check_cell<access>(*cell, address + i, whole, false);
        if (!good) return;
    }
}

template <Access access>
void check_range(uintptr_t address, size_t bytes, uintptr_t code) {
    if (!in_kernel) return check_host<access>(address, bytes, code);
    if (find_cell(address) == nullptr) return check_elsewhere(address, bytes, code, is_write(access));
    settle_pending();
    const Whole whole{address, bytes, code};
    bool padding = false;  // some word of it is initialised
    for (size_t i = 0; i + 4 <= bytes && !padding; i += 4) {
        const Cell* cell = find_cell(address + i);
        padding = cell != nullptr && (cell->write & (kInitialized | kParts)) != 0;
    }
    for (size_t i = 0; i < bytes;) {
        Cell* cell = find_cell(address + i);
        if (cell == nullptr) return;
        const bool word = ((address + i) & 3) == 0 && i + 4 <= bytes;
        const size_t step = word ? 4 : 1;
        const bool good = word && (cell->write & kParts) == 0 ? check_cell<access>(*cell, address + i, whole, padding)
                                                              : check_bytes<access>(address + i, step, whole, padding);
        if (!good) return;
        i += step;
    }
}

template void check_access<Access::read>(uintptr_t, size_t, uintptr_t);
template void check_access<Access::write>(uintptr_t, size_t, uintptr_t);
template void check_access<Access::atomic_read>(uintptr_t, size_t, uintptr_t);
template void check_access<Access::atomic_write>(uintptr_t, size_t, uintptr_t);
template void check_access<Access::atomic_update>(uintptr_t, size_t, uintptr_t);
template void check_access<Access::block_update>(uintptr_t, size_t, uintptr_t);
template void check_range<Access::read>(uintptr_t, size_t, uintptr_t);
template void check_range<Access::write>(uintptr_t, size_t, uintptr_t);

}  // namespace cuset_rt::check
