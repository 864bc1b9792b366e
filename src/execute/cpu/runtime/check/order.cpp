#include "check/order.h"

#include <algorithm>
#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

namespace cuset_rt::check {
namespace {

struct Variable;

// The first `count` releases of a variable.
struct Acquired {
    const Variable* variable;
    size_t count;
};

struct Release {
    Stamp stamp;  // of the fence: the thread's accesses up to here, and all of its block's in earlier epochs
    uint32_t block_epoch;
    bool whole_device;
    std::array<uint8_t, 32> lanes;  // what the thread knew of its warp
    std::vector<Acquired> acquired;
};

struct Variable {
    std::vector<Release> releases;  // by ascending epoch, unless blocks take turns
};

struct Fence {
    Stamp stamp;
    bool whole_device;
    std::array<uint8_t, 32> lanes;
};

// What a resident block's threads know of others, and their last fence. Most programs use none of it.
struct Knowledge {
    std::vector<Acquired> block;
    std::unordered_map<unsigned, std::vector<Acquired>> thread;
    std::unordered_map<unsigned, Fence> fence;
};

std::unordered_map<uintptr_t, std::unique_ptr<Variable>> variables;
std::vector<Knowledge> knowledge;
constexpr int kMaxDepth = 6;

Knowledge& known_by(unsigned slot) {
    if (slot >= knowledge.size()) knowledge.resize(slot + 1);
    return knowledge[slot];
}

void merge(std::vector<Acquired>& into, const std::vector<Acquired>& from) {
    for (const Acquired& item : from) {
        const auto same =
            std::find_if(into.begin(), into.end(), [&](const Acquired& a) { return a.variable == item.variable; });
        if (same == into.end()) {
            into.push_back(item);
        } else {
            same->count = std::max(same->count, item.count);
        }
    }
}

bool covers(const Release& release, Stamp before, bool same_block) {
    if (!release.whole_device && !same_block) return false;
    if (before.epoch < release.block_epoch || before.epoch > release.stamp.epoch) return false;
    if (before.epoch < release.stamp.epoch)
        return !current.interleaved || block_of(before.epoch, nullptr) == block_of(release.stamp.epoch, nullptr);
    if (before.thread == release.stamp.thread) return before.step <= release.stamp.step;
    return before.thread / 32 == release.stamp.thread / 32 && release.lanes[before.thread % 32] > before.step;
}

bool covered_by(const std::vector<Acquired>& list, Stamp before, bool same_block, int depth) {
    for (const auto& [variable, count] : list) {
        const auto& releases = variable->releases;
        auto at = releases.begin();
        const auto end = at + static_cast<std::ptrdiff_t>(count);
        const auto earlier = [](const Release& r, uint32_t epoch) { return r.stamp.epoch < epoch; };
        if (!current.interleaved) at = std::lower_bound(at, end, before.epoch, earlier);
        for (; at != end && (current.interleaved || at->block_epoch <= before.epoch); ++at)
            if (covers(*at, before, same_block)) return true;
    }
    if (depth == kMaxDepth) return true;  // a chain longer than we follow: rather no report than a false one
    for (const auto& [variable, count] : list)
        for (size_t i = 0; i < count; ++i)
            if (covered_by(variable->releases[i].acquired, before, same_block, depth + 1)) return true;
    return false;
}

void next_step(Block& block, unsigned thread) {
    if (block.step[thread] < 255) ++block.step[thread];
    block.steps_used = true;
}

void restamp() {
    current.stamp = pack_write({current.epoch, current.thread, current.block->step[current.thread]});
}

}  // namespace

bool is_ordered(Stamp before, bool same_block) {
    const Block& block = *current.block;
    if (same_block && before.epoch == block.epoch && before.thread / 32 == current.thread / 32 &&
        block.known[current.thread][before.thread % 32] > before.step)
        return true;
    const Knowledge& k = known_by(current.slot);
    if (covered_by(k.block, before, same_block, 0)) return true;
    const auto own = k.thread.find(current.thread);
    return own != k.thread.end() && covered_by(own->second, before, same_block, 0);
}

bool knows_others() {
    const Knowledge& k = known_by(current.slot);
    return !k.block.empty() || k.thread.contains(current.thread);
}

void fence(bool whole_device) {
    Block& block = *current.block;
    Fence made{written(current.stamp), whole_device, {}};
    std::copy(std::begin(block.known[current.thread]), std::end(block.known[current.thread]), made.lanes.begin());
    known_by(current.slot).fence[current.thread] = made;
    next_step(block, current.thread);
    restamp();
}

void release(uintptr_t address) {
    Knowledge& k = known_by(current.slot);
    const auto fence = k.fence.find(current.thread);
    if (fence == k.fence.end()) return;
    auto& variable = variables[address];
    if (!variable) variable = std::make_unique<Variable>();
    Release made{fence->second.stamp, current.block->first_epoch, fence->second.whole_device, fence->second.lanes,
                 k.block};
    if (const auto own = k.thread.find(current.thread); own != k.thread.end()) merge(made.acquired, own->second);
    std::erase_if(made.acquired, [&](const Acquired& a) { return a.variable == variable.get(); });
    variable->releases.push_back(std::move(made));
}

void acquire(uintptr_t address) {
    if (variables.empty()) return;
    const auto found = variables.find(address);
    if (found == variables.end()) return;
    merge(known_by(current.slot).thread[current.thread], {{found->second.get(), found->second->releases.size()}});
}

void join_block(unsigned slot) {
    Knowledge& k = known_by(slot);
    for (const auto& [thread, list] : k.thread) merge(k.block, list);
    k.thread.clear();
    Block& block = resident(slot);
    if (!block.steps_used) return;
    std::fill(std::begin(block.step), std::end(block.step), uint8_t{0});
    for (auto& lanes : block.known) std::fill(std::begin(lanes), std::end(lanes), uint8_t{0});
    block.steps_used = false;
}

void join_lanes(unsigned slot, unsigned warp, unsigned lanes) {
    Block& block = resident(slot);
    uint8_t joined[32] = {};
    const auto each = [&](auto use) {
        for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
            const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
            use(warp * 32 + lane, lane);
        }
    };
    each([&](unsigned thread, unsigned lane) {
        for (unsigned l = 0; l < 32; ++l) joined[l] = std::max(joined[l], block.known[thread][l]);
        joined[lane] = std::max(joined[lane], static_cast<uint8_t>(std::min(block.step[thread] + 1, 255)));
    });
    each([&](unsigned thread, unsigned) {
        std::copy(std::begin(joined), std::end(joined), std::begin(block.known[thread]));
        next_step(block, thread);
    });
    Knowledge& k = known_by(slot);
    if (!k.thread.empty()) {
        std::vector<Acquired> all;
        each([&](unsigned thread, unsigned) {
            if (const auto own = k.thread.find(thread); own != k.thread.end()) merge(all, own->second);
        });
        if (!all.empty()) each([&](unsigned thread, unsigned) { k.thread[thread] = all; });
    }
    if (current.slot == slot && current.block != nullptr) restamp();
}

void forget_block(unsigned slot) {
    Knowledge& k = known_by(slot);
    k.block.clear();
    k.thread.clear();
    k.fence.clear();
    join_block(slot);
}

void forget_all() {
    for (unsigned slot = 0; slot < knowledge.size(); ++slot) forget_block(slot);
    variables.clear();
}

}  // namespace cuset_rt::check
