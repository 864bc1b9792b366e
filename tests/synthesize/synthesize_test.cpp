#include "synthesize/synthesize.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/error.h"
#include "judge/judge.h"

namespace cuset::synthesize {
namespace {

struct Made {
    std::vector<Pair> pairs;
    std::vector<judge::Task> tasks;
    std::vector<Pair> answers;
    SynthReport report;

    std::string text() const {
        std::string all;
        for (const Pair& pair : pairs) all += to_json_line(to_json(pair)) + "\n";
        for (const judge::Task& task : tasks) all += to_json_line(judge::to_json(task)) + "\n";
        return all;
    }
};

Made make(const SynthOptions& options) {
    Made made;
    made.report = synthesize(
        options, {}, [&](const Pair& pair) { made.pairs.push_back(pair); },
        [&](const judge::Task& task, const Pair& pair) {
            made.tasks.push_back(task);
            made.answers.push_back(pair);
        });
    return made;
}

SynthOptions small(int jobs) {
    SynthOptions options;
    options.count = 85;
    options.held_out = 17;
    options.seed = 11;
    options.jobs = jobs;
    return options;
}

TEST(Synthesize, IsVerifiedBalancedDisjointAndTheSameForAnyJobs) {
    const Made made = make(small(2));
    EXPECT_TRUE(made.report.faults.empty()) << made.report.faults.front().message << made.report.faults.front().code;
    EXPECT_EQ(made.report.pairs, 85);
    ASSERT_EQ(made.tasks.size(), 17u);
    std::map<std::string, int> per_family;
    std::set<std::string> compositions, texts, ids;
    for (const Pair& pair : made.pairs) {
        ++per_family[pair.family];
        compositions.insert(pair.composition);
        texts.insert(pair.prompt + pair.response);
        ids.insert(pair.id);
        EXPECT_EQ(pair.response.rfind("```cuda\n__global__", 0), 0u);
        EXPECT_EQ(pair.response.substr(pair.response.size() - 4), "\n```");
    }
    EXPECT_EQ(texts.size(), 85u);
    EXPECT_EQ(ids.size(), 85u);
    EXPECT_EQ(per_family.size(), 17u);
    for (const auto& [family, count] : per_family) EXPECT_EQ(count, 5) << family;
    for (const judge::Task& task : made.tasks)
        EXPECT_EQ(compositions.count(task.extra["composition"].get<std::string>()), 0u);
    EXPECT_EQ(make(small(1)).text(), made.text());
    SynthOptions other = small(2);
    other.seed = 12;
    EXPECT_NE(make(other).text(), made.text());
}

TEST(Synthesize, HeldOutAnswersPassTheJudge) {
    SynthOptions options = small(2);
    options.count = 0;
    options.families = {"map_chain", "block_reduce"};
    options.held_out = 4;
    options.style = 3;
    const Made made = make(options);
    ASSERT_EQ(made.tasks.size(), 4u);
    std::vector<judge::Sample> samples;
    std::vector<judge::Task> tasks;
    for (size_t i = 0; i < made.tasks.size(); ++i) {
        samples.push_back({made.tasks[i].id, 0, made.answers[i].response, 1, "stop"});
        tasks.push_back(judge::parse_task(judge::to_json(made.tasks[i]), {"tasks", 1}));
    }
    long passed = 0;
    judge::JudgeOptions judging;
    judging.jobs = 2;
    judge::judge_samples(tasks, samples, judging, {}, [&](const judge::Result& result) { passed += result.passed; });
    EXPECT_EQ(passed, 4);
}

TEST(Synthesize, RefusesWhatItCannotMake) {
    SynthOptions options = small(1);
    options.families = {"map_chain", "nonsense"};
    EXPECT_THROW(make(options), UserError);
    options = small(1);
    options.style = 4;
    EXPECT_THROW(make(options), UserError);
    options = small(1);
    options.held_out_share = 1;
    EXPECT_THROW(make(options), UserError);
}

}  // namespace
}  // namespace cuset::synthesize
