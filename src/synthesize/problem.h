// What a task family says of one problem, and the table of families.
#pragma once

#include <string>
#include <vector>

#include "base/hash.h"
#include "judge/task.h"
#include "synthesize/ops.h"
#include "synthesize/text.h"

namespace cuset::synthesize {

struct Style;

// The building blocks that a problem is made of, by name, in the family's order. Problems with equal blocks differ in
// constants only.
using Composition = std::vector<std::string>;

struct Problem {
    std::string statement;  // the prompt without opening and prototype
    std::vector<judge::Array> inputs, outputs;
    std::vector<std::string> sizes;        // names, in the prototype's order
    std::vector<std::vector<long>> cases;  // their values
    std::vector<Step> steps;               // on each element
    Code reference;                        // body of the reference, in double
    double absolute_tolerance = 1e-4, relative_tolerance = 1e-4;
};

// A task without id, and an answer that must pass it.
struct Draft {
    judge::Task task;
    std::string code;
};

struct Family {
    const char* name;
    const char* help;
    std::vector<Composition> (*compositions)();
    Draft (*draft)(const Composition& composition, const Style& style, Random& random);
};

const std::vector<Family>& families();

// Every choice of one entry from each list, the lists' entries being runs of blocks.
std::vector<Composition> product(const std::vector<std::vector<Composition>>& lists);
// A list of one-block entries.
std::vector<Composition> blocks(const std::vector<std::string>& names);

// The parameters of a prototype, e.g. "const float* x, float* out, int n", with `real` for float32.
std::string parameters(const Problem& problem, const std::string& real, const std::string& pointer = "*");
// The matching arguments: "x, out, n".
std::string arguments(const Problem& problem);

// The steps on `v` in the reference.
void reference_steps(Code& code, const std::vector<Step>& steps);

// The task and its answer. The seeds of the cases are drawn.
Draft finish(const Problem& problem, const Style& style, std::string code, Random& random);

// Arrays and case sizes that many families share.
judge::Array input(const std::string& name, const std::string& shape, const std::string& distribution = "uniform(-3,3)",
                   const std::string& dtype = "float32");
judge::Array output(const std::string& name, const std::string& shape, const std::string& dtype = "float32");
std::vector<std::vector<long>> vector_cases();  // n: 1, a prime, no multiple of a block, a multiple, thousands
std::vector<std::vector<long>> matrix_cases();  // rows, cols

}  // namespace cuset::synthesize
