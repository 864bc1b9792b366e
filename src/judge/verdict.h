// What is said of one sample.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"

namespace cuset::judge {

enum class Verdict {
    pass,
    wrong,
    compile_error,
    runtime_error,
    timeout,
    undefined_behaviour,
    unsupported,
    too_large,
    no_code
};

constexpr size_t kVerdictCount = 9;

// As written in results: "compile_error". All of them, in the order of the enumeration.
const std::array<const char*, kVerdictCount>& verdict_names();
const char* name(Verdict verdict);

// The executor could not tell: pass@k is then given as a range.
inline bool undecided(Verdict verdict) {
    return verdict == Verdict::unsupported || verdict == Verdict::too_large;
}

struct Result {
    std::string task_id;
    long sample_id = 0;
    Verdict verdict = Verdict::no_code;
    bool compiled = false;  // the gate accepted it
    bool ran = false;       // it ran to its end without a fault
    bool passed = false;
    std::optional<bool> benchmark_passed;  // by the benchmark's own rule, where it has one
    std::string gate = "cpu";              // who decided `compiled`: the CPU executor's compiler
    Json detail = Json::object();
    double seconds = 0;          // compiling and running
    std::optional<long> tokens;  // of the sample, where it says
    std::string response_hash;   // of the text that was judged: results of other samples are told by it
    std::string run;             // hash of the tasks and settings that it was judged by; empty: not known
    Location where = {};         // for messages
};

Json to_json(const Result& result);
// Throws UserError naming the location and key.
Result parse_result(const Json& object, const Location& where);
std::vector<Result> read_results(const std::filesystem::path& path, LastLine last = LastLine::whole);

}  // namespace cuset::judge
