#include "judge/task.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/error.h"
#include "judge/inputs.h"

namespace cuset::judge {
namespace {

const char kTask[] =
    R"json({"id": "t", "format": "function", "prompt": "Scale.", "entry": "void launch(const float* x, int* idx, float* out, int n)",
 "inputs": [{"name": "x", "dtype": "float32", "shape": "n", "distribution": "uniform(-3,3)"},
            {"name": "idx", "dtype": "int32", "shape": "n", "distribution": "permutation"}],
 "outputs": [{"name": "out", "dtype": "float32", "shape": "2 * n"}],
 "cases": [{"sizes": {"n": 1}, "seed": 7}, {"sizes": {"n": 1021}, "seed": 8}],
 "tolerance": {"absolute": 0.001, "relative": 0.0}, "reference": "void launch() {}", "category": "map", "level": 3})json";

Task parse(const Json& object) {
    return parse_task(object, {"tasks.jsonl", 4});
}

std::string problem(const Json& object) {
    try {
        parse(object);
    } catch (const UserError& error) {
        return error.what();
    }
    return "";
}

TEST(TaskTest, ReadsAndWritesAllFields) {
    const Json object = Json::parse(kTask);
    const Task task = parse(object);
    EXPECT_EQ(task.inputs[1].distribution, "permutation");
    EXPECT_EQ(task.cases[1].sizes[0].second, 1021);
    EXPECT_EQ(task.cases[1].seed, 8u);
    EXPECT_EQ(task.absolute_tolerance, 0.001);
    EXPECT_EQ(task.extra["level"], 3);
    EXPECT_EQ(to_json(task), object);
    EXPECT_EQ(parse(to_json(task)).reference, task.reference);
}

TEST(TaskTest, RefusesWhatCannotBeRun) {
    const Json good = Json::parse(kTask);
    Json bad = good;
    bad["format"] = "essay";
    EXPECT_EQ(problem(bad), "tasks.jsonl:4: format \"essay\" is not known; use \"function\"");
    bad = good;
    bad["entry"] = "void launch(const float* x, float* out, int n)";
    EXPECT_NE(problem(bad).find("no parameter \"idx\""), std::string::npos);
    bad = good;
    bad["entry"] = "void launch(const float* x, int* idx, float* out, int n, int m)";
    EXPECT_NE(problem(bad).find("parameter \"m\""), std::string::npos);
    bad = good;
    bad["outputs"][0]["shape"] = "n - 5";
    EXPECT_NE(problem(bad).find("tasks.jsonl:4: array \"out\""), std::string::npos);
    bad = good;
    bad["inputs"][0]["dtype"] = "float65";
    EXPECT_NE(problem(bad).find("float65"), std::string::npos);
    bad = good;
    bad["cases"][1]["sizes"] = {{"n", 3}, {"k", 4}};
    EXPECT_NE(problem(bad).find("differ"), std::string::npos);
    bad = good;
    bad["tolerance"]["absolute"] = -1;
    EXPECT_NE(problem(bad).find("tolerance"), std::string::npos);
    bad = good;
    bad.erase("reference");
    EXPECT_NE(problem(bad).find("\"reference\""), std::string::npos);
}

TEST(TaskTest, PrototypeNamesItsParameters) {
    const Prototype prototype = parse_prototype("void launch(const float * __restrict__ x, float *out , int n)", {});
    EXPECT_EQ(prototype.function, "launch");
    EXPECT_EQ(prototype.parameters, (std::vector<std::string>{"x", "out", "n"}));
    EXPECT_THROW(parse_prototype("launch", {"f", 1}), UserError);
}

template <typename T>
std::vector<T> values(const Bytes& bytes) {
    std::vector<T> result(bytes.size() / sizeof(T));
    std::memcpy(result.data(), bytes.data(), bytes.size());
    return result;
}

TEST(Inputs, AreAFunctionOfSeedAndPosition) {
    const Array array{"x", "float32", "n", "uniform(-3,3)"};
    const Case one{{{"n", 1000}}, 7};
    EXPECT_EQ(make_input(array, one, 0), make_input(array, one, 0));
    EXPECT_NE(make_input(array, one, 0), make_input(array, one, 1));
    EXPECT_NE(make_input(array, one, 0), make_input(array, {one.sizes, 8}, 0));
    const std::vector<float> x = values<float>(make_input(array, one, 0));
    // Fixed for all machines and all time: tasks name their inputs by the seed.
    EXPECT_FLOAT_EQ(x[0], -1.3368665f);
    EXPECT_GE(*std::min_element(x.begin(), x.end()), -3.0f);
    EXPECT_LT(*std::max_element(x.begin(), x.end()), 3.0f);
}

TEST(Inputs, PermutationAndIntegers) {
    std::vector<int> order = values<int>(make_input({"i", "int32", "n", "permutation"}, {{{"n", 97}}, 3}, 0));
    std::sort(order.begin(), order.end());
    for (int i = 0; i < 97; ++i) EXPECT_EQ(order[static_cast<size_t>(i)], i);
    const auto keys = values<int>(make_input({"k", "int32", "n", "integers(0,n-1)"}, {{{"n", 5}}, 3}, 0));
    for (const int key : keys) EXPECT_TRUE(key >= 0 && key < 5);
}

TEST(Inputs, RefusesBadDistributions) {
    const Case one{{{"n", 5}}, 3};
    for (const char* text : {"uniform(1,2", "uniform(a,b)", "gauss", "uniform(3,1)", "uniform"})
        EXPECT_THROW(make_input({"x", "float32", "n", text}, one, 0), UserError) << text;
    EXPECT_THROW(make_input({"x", "int32", "n", "normal"}, one, 0), UserError);
    EXPECT_THROW(make_input({"x", "uint8", "n", "integers(0,256)"}, one, 0), UserError);
}

TEST(Inputs, WidenKeepsValues) {
    const Bytes narrow = make_input({"x", "float32", "n", "normal"}, {{{"n", 50}}, 3}, 0);
    const auto before = values<float>(narrow);
    const auto after = values<double>(widen(narrow, *find_dtype("float32")));
    ASSERT_EQ(before.size(), after.size());
    for (size_t i = 0; i < before.size(); ++i) EXPECT_EQ(static_cast<double>(before[i]), after[i]);
}

}  // namespace
}  // namespace cuset::judge
