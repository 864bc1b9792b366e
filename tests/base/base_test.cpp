#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

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
    EXPECT_EQ(s.get<long>("a.b", 0, {0, 9}), 4);
    EXPECT_EQ(s.get<std::string>("a.c", ""), "text");
    EXPECT_EQ(s.get("d", std::vector<double>{0, 0}, {0, 1}), (std::vector<double>{0.5, 1}));
    EXPECT_TRUE(s.get<bool>("e", false));
    EXPECT_EQ(s.get<double>("f", 2.5, {0, 1}), 2.5);
    s.finish();
}

TEST_F(SettingsTest, NamesPlaceAndRemedy) {
    auto s = settings("a: 1\nb:\n  cc: 2\n");
    s.get<long>("a", 0, {0, 9});
    s.get<long>("b.cd", 0, {0, 9});
    EXPECT_THAT(message_of([&] { s.finish(); }), HasSubstr("c.yaml:3: unknown key \"b.cc\"; did you mean \"b.cd\"?"));
    EXPECT_THAT(message_of([&] {
                    settings("a: x\n").get<long>("a", 0, {0, 9});
                }),
                HasSubstr("c.yaml:1: a must be a whole number, 0 to 9, not \"x\""));
    EXPECT_THAT(message_of([&] {
                    settings("a: foo\n").choose("a", "x", {"x", "y", "z"});
                }),
                HasSubstr("c.yaml:1: a must be x, y or z, not \"foo\""));
    EXPECT_THAT(message_of([&] { settings("a: [q, v]\n").choose("a", "x", {"x"}); }),
                HasSubstr("a must be x, not [q, v]; this version has no other"));
    EXPECT_THAT(message_of([&] { settings("a: [\n"); }), HasSubstr("not valid YAML"));
    EXPECT_THAT(message_of([&] { settings("a: 1\na: 2\n"); }), HasSubstr("occurs twice"));
}

TEST_F(SettingsTest, UnknownKeysComeBeforeMissingOnes) {
    auto s = settings("data: {trian: x}\n");
    s.require("data.train", "give a file");
    s.require("output", "give a directory");
    EXPECT_THAT(message_of([&] { s.finish(); }),
                HasSubstr("c.yaml:1: unknown key \"data.trian\"; did you mean \"data.train\"?"));
    auto empty = settings("output: x\n");
    empty.require("data.train", "give a file");
    empty.require("output", "give a directory");
    EXPECT_THAT(message_of([&] { empty.finish(); }), HasSubstr("c.yaml: data.train is missing; give a file"));
}

TEST_F(SettingsTest, KeysFarFromAllAreNotTakenForOneOfThem) {
    const auto message = [&](const std::string& text) {
        auto s = settings(text);
        for (const char* key : {"data.train", "data.template", "lora.rank", "seed"}) s.get<std::string>(key, "");
        return message_of([&] { s.finish(); });
    };
    EXPECT_THAT(message("data: {test: x}\n"),
                HasSubstr("unknown key \"data.test\"; the keys here are template, train"));
    EXPECT_THAT(message("verbosity: 1\n"), HasSubstr("unknown key \"verbosity\"; the keys here are data, lora, seed"));
    EXPECT_THAT(message("loar: {rank: 1}\n"), HasSubstr("unknown key \"loar.rank\"; did you mean \"lora.rank\"?"));
    EXPECT_THAT(message("data: x\n"), HasSubstr("\"data\" holds keys and has no value itself; its keys are template"));
}

TEST_F(SettingsTest, OfKeysThatExcludeEachOtherTheCommandLinesCounts) {
    EXPECT_THAT(message_of([&] { settings("steps: 1\nepochs: 2\n").exclude("steps", "epochs"); }),
                HasSubstr("c.yaml:2: epochs and steps exclude each other; keep one of them"));
    EXPECT_THAT(message_of([&] {
                    settings("", {"steps=1", "epochs=2"}).exclude("steps", "epochs");
                }),
                HasSubstr("exclude each other"));
    for (const auto& [text, override] : {std::pair("steps: 1\n", "epochs=2"), {"epochs: 1\n", "steps=2"}}) {
        auto s = settings(text, {override});
        s.exclude("steps", "epochs");
        EXPECT_EQ(s.get<long>("steps", 0, {0, 9}) + s.get<long>("epochs", 0, {0, 9}), 2);
    }
    settings("steps: null\nepochs: 2\n").exclude("steps", "epochs");
}

