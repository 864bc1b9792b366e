#include "judge/verdict.h"

#include <algorithm>

#include "base/error.h"

namespace cuset::judge {
const std::array<const char*, kVerdictCount>& verdict_names() {
    static const std::array<const char*, kVerdictCount> names = {"pass",          "wrong",     "compile_error",
                                                                 "runtime_error", "timeout",   "undefined_behaviour",
                                                                 "unsupported",   "too_large", "no_code"};
    return names;
}

const char* name(Verdict verdict) {
    return verdict_names()[static_cast<size_t>(verdict)];
}

Json to_json(const Result& result) {
    Json object = {{"task_id", result.task_id}, {"sample_id", result.sample_id}, {"verdict", name(result.verdict)}};
    object["compiled"] = result.compiled;
    object["ran"] = result.ran;
    object["passed"] = result.passed;
    object["benchmark_passed"] = result.benchmark_passed ? Json(*result.benchmark_passed) : Json(nullptr);
    object["gate"] = result.gate;
    if (!result.run.empty()) object["run"] = result.run;
    object["detail"] = result.detail;
    object["seconds"] = result.seconds;
    object["tokens"] = result.tokens ? Json(*result.tokens) : Json(nullptr);
    object["response_hash"] = result.response_hash;
    return object;
}

Result parse_result(const Json& object, const Location& where) {
    Result result;
    result.where = where;
    result.task_id = require_string(object, "task_id", where);
    result.sample_id = require_integer(object, "sample_id", where);
    const std::string verdict = require_string(object, "verdict", where);
    const auto found = std::find(verdict_names().begin(), verdict_names().end(), verdict);
    if (found == verdict_names().end())
        user_error("{}: verdict \"{}\" is not known; use a file that `cuset eval` wrote", where.str(), verdict);
    result.verdict = static_cast<Verdict>(found - verdict_names().begin());
    result.compiled = require_boolean(object, "compiled", where);
    result.ran = require_boolean(object, "ran", where);
    result.passed = require_boolean(object, "passed", where);
    if (const auto rule = object.find("benchmark_passed"); rule != object.end() && rule->is_boolean())
        result.benchmark_passed = rule->get<bool>();
    if (object.contains("run")) result.run = require_string(object, "run", where);
    if (object.contains("gate")) result.gate = require_string(object, "gate", where);
    if (object.contains("detail")) result.detail = require_object(object, "detail", where);
    if (object.contains("seconds")) result.seconds = require_number(object, "seconds", where);
    if (object.contains("response_hash")) result.response_hash = require_string(object, "response_hash", where);
    if (object.contains("tokens") && !object["tokens"].is_null())
        result.tokens = require_integer(object, "tokens", where);
    return result;
}

std::vector<Result> read_results(const std::filesystem::path& path, LastLine last) {
    std::vector<Result> results;
    for_each_json_line(
        path, [&](Json&& object, const Location& where) { results.push_back(parse_result(object, where)); }, last);
    return results;
}

}  // namespace cuset::judge
