// Families that go along the rows of a matrix and write whole rows.
#include <fmt/format.h>

#include "base/error.h"
#include "synthesize/families.h"

namespace cuset::synthesize {
namespace {

// A normalisation: a quantity `acc` of the row's values v, then a map of each value.
struct Normalization {
    const char *name, *words;
    const char *initial, *update;        // of acc, in fp32
    const char* map;                     // of out[j] and acc, in fp32
    const char *fp64_update, *fp64_map;  // of acc and v
};

const std::vector<Normalization> kNormalizations = {
    {"center", "subtract the row's mean", "0.0", "acc = acc + v;", "out[j] - acc / cols", "acc += v / cols;",
     "v - acc"},
    {"shift", "subtract the row's maximum", "-INFINITY", "acc = fmaxf(acc, v);", "out[j] - acc",
     "acc = v > acc ? v : acc;", "v - acc"},
    {"l1", "divide by 1.0 plus the row's sum of absolute values", "1.0", "acc = acc + fabsf(v);", "out[j] / acc",
     "acc += std::abs(v);", "v / acc"},
    {"l2", "divide by the square root of 1.0 plus the row's sum of squares", "1.0", "acc = acc + v * v;",
     "out[j] / sqrtf(acc)", "acc += v * v;", "v / std::sqrt(acc)"},
};

struct Scan {
    const char *name, *words, *initial, *update, *fp64;
    bool exclusive;
};

const std::vector<Scan> kScans = {
    {"inclusive_sum", "inclusive prefix sum", "0.0", "acc = acc + v;", "acc += v;", false},
    {"exclusive_sum", "exclusive prefix sum", "0.0", "acc = acc + v;", "acc += v;", true},
    {"running_maximum", "running maximum", "-INFINITY", "acc = fmaxf(acc, v);", "acc = v > acc ? v : acc;", false},
    {"running_minimum", "running minimum", "INFINITY", "acc = fminf(acc, v);", "acc = v < acc ? v : acc;", false},
};

template <typename Kind>
const Kind* find(const std::vector<Kind>& table, const std::string& name) {
    for (const Kind& one : table)
        if (name == one.name) return &one;
    return nullptr;
}

Problem row_problem(const Composition& composition, Random& random) {
    Problem problem;
    problem.steps = draw_steps({composition[1]}, random);
    problem.inputs = {input("x", "rows * cols")};
    problem.outputs = {output("out", "rows * cols")};
    problem.sizes = {"rows", "cols"};
    problem.cases = {{1, 1}, {13, 7}, {32, 32}, {37, 61}, {129, 67}};
    return problem;
}

// double v = x[i]; steps
void reference_value(Code& code, const Problem& problem) {
    code.line("double v = x[row * cols + col];");
    reference_steps(code, problem.steps);
}

void softmax_reference(Problem& problem, double temperature) {
    Code& code = problem.reference;
    code.open("for (int row = 0; row < rows; ++row)");
    code.line("double largest = -INFINITY, sum = 0;");
    code.open("for (int col = 0; col < cols; ++col)");
    reference_value(code, problem);
    code.line(fmt::format("out[row * cols + col] = v / {};", constant(temperature)));
    code.line("largest = std::max(largest, out[row * cols + col]);");
    code.close();
    code.line("for (int col = 0; col < cols; ++col) sum += std::exp(out[row * cols + col] - largest);");
    code.open("for (int col = 0; col < cols; ++col)");
    code.line("out[row * cols + col] = std::exp(out[row * cols + col] - largest) / sum;");
    code.close();
    code.close();
}

Code softmax_body(const Problem& problem, const Style& style, double temperature) {
    Code body;
    body.line("float m = -INFINITY;");
    body.line("float acc = 0.0f;");
    body.open("for (int j = i * cols; j < (i + 1) * cols; j++)");
    body.line("float v = x[j];");
    apply_steps(body, problem, style);
    body.line(fmt::format("out[j] = v / {}f;", constant(temperature)));
    body.line("m = fmaxf(m, out[j]);");
    body.close();
    comment(body, style, "the maximum keeps the exponentials finite");
    body.line("for (int j = i * cols; j < (i + 1) * cols; j++) acc = acc + expf(out[j] - m);");
    body.line("for (int j = i * cols; j < (i + 1) * cols; j++) out[j] = expf(out[j] - m) / acc;");
    return body;
}

Draft softmax(const Composition& composition, const Style& style, Random& random) {
    Problem problem = row_problem(composition, random);
    const double temperature = random.choose<double>({0.5, 1.5, 2.0, 2.5, 3.0});
    problem.statement = fmt::format(
        "x is a rows x cols matrix. For each element: {}. Then write each row's softmax with temperature {} to out.",
        words(problem.steps), constant(temperature));
    problem.absolute_tolerance = 1e-5;
    softmax_reference(problem, temperature);
    return finish(problem, style, answer_per_item(problem, style, "rows", softmax_body(problem, style, temperature)),
                  random);
}

}  // namespace

std::vector<Composition> row_normalize_compositions() {
    std::vector<std::string> names = {"softmax"};
    for (const Normalization& kind : kNormalizations) names.emplace_back(kind.name);
    std::vector<Composition> all = product({blocks(names), blocks(operation_names())});
    // These forget a constant that was added to the whole row.
    std::erase_if(all, [](const Composition& one) {
        const bool forgets = one[0] == "softmax" || one[0] == "center" || one[0] == "shift";
        return forgets && (one[1] == "add" || one[1] == "subtract");
    });
    return all;
}

Draft row_normalize(const Composition& composition, const Style& style, Random& random) {
    if (composition[0] == "softmax") return softmax(composition, style, random);
    const Normalization* kind = find(kNormalizations, composition[0]);
    CUSET_ASSERT(kind != nullptr);
    Problem problem = row_problem(composition, random);
    problem.statement = fmt::format("x is a rows x cols matrix. For each element: {}. Then {} and write it to out.",
                                    words(problem.steps), kind->words);
    Code& code = problem.reference;
    code.open("for (int row = 0; row < rows; ++row)");
    code.line(fmt::format("double acc = {};", kind->initial));
    code.open("for (int col = 0; col < cols; ++col)");
    reference_value(code, problem);
    code.line(kind->fp64_update);
    code.close();
    code.open("for (int col = 0; col < cols; ++col)");
    reference_value(code, problem);
    code.line(fmt::format("out[row * cols + col] = {};", kind->fp64_map));
    code.close();
    code.close();
    Code body;
    body.line(fmt::format("float acc = {};", fp32(kind->initial)));
    body.open("for (int j = i * cols; j < (i + 1) * cols; j++)");
    body.line("float v = x[j];");
    apply_steps(body, problem, style);
    body.line("out[j] = v;");
    body.line(kind->update);
    body.close();
    body.line(fmt::format("for (int j = i * cols; j < (i + 1) * cols; j++) out[j] = {};", kind->map));
    return finish(problem, style, answer_per_item(problem, style, "rows", body), random);
}

std::vector<Composition> row_scan_compositions() {
    std::vector<std::string> names;
    for (const Scan& kind : kScans) names.emplace_back(kind.name);
    return product({blocks(names), blocks(operation_names())});
}

Draft row_scan(const Composition& composition, const Style& style, Random& random) {
    const Scan* kind = find(kScans, composition[0]);
    CUSET_ASSERT(kind != nullptr);
    Problem problem = row_problem(composition, random);
    problem.absolute_tolerance = 1e-3;
    problem.statement =
        fmt::format("x is a rows x cols matrix. For each element: {}. Then write the {} along each row to out.",
                    words(problem.steps), kind->words);
    const std::string store = "out[row * cols + col] = acc;";
    Code& code = problem.reference;
    code.open("for (int row = 0; row < rows; ++row)");
    code.line(fmt::format("double acc = {};", kind->initial));
    code.open("for (int col = 0; col < cols; ++col)");
    reference_value(code, problem);
    if (kind->exclusive) code.line(store);
    code.line(kind->fp64);
    if (!kind->exclusive) code.line(store);
    code.close();
    code.close();
    Code body;
    body.line(fmt::format("float acc = {};", fp32(kind->initial)));
    body.open("for (int j = i * cols; j < (i + 1) * cols; j++)");
    body.line("float v = x[j];");
    apply_steps(body, problem, style);
    if (kind->exclusive) body.line("out[j] = acc;");
    body.line(kind->update);
    if (!kind->exclusive) body.line("out[j] = acc;");
    body.close();
    return finish(problem, style, answer_per_item(problem, style, "rows", body), random);
}

}  // namespace cuset::synthesize
