#include "judge/metrics.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace cuset::judge {
namespace {

Result result(const std::string& task, long sample, Verdict verdict, long tokens = 100) {
    Result one;
    one.task_id = task;
    one.sample_id = sample;
    one.verdict = verdict;
    one.passed = verdict == Verdict::pass;
    one.compiled = one.passed || verdict == Verdict::wrong;
    one.ran = one.compiled;
    one.tokens = tokens;
    return one;
}

TEST(Metrics, PassAtKIsUnbiased) {
    EXPECT_DOUBLE_EQ(pass_at_k(3, 1, 1), 1.0 / 3);
    EXPECT_DOUBLE_EQ(pass_at_k(3, 1, 3), 1);
    EXPECT_DOUBLE_EQ(pass_at_k(5, 2, 3), 0.9);          // 1 - C(3,3) / C(5,3)
    EXPECT_NEAR(pass_at_k(10, 3, 2), 8.0 / 15, 1e-15);  // 1 - C(7,2) / C(10,2)
    EXPECT_DOUBLE_EQ(pass_at_k(10, 0, 5), 0);
    EXPECT_NEAR(pass_at_k(200, 10, 100), 1 - 7.710260627178503e-4, 1e-12);  // 1 - C(190,100) / C(200,100)
    EXPECT_THROW(pass_at_k(3, 1, 4), UserError);
    EXPECT_THROW(pass_at_k(3, 1, 0), UserError);
}

TEST(Metrics, McNemarIsTheExactBinomialTest) {
    // scipy.stats.binomtest(k, n, 0.5).pvalue
    EXPECT_DOUBLE_EQ(mcnemar_exact(0, 0), 1);
    EXPECT_NEAR(mcnemar_exact(1, 9), 0.021484375, 1e-12);
    EXPECT_NEAR(mcnemar_exact(9, 1), 0.021484375, 1e-12);
    EXPECT_NEAR(mcnemar_exact(5, 5), 1, 1e-12);
    EXPECT_NEAR(mcnemar_exact(12, 30), 0.007915897334896727, 1e-12);
}

TEST(Metrics, TokensAreOfTheSamplesThatSayThem) {
    std::vector<Result> results = {result("a", 0, Verdict::pass, 10), result("b", 0, Verdict::pass)};
    results[1].tokens.reset();
    EXPECT_DOUBLE_EQ(summarize(results, {1}).tokens->mean, 10);
    results[0].tokens.reset();
    const Summary summary = summarize(results, {1});
    EXPECT_FALSE(summary.tokens);
    EXPECT_TRUE(to_json(summary)["tokens"]["mean"].is_null());
    EXPECT_TRUE(to_json(results[0])["tokens"].is_null());
    EXPECT_FALSE(parse_result(to_json(results[0]), {}).tokens);
    EXPECT_NE(render(summary, TableStyle::markdown).find("| tokens a sample, mean         |       - |"),
              std::string::npos)
        << render(summary, TableStyle::markdown);
}

TEST(Metrics, SummaryOfDecidedResults) {
    const std::vector<Result> results = {
        result("a", 1, Verdict::pass, 10),          result("a", 0, Verdict::wrong, 20),
        result("a", 2, Verdict::pass, 30),          result("b", 0, Verdict::pass, 40),
        result("b", 1, Verdict::compile_error, 50), result("b", 2, Verdict::no_code, 60),
    };
    const Summary summary = summarize(results, {1, 3});
    EXPECT_EQ(summary.tasks, 2);
    EXPECT_EQ(summary.samples, 6);
    EXPECT_TRUE(summary.function.first.decided());
    EXPECT_DOUBLE_EQ(summary.function.first.low, 50);  // a's lowest id is wrong, b's passes
    EXPECT_DOUBLE_EQ(summary.function.at_k[0].second.low, 50);
    EXPECT_DOUBLE_EQ(summary.function.at_k[1].second.low, 100);
    EXPECT_DOUBLE_EQ(summary.compile.first.low, 100);
    EXPECT_NEAR(summary.compile.at_k[0].second.low, 100 * (1 + 1.0 / 3) / 2, 1e-9);
    ASSERT_TRUE(summary.tokens);
    EXPECT_DOUBLE_EQ(summary.tokens->mean, 35);
    EXPECT_DOUBLE_EQ(summary.tokens->median, 35);
    EXPECT_DOUBLE_EQ(summary.tokens->p95, 57.5);
    EXPECT_EQ(summary.verdicts[static_cast<size_t>(Verdict::pass)], 3);
    EXPECT_DOUBLE_EQ(summary.function.first.interval_low, 0);
    EXPECT_DOUBLE_EQ(summary.function.first.interval_high, 100);
    EXPECT_THROW(summarize(results, {4}), UserError);
    EXPECT_THROW(summarize({}, {1}), UserError);
}

TEST(Metrics, UndecidedGivesARange) {
    const std::vector<Result> results = {result("a", 0, Verdict::pass), result("b", 0, Verdict::unsupported),
                                         result("c", 0, Verdict::wrong), result("d", 0, Verdict::too_large)};
    const Rate first = summarize(results, {}).function.first;
    EXPECT_FALSE(first.decided());
    EXPECT_DOUBLE_EQ(first.low, 25);
    EXPECT_DOUBLE_EQ(first.high, 75);
    EXPECT_LE(first.interval_low, 25);
    EXPECT_GE(first.interval_high, 75);
    EXPECT_NE(render(summarize(results, {}), TableStyle::text).find("25.0 .. 75.0 %"), std::string::npos);
}

TEST(Metrics, BootstrapMatchesTheNormalApproximation) {
    std::vector<double> values(400, 0.0);
    std::fill(values.begin(), values.begin() + 120, 1.0);
    const Rate rate = judge::rate(values, values);
    // 30 % +- 1.96 * sqrt(0.3 * 0.7 / 400)
    EXPECT_NEAR(rate.interval_low, 25.51, 0.5);
    EXPECT_NEAR(rate.interval_high, 34.49, 0.5);
    EXPECT_EQ(judge::rate(values, values).interval_low, rate.interval_low);
}

TEST(Metrics, PairedComparison) {
    const std::vector<Result> first = {result("a", 0, Verdict::pass), result("b", 0, Verdict::pass),
                                       result("c", 0, Verdict::wrong), result("d", 0, Verdict::unsupported),
                                       result("e", 0, Verdict::pass)};
    const std::vector<Result> second = {result("a", 0, Verdict::pass), result("b", 0, Verdict::wrong),
                                        result("c", 0, Verdict::wrong), result("d", 0, Verdict::pass),
                                        result("f", 0, Verdict::pass)};
    const Paired paired = compare_paired(first, second);
    EXPECT_EQ(paired.tasks, 3);
    EXPECT_EQ(paired.left_out, 3);
    EXPECT_EQ(paired.both, 1);
    EXPECT_EQ(paired.only_first, 1);
    EXPECT_EQ(paired.only_second, 0);
    EXPECT_EQ(paired.neither, 1);
    EXPECT_DOUBLE_EQ(paired.p, 1);
}

TEST(Metrics, TablesAndJson) {
    const Summary summary = summarize({result("a", 0, Verdict::pass)}, {1});
    const std::string markdown = render(summary, TableStyle::markdown);
    EXPECT_EQ(markdown.find("| figure"), 0u);
    EXPECT_NE(markdown.find("|---|---:|---:|"), std::string::npos);
    EXPECT_NE(render(summary, TableStyle::text).find("function pass@1, first sample"), std::string::npos);
    EXPECT_EQ(to_json(summary)["function"]["pass_1"]["low"], 100);
    EXPECT_EQ(to_json(summary)["verdicts"]["pass"], 1);
}

TEST(Metrics, ResultsSurviveTheirFile) {
    Result one = result("a", 3, Verdict::wrong, 77);
    one.detail = {{"index", 4}};
    one.seconds = 1.5;
    const Result read = parse_result(to_json(one), {"results.jsonl", 1});
    EXPECT_EQ(to_json(read), to_json(one));
    EXPECT_TRUE(to_json(one)["benchmark_passed"].is_null());
    Json bad = to_json(one);
    bad["verdict"] = "maybe";
    EXPECT_THROW(parse_result(bad, {"results.jsonl", 1}), UserError);
}

}  // namespace
}  // namespace cuset::judge
