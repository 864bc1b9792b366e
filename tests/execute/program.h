// Compiles and runs one CUDA source for a test.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/file.h"
#include "execute/execute.h"

namespace cuset::execute {

struct Outcome {
    CompileResult compiled;
    RunResult ran;
};

inline Outcome execute_source(const std::string& text, RunOptions options = {}) {
    const TemporaryDirectory directory;
    Outcome outcome;
    outcome.compiled = compile({{"test.cu", text}}, {}, directory.path(), {});
    if (outcome.compiled.status == CompileResult::Status::ok) outcome.ran = run(outcome.compiled.executable, options);
    return outcome;
}

// What the program prints; it must compile and exit with 0.
inline std::string output_of(const std::string& text, RunOptions options = {}) {
    const Outcome outcome = execute_source(text, std::move(options));
    EXPECT_EQ(outcome.compiled.status, CompileResult::Status::ok) << outcome.compiled.message;
    EXPECT_EQ(outcome.ran.status, RunResult::Status::exited) << outcome.ran.message << outcome.ran.err;
    EXPECT_EQ(outcome.ran.exit_code, 0) << outcome.ran.out << outcome.ran.err;
    return outcome.ran.out;
}

}  // namespace cuset::execute
