#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "execute/cpu/barrier_reach.h"
#include "execute/cpu/rewriter.h"
#include "execute/cpu/unsupported.h"
#include "execute/execute.h"
#include "execute/local_headers.h"
#include "execute/sandbox.h"
#include "execute/toolchain.h"

namespace cuset::execute {
namespace fs = std::filesystem;
namespace {

constexpr long kCompilerMemory = 8L << 30, kCompilerFile = 1L << 30;

std::string find_unsupported(const std::vector<Source>& sources) {
    for (const auto& source : sources) {
        const std::string found = cpu::find_unsupported(source.text);
        if (!found.empty()) return fmt::format("{}: not supported on the CPU: {}", source.name, found);
    }
    return {};
}

// The headers worth precompiling that every source includes by itself, so that none compiles only thanks to another.
std::vector<std::string> common_headers(const std::vector<Source>& cuda, const std::vector<Source>& host) {
    std::vector<std::string> headers;
    for (const char* header : {"iostream", "fstream"}) {
        const std::string line = fmt::format("#include <{}>", header);
        const auto includes = [&](const Source& source) { return source.text.find(line) != std::string::npos; };
        if (std::all_of(cuda.begin(), cuda.end(), includes) && std::all_of(host.begin(), host.end(), includes))
            headers.push_back(header);
    }
    return headers;
}

// Writes the translated sources below `directory`, the user's headers below directory/include, and returns the sources'
// paths.
std::vector<fs::path> write_sources(const std::vector<Source>& cuda, const std::vector<Source>& host,
                                    const std::vector<LocalHeader>& headers, const fs::path& directory) {
    cpu::BarrierReach reach;
    for (const auto& header : headers) reach.know_header(header.name.filename().string());
    for (const auto& header : headers) reach.know_header(header.name.string());
    for (const auto& header : headers) reach.add(header.text);
    for (const auto& source : cuda) reach.add(source.text);
    reach.close();
    for (const auto& header : headers)
        write_file(directory / "include" / header.name, cpu::rewrite(header.text, header.path.string(), reach));
    std::vector<fs::path> paths;
    const auto write = [&](const std::string& text) {
        paths.push_back(directory / fmt::format("source_{}.cpp", paths.size()));
        write_file(paths.back(), text);
    };
    for (const auto& source : cuda) write(cpu::rewrite(source.text, source.name, reach));
    for (const auto& source : host) write(fmt::format("#line 1 \"{}\"\n{}\n", source.name, source.text));
    return paths;
}

}  // namespace

CompileResult compile(const std::vector<Source>& cuda, const std::vector<Source>& host, const fs::path& directory,
                      const CompileOptions& options) {
    CompileResult result;
    std::vector<LocalHeader> headers;
    for (const auto& source : cuda) collect_local_headers(source.text, options.include_dirs, headers);
    result.message = find_unsupported(cuda);
    for (const auto& header : headers)
        if (result.message.empty()) result.message = find_unsupported({{header.path.string(), header.text}});
    if (result.message.empty()) result.message = find_unsupported(host);
    if (!result.message.empty()) {
        result.status = CompileResult::Status::unsupported;
        return result;
    }
    const Toolchain& tools = toolchain();
    const auto flags = language_flags(options.standard, options.optimize);
    const fs::path work = fs::absolute(directory), prefix = prefix_header(flags, common_headers(cuda, host));
    fs::create_directories(work);
    result.executable = work / "program";

    SandboxOptions sandbox;
    sandbox.working_directory = work;
    sandbox.readable = {tools.runtime, prefix.parent_path()};
    sandbox.timeout_s = options.timeout_s;
    sandbox.memory_bytes = kCompilerMemory;
    sandbox.file_bytes = kCompilerFile;
    auto& argv = sandbox.argv;
    argv = {tools.compiler};
    argv.insert(argv.end(), flags.begin(), flags.end());
    argv.insert(argv.end(),
                {"-w", "-pipe", "-fmax-errors=20", "-fno-diagnostics-show-caret", "-fdiagnostics-color=never"});
    argv.insert(argv.end(), {"-include", prefix, "-I", tools.runtime / "include"});
    if (!headers.empty()) argv.insert(argv.end(), {"-I", work / "include"});
    for (const auto& define : options.defines) argv.push_back("-D" + define);
    for (const auto& include : options.include_dirs) {
        argv.push_back("-I" + fs::absolute(include).string());
        sandbox.readable.push_back(include);
    }
    for (const auto& path : write_sources(cuda, host, headers, work)) argv.push_back(path);
    argv.insert(argv.end(), {tools.runtime / "cuset_rt.o", "-o", result.executable});

    const ProcessResult process = run_sandboxed(sandbox);
    result.seconds = process.seconds;
    result.message = process.err;
    if (process.timed_out) {
        result.status = CompileResult::Status::timeout;
        result.message = fmt::format("the compiler's time limit of {} s", options.timeout_s);
    } else if (process.exit_code == 0) {
        result.status = CompileResult::Status::ok;
    }
    return result;
}

Environment environment() {
    const Toolchain& tools = toolchain();
    return {fmt::format("{}: {}", tools.compiler.string(), tools.version), sandbox_state()};
}

}  // namespace cuset::execute
