// The history of memory, cell by cell, and what the running thread is.
//
// A cell holds the last write and the last reads of four bytes, or of one byte where a word was accessed in parts. An
// access is stamped with its *epoch*, a number that is new for every block and after every barrier of a block, its
// thread, and the thread's *step*, which grows whenever the thread orders its accesses for others (fence, __syncwarp).
// Two accesses are ordered when the first one's launch is over, when its epoch is an earlier one of the same block, or
// when order.h knows of a chain of barriers of a warp, fences and atomics between them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "check/check.h"

namespace cuset_rt::check {

// clang-format off
// write: epoch 32 | thread 10 | step 8 | unused 7 | block scope | unowned | several | atomic | parts | valid | initialized
// read:  epoch 32 | first thread 10 | last thread 10 | last step 8 | unused 2 | whose place is known: last | first
// plain: epoch 32 | thread 10 | step 8 | its place, low 14 bits: the write before the atomic ones, where `write` is one
// places: of the write 24 | of a read 24 | step of the first reader 8 | place of `plain`, high 8 bits
// clang-format on
struct Cell {
    uint64_t write, read, plain, places;
};

constexpr uint64_t kInitialized = 1, kValid = 2, kParts = 4, kAtomic = 8, kSeveral = 16, kUnowned = 32,
                   kBlockScope = 64;
constexpr uint64_t kState = kInitialized | kValid | kParts;
constexpr uint64_t kPlaceMask = (1 << 24) - 1;
constexpr uint64_t kPlaceOfFirst = 1, kPlaceOfLast = 2;

// kSeveral: before the last write, an atomic one, another thread wrote atomically too, and nothing orders the two.
// kUnowned: nothing has written here, which has been reported. kBlockScope: the last write is an atomic one of that
// scope.

struct Stamp {
    uint32_t epoch;
    unsigned thread;
    uint8_t step;
};

inline uint64_t pack_write(Stamp s) {
    return uint64_t{s.epoch} << 32 | uint64_t{s.thread} << 22 | uint64_t{s.step} << 14;
}
inline Stamp written(uint64_t write) {
    return {static_cast<uint32_t>(write >> 32), static_cast<unsigned>(write >> 22 & 1023),
            static_cast<uint8_t>(write >> 14)};
}
inline uint64_t pack_read(uint32_t epoch, unsigned first, unsigned last, uint8_t step) {
    return uint64_t{epoch} << 32 | uint64_t{first} << 22 | uint64_t{last} << 12 | uint64_t{step} << 4;
}
// The place of the first or the last reader; 0 where the other's is kept.
inline uint64_t read_place(const Cell& cell, uint64_t whose) {
    return (cell.read & whose) != 0 ? cell.places >> 24 & kPlaceMask : 0;
}
// A further read in the epoch. Of two places one is kept: the later, but not that of the thread that wrote here, which
// reads its own element to change it (`s[t] += ...`) when others have read it.
inline void add_read(Cell& cell, Stamp self, uint64_t place) {
    uint64_t known = cell.read & (kPlaceOfFirst | kPlaceOfLast);
    if ((cell.places >> 24 & kPlaceMask) == place) {
        known |= kPlaceOfLast;
    } else if (known == kPlaceOfLast || written(cell.write).thread != self.thread) {
        known = kPlaceOfLast;
        cell.places = (cell.places & ~(kPlaceMask << 24)) | place << 24;
    } else {
        known = kPlaceOfFirst;
    }
    cell.read = (cell.read & ~uint64_t{0x3fffff}) | uint64_t{self.thread} << 12 | uint64_t{self.step} << 4 | known;
}
constexpr uint64_t kStampMask = ~uint64_t{0x3fff};

// The last write becomes the one before the atomic ones.
inline void keep_plain(Cell& cell) {
    const uint64_t place = cell.places & kPlaceMask, kept = place >> 22 == 0 ? place : 0;
    cell.plain = (cell.write & kUnowned) != 0 ? 0 : (cell.write & kStampMask) | (kept & 0x3fff);
    cell.places = (cell.places & ~(uint64_t{0xff} << 56)) | kept >> 14 << 56;
}
inline uint64_t plain_place(const Cell& cell) {
    return (cell.plain & 0x3fff) | cell.places >> 56 << 14;
}
inline Stamp last_read(uint64_t read) {
    return {static_cast<uint32_t>(read >> 32), static_cast<unsigned>(read >> 12 & 1023),
            static_cast<uint8_t>(read >> 4)};
}
inline Stamp first_read(const Cell& cell) {
    return {static_cast<uint32_t>(cell.read >> 32), static_cast<unsigned>(cell.read >> 22 & 1023),
            static_cast<uint8_t>(cell.places >> 48)};
}

// A range of addresses with a cell for each word, and room for one for each byte.
struct Region {
    uintptr_t begin = 0;
    size_t bytes = 0;
    Cell* words = nullptr;
    Cell* parts = nullptr;
};

// Where a resident block stands. Its threads' steps and what they know of their warp's lanes begin anew with each
// epoch.
struct Block {
    uint3 index{};
    uint32_t epoch = 0, first_epoch = 0;
    bool steps_used = false;
    uint8_t step[1024] = {};
    uint8_t known[1024][32] = {};  // known[t][l]: steps of lane l that are ordered before thread t's accesses
    uintptr_t private_begin[2] = {};
    size_t private_bytes[2] = {};
};

// The running thread. One worker runs everything, so this is not thread-local.
struct Current {
    uint64_t stamp = 0;         // pack_write of the thread's next access
    uint32_t epoch = 0;         // its epoch
    uint32_t launch_epoch = 0;  // the first one of the launch (or since the grid's last barrier)
    uint32_t block_epoch = 0;   // the first one of the block; epochs from here to `epoch` are the block's own...
    bool interleaved = false;   // ...unless blocks take turns
    unsigned thread = 0, slot = 0;
    Block* block = nullptr;
    uint64_t steps_left = ~uint64_t{0};
};

extern Current current;
extern Region arena, image;  // device and shared memory; the program's own variables
extern uintptr_t shared_begin;
extern uintptr_t text_begin;

Block& resident(unsigned slot);
// The block that an epoch of this launch belongs to; null where it is not known any more.
const Block* block_of(uint32_t epoch, uint3* index);

inline Cell* find_cell(uintptr_t address) {
    if (const size_t offset = address - arena.begin; offset < arena.bytes) return arena.words + (offset >> 2);
    if (const size_t offset = address - image.begin; offset < image.bytes) return image.words + (offset >> 2);
    return nullptr;
}
// The cells of the word's four bytes.
inline Cell* find_parts(uintptr_t address) {
    const uintptr_t word = address & ~uintptr_t{3};
    if (const size_t offset = word - arena.begin; offset < arena.bytes) return arena.parts + offset;
    return image.parts + (word - image.begin);
}
// The cell of the byte at `address`: its own, or its word's. The address has cells.
inline Cell& cell_of(uintptr_t address) {
    Cell& word = *find_cell(address);
    return (word.write & kParts) != 0 ? find_parts(address)[address & 3] : word;
}
// The byte's own cell: the first access to a part of a word gives each of its bytes the word's history.
inline Cell& split(Cell& word, uintptr_t address) {
    Cell* parts = find_parts(address);
    if ((word.write & kParts) == 0) {
        for (int i = 0; i < 4; ++i) parts[i] = word;
        word.write |= kParts;
    }
    return parts[address & 3];
}

}  // namespace cuset_rt::check
