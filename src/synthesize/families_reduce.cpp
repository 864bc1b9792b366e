// Families that reduce a row, a column or a whole array to one number.
#include <fmt/format.h>

#include "base/error.h"
#include "synthesize/families.h"

namespace cuset::synthesize {
namespace {

struct Reduction {
    const char *name, *words, *initial;
    bool mean;
    const char* combine;  // of {a} and {b} in fp32
    const char* fp64;     // statement on acc and v
};

const std::vector<Reduction> kReductions = {
    {"sum", "sum", "0.0", false, "{a} + {b}", "acc += v;"},
    {"mean", "mean", "0.0", true, "{a} + {b}", "acc += v;"},
    {"maximum", "maximum", "-INFINITY", false, "fmaxf({a}, {b})", "acc = v > acc ? v : acc;"},
    {"minimum", "minimum", "INFINITY", false, "fminf({a}, {b})", "acc = v < acc ? v : acc;"},
};

const Reduction& reduction(const std::string& name) {
    for (const Reduction& one : kReductions)
        if (name == one.name) return one;
    CUSET_ASSERT(!"a known reduction");
    return kReductions.front();
}

std::string combine(const Reduction& kind, const std::string& a, const std::string& b) {
    return fill(kind.combine, {{"a", a}, {"b", b}});
}

// Everything but the answer: rows are reduced, or columns. `how` ends the prompt.
Problem reduction_problem(const Composition& composition, Random& random, bool rows, const std::string& how) {
    const Reduction& kind = reduction(composition[0]);
    Problem problem;
    problem.steps = draw_steps({composition[1]}, random);
    problem.statement =
        fmt::format("x is a rows x cols matrix. For each element: {}. Then write the {} of each {} to out[{}].{}",
                    words(problem.steps), kind.words, rows ? "row" : "column", rows ? "row" : "col", how);
    problem.inputs = {input("x", "rows * cols")};
    problem.outputs = {output("out", rows ? "rows" : "cols")};
    problem.sizes = {"rows", "cols"};
    problem.cases = {{1, 1}, {7, 13}, {5, 256}, {61, 37}, {4, 1021}};
    if (!rows)
        for (std::vector<long>& sizes : problem.cases) std::swap(sizes[0], sizes[1]);
    problem.absolute_tolerance = 1e-3;
    Code& code = problem.reference;
    code.open(rows ? "for (int row = 0; row < rows; ++row)" : "for (int col = 0; col < cols; ++col)");
    code.line(fmt::format("double acc = {};", kind.initial));
    code.open(rows ? "for (int col = 0; col < cols; ++col)" : "for (int row = 0; row < rows; ++row)");
    code.line("double v = x[row * cols + col];");
    reference_steps(code, problem.steps);
    code.line(kind.fp64);
    code.close();
    const std::string divisor = rows ? "cols" : "rows";
    code.line(fmt::format("out[{}] = acc{};", rows ? "row" : "col", kind.mean ? " / " + divisor : ""));
    code.close();
    return problem;
}

// The loop in which one thread goes through its elements of a row or column.
void accumulate(Code& code, const Problem& problem, const Style& style, const Reduction& kind, const std::string& loop,
                const std::string& element) {
    code.line(fmt::format("float acc = {};", fp32(kind.initial)));
    code.open(loop);
    code.line("float v = " + element + ";");
    apply_steps(code, problem, style);
    code.line(fmt::format("acc = {};", combine(kind, "acc", "v")));
    code.close();
}

// Halves the values s[0 .. block) in shared memory until s[0] holds their combination.
void reduce_shared(Code& code, const Style& style, const std::string& combined) {
    comment(code, style, "tree reduction in shared memory");
    code.line("__syncthreads();");
    code.open(fmt::format("for (int k = {}; k > 0; k /= 2)", style.block / 2));
    code.line(fmt::format("if (t < k) s[t] = {};", combined));
    code.line("__syncthreads();");
    code.close();
}

std::string mean_divisor(const Reduction& kind, const std::string& divisor) {
    return kind.mean ? " / " + divisor : "";
}

}  // namespace

std::vector<Composition> reduction_compositions() {
    std::vector<std::string> names;
    for (const Reduction& kind : kReductions) names.emplace_back(kind.name);
    return product({blocks(names), blocks(operation_names())});
}

Draft row_reduce(const Composition& composition, const Style& style, Random& random) {
    const Reduction& kind = reduction(composition[0]);
    const Problem problem = reduction_problem(composition, random, true, " Use one thread per row.");
    Code body;
    accumulate(body, problem, style, kind, "for (int c = 0; c < cols; c++)", "x[i * cols + c]");
    body.line(fmt::format("out[i] = acc{};", mean_divisor(kind, "cols")));
    return finish(problem, style, answer_per_item(problem, style, "rows", body), random);
}

Draft column_reduce(const Composition& composition, const Style& style, Random& random) {
    const Reduction& kind = reduction(composition[0]);
    const Problem problem = reduction_problem(composition, random, false, " Use one thread per column.");
    Code body;
    accumulate(body, problem, style, kind, "for (int r = 0; r < rows; r++)", "x[r * cols + i]");
    body.line(fmt::format("out[i] = acc{};", mean_divisor(kind, "rows")));
    return finish(problem, style, answer_per_item(problem, style, "cols", body), random);
}

Draft block_reduce(const Composition& composition, const Style& style, Random& random) {
    const Reduction& kind = reduction(composition[0]);
    const Problem problem = reduction_problem(composition, random, true, " Use one block per row and shared memory.");
    Code body;
    body.line(fmt::format("__shared__ float s[{}];", style.block));
    body.line("int row = blockIdx.x;");
    body.line("int t = threadIdx.x;");
    accumulate(body, problem, style, kind, fmt::format("for (int c = t; c < cols; c += {})", style.block),
               "x[row * cols + c]");
    body.line("s[t] = acc;");
    reduce_shared(body, style, combine(kind, "s[t]", "s[t + k]"));
    body.line(fmt::format("if (t == 0) out[row] = s[0]{};", mean_divisor(kind, "cols")));
    return finish(problem, style, answer(problem, style, body, "rows", std::to_string(style.block)), random);
}

Draft warp_reduce(const Composition& composition, const Style& style, Random& random) {
    const Reduction& kind = reduction(composition[0]);
    const Problem problem = reduction_problem(composition, random, true, " Use one warp per row and __shfl_down_sync.");
    Code body;
    body.line("int row = blockIdx.x;");
    body.line("int lane = threadIdx.x;");
    accumulate(body, problem, style, kind, "for (int c = lane; c < cols; c += 32)", "x[row * cols + c]");
    comment(body, style, "lane 0 gets the combination of all lanes");
    body.open("for (int k = 16; k > 0; k /= 2)");
    body.line(fmt::format("acc = {};", combine(kind, "acc", "__shfl_down_sync(0xffffffff, acc, k)")));
    body.close();
    body.line(fmt::format("if (lane == 0) out[row] = acc{};", mean_divisor(kind, "cols")));
    return finish(problem, style, answer(problem, style, body, "rows", "32"), random);
}

Draft total_sum(const Composition& composition, const Style& style, Random& random) {
    Problem problem;
    problem.steps = draw_steps(composition, random);
    problem.statement = fmt::format(
        "For each element of x: {}. Write the sum over all elements to out[0]. Use shared memory and atomicAdd.",
        words(problem.steps));
    problem.inputs = {input("x", "n")};
    problem.outputs = {output("out", "1")};
    problem.sizes = {"n"};
    problem.cases = vector_cases();
    problem.absolute_tolerance = 1e-2;
    problem.reference.line("double acc = 0;");
    problem.reference.open("for (int i = 0; i < n; ++i)");
    problem.reference.line("double v = x[i];");
    reference_steps(problem.reference, problem.steps);
    problem.reference.line("acc += v;");
    problem.reference.close();
    problem.reference.line("out[0] = acc;");
    Code body;
    body.line(fmt::format("__shared__ float s[{}];", style.block));
    body.line("int i = blockIdx.x * blockDim.x + threadIdx.x;");
    body.line("int t = threadIdx.x;");
    body.line("float v = 0.0f;");
    body.open("if (i < n)");
    body.line("v = x[i];");
    apply_steps(body, problem, style);
    body.close();
    body.line("s[t] = v;");
    reduce_shared(body, style, "s[t] + s[t + k]");
    body.line("if (t == 0) atomicAdd(out, s[0]);");
    return finish(problem, style,
                  answer(problem, style, body, block_count("n", style.block), std::to_string(style.block),
                         {"cudaMemset(out, 0, sizeof(float));"}),
                  random);
}

}  // namespace cuset::synthesize
