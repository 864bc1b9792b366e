#include "synthesize/ops.h"

#include <cctype>

#include "base/error.h"
#include "synthesize/text.h"

namespace cuset::synthesize {
namespace {

const std::vector<double> kFactors = {0.25, 0.5, 0.75, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 3.0, 3.5};
const std::vector<double> kOffsets = {0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0};
const std::vector<double> kSlopes = {0.01, 0.05, 0.1, 0.2, 0.3};
const std::vector<double> kLows = {-2.0, -1.5, -1.0, -0.5, -0.25};
const std::vector<double> kHighs = {0.25, 0.5, 1.0, 1.5, 2.0};

const Operation& find(const std::string& name) {
    for (const Operation& operation : operations())
        if (name == operation.name) return operation;
    CUSET_ASSERT(!"a known operation");
    return operations().front();
}

}  // namespace

const std::vector<Operation>& operations() {
    static const std::vector<Operation> table = {
        {.name = "multiply", .words = "multiply by {a}", .cuda = "v * {a}f", .fp64 = "v * {a}", .a = kFactors, .b = {}},
        {.name = "add", .words = "add {a}", .cuda = "v + {a}f", .fp64 = "v + {a}", .a = kOffsets, .b = {}},
        {.name = "subtract", .words = "subtract {a}", .cuda = "v - {a}f", .fp64 = "v - {a}", .a = kOffsets, .b = {}},
        {.name = "negate", .words = "negate", .cuda = "-v", .fp64 = "-v", .a = {}, .b = {}},
        {.name = "relu",
         .words = "apply ReLU",
         .cuda = "fmaxf(v, 0.0f)",
         .fp64 = "v > 0 ? v : 0.0",
         .a = {},
         .b = {},
         .nonnegative = true,
         .keeps_nonnegative = true},
        {.name = "leaky_relu",
         .words = "apply leaky ReLU with slope {a}",
         .cuda = "v > 0.0f ? v : {a}f * v",
         .fp64 = "v >= 0 ? v : v * {a}",
         .a = kSlopes,
         .b = {},
         .keeps_nonnegative = true},
        {.name = "sigmoid",
         .words = "apply sigmoid",
         .cuda = "1.0f / (1.0f + expf(-v))",
         .fp64 = "1 / (1 + std::exp(-v))",
         .a = {},
         .b = {},
         .nonnegative = true,
         .bounded = true},
        {.name = "tanh",
         .words = "apply tanh",
         .cuda = "tanhf(v)",
         .fp64 = "std::tanh(v)",
         .a = {},
         .b = {},
         .bounded = true},
        {.name = "absolute",
         .words = "take the absolute value",
         .cuda = "fabsf(v)",
         .fp64 = "v < 0 ? -v : v",
         .a = {},
         .b = {},
         .nonnegative = true,
         .keeps_nonnegative = true},
        {.name = "square", .words = "square", .cuda = "v * v", .fp64 = "v * v", .a = {}, .b = {}, .nonnegative = true},
        {.name = "clamp",
         .words = "clamp to [{a}, {b}]",
         .cuda = "fminf(fmaxf(v, {a}f), {b}f)",
         .fp64 = "v < {a} ? {a} : v > {b} ? {b} : v",
         .a = kLows,
         .b = kHighs},
        {.name = "sine",
         .words = "take the sine",
         .cuda = "sinf(v)",
         .fp64 = "std::sin(v)",
         .a = {},
         .b = {},
         .bounded = true},
        {.name = "root",
         .words = "take the square root of the absolute value",
         .cuda = "sqrtf(fabsf(v))",
         .fp64 = "std::sqrt(std::abs(v))",
         .a = {},
         .b = {},
         .nonnegative = true},
    };
    return table;
}

std::vector<std::string> operation_names() {
    std::vector<std::string> names;
    for (const Operation& operation : operations()) names.emplace_back(operation.name);
    return names;
}

Step draw_step(const std::string& name, Random& random) {
    const Operation& operation = find(name);
    const std::string a = operation.a.empty() ? "" : constant(random.choose(operation.a));
    const std::string b = operation.b.empty() ? "" : constant(random.choose(operation.b));
    const auto bind = [&](const char* text) { return fill(text, {{"a", a}, {"b", b}}); };
    return {bind(operation.words), bind(operation.cuda), bind(operation.fp64)};
}

std::vector<Step> draw_steps(const std::vector<std::string>& names, Random& random) {
    std::vector<Step> steps;
    for (const std::string& name : names) steps.push_back(draw_step(name, random));
    return steps;
}

bool composes(const std::string& first, const std::string& second) {
    const Operation &before = find(first), &after = find(second);
    if (first == second) return false;
    if (before.nonnegative && after.keeps_nonnegative) return false;
    if (before.bounded && second == "clamp") return false;
    // The sign is lost again, or both fold into one constant.
    if (first == "negate" && (second == "absolute" || second == "square" || second == "root")) return false;
    if (first == "absolute" && (second == "square" || second == "root")) return false;
    const auto shifts = [](const std::string& name) { return name == "add" || name == "subtract"; };
    return !(shifts(first) && shifts(second));
}

std::vector<std::vector<std::string>> operation_pairs() {
    std::vector<std::vector<std::string>> pairs;
    for (const std::string& first : operation_names())
        for (const std::string& second : operation_names())
            if (composes(first, second)) pairs.push_back({first, second});
    return pairs;
}

std::string words(const std::vector<Step>& steps) {
    std::string text;
    for (const Step& step : steps) text += (text.empty() ? "" : ", then ") + step.words;
    return text;
}

std::string constant(double value) {
    std::string text = fmt::format("{:g}", value);
    if (text.find('.') == std::string::npos) text += ".0";
    return text;
}

std::string fp32(const std::string& constant) {
    return std::isdigit(static_cast<unsigned char>(constant.back())) ? constant + "f" : constant;
}

}  // namespace cuset::synthesize
