#include "synthesize/families.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "synthesize/split.h"
#include "synthesize/verify.h"

namespace cuset::synthesize {
namespace {

// A few problems of every family, verified as one program a style.
class Styles : public ::testing::TestWithParam<int> {};

TEST_P(Styles, EveryFamilyPassesItsOwnTasks) {
    const int level = GetParam();
    std::vector<Draft> drafts;
    std::vector<std::string> names;
    for (const Family& family : families()) {
        std::vector<Composition> all = family.compositions();
        Random random(static_cast<uint64_t>(level), family.name);
        random.shuffle(all);
        for (size_t i = 0; i < 3; ++i) {
            drafts.push_back(family.draft(all[i], draw_style(level, random), random));
            names.push_back(fmt::format("{}/{}", family.name, join(all[i], "+")));
            drafts.back().task.id = names.back();
        }
    }
    const std::vector<Verification> verified = verify(drafts, {.compile_timeout_s = 300, .run_timeout_s = 120});
    for (size_t i = 0; i < drafts.size(); ++i)
        EXPECT_NE(verified[i].status, Verification::Status::fault) << names[i] << ": " << verified[i].message << "\n"
                                                                   << drafts[i].code;
}

INSTANTIATE_TEST_SUITE_P(Levels, Styles, ::testing::Range(0, kStyleLevels));

TEST(Families, CompositionsAreDistinctAndMany) {
    EXPECT_GE(families().size(), 12u);
    for (const Family& family : families()) {
        const std::vector<Composition> all = family.compositions();
        EXPECT_EQ(std::set<Composition>(all.begin(), all.end()).size(), all.size()) << family.name;
        EXPECT_GE(all.size(), 40u) << family.name;
    }
}

TEST(Families, AnswersOfStyleZeroAreShort) {
    for (const Family& family : families())
        for (const Composition& composition : family.compositions()) {
            Random random(1, family.name);
            const Draft draft = family.draft(composition, draw_style(0, random), random);
            EXPECT_LT(draft.code.size(), 800u) << family.name;
            EXPECT_LT(draft.task.prompt.size(), 420u) << draft.task.prompt;
            EXPECT_NE(draft.task.prompt.find(draft.task.entry), std::string::npos);
            EXPECT_NE(draft.code.find(draft.task.entry), std::string::npos);
        }
}

TEST(Split, IsDisjointCompleteAndDeterministic) {
    for (const Family& family : families()) {
        const Split parts = split(family, 0.2, 5);
        const std::set<Composition> training(parts.training.begin(), parts.training.end());
        std::set<std::string> blocks;
        for (const Composition& composition : parts.training) blocks.insert(composition.begin(), composition.end());
        ASSERT_FALSE(parts.held_out.empty()) << family.name;
        for (const Composition& composition : parts.held_out) {
            EXPECT_EQ(training.count(composition), 0u) << family.name;
            for (const std::string& block : composition) EXPECT_EQ(blocks.count(block), 1u) << block;
        }
        EXPECT_EQ(parts.training.size() + parts.held_out.size(), family.compositions().size());
        EXPECT_EQ(split(family, 0.2, 5).held_out, parts.held_out);
        EXPECT_NE(split(family, 0.2, 6).held_out, parts.held_out);
    }
}

TEST(Split, BlocksComeEarly) {
    // Two dozen pairs a family see every operation that the family has.
    for (const Family& family : families()) {
        const Split parts = split(family, 0.2, 5);
        std::set<std::string> early, all;
        for (size_t i = 0; i < parts.training.size(); ++i) {
            all.insert(parts.training[i].begin(), parts.training[i].end());
            if (i < 24) early.insert(parts.training[i].begin(), parts.training[i].end());
        }
        EXPECT_EQ(early, all) << family.name;
    }
}

TEST(Operations, NoStepIsWithoutEffect) {
    EXPECT_FALSE(composes("relu", "absolute"));
    EXPECT_FALSE(composes("square", "relu"));
    EXPECT_FALSE(composes("tanh", "clamp"));
    EXPECT_FALSE(composes("tanh", "tanh"));
    EXPECT_TRUE(composes("multiply", "add"));
    EXPECT_EQ(constant(2), "2.0");
    EXPECT_EQ(constant(0.25), "0.25");
}

TEST(Text, RenameLeavesMembersAndLongerNames) {
    EXPECT_EQ(rename("x[i] + threadIdx.i + idx + i", {{"i", "k"}}), "x[k] + threadIdx.i + idx + k");
    EXPECT_EQ(fill("{a} * {b} {c}", {{"a", "1"}, {"b", "2"}}), "1 * 2 {c}");
}

TEST(Verify, TellsFaultsAndTrivialTasks) {
    Random random(3);
    const Family& family = families().front();
    const Draft good = family.draft({"multiply", "add"}, draw_style(0, random), random);
    Draft wrong = good, broken = good, zero = good, copy = good;
    wrong.code.replace(wrong.code.find("float v = x[i];"), 15, "float v = 0.0f;");
    broken.code.replace(broken.code.find("float v = x[i];"), 15, "float v = y[i];");
    const auto rewrite = [](Draft& draft, const std::string& value) {
        draft.task.reference =
            "void launch(const double* x, double* out, int n) {\n"
            "for (int i = 0; i < n; ++i) out[i] = " +
            value + " + 0 * x[i];\n}\n";
        const size_t begin = draft.code.find("out[i] = v");
        draft.code.replace(begin, 10, "out[i] = " + value);
    };
    rewrite(zero, "0");
    rewrite(copy, "x[i]");
    const auto verified = verify({good, wrong, zero, copy}, {});
    EXPECT_EQ(verified[0].status, Verification::Status::good) << verified[0].message;
    EXPECT_EQ(verified[1].status, Verification::Status::fault);
    EXPECT_EQ(verified[2].status, Verification::Status::trivial);
    EXPECT_EQ(verified[3].status, Verification::Status::trivial);
    // One that does not compile does not take the others along.
    const auto piecewise = verify({broken, good}, {});
    EXPECT_EQ(piecewise[0].status, Verification::Status::fault);
    EXPECT_EQ(piecewise[1].status, Verification::Status::good);
}

}  // namespace
}  // namespace cuset::synthesize
