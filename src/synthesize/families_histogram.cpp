// The family that counts by key.
#include <fmt/format.h>

#include "synthesize/families.h"

namespace cuset::synthesize {
namespace {

// What a key goes through before the modulo; {a} is a whole number from 2 to 9.
struct KeyOperation {
    const char *name, *words, *expression;
};

const std::vector<KeyOperation> kKeyOperations = {
    {"key_add", "add {a}", "k + {a}"},
    {"key_multiply", "multiply by {a}", "k * {a}"},
    {"key_divide", "divide by {a}", "k / {a}"},
    {"key_xor", "xor with {a}", "k ^ {a}"},
    {"key_shift", "shift right by {a}", "k >> {a}"},
};

// The drawn steps on the key k, as words and as statements; the modulo comes last.
struct KeySteps {
    std::vector<std::string> words, lines;
};

KeySteps draw_key_steps(const Composition& composition, Random& random) {
    KeySteps steps;
    for (const std::string& name : composition)
        for (const KeyOperation& operation : kKeyOperations) {
            if (name != operation.name) continue;
            const std::string a = std::to_string(name == "key_shift" ? random.integer(1, 3) : random.integer(2, 9));
            steps.words.push_back(fill(operation.words, {{"a", a}}));
            steps.lines.push_back(fmt::format("k = {};", fill(operation.expression, {{"a", a}})));
        }
    steps.lines.emplace_back("k = k % bins;");
    return steps;
}

}  // namespace

std::vector<Composition> histogram_compositions() {
    std::vector<Composition> keys;
    for (const KeyOperation& first : kKeyOperations)
        for (const KeyOperation& second : kKeyOperations)
            if (&first != &second) keys.push_back({first.name, second.name});
    return product({blocks({"count", "weigh"}), keys});
}

Draft histogram(const Composition& composition, const Style& style, Random& random) {
    const bool weigh = composition[0] == "weigh";
    const KeySteps key = draw_key_steps(composition, random);
    Problem problem;
    problem.statement =
        fmt::format("Histogram: for each i the key is x[i]: {}, then modulo bins. {}.", join(key.words, ", then "),
                    weigh ? "Add w[i] to out[key]" : "Count the keys in out[key]");
    problem.inputs = {input("x", "n", "integers(0,999)", "int32")};
    if (weigh) problem.inputs.push_back(input("w", "n", "uniform(0,1)"));
    problem.outputs = {output("out", "bins", weigh ? "float32" : "int32")};
    problem.sizes = {"n", "bins"};
    problem.cases = {{1, 1}, {97, 7}, {1021, 16}, {4096, 10}, {10007, 31}};
    const char* type = weigh ? "float" : "int";
    problem.reference.line("for (int k = 0; k < bins; ++k) out[k] = 0;");
    problem.reference.open("for (int i = 0; i < n; ++i)");
    problem.reference.line("int k = x[i];");
    for (const std::string& line : key.lines) problem.reference.line(line);
    problem.reference.line(weigh ? "out[k] += w[i];" : "out[k] += 1;");
    problem.reference.close();
    Code body;
    body.line("int k = x[i];");
    for (const std::string& line : key.lines) body.line(line);
    body.line(weigh ? "atomicAdd(&out[k], w[i]);" : "atomicAdd(&out[k], 1);");
    return finish(
        problem, style,
        answer_per_item(problem, style, "n", body, {fmt::format("cudaMemset(out, 0, bins * sizeof({}));", type)}),
        random);
}

}  // namespace cuset::synthesize
