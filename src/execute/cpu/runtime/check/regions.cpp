// The ranges of memory that have cells, and the launch, blocks and threads that run.
#include <link.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

#include "check/access.h"
#include "check/order.h"
#include "check/variables.h"
#include "internal.h"

extern "C" char __executable_start, __data_start, _end;

namespace cuset_rt::check {
namespace {

constexpr size_t kSharedSlots = 1024;

struct Range {
    uintptr_t begin, end;
    bool contains(uintptr_t address) const { return address >= begin && address < end; }
};
std::vector<Range> modules;  // of the program and its libraries: constants, functions, thread-local variables
Range program{0, 0};
uintptr_t load_base = 0;
size_t device_bytes = 0;

std::deque<Block> blocks;  // resident ones, by slot; a deque keeps their addresses
uint32_t last_epoch = 1;
std::vector<uint32_t> epoch_owners;  // while blocks take turns: the slot of each epoch of the launch
uint32_t owners_from = 0;
std::vector<uint32_t> block_starts;  // else: the first epoch of each block of the launch
unsigned grid_x = 1, grid_y = 1;
const Grid* grid = nullptr;

// Shared mappings don't count as the program's data, so its memory limit holds for what it allocates itself.
void* reserve(size_t bytes) {
    void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        record_fault(Fault::out_of_memory, "checked mode cannot reserve %zu MiB of addresses", bytes >> 20);
        std::abort();
    }
    return memory;
}

void add_cells(Region& region) {
    region.words = static_cast<Cell*>(reserve(region.bytes / 4 * sizeof(Cell) + kPage));
    region.parts = static_cast<Cell*>(reserve(region.bytes * sizeof(Cell) + kPage));
}

int find_modules(dl_phdr_info* info, size_t, void*) {
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const auto& header = info->dlpi_phdr[i];
        const uintptr_t begin = info->dlpi_addr + header.p_vaddr;
        if (header.p_type == PT_LOAD) modules.push_back({begin, begin + header.p_memsz});
    }
    const auto start = reinterpret_cast<uintptr_t>(&__executable_start);
    if (info->dlpi_name == nullptr || info->dlpi_name[0] == '\0') {
        load_base = info->dlpi_addr;
        program = {start, reinterpret_cast<uintptr_t>(&_end)};
    }
    return 0;
}

// After the program's own destructors, which may still free memory.
__attribute__((destructor(102))) void finish() {
    report_unseen_error();
    report_leaks();
}

__attribute__((constructor(102))) void start() {
    const char* limit = std::getenv(cuset::execute::cpu::kMemoryVariable);
    device_bytes = (limit != nullptr ? std::strtoull(limit, nullptr, 10) : size_t{1} << 30) / kPage * kPage;
    if (const char* steps = std::getenv(cuset::execute::cpu::kStepsVariable))
        current.steps_left = std::strtoull(steps, nullptr, 10);
    arena.bytes = device_bytes + kSharedSlots * kSharedSlot;
    arena.begin = reinterpret_cast<uintptr_t>(reserve(arena.bytes));
    shared_begin = arena.begin + device_bytes;
    add_cells(arena);
    image.begin = reinterpret_cast<uintptr_t>(&__data_start) & ~uintptr_t{7};
    image.bytes = reinterpret_cast<uintptr_t>(&_end) - image.begin;
    add_cells(image);
    image_sides = static_cast<uint8_t*>(reserve(image.bytes / 4 + 1));
    text_begin = reinterpret_cast<uintptr_t>(&__executable_start);
    ::dl_iterate_phdr(find_modules, nullptr);
}

uint32_t next_epoch(unsigned slot) {
    ++last_epoch;
    if (current.interleaved) epoch_owners.push_back(slot);
    return last_epoch;
}

void set_word(Cell& cell, uint64_t state) {
    cell = {state, 0, 0, 0};
}

// Sets valid and initialised for bytes [address, address + bytes); a word that is covered in part gets parts.
void set_state(uintptr_t address, size_t bytes, uint64_t state) {
    const auto part = [&](uintptr_t at) {
        if (Cell* word = find_cell(at)) set_word(split(*word, at), state);
    };
    if (find_cell(address) == nullptr || side_of(address) == Side::host) return;
    const uintptr_t end = address + bytes;
    while (address < end && (address & 3) != 0) part(address++);
    for (; address + 4 <= end; address += 4)
        if (Cell* cell = find_cell(address)) set_word(*cell, state);  // and any parts are forgotten
    while (address < end) part(address++);
}

}  // namespace

