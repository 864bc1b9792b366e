// Function tasks: what is asked, how the answer is called, what is right. The JSON form is docs/formats.md's.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"

namespace cuset::judge {

struct Dtype {
    const char* name;            // "float32"
    const char* type;            // in an answer: "float"
    const char* reference_type;  // in a reference: "double"
    size_t bytes, reference_bytes;
    bool floating;
};

const std::vector<Dtype>& dtypes();
// Null for an unknown name.
const Dtype* find_dtype(std::string_view name);

// An input or output array. `shape` is an expression over the size names, e.g. "rows * cols".
struct Array {
    std::string name;
    std::string dtype;  // a name of dtypes()
    std::string shape;
    std::string distribution;  // inputs: uniform(a,b), normal, integers(a,b), permutation; outputs: empty
};

using Sizes = std::vector<std::pair<std::string, long>>;

// One call of the answer: values of the size names, and the seed of the inputs.
struct Case {
    Sizes sizes;
    uint64_t seed = 0;
};

// A task of format `function`. The answer defines `entry`, e.g.
//   void launch(const float* x, float* out, int n)
// with device pointers for arrays and sizes by value; its parameters bear the names of arrays and sizes, in any order.
// `reference` is C++ that defines the same function with double for float32 (other types as they are), on host
// pointers, and includes nothing of its own
// (<cmath>, <cstdint>, <algorithm>, <vector> are there).
struct Task {
    std::string id;
    std::string prompt;
    std::string entry;
    std::vector<Array> inputs, outputs;
    std::vector<Case> cases;
    double absolute_tolerance = 1e-4, relative_tolerance = 1e-4;  // |got - want| <= absolute + relative * |want|
    std::string reference;
    Json extra = Json::object();  // fields that we do not know, and category
    Location where = {};          // for messages; no file where it was not read from one
};

// The formats that a task's `format` can name; `--help` and the documents print them.
struct Format {
    const char *name, *help;
};
const std::vector<Format>& formats();

// The parameters of a prototype: name of the function, and the last identifier of each parameter.
struct Prototype {
    std::string function;
    std::vector<std::string> parameters;
};
// Throws UserError naming the location.
Prototype parse_prototype(const std::string& entry, const Location& where);

// Checked whole: every parameter of the entry is an array or a size of every case, every shape can be computed.
// Throws UserError naming the location and key.
Task parse_task(const Json& object, const Location& where);
Json to_json(const Task& task);
// Throws UserError, also for an id that occurs twice.
std::vector<Task> read_tasks(const std::filesystem::path& path);

}  // namespace cuset::judge
