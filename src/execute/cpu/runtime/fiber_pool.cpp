#include "fiber_pool.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace cuset_rt {

void FiberPool::compute(Fiber* lanes, unsigned group, WarpOperation operation) {
    const auto each = [&](auto use) {
        for (unsigned rest = group; rest != 0; rest &= rest - 1) use(static_cast<unsigned>(__builtin_ctz(rest)));
    };
    const auto reduce = [&](auto combine) {
        uint64_t total = 0;
        bool first = true;
        each([&](unsigned l) {
            total = first ? lanes[l].request.value : combine(total, lanes[l].request.value);
            first = false;
        });
        each([&](unsigned l) { lanes[l].request.result = total; });
    };
    using Signed = int32_t;
    switch (operation) {
        case WarpOperation::shuffle:
            return each([&](unsigned l) {
                const unsigned source = static_cast<unsigned>(lanes[l].request.source) % kWarp;
                lanes[l].request.result = lanes[group >> source & 1 ? source : l].request.value;
            });
        case WarpOperation::ballot: {
            uint64_t votes = uint64_t{group} << 32;
            each([&](unsigned l) { votes |= uint64_t{lanes[l].request.value != 0} << l; });
            return each([&](unsigned l) { lanes[l].request.result = votes; });
        }
        case WarpOperation::match:
            return each([&](unsigned l) {
                uint64_t same = 0;
                each([&](unsigned k) { same |= uint64_t{lanes[k].request.value == lanes[l].request.value} << k; });
                lanes[l].request.result = same;
            });
        case WarpOperation::add: return reduce([](uint64_t a, uint64_t b) { return a + b; });
        case WarpOperation::minimum: return reduce([](uint64_t a, uint64_t b) { return a < b ? a : b; });
        case WarpOperation::maximum: return reduce([](uint64_t a, uint64_t b) { return a > b ? a : b; });
        case WarpOperation::minimum_signed:
            return reduce([](uint64_t a, uint64_t b) { return static_cast<Signed>(a) < static_cast<Signed>(b) ? a : b; });
        case WarpOperation::maximum_signed:
            return reduce([](uint64_t a, uint64_t b) { return static_cast<Signed>(a) > static_cast<Signed>(b) ? a : b; });
        case WarpOperation::bit_and: return reduce([](uint64_t a, uint64_t b) { return a & b; });
        case WarpOperation::bit_or: return reduce([](uint64_t a, uint64_t b) { return a | b; });
        case WarpOperation::bit_xor: return reduce([](uint64_t a, uint64_t b) { return a ^ b; });
    }
}

// Nothing can run: the lanes of a warp that wait for their active mask have converged as far as they will.
void FiberPool::resolve_stall() {
    bool resolved = false;
    for (unsigned first = 0; first < count; first += kWarp) {
        for (unsigned leader = first; leader < count && leader < first + kWarp; ++leader) {
            if (fibers[leader].state != State::at_active_mask) continue;
            unsigned together = 0;
            for (unsigned i = leader; i < count && i < first + kWarp; ++i)
                if (fibers[i].state == State::at_active_mask && fibers[i].line == fibers[leader].line)
                    together |= 1u << (i - first);
            release_together(first, together, together);
            resolved = true;
        }
    }
    if (!resolved) report_deadlock();
}

void FiberPool::report_deadlock() {
    char places[300];
    size_t used = 0;
    unsigned exited = 0;
    bool told[kMaxThreads] = {};
    for (unsigned i = 0; i < count; ++i) {
        exited += fibers[i].state == State::exited;
        if (fibers[i].state == State::exited || told[i]) continue;
        unsigned here = 0;
        for (unsigned k = i; k < count; ++k) {
            if (fibers[k].state != fibers[i].state || fibers[k].line != fibers[i].line) continue;
            told[k] = true;
            ++here;
        }
        const int n = std::snprintf(places + used, sizeof places - used, "%s%u at %s (%s:%d)", used > 0 ? ", " : "", here,
                                    fibers[i].name, fibers[i].file, fibers[i].line);
        if (n > 0 && used + static_cast<size_t>(n) < sizeof places) used += static_cast<size_t>(n);
    }
    places[used] = 0;
    record_fault(Fault::launch, "deadlock in block (%u,%u,%u): of %u threads wait %s; %u have exited", blockIdx.x,
                 blockIdx.y, blockIdx.z, count, places, exited);
    std::fflush(stdout);
    ::_exit(1);
}

}  // namespace cuset_rt
