#include "synthesize/problem.h"

#include <algorithm>

#include "base/error.h"
#include "synthesize/style.h"

namespace cuset::synthesize {
namespace {

// The C++ type of an array's element, with `real` for float32.
std::string element_type(const std::string& dtype, const std::string& real) {
    if (dtype == "float32") return real;
    CUSET_ASSERT(dtype == "int32");
    return "int";
}

std::string with_indent(const std::string& text, int width) {
    std::string result;
    for (size_t at = 0; at < text.size();) {
        const size_t end = text.find('\n', at);
        const size_t first = std::min(text.find_first_not_of(' ', at), end);
        result += std::string((first - at) / 4 * static_cast<size_t>(width), ' ');
        result += text.substr(first, end + 1 - first);
        at = end + 1;
    }
    return result;
}

// The statement in other words; wording 0 is as the family wrote it.
std::string reword(std::string statement, int wording) {
    static const std::vector<std::vector<const char*>> kPhrases = {
        {"For each element", "On every element", "For every element"},
        {"For each i", "For every index i", "At each position i"},
        {"Write the result", "Store the result", "Output the result"},
        {"Write it", "Store it", "Output it"},
        {"write the", "store the", "output the"},
    };
    for (const auto& phrase : kPhrases) {
        const std::string from = phrase[0], to = phrase[static_cast<size_t>(wording)];
        for (size_t at = 0; (at = statement.find(from, at)) != std::string::npos; at += to.size())
            statement.replace(at, from.size(), to);
    }
    return statement;
}

}  // namespace

std::vector<Composition> blocks(const std::vector<std::string>& names) {
    std::vector<Composition> list;
    for (const std::string& name : names) list.push_back({name});
    return list;
}

std::vector<Composition> product(const std::vector<std::vector<Composition>>& lists) {
    std::vector<Composition> result = {{}};
    for (const auto& list : lists) {
        std::vector<Composition> longer;
        for (const Composition& head : result)
            for (const Composition& tail : list) {
                longer.push_back(head);
                longer.back().insert(longer.back().end(), tail.begin(), tail.end());
            }
        result = std::move(longer);
    }
    return result;
}

std::string parameters(const Problem& problem, const std::string& real, const std::string& pointer) {
    std::vector<std::string> parts;
    for (const judge::Array& array : problem.inputs)
        parts.push_back("const " + element_type(array.dtype, real) + pointer + " " + array.name);
    for (const judge::Array& array : problem.outputs)
        parts.push_back(element_type(array.dtype, real) + pointer + " " + array.name);
    for (const std::string& name : problem.sizes) parts.push_back("int " + name);
    return join(parts, ", ");
}

std::string arguments(const Problem& problem) {
    std::vector<std::string> parts;
    for (const judge::Array& array : problem.inputs) parts.push_back(array.name);
    for (const judge::Array& array : problem.outputs) parts.push_back(array.name);
    for (const std::string& name : problem.sizes) parts.push_back(name);
    return join(parts, ", ");
}

void reference_steps(Code& code, const std::vector<Step>& steps) {
    for (const Step& step : steps) code.line("v = " + step.fp64 + ";");
}

Draft finish(const Problem& problem, const Style& style, std::string code, Random& random) {
    static const char* const kOpenings[] = {
        "Write a CUDA kernel and its launch function (device pointers).",
        "Implement this in CUDA: a kernel and the host function that launches it on device pointers.",
        "Give a CUDA kernel with the host function that starts it. All pointers point to device memory."};
    Draft draft;
    judge::Task& task = draft.task;
    task.entry = "void launch(" + parameters(problem, "float") + ")";
    task.prompt =
        fmt::format("{} {}\n{}", kOpenings[style.wording], reword(problem.statement, style.wording), task.entry);
    task.inputs = problem.inputs;
    task.outputs = problem.outputs;
    for (const std::vector<long>& values : problem.cases) {
        CUSET_ASSERT(values.size() == problem.sizes.size());
        judge::Case& one = task.cases.emplace_back();
        for (size_t i = 0; i < values.size(); ++i) one.sizes.emplace_back(problem.sizes[i], values[i]);
        one.seed = static_cast<uint64_t>(random.integer(1, 999999));
    }
    task.absolute_tolerance = problem.absolute_tolerance;
    task.relative_tolerance = problem.relative_tolerance;
    Code reference;
    reference.open("void launch(" + parameters(problem, "double") + ")");
    reference.append(problem.reference);
    reference.close();
    task.reference = reference.text();
    draft.code = with_indent(
        rename(code, {{"kernel", style.kernel}, {"i", style.index}, {"v", style.value}, {"acc", style.accumulator}}),
        style.indent);
    return draft;
}

judge::Array input(const std::string& name, const std::string& shape, const std::string& distribution,
                   const std::string& dtype) {
    return {name, dtype, shape, distribution};
}

judge::Array output(const std::string& name, const std::string& shape, const std::string& dtype) {
    return {name, dtype, shape, ""};
}

std::vector<std::vector<long>> vector_cases() {
    return {{1}, {97}, {1021}, {4096}, {10007}};
}

std::vector<std::vector<long>> matrix_cases() {
    return {{1, 1}, {7, 13}, {32, 32}, {61, 37}, {67, 129}};
}

}  // namespace cuset::synthesize
