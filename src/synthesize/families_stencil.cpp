// Families where an output element comes from neighbouring input elements.
#include <fmt/format.h>

#include "base/error.h"
#include "synthesize/families.h"

namespace cuset::synthesize {
namespace {

const std::vector<double> kWeights = {0.25, 0.5, 0.75, 1.25, 1.5, 2.0, 2.5};

// What is computed of the neighbours, with weights drawn: for the prompt, in fp32 and in double.
struct Neighbourhood {
    std::string words, cuda, fp64;
};

Neighbourhood three_point(const std::string& name, Random& random) {
    if (name == "maximum")
        return {"the maximum of l, x[i] and r", "fmaxf(fmaxf(l, x[i]), r)", "std::max(std::max(l, x[i]), r)"};
    if (name == "minimum")
        return {"the minimum of l, x[i] and r", "fminf(fminf(l, x[i]), r)", "std::min(std::min(l, x[i]), r)"};
    if (name == "difference") {
        const std::string a = constant(random.choose(kWeights));
        return {fmt::format("{} * (r - l)", a), fmt::format("{}f * (r - l)", a), fmt::format("{} * (r - l)", a)};
    }
    CUSET_ASSERT(name == "weighted");
    std::string w[3];
    for (std::string& weight : w) weight = constant(random.choose(kWeights));
    const char* text = "{a} * l + {b} * x[i] + {c} * r";
    const std::string in_double = fill(text, {{"a", w[0]}, {"b", w[1]}, {"c", w[2]}});
    return {in_double, fill(text, {{"a", fp32(w[0])}, {"b", fp32(w[1])}, {"c", fp32(w[2])}}), in_double};
}

Neighbourhood five_point(const std::string& name, Random& random) {
    const std::string sum = "(up + down + left + right)";
    if (name == "average")
        return {"the sum of all five divided by 5.0", "(x[i] + up + down + left + right) / 5.0f",
                "(x[i] + up + down + left + right) / 5"};
    if (name == "laplacian")
        return {"up + down + left + right - 4.0 * x[i]", "up + down + left + right - 4.0f * x[i]", sum + " - 4 * x[i]"};
    if (name == "maximum")
        return {"the maximum of all five", "fmaxf(x[i], fmaxf(fmaxf(up, down), fmaxf(left, right)))",
                "std::max(x[i], std::max(std::max(up, down), std::max(left, right)))"};
    CUSET_ASSERT(name == "weighted");
    const std::string a = constant(random.choose(kWeights)), b = constant(random.choose(kWeights));
    return {fmt::format("{} * x[i] + {} * {}", a, b, sum), fmt::format("{}f * x[i] + {}f * {}", a, b, sum),
            fmt::format("{} * x[i] + {} * {}", a, b, sum)};
}

}  // namespace

std::vector<Composition> stencil_1d_compositions() {
    return product({blocks({"zero", "nearest", "wrap"}), blocks({"weighted", "maximum", "minimum", "difference"}),
                    blocks(operation_names())});
}

Draft stencil_1d(const Composition& composition, const Style& style, Random& random) {
    const std::string& edge = composition[0];
    Problem problem;
    const Neighbourhood of = three_point(composition[1], random);
    problem.steps = draw_steps({composition[2]}, random);
    const char* where = edge == "zero"      ? "zero outside the array"
                        : edge == "nearest" ? "the nearest element at the ends"
                                            : "wrapping around at the ends";
    problem.statement = fmt::format(
        "For each i with neighbours l = x[i - 1] and r = x[i + 1], {}: compute {}, then {}. Write it to out[i].", where,
        of.words, words(problem.steps));
    problem.inputs = {input("x", "n")};
    problem.outputs = {output("out", "n")};
    problem.sizes = {"n"};
    problem.cases = vector_cases();
    Code& code = problem.reference;
    code.open("for (int i = 0; i < n; ++i)");
    if (edge == "zero") {
        code.line("double l = 0, r = 0;");
        code.line("if (i > 0) l = x[i - 1];");
        code.line("if (i + 1 < n) r = x[i + 1];");
    } else if (edge == "nearest") {
        code.line("double l = x[std::max(i - 1, 0)], r = x[std::min(i + 1, n - 1)];");
    } else {
        code.line("double l = x[i == 0 ? n - 1 : i - 1], r = x[i == n - 1 ? 0 : i + 1];");
    }
    code.line("double v = " + of.fp64 + ";");
    reference_steps(code, problem.steps);
    code.line("out[i] = v;");
    code.close();
    Code body;
    body.line(edge == "zero"      ? "float l = i > 0 ? x[i - 1] : 0.0f;"
              : edge == "nearest" ? "float l = x[max(i - 1, 0)];"
                                  : "float l = x[(i + n - 1) % n];");
    body.line(edge == "zero"      ? "float r = i < n - 1 ? x[i + 1] : 0.0f;"
              : edge == "nearest" ? "float r = x[min(i + 1, n - 1)];"
                                  : "float r = x[(i + 1) % n];");
    body.line("float v = " + of.cuda + ";");
    apply_steps(body, problem, style);
    body.line("out[i] = v;");
    return finish(problem, style, answer_per_item(problem, style, "n", body), random);
}

std::vector<Composition> stencil_2d_compositions() {
    return product({blocks({"zero", "nearest"}), blocks({"weighted", "laplacian", "average", "maximum"}),
                    blocks(operation_names())});
}

Draft stencil_2d(const Composition& composition, const Style& style, Random& random) {
    const bool zero = composition[0] == "zero";
    Problem problem;
    const Neighbourhood of = five_point(composition[1], random);
    problem.steps = draw_steps({composition[2]}, random);
    problem.statement = fmt::format(
        "x is a rows x cols matrix. For each element x[i] and its neighbours up, down, left, right ({}): compute {}, "
        "then {}. Write it to out[i].",
        zero ? "0.0 outside" : "x[i] outside", of.words, words(problem.steps));
    problem.inputs = {input("x", "rows * cols")};
    problem.outputs = {output("out", "rows * cols")};
    problem.sizes = {"rows", "cols"};
    problem.cases = matrix_cases();
    Code& code = problem.reference;
    code.open("for (int i = 0; i < rows * cols; ++i)");
    code.line("const int row = i / cols, col = i - row * cols;");
    code.line(zero ? "double up = 0, down = 0, left = 0, right = 0;"
                   : "double up = x[i], down = x[i], left = x[i], right = x[i];");
    code.line("if (row != 0) up = x[(row - 1) * cols + col];");
    code.line("if (row + 1 != rows) down = x[(row + 1) * cols + col];");
    code.line("if (col != 0) left = x[row * cols + col - 1];");
    code.line("if (col + 1 != cols) right = x[row * cols + col + 1];");
    code.line("double v = " + of.fp64 + ";");
    reference_steps(code, problem.steps);
    code.line("out[i] = v;");
    code.close();
    Code body;
    const std::string outside = zero ? "0.0f" : "x[i]";
    body.line("int r = i / cols;");
    body.line("int c = i % cols;");
    body.line("float up = r > 0 ? x[i - cols] : " + outside + ";");
    body.line("float down = r < rows - 1 ? x[i + cols] : " + outside + ";");
    body.line("float left = c > 0 ? x[i - 1] : " + outside + ";");
    body.line("float right = c < cols - 1 ? x[i + 1] : " + outside + ";");
    body.line("float v = " + of.cuda + ";");
    apply_steps(body, problem, style);
    body.line("out[i] = v;");
    return finish(problem, style, answer_per_item(problem, style, "rows * cols", body), random);
}

}  // namespace cuset::synthesize
