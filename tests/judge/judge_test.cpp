#include "judge/judge.h"

#include <gtest/gtest.h>

#include <map>

#include "base/error.h"

namespace cuset::judge {
namespace {

// out[i] = 2 * x[i] + 1
Task affine_task(const std::string& id = "affine") {
    Task task;
    task.id = id;
    task.entry = "void launch(const float* x, float* out, int n)";
    task.inputs = {{"x", "float32", "n", "uniform(-3,3)"}};
    task.outputs = {{"out", "float32", "n", ""}};
    for (const long n : {1L, 97L, 1021L}) task.cases.push_back({{{"n", n}}, static_cast<uint64_t>(n)});
    task.reference =
        "void launch(const double* x, double* out, int n) { for (int i = 0; i < n; ++i) out[i] = 2 * x[i] + 1; }";
    return task;
}

std::string answer(const std::string& statement, const std::string& before_launch = "") {
    return "__global__ void kernel(const float* x, float* out, int n) {\n"
           "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    " +
           statement + "\n}\nvoid launch(const float* x, float* out, int n) {\n    " + before_launch +
           "kernel<<<(n + 127) / 128, 128>>>(x, out, n);\n}\n";
}

std::string fenced(const std::string& code) {
    return "Here it is:\n```cuda\n" + code + "```\nDone.";
}

std::map<long, Result> judge(const std::vector<std::string>& responses, double timeout_s = 20) {
    std::vector<Sample> samples;
    for (const std::string& response : responses)
        samples.push_back({"affine", static_cast<long>(samples.size()), response, 10, "stop"});
    JudgeOptions options;
    options.jobs = 2;
    options.limits.run_timeout_s = timeout_s;
    std::map<long, Result> results;
    judge_samples({affine_task()}, samples, options, {},
                  [&](const Result& result) { results[result.sample_id] = result; });
    return results;
}

TEST(Judge, RightAnswers) {
    const std::string right = answer("if (i < n) out[i] = 2.0f * x[i] + 1.0f;");
    const auto results =
        judge({fenced(right), right,
               fenced("#include <cuda_runtime.h>\n#include <cstdio>\n" + right + "int main() { return 3; }\n")});
    ASSERT_EQ(results.size(), 3u);
    for (const auto& [id, result] : results) {
        EXPECT_EQ(result.verdict, Verdict::pass) << id << to_json(result);
        EXPECT_TRUE(result.compiled && result.ran && result.passed);
        EXPECT_EQ(result.tokens, 10);
    }
}

TEST(Judge, WrongAnswersSayWhere) {
    const auto results = judge({
        fenced(answer("if (i < n) out[i] = 2.0f * x[i] + (i == 500 ? 2.0f : 1.0f);")),
        fenced(answer("if (i < n - 1) out[i] = 2.0f * x[i] + 1.0f;")),
        fenced(answer("if (i < n) { out[i] = 2.0f * x[i] + 1.0f; ((float*)x)[i] = 0.0f; }")),
        fenced("void launch(const float* x, float* out, int n) {}\n"),
    });
    for (const auto& [id, result] : results) {
        EXPECT_EQ(result.verdict, Verdict::wrong) << id << to_json(result);
        EXPECT_TRUE(result.compiled && result.ran && !result.passed);
    }
    const Json& shifted = results.at(0).detail;
    EXPECT_EQ(shifted["case"], 2);
    EXPECT_EQ(shifted["index"], 500);
    EXPECT_EQ(shifted["wrong"], 1);
    EXPECT_EQ(shifted["total"], 1021);
    EXPECT_NEAR(shifted["largest_absolute_error"].get<double>(), 1, 1e-5);
    EXPECT_EQ(results.at(1).detail["got"], "nan");  // outputs are poisoned before the call
    EXPECT_EQ(results.at(2).detail["message"], "the input \"x\" was changed");
}

TEST(Judge, AnAnswerThatComputesOnTheHostLaunchesNothing) {
    const auto results =
        judge({fenced("void launch(const float* x, float* out, int n) {\n"
                      "    float* h = new float[n];\n"
                      "    cudaMemcpy(h, x, n * sizeof(float), cudaMemcpyDeviceToHost);\n"
                      "    for (int i = 0; i < n; ++i) h[i] = 2 * h[i] + 1;\n"
                      "    cudaMemcpy(out, h, n * sizeof(float), cudaMemcpyHostToDevice);\n"
                      "    delete[] h;\n}\n")});
    EXPECT_EQ(results.at(0).verdict, Verdict::wrong);
    EXPECT_EQ(results.at(0).detail["message"], "no kernel was launched");
}

TEST(Judge, FailuresHaveTheirVerdict) {
    const std::string right = "if (i < n) out[i] = 2.0f * x[i] + 1.0f;";
    const auto results = judge(
        {
            fenced(answer("if (i < n) out[i] = undefined_name;")),
            fenced(answer(right, "if (n == 97) *(volatile int*)nullptr = 1; ")),
            fenced(answer(right, "while (n == 97) ; ")),
            fenced(answer(right, "if (n == 97) std::exit(0); ")),
            fenced("__global__ void kernel(float* out) { out[0] = 1.0f; }\n"
                   "void launch(const float* x, float* out, int n) { kernel<<<1, 4096>>>(out); }\n"),
            "I cannot help with that.",
        },
        3);
    EXPECT_EQ(results.at(0).verdict, Verdict::compile_error);
    EXPECT_FALSE(results.at(0).compiled);
    EXPECT_NE(results.at(0).detail["message"].get<std::string>().find("undefined_name"), std::string::npos);
    EXPECT_EQ(results.at(1).verdict, Verdict::runtime_error);
    EXPECT_EQ(results.at(1).detail["case"], 1);
    EXPECT_EQ(results.at(1).detail["sizes"]["n"], 97);
    EXPECT_EQ(results.at(2).verdict, Verdict::timeout);
    EXPECT_EQ(results.at(2).detail["case"], 1);
    EXPECT_EQ(results.at(3).verdict, Verdict::runtime_error) << to_json(results.at(3));
    EXPECT_EQ(results.at(4).verdict, Verdict::runtime_error);
    EXPECT_EQ(results.at(4).detail["message"], "cudaErrorInvalidConfiguration");
    EXPECT_EQ(results.at(5).verdict, Verdict::no_code);
    for (const auto& [id, result] : results) EXPECT_FALSE(result.passed || result.ran) << id;
}

TEST(Judge, EqualCodeIsJudgedOnceAndDoneSamplesAreSkipped) {
    const std::string right = fenced(answer("if (i < n) out[i] = 2.0f * x[i] + 1.0f;"));
    const std::vector<Sample> samples = {{"affine", 0, right, 1, "stop"},
                                         {"affine", 1, right, 2, "stop"},
                                         {"affine", 2, "The same:\n" + right, 3, "stop"}};
    JudgeOptions options;
    options.done = {{"affine", 1}};
    std::vector<Result> results;
    Progress last;
    judge_samples(
        {affine_task()}, samples, options, [&](const Progress& progress) { last = progress; },
        [&](const Result& result) { results.push_back(result); });
    ASSERT_EQ(results.size(), 2u);
    EXPECT_EQ(results[0].sample_id, 0);
    EXPECT_EQ(results[1].sample_id, 2);
    EXPECT_EQ(results[0].seconds, results[1].seconds);  // one run
    EXPECT_EQ(results[1].tokens, 3);
    EXPECT_EQ(last.done, 2);
    EXPECT_EQ(last.total, 2);
}

TEST(Judge, BadTasksAndSamplesAreNamed) {
    const std::string right = fenced(answer("if (i < n) out[i] = 2.0f * x[i] + 1.0f;"));
    const auto problem = [&](const std::string& reference, const std::string& task_id) -> std::string {
        Task good = affine_task("good"), bad = affine_task();
        bad.reference = reference;
        try {
            judge_samples({good, bad}, {{"good", 0, right, 1, ""}, {task_id, 0, right, 1, ""}}, {}, {},
                          [](const Result&) {});
        } catch (const UserError& error) {
            return error.what();
        }
        return "";
    };
    const std::string head = "void launch(const double* x, double* out, int n) ";
    EXPECT_NE(problem(affine_task().reference, "other").find("task \"other\""), std::string::npos);
    EXPECT_NE(problem(head + "{ nonsense; }", "affine").find("task \"affine\": the reference does not compile"),
              std::string::npos);
    EXPECT_NE(problem(head + "{ std::abort(); }", "affine").find("the reference fails in case 0"), std::string::npos);
    EXPECT_NE(problem(head + "{ out[0] = 0 / (x[0] - x[0]); }", "affine").find("NaN or infinity"), std::string::npos);
    EXPECT_NE(problem(head + "{ for (int i = 0; i < n; ++i) const_cast<double*>(x)[i] = out[i] = 1; }", "affine")
                  .find("changes input"),
              std::string::npos);
}

TEST(Judge, TasksBeyondMemoryAreUndecided) {
    Task task = affine_task();
    task.cases = {{{{"n", 1L << 30}}, 1}};
    std::vector<Result> results;
    JudgeOptions options;
    options.limits.memory_bytes = 1L << 30;
    judge_samples({task}, {{"affine", 0, fenced(answer("")), 1, ""}}, options, {},
                  [&](const Result& result) { results.push_back(result); });
    ASSERT_EQ(results.size(), 1u);
    EXPECT_EQ(results[0].verdict, Verdict::too_large);
}

}  // namespace
}  // namespace cuset::judge
