#include "execute/nvcc.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "execute/local_headers.h"
#include "execute/sandbox.h"
#include "execute/toolchain.h"

namespace cuset::execute {
namespace fs = std::filesystem;
namespace {

struct Nvcc {
    fs::path program, toolkit;
    std::string version;
};

Nvcc find_nvcc() {
    Nvcc found;
    found.program = find_program("nvcc");
    if (found.program.empty())
        user_error("nvcc is not installed; install a CUDA toolkit, or leave out --compile-gate nvcc");
    found.program = fs::canonical(found.program);
    found.toolkit = found.program.parent_path().parent_path();
    ProcessOptions options;
    options.argv = {found.program, "--version"};
    options.timeout_s = 20;
    const std::string text = run_process(options).out;
    const size_t release = text.find("release ");
    if (release != std::string::npos) found.version = text.substr(release + 8, text.find(',', release) - release - 8);
    return found;
}

}  // namespace

GateResult ask_nvcc(const Source& source, const CompileOptions& options) {
    static const Nvcc nvcc = find_nvcc();
    const TemporaryDirectory directory;
    // A name that nvcc's messages can show: the source's own.
    const fs::path place = directory.path() / kHeaderRoot;
    const fs::path file = place / (fs::path(source.name).stem().string() + ".cu");
    write_file(file, source.text);
    for (const auto& header : local_headers({source}, options)) write_file(place / header.name, header.text);
    SandboxOptions sandbox;
    sandbox.argv = {nvcc.program, "-x", "cu", "-c", file.filename(), "-o", "gate.o", "-std=" + options.standard};
    if (options.fast_math) sandbox.argv.push_back("-use_fast_math");
    add_user_options(options, sandbox);
    sandbox.may_fork = true;
    sandbox.working_directory = place;
    sandbox.readable.insert(sandbox.readable.end(), {nvcc.toolkit, directory.path()});
    sandbox.timeout_s = options.timeout_s;
    sandbox.memory_bytes = sandbox.address_bytes = 16L << 30;
    sandbox.file_bytes = 1L << 30;
    const ProcessResult process = run_sandboxed(sandbox);
    GateResult result;
    result.accepted = !process.timed_out && process.exit_code == 0;
    result.message =
        process.timed_out ? fmt::format("nvcc's time limit of {} s", options.timeout_s) : process.err + process.out;
    result.compiler = "nvcc " + nvcc.version;
    return result;
}

}  // namespace cuset::execute
