#include "block.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

// Programs declare it under the names of their `extern __shared__` arrays.
__thread char* cuset_dynamic_shared_memory = nullptr;

namespace cuset_rt {

__thread char* shared_memory = nullptr;
__thread int current_lane = 0;

namespace {

__thread FiberPool* pool = nullptr;  // of the block that the calling worker runs, when it has fibers

// Checked mode keeps static shared variables apart, so that running over the end of one is seen.
constexpr size_t kGap = check::kOn ? 64 : 0, kDynamicAlignment = 256;

size_t static_shared = 0;

std::vector<SharedVariable>& shared_variables() {
    static auto* variables = new std::vector<SharedVariable>;  // filled by initialisers of the program
    return *variables;
}

}  // namespace

size_t reserve_shared(size_t bytes, size_t alignment, void (*describe)(size_t at)) {
    const size_t offset = (static_shared + kGap + alignment - 1) / alignment * alignment;
    static_shared = offset + bytes;
    describe(offset);
    return offset;
}

void describe_shared(const char* name, size_t offset, size_t bytes, size_t element_bytes) {
    shared_variables().push_back({offset, bytes, element_bytes, name});
}

size_t dynamic_shared_offset() {
    return (static_shared + kGap + kDynamicAlignment - 1) / kDynamicAlignment * kDynamicAlignment;
}

bool nearest_shared(size_t offset, SharedVariable* variable) {
    bool found = false;
    for (const SharedVariable& candidate : shared_variables())
        if (candidate.offset <= offset && (!found || candidate.offset > variable->offset))
            *variable = candidate, found = true;
    return found;
}

ResidentBlock::~ResidentBlock() {
    if (!check::kOn) std::free(shared_);
}

void ResidentBlock::prepare_shared_memory(size_t dynamic_bytes) {
    const size_t start = dynamic_shared_offset(), used = start + dynamic_bytes;
#ifdef CUSET_CHECK
    shared_ = check::shared_slot(slot_);
    const size_t variables = shared_variables().size();
    if (valid_static_ != variables || valid_dynamic_ != dynamic_bytes + 1) {
        check::make_invalid(shared_, check::kSharedSlot);
        for (const SharedVariable& v : shared_variables()) check::make_valid(shared_ + v.offset, v.bytes, false);
        check::make_valid(shared_ + start, dynamic_bytes, false);
        valid_static_ = variables, valid_dynamic_ = dynamic_bytes + 1;
    }
#else
    if (used > shared_capacity_) {
        std::free(shared_);
        shared_capacity_ = (used + kDynamicAlignment - 1) / kDynamicAlignment * kDynamicAlignment;
        shared_ = static_cast<char*>(std::aligned_alloc(kDynamicAlignment, shared_capacity_));
        if (shared_ == nullptr) std::abort();
    }
#endif
    if (used > 0) std::memset(shared_, kSharedPoison, used);
}

void ResidentBlock::enter() {
    shared_memory = shared_;
    cuset_dynamic_shared_memory = shared_ + dynamic_shared_offset();
    blockIdx = index_;
    blockDim = grid_->configuration->block;
    gridDim = grid_->configuration->grid;
}

Pause ResidentBlock::run(const Grid& grid, uint3 index) {
    grid_ = &grid;
    index_ = index;
    prepare_shared_memory(grid.configuration->shared_bytes);
    enter();
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    check::begin_block(slot_, index);
    if (grid.run_block == nullptr && (check::kOn || grid.cooperative || threads > 1)) {
        if (!pool_) pool_ = std::make_unique<FiberPool>(slot_, stack_);
        pool_->start(grid);
        return resume();
    }
    in_kernel = true;
    threadIdx = {0, 0, 0};
    current_lane = 0;
    (grid.run_block != nullptr ? grid.run_block : grid.run_thread)(grid.body);
    in_kernel = false;
    return Pause::finished;
}

Pause ResidentBlock::resume() {
    enter();
    pool = pool_.get();
    in_kernel = true;
    const Pause pause = pool_->resume();
    in_kernel = false;
    pool = nullptr;
    return pause;
}

bool in_stack_guard(const void* address) {
    return pool != nullptr && pool->guards(address);
}

bool in_fiber() {
    return pool != nullptr;
}

// Without fibers the block has one thread (or the operation cannot be reached).
BarrierResult barrier(int predicate, const char* file, int line) {
    if (pool == nullptr) return {1, predicate != 0};
    return pool->barrier(predicate, file, line);
}

uint64_t warp(WarpOperation operation, unsigned mask, uint64_t value, int source, const char* name, const char* file,
              int line) {
    if (pool != nullptr) return pool->warp({operation, mask, value, 0, source}, name, file, line);
    if (operation == WarpOperation::ballot) return uint64_t{1} << 32 | (value != 0);
    return operation == WarpOperation::match ? 1 : value;
}

unsigned active_mask(const char* file, int line) {
    return pool == nullptr ? 1 : pool->active_mask(file, line);
}

uint64_t* warp_slots() {
    static __thread uint64_t alone[kWarp];
    return pool == nullptr ? alone : pool->warp_slots();
}

void yield_thread() {
    if (pool != nullptr) pool->yield();
}

bool grid_is_cooperative() {
    return pool != nullptr && pool->cooperative();
}

void grid_barrier(const char* file, int line) {
    if (grid_is_cooperative()) return pool->grid_barrier(file, line);
    trap("grid.sync() without cudaLaunchCooperativeKernel", file, line);
}

void trap(const char* what, const char* file, int line) {
    check::report_at(Kind::assert_failed, file, line, "%s", what);
    record_fault(Fault::launch, "%s at %s:%d, block (%u,%u,%u) thread (%u,%u,%u)", what, file, line, blockIdx.x,
                 blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z);
    abandon_kernel(cudaErrorLaunchFailure);
}

void abandon_block() {
    pool = nullptr;
    in_kernel = false;
}

}  // namespace cuset_rt
