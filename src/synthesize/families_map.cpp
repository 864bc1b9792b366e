// Families where each output element comes from one element of each input.
#include <fmt/format.h>

#include "base/error.h"
#include "synthesize/families.h"

namespace cuset::synthesize {
namespace {

// Two values made one. `words` with {x} and {y}; the expressions are of a and b.
struct Combination {
    const char *name, *words, *cuda, *fp64;
};

const std::vector<Combination> kCombinations = {
    {"sum", "add {x} and {y}", "{x} + {y}", "{x} + {y}"},
    {"difference", "subtract {y} from {x}", "{x} - {y}", "{x} - {y}"},
    {"product", "multiply {x} by {y}", "{x} * {y}", "{x} * {y}"},
    {"maximum", "take the maximum of {x} and {y}", "fmaxf({x}, {y})", "{x} > {y} ? {x} : {y}"},
    {"minimum", "take the minimum of {x} and {y}", "fminf({x}, {y})", "{x} < {y} ? {x} : {y}"},
    {"average", "average {x} and {y}", "0.5f * ({x} + {y})", "({x} + {y}) / 2"},
};

const Combination& combination(const std::string& name) {
    for (const Combination& one : kCombinations)
        if (name == one.name) return one;
    CUSET_ASSERT(!"a known combination");
    return kCombinations.front();
}

std::vector<std::string> combination_names() {
    std::vector<std::string> names;
    for (const Combination& one : kCombinations) names.emplace_back(one.name);
    return names;
}

// for (item) { double v = first; steps; target = v; }
void reference_loop(Problem& problem, const std::string& count, const std::string& first, const std::string& target) {
    problem.reference.open("for (int i = 0; i < " + count + "; ++i)");
    problem.reference.line("double v = " + first + ";");
    reference_steps(problem.reference, problem.steps);
    problem.reference.line(target + " = v;");
    problem.reference.close();
}

Code map_body(const Problem& problem, const Style& style, const std::string& first, const std::string& target) {
    Code body;
    body.line("float v = " + first + ";");
    apply_steps(body, problem, style);
    body.line(target + " = v;");
    return body;
}

}  // namespace

// All pairs, and as many triples: the pairs extended by an operation that goes round the table.
std::vector<Composition> map_chain_compositions() {
    std::vector<Composition> chains = operation_pairs();
    const std::vector<std::string> names = operation_names();
    const size_t pairs = chains.size();
    for (size_t i = 0; i < pairs; ++i)
        for (size_t j = 0; j < names.size(); ++j) {
            const std::string& third = names[(i * 5 + j) % names.size()];
            if (third == chains[i][0] || !composes(chains[i][1], third)) continue;
            chains.push_back({chains[i][0], chains[i][1], third});
            break;
        }
    return chains;
}

Draft map_chain(const Composition& composition, const Style& style, Random& random) {
    Problem problem;
    problem.steps = draw_steps(composition, random);
    problem.statement = fmt::format("For each element of x: {}. Write the results to out.", words(problem.steps));
    problem.inputs = {input("x", "n")};
    problem.outputs = {output("out", "n")};
    problem.sizes = {"n"};
    problem.cases = vector_cases();
    reference_loop(problem, "n", "x[i]", "out[i]");
    return finish(problem, style, answer_per_item(problem, style, "n", map_body(problem, style, "x[i]", "out[i]")),
                  random);
}

std::vector<Composition> map_two_compositions() {
    return product({blocks(combination_names()), blocks(operation_names())});
}

Draft map_two(const Composition& composition, const Style& style, Random& random) {
    const Combination& combine = combination(composition[0]);
    const auto bind = [](const char* text) { return fill(text, {{"x", "x[i]"}, {"y", "y[i]"}}); };
    Problem problem;
    problem.steps = draw_steps({composition[1]}, random);
    problem.statement =
        fmt::format("For each i: {}, then {}. Write the result to out[i].", bind(combine.words), words(problem.steps));
    problem.inputs = {input("x", "n"), input("y", "n")};
    problem.outputs = {output("out", "n")};
    problem.sizes = {"n"};
    problem.cases = vector_cases();
    reference_loop(problem, "n", bind(combine.fp64), "out[i]");
    return finish(problem, style,
                  answer_per_item(problem, style, "n", map_body(problem, style, bind(combine.cuda), "out[i]")), random);
}

std::vector<Composition> broadcast_compositions() {
    return product({blocks({"along_rows", "along_columns"}), blocks({"sum", "difference", "product", "maximum"}),
                    blocks(operation_names())});
}

Draft broadcast(const Composition& composition, const Style& style, Random& random) {
    const bool along_rows = composition[0] == "along_rows";  // one entry of b for each column
    const Combination& combine = combination(composition[1]);
    const auto bind = [](const char* text, const char* y) { return fill(text, {{"x", "x[i]"}, {"y", y}}); };
    Problem problem;
    problem.steps = draw_steps({composition[2]}, random);
    problem.statement =
        fmt::format("x is a rows x cols matrix. For each element x[r][c]: {}, then {}. Write the result to out.",
                    fill(combine.words, {{"x", "x[r][c]"}, {"y", along_rows ? "b[c]" : "b[r]"}}), words(problem.steps));
    problem.inputs = {input("x", "rows * cols"), input("b", along_rows ? "cols" : "rows")};
    problem.outputs = {output("out", "rows * cols")};
    problem.sizes = {"rows", "cols"};
    problem.cases = matrix_cases();
    const char* entry = along_rows ? "b[i % cols]" : "b[i / cols]";
    reference_loop(problem, "rows * cols", bind(combine.fp64, entry), "out[i]");
    const Code body = map_body(problem, style, bind(combine.cuda, entry), "out[i]");
    return finish(problem, style, answer_per_item(problem, style, "rows * cols", body), random);
}

std::vector<Composition> gather_scatter_compositions() {
    return product({blocks({"gather", "scatter"}), operation_pairs()});
}

Draft gather_scatter(const Composition& composition, const Style& style, Random& random) {
    const bool gather = composition[0] == "gather";
    Problem problem;
    problem.steps = draw_steps({composition.begin() + 1, composition.end()}, random);
    problem.statement =
        gather ? fmt::format("For each i, take x[idx[i]]: {}. Write the result to out[i].", words(problem.steps))
               : fmt::format("For each i, take x[i]: {}. Write the result to out[idx[i]].", words(problem.steps));
    problem.inputs = {input("x", "n"), input("idx", "n", gather ? "integers(0,n-1)" : "permutation", "int32")};
    problem.outputs = {output("out", "n")};
    problem.sizes = {"n"};
    problem.cases = vector_cases();
    const char* first = gather ? "x[idx[i]]" : "x[i]";
    const char* target = gather ? "out[i]" : "out[idx[i]]";
    reference_loop(problem, "n", first, target);
    return finish(problem, style, answer_per_item(problem, style, "n", map_body(problem, style, first, target)),
                  random);
}

}  // namespace cuset::synthesize
