#include "judge/parallel.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

namespace cuset::judge {
namespace {

TEST(Parallel, EveryResultIsConsumedOnceOnTheCallingThread) {
    for (const int jobs : {0, 1, 3, 100}) {
        std::set<size_t> seen;
        const auto caller = std::this_thread::get_id();
        parallel_each<size_t>(
            50, jobs, [](size_t i) { return i * i; },
            [&](size_t i, size_t&& square) {
                EXPECT_EQ(square, i * i);
                EXPECT_EQ(std::this_thread::get_id(), caller);
                EXPECT_TRUE(seen.insert(i).second);
            });
        EXPECT_EQ(seen.size(), 50u);
    }
    parallel_each<int>(
        0, 2, [](size_t) { return 1; }, [](size_t, int&&) { FAIL(); });
}

TEST(Parallel, TheFirstExceptionOfEitherSideIsThrown) {
    const auto bad_work = [](size_t i) {
        if (i == 3) throw std::runtime_error("work");
        return i;
    };
    EXPECT_THROW(parallel_each<size_t>(100, 2, bad_work, [](size_t, size_t&&) {}), std::runtime_error);
    const auto bad_consume = [](size_t, size_t&&) { throw std::logic_error("consume"); };
    EXPECT_THROW(parallel_each<size_t>(
                     100, 2, [](size_t i) { return i; }, bad_consume),
                 std::logic_error);
}

}  // namespace
}  // namespace cuset::judge
