#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/process.h"
#include "base/settings.h"

namespace cuset {
namespace {

using testing::HasSubstr;

template <typename F>
std::string message_of(const F& f) {
    try {
        f();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

TEST(File, WritesWholeOrNotAtAll) {
    const TemporaryDirectory directory;
    const auto path = directory.path() / "a/b.txt";
    write_file(path, "one");
    EXPECT_EQ(read_file(path), "one");
    {
        AtomicFile file(path);
        file.write("two");
    }
    EXPECT_EQ(read_file(path), "one");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path.parent_path()), {}), 1);
}

TEST(File, AppenderCutsAPartialLastLine) {
    const TemporaryDirectory directory;
    const auto path = directory.path() / "lines";
    write_file(path, "whole\nhal");
    LineAppender(path, false).append("next");
    EXPECT_EQ(read_file(path), "whole\nnext\n");
}

TEST(File, JsonLinesNameTheBrokenOne) {
    const TemporaryDirectory directory;
    const auto path = directory.path() / "x.jsonl";
    write_file(path, "{\"a\": 1}\n\n[2]\n");
    int seen = 0;
    EXPECT_THAT(message_of([&] { for_each_json_line(path, [&](Json&&, const Location&) { ++seen; }); }),
                HasSubstr("x.jsonl:3: the line holds array"));
    EXPECT_EQ(seen, 1);
}

TEST(Process, CapturesOutputAndExitCode) {
    const auto result = run_process({.argv = {"sh", "-c", "cat; echo err >&2; exit 3"}, .standard_input = "in"});
    EXPECT_EQ(result.out, "in");
    EXPECT_EQ(result.err, "err\n");
    EXPECT_EQ(result.exit_code, 3);
}

TEST(Process, EndsAtItsTimeLimitWithAllItStarted) {
    const auto result = run_process({.argv = {"sh", "-c", "sleep 60 & sleep 60"}, .timeout_s = 0.3});
    EXPECT_TRUE(result.timed_out);
    EXPECT_EQ(result.signal, SIGKILL);
    EXPECT_LT(result.seconds, 10);
}

TEST(Process, ABackgroundChildDoesNotHoldItUp) {
    EXPECT_LT(run_process({.argv = {"sh", "-c", "sleep 60 & echo done"}}).seconds, 10);
}

TEST(Process, OutputIsBounded) {
    const auto result = run_process({.argv = {"sh", "-c", "yes | head -c 1000000"}, .output_limit = 1000});
    EXPECT_EQ(result.out.size(), 1000u);
    EXPECT_TRUE(result.out_truncated);
}

TEST(Process, AMissingProgramIsAnError) {
    EXPECT_THAT(message_of([] { run_process({.argv = {"no-such-program-here"}}); }), HasSubstr("cannot start"));
}

TEST(Random, IsTheSameEverywhere) {
    // SplitMix64's published sequence for state 0 begins with this value.
    EXPECT_EQ(mix64(0), 0xe220a8397b1dcdafULL);
    Random random(7);
    double sum = 0, squares = 0;
    for (int i = 0; i < 20000; ++i) {
        const double x = random.normal();
        sum += x, squares += x * x;
        const long k = random.integer(-2, 2);
        EXPECT_TRUE(k >= -2 && k <= 2);
    }
    EXPECT_NEAR(sum / 20000, 0, 0.03);
    EXPECT_NEAR(squares / 20000, 1, 0.05);
}

class SettingsTest : public testing::Test {
   protected:
    Settings settings(const std::string& text, const std::vector<std::string>& overrides = {}) {
        write_file(directory_.path() / "c.yaml", text);
        return Settings(directory_.path() / "c.yaml", overrides);
    }
    TemporaryDirectory directory_;
};

TEST_F(SettingsTest, ReadsNestedKeysAndOverrides) {
    auto s = settings("a: {b: 3, c: text}\nd: [0.5, 1]\n", {"a.b=4", "e=true"});
    EXPECT_EQ(s.get<long>("a.b", 0), 4);
    EXPECT_EQ(s.get<std::string>("a.c", ""), "text");
    EXPECT_EQ(s.get<std::vector<double>>("d", {}), (std::vector<double>{0.5, 1}));
    EXPECT_TRUE(s.get<bool>("e", false));
    EXPECT_EQ(s.get<double>("f", 2.5), 2.5);
    s.finish();
}

TEST_F(SettingsTest, NamesPlaceAndRemedy) {
    auto s = settings("a: 1\nb:\n  cc: 2\n");
    s.get<long>("a", 0);
    s.get<long>("b.cd", 0);
    EXPECT_THAT(message_of([&] { s.finish(); }), HasSubstr("c.yaml:3: unknown key \"b.cc\"; did you mean \"b.cd\"?"));
    EXPECT_THAT(message_of([&] { settings("a: x\n").get<long>("a", 0); }), HasSubstr("c.yaml:1: a must be an integer"));
    EXPECT_THAT(message_of([&] { settings("a: [\n"); }), HasSubstr("not valid YAML"));
    EXPECT_THAT(message_of([&] { settings("a: 1\na: 2\n"); }), HasSubstr("occurs twice"));
}

}  // namespace
}  // namespace cuset