Block& resident(unsigned slot) {
    while (slot >= blocks.size()) blocks.emplace_back();
    return blocks[slot];
}

const Block* block_of(uint32_t epoch, uint3* index) {
    static Block past;
    if (epoch < current.launch_epoch && epoch < owners_from) return nullptr;
    if (current.interleaved) {
        if (epoch >= owners_from + epoch_owners.size()) return nullptr;
        // Before blocks took turns, the one in slot 0 ran alone.
        const Block& block = blocks[epoch < owners_from ? 0 : epoch_owners[epoch - owners_from]];
        if (epoch < block.first_epoch) return nullptr;
        if (index != nullptr) *index = block.index;
        return &block;
    }
    const auto after = std::upper_bound(block_starts.begin(), block_starts.end(), epoch);
    if (after == block_starts.begin()) return nullptr;
    const auto number = static_cast<unsigned>(after - block_starts.begin() - 1);
    past.index = {number % grid_x, number / grid_x % grid_y, number / grid_x / grid_y};
    if (index != nullptr) *index = past.index;
    return &past;
}

char* device_memory(size_t* bytes) {
    *bytes = device_bytes;
    return reinterpret_cast<char*>(arena.begin);
}
char* shared_slot(unsigned slot) {
    return reinterpret_cast<char*>(shared_begin + slot % kSharedSlots * kSharedSlot);
}

void make_valid(const void* address, size_t bytes, bool initialized) {
    set_state(reinterpret_cast<uintptr_t>(address), bytes, kValid | (initialized ? kInitialized : 0));
}
void make_invalid(const void* address, size_t bytes) {
    set_state(reinterpret_cast<uintptr_t>(address), bytes, 0);
}
void copied(void* to, const void* from, size_t bytes) {
    const auto target = reinterpret_cast<uintptr_t>(to), source = reinterpret_cast<uintptr_t>(from);
    if (source - arena.begin >= arena.bytes) return make_valid(to, bytes, true);
    const auto state = [](uintptr_t at) { return cell_of(at).write & (kValid | kInitialized); };
    const bool words = ((target | source) & 3) == 0;
    for (size_t i = 0; i < bytes;) {
        const bool word = words && i + 4 <= bytes && (find_cell(source + i)->write & kParts) == 0;
        const size_t step = word ? 4 : 1;
        if (target + i - arena.begin < arena.bytes) set_state(target + i, step, state(source + i));
        i += step;
    }
}

void begin_launch(const Grid& g) {
    grid = &g;
    grid_x = g.configuration->grid.x;
    grid_y = g.configuration->grid.y;
    if (last_epoch > 0xf0000000u) {  // the numbers run out: forget all history, keep what is valid and initialised
        std::fprintf(stderr, "cuset: checked mode: more than 4,000,000,000 barriers; stopping\n");
        std::abort();
    }
    current.launch_epoch = last_epoch + 1;
    current.interleaved = false;
    owners_from = last_epoch + 1;
    epoch_owners.clear();
    block_starts.clear();
}
void end_launch() {
    settle();
    grid = nullptr;
    forget_all();
}
void begin_interleaving() {
    current.interleaved = true;
    owners_from = last_epoch + 1;
    epoch_owners.clear();
}
void begin_block(unsigned slot, uint3 index) {
    settle();
    Block& block = resident(slot);
    block.index = index;
    block.epoch = block.first_epoch = next_epoch(slot);
    if (!current.interleaved) block_starts.push_back(block.epoch);
    forget_block(slot);
}
void enter_thread(unsigned slot, unsigned thread) {
    settle();
    Block& block = resident(slot);
    current.block = &block;
    current.slot = slot;
    current.thread = thread;
    current.epoch = block.epoch;
    current.block_epoch = block.first_epoch;
    current.stamp = pack_write({block.epoch, thread, block.step[thread]});
}
void barrier(unsigned slot) {
    settle();
    Block& block = resident(slot);
    block.epoch = next_epoch(slot);
    join_block(slot);
    if (current.slot == slot) enter_thread(slot, current.thread);
}
void grid_barrier() {
    settle();
    current.launch_epoch = last_epoch + 1;
    for (unsigned slot = 0; slot < blocks.size(); ++slot) blocks[slot].epoch = next_epoch(slot);
    forget_all();
}
void warp_barrier(unsigned slot, unsigned warp, unsigned lanes) {
    settle();
    join_lanes(slot, warp, lanes);
}
void set_private(unsigned slot, unsigned part, const void* memory, size_t bytes) {
    resident(slot).private_begin[part] = reinterpret_cast<uintptr_t>(memory);
    resident(slot).private_bytes[part] = bytes;
}

