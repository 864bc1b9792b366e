#include "dataset/packing.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cuset::dataset {
namespace {

TEST(EpochOrder, UsesEverySampleOnceAndDependsOnSeedAndEpoch) {
    for (size_t count : {1u, 7u, 100u}) {
        const auto steps = epoch_order(count, 4, 3, 0);
        std::vector<size_t> all;
        for (const auto& step : steps) all.insert(all.end(), step.begin(), step.end());
        EXPECT_EQ(steps.size(), (count + 3) / 4);
        std::sort(all.begin(), all.end());
        for (size_t i = 0; i < count; ++i) EXPECT_EQ(all[i], i);
        EXPECT_EQ(all.size(), count);
    }
    EXPECT_EQ(epoch_order(50, 4, 3, 0), epoch_order(50, 4, 3, 0));
    EXPECT_NE(epoch_order(50, 4, 3, 0), epoch_order(50, 4, 3, 1));
    EXPECT_NE(epoch_order(50, 4, 3, 0), epoch_order(50, 4, 4, 0));
}

TEST(PackBestFit, FillsTightestBinAndLosesNothing) {
    using Bins = std::vector<std::vector<size_t>>;
    EXPECT_EQ(pack_best_fit({3, 7, 5, 2}, 10), (Bins{{1, 0}, {2, 3}}));
    EXPECT_EQ(pack_best_fit({12, 1}, 10), (Bins{{0}, {1}}));
    EXPECT_EQ(pack_best_fit({}, 10), Bins{});
}

}  // namespace
}  // namespace cuset::dataset
