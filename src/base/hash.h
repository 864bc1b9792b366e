// Hashes and deterministic random numbers that are the same on every machine and standard library.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace cuset {

// XXH3, 128 bits, as 32 hexadecimal digits.
std::string content_hash(std::string_view bytes);
// XXH3, 64 bits.
uint64_t hash64(std::string_view bytes, uint64_t seed = 0);

// SplitMix64 (Steele, Lea, Flood 2014): one 64-bit value per counter.
constexpr uint64_t mix64(uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

// A sequence of SplitMix64 values. Not std::*_distribution: those differ between standard libraries.
class Random {
   public:
    explicit Random(uint64_t seed) : state_(mix64(seed)) {}
    Random(uint64_t seed, std::string_view stream) : state_(mix64(seed ^ hash64(stream))) {}
    uint64_t next() { return mix64(state_++); }
    // In [0, 1) with 53 bits.
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    // In [low, high], unbiased.
    long integer(long low, long high) {
        CUSET_ASSERT(low <= high);
        const uint64_t range = static_cast<uint64_t>(high - low) + 1;
        if (range == 0) return static_cast<long>(next());
        const uint64_t limit = UINT64_MAX - UINT64_MAX % range;
        uint64_t value = next();
        while (value >= limit) value = next();
        return low + static_cast<long>(value % range);
    }
    bool chance(double probability) { return uniform() < probability; }
    double normal();  // mean 0, variance 1 (Box-Muller)
    template <typename T>
    const T& choose(const std::vector<T>& values) {
        CUSET_ASSERT(!values.empty());
        return values[static_cast<size_t>(integer(0, static_cast<long>(values.size()) - 1))];
    }
    template <typename T>
    void shuffle(std::vector<T>& values) {
        for (size_t i = values.size(); i > 1; --i)
            std::swap(values[i - 1], values[static_cast<size_t>(integer(0, static_cast<long>(i) - 1))]);
    }

   private:
    uint64_t state_;
};

}  // namespace cuset
