// The system's C++ compiler, and our headers and runtime that it compiles and links a program with.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "execute/execute.h"
#include "execute/sandbox.h"

namespace cuset::execute {

struct Toolchain {
    std::filesystem::path compiler;  // g++
    std::string version;             // its first line
    std::filesystem::path runtime;   // holds include/ and cuset_rt.o
};

// Throws UserError when the compiler or the runtime is missing. Looked up once. The runtime is $CUSET_RUNTIME_DIR, or
// beside the running executable (cuset_runtime, ../lib/cuset_runtime), or the build's.
const Toolchain& toolchain();

// The compiler's arguments that decide what a precompiled header is good for.
std::vector<std::string> language_flags(const CompileOptions& options);

// The user's macros and directories of headers, as g++ and nvcc both take them; the sandbox lets the directories be
// read.
void add_user_options(const CompileOptions& options, SandboxOptions& sandbox);

// Where precompiled headers and programs are kept: $CUSET_CACHE_DIR, $XDG_CACHE_HOME/cuset or ~/.cache/cuset; empty
// when there is none.
std::filesystem::path cache_directory();
// Changes with the compiler, the C library, our headers and our runtime.
const std::string& toolchain_key();

// A header to be included first (-include): cuda_runtime.h and the given standard headers, compiled for `flags`. Made
// on first use and kept in the cache directory. Without a writable one it is cuda_runtime.h itself.
std::filesystem::path prefix_header(const std::vector<std::string>& flags,
                                    const std::vector<std::string>& standard_headers);

}  // namespace cuset::execute