TEST_F(SettingsTest, NumbersOutsideOfTheirRangeAreRefused) {
    const Range<double> share{0, 1, true, false};
    for (const char* text : {"0", "1.01", "nan", ".nan", "inf", "1e999", "-1", "0x1", "\"0.5\"", "[0.5]"})
        EXPECT_THAT(message_of([&] { settings(std::string("a: ") + text).get<double>("a", 0.5, share); }),
                    HasSubstr("c.yaml:1: a must be a number, above 0 and at most 1, not "))
            << text;
    EXPECT_EQ(settings("a: 1").get<double>("a", 0.5, share), 1);
    EXPECT_THAT(message_of([&] { settings("a: 99999999999999999999").get<uint64_t>("a", 0, kSeeds); }),
                HasSubstr("a must be a whole number"));
    EXPECT_THAT(message_of([&] {
                    settings("a: [0.5]").get("a", std::vector<double>{0, 0}, {0, 1});
                }),
                HasSubstr("a must be a list of 2 numbers, each 0 to 1, not [0.5]"));
}

TEST(Settings, TheFirstDifferenceIsNamed) {
    const auto different = first_difference("a: {b: 1, c: x}\nd: [1, 2]\n", "a: {b: 1, c: y}\nd: [1, 3]\n");
    ASSERT_TRUE(different);
    EXPECT_EQ(different->key + " " + different->first + " " + different->second, "a.c x y");
    EXPECT_EQ(first_difference("steps: 3", "epochs: 1")->key, "epochs");
    EXPECT_FALSE(first_difference("a: 1", "a: 1"));
    EXPECT_FALSE(first_difference("0123abcd", "a: 1"));
}

TEST(File, AnAppenderThatWroteNothingLeavesNoFile) {
    const TemporaryDirectory directory;
    const auto path = directory.path() / "lines";
    { const LineAppender nothing(path, false); }
    EXPECT_FALSE(std::filesystem::exists(path));
    write_file(path, "");
    { const LineAppender nothing(path, false); }
    EXPECT_TRUE(std::filesystem::exists(path));
}

TEST(File, APartialLastLineCanBeSkipped) {
    const TemporaryDirectory directory;
    const auto path = directory.path() / "x.jsonl";
    write_file(path, "{}\n{\"a\": ");
    int seen = 0;
    const auto count = [&](Json&&, const Location&) { ++seen; };
    for_each_json_line(path, count, LastLine::may_be_partial);
    EXPECT_EQ(seen, 1);
    EXPECT_THAT(message_of([&] { for_each_json_line(path, count); }), HasSubstr("x.jsonl:2: not valid JSON"));
    write_file(path, "a file of another kind");
    EXPECT_THAT(message_of([&] { for_each_json_line(path, count, LastLine::may_be_partial); }),
                HasSubstr("x.jsonl:1: not valid JSON"));
}

TEST(File, LinksAndDevicesStayWhatTheyAre) {
    const TemporaryDirectory directory;
    const auto target = directory.path() / "target", link = directory.path() / "link";
    write_file(target, "old");
    std::filesystem::create_symlink(target, link);
    write_file(link, "one");
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_EQ(read_file(target), "one");
    const auto pipe = directory.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    write_file(pipe, "two");
    char got[4] = {};
    EXPECT_EQ(::read(reader, got, sizeof got), 3);
    ::close(reader);
    EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

TEST(File, TheSameFileIsKnownByOtherNames) {
    const TemporaryDirectory directory;
    const auto& d = directory.path();
    EXPECT_TRUE(same_file(d / "new", d / "." / "x" / ".." / "new"));
    EXPECT_FALSE(same_file(d / "new", d / "other"));
    write_file(d / "a", "");
    std::filesystem::create_symlink(d / "a", d / "link");
    EXPECT_TRUE(same_file(d / "a", d / "link"));
}

}  // namespace
}  // namespace cuset