bool is_registered(uintptr_t address) {
    Allocation found;
    return nearest_allocation(reinterpret_cast<void*>(address), &found) && !found.freed &&
           address - reinterpret_cast<uintptr_t>(found.begin) < found.bytes;
}

bool is_private(uintptr_t address) {
    const Block& block = *current.block;
    // Thread-local variables, such as threadIdx; then what kernels touch most.
    if (address + (64 << 10) - reinterpret_cast<uintptr_t>(__builtin_thread_pointer()) < (128 << 10)) return true;
    for (unsigned part = 0; part < 2; ++part)
        if (address - block.private_begin[part] < block.private_bytes[part]) return true;
    if (address - reinterpret_cast<uintptr_t>(grid->body) < grid->body_bytes) return true;
    for (const Range& module : modules)
        if (module.contains(address)) return true;
    return is_registered(address);
}

bool is_program_code(uintptr_t code) {
    return program.contains(code);
}
uintptr_t symbol_address(uintptr_t code) {
    return code - load_base;
}

bool was_freed(uintptr_t address) {
    Allocation found;
    return address < shared_begin && nearest_allocation(reinterpret_cast<void*>(address), &found) && found.freed &&
           address - reinterpret_cast<uintptr_t>(found.begin) < found.bytes;
}
bool host_may_touch(uintptr_t address) {
    Allocation found;
    return address < shared_begin && nearest_allocation(reinterpret_cast<void*>(address), &found) && found.host_visible;
}

Described describe(const void* pointer, size_t bytes) {
    Described result;
    char* text = result.text;
    constexpr size_t kRoom = sizeof result.text;
    const auto address = reinterpret_cast<uintptr_t>(pointer);
    const auto element = [&](const char* name, const char* what, long offset, size_t size, size_t each) {
        if (each == 0) each = bytes;  // as it is accessed
        const long whole = static_cast<long>(each), index = (offset < 0 ? offset - whole + 1 : offset) / whole;
        std::snprintf(text, kRoom, "%.60s[%ld] (%s, %zu elements of %zu bytes)", name, index, what, size / each, each);
    };
    Allocation found;
    SharedVariable variable;
    if (const Variable* known = find_variable(address)) {
        element(known->name, side_of(address) == Side::host ? "a host variable" : "a device variable",
                static_cast<long>(address - known->begin), known->bytes, known->element_bytes);
    } else if (address - arena.begin >= arena.bytes) {
        std::snprintf(text, kRoom, "%zu bytes of a variable of the program at %p", bytes, pointer);
    } else if (address >= shared_begin) {
        const uintptr_t slot = shared_begin + (address - shared_begin) / kSharedSlot * kSharedSlot;
        if (address - slot >= dynamic_shared_offset() && grid != nullptr) {
            element("dynamic shared memory", "of this launch",
                    static_cast<long>(address - slot - dynamic_shared_offset()), grid->configuration->shared_bytes, 0);
        } else if (nearest_shared(address - slot, &variable)) {
            element(variable.name, "shared memory", static_cast<long>(address - slot - variable.offset), variable.bytes,
                    variable.element_bytes);
        } else {
            std::snprintf(text, kRoom, "%zu bytes of shared memory", bytes);
        }
    } else if (nearest_allocation(pointer, &found)) {
        const char* what = found.freed          ? "freed memory"
                           : found.host_visible ? "memory that host and device share"
                                                : "device memory";
        element(found.name, what, static_cast<const char*>(pointer) - found.begin, found.bytes, found.element_bytes);
    } else {
        std::snprintf(text, kRoom, "%zu bytes of device memory at %p, in no allocation", bytes, pointer);
    }
    return result;
}

}  // namespace cuset_rt::check
