// The program around an answer or a reference: text that is compiled with it, and the files that the two exchange.
#pragma once

#include <string>
#include <vector>

#include "judge/inputs.h"
#include "judge/task.h"

namespace cuset::judge {

// Who defines the functions: an answer (CUDA, device pointers) or a reference (C++ in double, host pointers).
enum class Side { answer, reference };

// Code that defines the entry of a task. The task must outlive it.
struct Function {
    const Task* task = nullptr;
    std::string code;
};

// One translation unit: the functions' code, and `cuset_call`, which calls number `i` of them with arrays and sizes. A
// single function's code stands first, so that line numbers in messages are its own; several stand in a namespace each
// and must include nothing.
std::string functions_source(const std::vector<Function>& functions, Side side);

// The program's main: reads a call file, makes the calls, writes a result file.
std::string driver_source(Side side);

// A call of function number `function` with case number `one` of its task.
struct Call {
    size_t function = 0, one = 0;
};

// The call file's bytes: the inputs of every call, and the sizes of the outputs.
std::string call_file(const std::vector<Function>& functions, const std::vector<Call>& calls, Side side);

// What one call left behind.
struct CallResult {
    enum class Status { ok, error, not_finished };
    Status status = Status::not_finished;
    std::string message;         // of an error that the CUDA runtime reported
    std::string changed_input;   // name of an input array whose bytes the function changed; empty: none
    std::vector<Bytes> outputs;  // in the order of the task's outputs; only for ok
};

// The results of the calls that finished: all of them, or fewer when the program ended early.
std::vector<CallResult> parse_results(const std::vector<Function>& functions, const std::vector<Call>& calls, Side side,
                                      std::string_view bytes);

}  // namespace cuset::judge
