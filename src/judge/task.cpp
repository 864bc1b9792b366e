#include "judge/task.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "base/error.h"
#include "judge/inputs.h"
#include "judge/shape.h"

namespace cuset::judge {
namespace {

constexpr size_t kMaxParameters = 64;  // what the driver has room for
constexpr long kMaxElements = 1L << 31;

const std::set<std::string> kKnownKeys = {"id",      "format", "prompt",    "entry",    "inputs",
                                          "outputs", "cases",  "tolerance", "reference"};

std::vector<Array> parse_arrays(const Json& object, const char* key, const Location& where) {
    std::vector<Array> arrays;
    for (const Json& item : require_array(object, key, where)) {
        if (!item.is_object()) user_error("{}: \"{}\" must hold objects with name, dtype and shape", where.str(), key);
        Array& array = arrays.emplace_back();
        array.name = require_string(item, "name", where);
        array.dtype = require_string(item, "dtype", where);
        array.shape = require_string(item, "shape", where);
        if (std::string(key) == "inputs") array.distribution = require_string(item, "distribution", where);
        if (find_dtype(array.dtype) == nullptr)
            user_error("{}: array \"{}\": dtype \"{}\" is not known; use float32, int32, uint32, int64 or uint8",
                       where.str(), array.name, array.dtype);
    }
    return arrays;
}

std::vector<Case> parse_cases(const Json& object, const Location& where) {
    std::vector<Case> cases;
    for (const Json& item : require_array(object, "cases", where)) {
        const auto sizes = item.is_object() ? item.find("sizes") : item.end();
        if (!item.is_object() || sizes == item.end() || !sizes->is_object())
            user_error("{}: a case must be like {{\"sizes\": {{\"n\": 1021}}, \"seed\": 7}}", where.str());
        Case& one = cases.emplace_back();
        one.seed = static_cast<uint64_t>(require_integer(item, "seed", where));
        for (const auto& [name, value] : sizes->items())
            one.sizes.emplace_back(name, require_integer(*sizes, name.c_str(), where));
    }
    if (cases.empty()) user_error("{}: \"cases\" is empty; give at least one case", where.str());
    return cases;
}

std::set<std::string> size_names(const Case& one) {
    std::set<std::string> names;
    for (const auto& size : one.sizes) names.insert(size.first);
    return names;
}

// Every parameter is an array or a size, every array is a parameter, and every shape can be computed.
void check(const Task& task, const Location& where) {
    const Prototype prototype = parse_prototype(task.entry, where);
    std::set<std::string> arrays;
    for (const std::vector<Array>* list : {&task.inputs, &task.outputs})
        for (const Array& array : *list) {
            if (!arrays.insert(array.name).second)
                user_error("{}: two arrays are named \"{}\"", where.str(), array.name);
            if (std::count(prototype.parameters.begin(), prototype.parameters.end(), array.name) != 1)
                user_error("{}: \"entry\" has no parameter \"{}\"; name it as the array", where.str(), array.name);
        }
    if (prototype.parameters.size() > kMaxParameters)
        user_error("{}: \"entry\" has {} parameters; at most {} are possible", where.str(), prototype.parameters.size(),
                   kMaxParameters);
    if (task.outputs.empty()) user_error("{}: \"outputs\" is empty; a task needs a result", where.str());
    const std::set<std::string> sizes = size_names(task.cases.front());
    for (const std::string& name : prototype.parameters)
        if (sizes.count(name) + arrays.count(name) != 1)
            user_error("{}: parameter \"{}\" of \"entry\" must be the name of one array or of one size of the cases",
                       where.str(), name);
    for (const Case& one : task.cases) {
        if (size_names(one) != sizes) user_error("{}: the cases' \"sizes\" differ in their names", where.str());
        for (const std::vector<Array>* list : {&task.inputs, &task.outputs})
            for (const Array& array : *list) try {
                    if (element_count(array, one.sizes) > kMaxElements)
                        user_error("array \"{}\" is larger than {} elements", array.name, kMaxElements);
                    if (list == &task.inputs) check_distribution(array, one);
                } catch (const UserError& error) {
                    user_error("{}: {}", where.str(), error.what());
                }
    }
}

Json arrays_json(const std::vector<Array>& arrays) {
    Json list = Json::array();
    for (const Array& array : arrays) {
        Json item = {{"name", array.name}, {"dtype", array.dtype}, {"shape", array.shape}};
        if (!array.distribution.empty()) item["distribution"] = array.distribution;
        list.push_back(std::move(item));
    }
    return list;
}

}  // namespace

const std::vector<Dtype>& dtypes() {
    static const std::vector<Dtype> table = {
        {"float32", "float", "double", 4, 8, true},
        {"int32", "int", "int", 4, 4, false},
        {"uint32", "unsigned int", "unsigned int", 4, 4, false},
        {"int64", "long long", "long long", 8, 8, false},
        {"uint8", "unsigned char", "unsigned char", 1, 1, false},
    };
    return table;
}

const Dtype* find_dtype(std::string_view name) {
    for (const Dtype& dtype : dtypes())
        if (name == dtype.name) return &dtype;
    return nullptr;
}

const std::vector<Format>& formats() {
    static const std::vector<Format> table = {
        {"function", "the answer defines a function that takes device pointers and sizes"},
    };
    return table;
}

Prototype parse_prototype(const std::string& entry, const Location& where) {
    const auto fail = [&] {
        user_error(
            "{}: \"entry\" must be a prototype like \"void launch(const float* x, float* out, int n)\", not \"{}\"",
            where.str(), entry);
    };
    // The identifier that ends at `end`, spaces skipped.
    const auto name_before = [&](size_t end) {
        while (end > 0 && std::isspace(static_cast<unsigned char>(entry[end - 1]))) --end;
        size_t begin = end;
        while (begin > 0 && (std::isalnum(static_cast<unsigned char>(entry[begin - 1])) || entry[begin - 1] == '_'))
            --begin;
        if (begin == end) fail();
        return entry.substr(begin, end - begin);
    };
    const size_t open = entry.find('('), close = entry.rfind(')');
    if (open == std::string::npos || close == std::string::npos || close < open) fail();
    Prototype prototype{name_before(open), {}};
    for (size_t at = open + 1; at < close;) {
        const size_t end = std::min(entry.find(',', at), close);
        prototype.parameters.push_back(name_before(end));
        at = end + 1;
    }
    return prototype;
}

Task parse_task(const Json& object, const Location& where) {
    const std::string format = require_string(object, "format", where);
    if (std::none_of(formats().begin(), formats().end(), [&](const Format& known) { return format == known.name; }))
        user_error("{}: format \"{}\" is not known; use \"function\"", where.str(), format);
    Task task;
    task.where = where;
    task.id = require_string(object, "id", where);
    task.prompt = require_string(object, "prompt", where);
    task.entry = require_string(object, "entry", where);
    task.inputs = parse_arrays(object, "inputs", where);
    task.outputs = parse_arrays(object, "outputs", where);
    task.cases = parse_cases(object, where);
    task.reference = require_string(object, "reference", where);
    if (const auto tolerance = object.find("tolerance"); tolerance != object.end()) {
        if (!tolerance->is_object())
            user_error("{}: \"tolerance\" must be like {{\"absolute\": 1e-4, \"relative\": 1e-4}}", where.str());
        task.absolute_tolerance = require_number(*tolerance, "absolute", where);
        task.relative_tolerance = require_number(*tolerance, "relative", where);
        for (const double bound : {task.absolute_tolerance, task.relative_tolerance})
            if (!std::isfinite(bound) || bound < 0)
                user_error("{}: \"tolerance\" must hold numbers that are not negative", where.str());
    }
    for (const auto& [key, value] : object.items())
        if (kKnownKeys.count(key) == 0) task.extra[key] = value;
    check(task, where);
    return task;
}

Json to_json(const Task& task) {
    Json object = {{"id", task.id}, {"format", "function"}};
    object["prompt"] = task.prompt;
    object["entry"] = task.entry;
    object["inputs"] = arrays_json(task.inputs);
    object["outputs"] = arrays_json(task.outputs);
    Json& cases = object["cases"] = Json::array();
    for (const Case& one : task.cases) {
        Json sizes = Json::object();
        for (const auto& [name, value] : one.sizes) sizes[name] = value;
        cases.push_back({{"sizes", std::move(sizes)}, {"seed", one.seed}});
    }
    object["tolerance"] = {{"absolute", task.absolute_tolerance}, {"relative", task.relative_tolerance}};
    object["reference"] = task.reference;
    for (const auto& [key, value] : task.extra.items()) object[key] = value;
    return object;
}

std::vector<Task> read_tasks(const std::filesystem::path& path) {
    std::vector<Task> tasks;
    std::set<std::string> ids;
    for_each_json_line(path, [&](Json&& object, const Location& where) {
        tasks.push_back(parse_task(object, where));
        if (!ids.insert(tasks.back().id).second)
            user_error("{}: id \"{}\" occurs twice; ids must be unique", where.str(), tasks.back().id);
    });
    return tasks;
}

}  // namespace cuset::judge
