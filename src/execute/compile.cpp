#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "execute/cpu/barrier_reach.h"
#include "execute/cpu/phases.h"
#include "execute/cpu/rewriter.h"
#include "execute/cpu/unsupported.h"
#include "execute/execute.h"
#include "execute/local_headers.h"
#include "execute/program_cache.h"
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
    for (const char* header : {"iostream", "fstream", "cooperative_groups.h", "cuda_fp16.h", "cuda_bf16.h", "mma.h"}) {
        const std::string line = fmt::format("#include <{}>", header);
        const auto includes = [&](const Source& source) { return source.text.find(line) != std::string::npos; };
        if (std::all_of(cuda.begin(), cuda.end(), includes) && std::all_of(host.begin(), host.end(), includes))
            headers.push_back(header);
    }
    return headers;
}

// The translated sources, and the user's headers below include/, by their names in the build's directory.
std::vector<TranslatedFile> translate(const std::vector<Source>& cuda, const std::vector<Source>& host,
                                      const std::vector<LocalHeader>& headers, bool phases) {
    cpu::BarrierReach reach;
    for (const auto& header : headers) reach.know_header(header.name.filename().string());
    for (const auto& header : headers) reach.know_header(header.name.string());
    for (const auto& header : headers) reach.add(header.text, true);
    for (const auto& source : cuda) reach.add(source.text);
    reach.close();
    std::vector<TranslatedFile> files;
    for (const auto& header : headers)
        files.push_back(
            {kHeaderRoot / header.name, cpu::rewrite(header.text, header.path.string(), reach, phases), false});
    size_t count = 0;
    const auto add = [&](std::string text) {
        files.push_back({fmt::format("source_{}.cpp", count++), std::move(text), true});
    };
    for (const auto& source : cuda) add(cpu::rewrite(source.text, source.name, reach, phases));
    for (const auto& source : host) add(fmt::format("#line 1 \"{}\"\n{}\n", source.name, source.text));
    return files;
}

int count_phases(const std::vector<TranslatedFile>& files) {
    constexpr std::string_view kMark = "::cuset_rt::Phases<";
    int count = 0;
    for (const auto& file : files)
        for (size_t at = 0; (at = file.text.find(kMark, at)) != std::string::npos; at += kMark.size()) ++count;
    return count;
}

// Calls that a program makes past the compiler's sight go through the checked runtime.
constexpr const char* kWrapped[] = {"memcpy", "memmove", "memset", "malloc", "calloc",  "realloc", "free",
                                    "_Znwm",  "_Znam",   "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm"};

void build(const std::vector<TranslatedFile>& files, const std::vector<std::string>& standard_headers,
           const fs::path& work, const CompileOptions& options, CompileResult& result) {
    const Toolchain& tools = toolchain();
    const auto flags = language_flags(options);
    const fs::path prefix = prefix_header(flags, standard_headers);
    fs::create_directories(work);
    SandboxOptions sandbox;
    sandbox.may_fork = true;
    sandbox.working_directory = work;
    sandbox.readable = {tools.runtime, prefix.parent_path()};
    sandbox.timeout_s = options.timeout_s;
    sandbox.memory_bytes = sandbox.address_bytes = kCompilerMemory;
    sandbox.file_bytes = kCompilerFile;
    auto& argv = sandbox.argv;
    argv = {tools.compiler};
    argv.insert(argv.end(), flags.begin(), flags.end());
    argv.insert(argv.end(),
                {"-w", "-pipe", "-fmax-errors=20", "-fno-diagnostics-show-caret", "-fdiagnostics-color=never"});
    argv.push_back("-fno-show-column");  // lines stay what they are in translation, columns don't
    argv.insert(argv.end(), {"-include", prefix, "-I", tools.runtime / "include"});
    argv.push_back(fmt::format("-fdebug-prefix-map={}=.", work.string()));
    std::vector<std::string> objects;
    for (const auto& file : files) {
        write_file(work / file.name, file.text);
        if (file.is_source) objects.push_back(fs::path(file.name).replace_extension(".o").string());
    }
    if (objects.size() < files.size()) {  // there are headers
        fs::create_directories(work / kHeaderRoot);
        argv.push_back("-I" + kHeaderRoot.string());
    }
    add_user_options(options, sandbox);
    for (const auto& file : files)
        if (file.is_source) argv.push_back(file.name.string());
    // Checked programs are linked apart: the option that instruments would also link the compiler's own runtime.
    const std::vector<std::string> output = {tools.runtime / (options.check ? "cuset_rt_check.o" : "cuset_rt.o"), "-o",
                                             "program"};
    if (options.check) {
        argv.push_back("-c");
    } else {
        argv.insert(argv.end(), output.begin(), output.end());
    }
    const auto run_step = [&] {
        const ProcessResult process = run_sandboxed(sandbox);
        result.seconds += process.seconds;
        result.message = process.err;
        if (process.timed_out) {
            result.status = CompileResult::Status::timeout;
            result.message = fmt::format("the compiler's time limit of {} s", options.timeout_s);
        }
        return !process.timed_out && process.exit_code == 0;
    };
    if (!run_step()) return;
    if (options.check) {
        argv = {tools.compiler, "-pthread"};
        for (const char* name : kWrapped) argv.push_back(fmt::format("-Wl,--wrap={}", name));
        argv.insert(argv.end(), objects.begin(), objects.end());
        argv.insert(argv.end(), output.begin(), output.end());
        if (!run_step()) return;
    }
    result.executable = work / "program";
    result.status = CompileResult::Status::ok;
}

}  // namespace

CompileResult compile(const std::vector<Source>& cuda, const std::vector<Source>& host, const fs::path& directory,
                      const CompileOptions& options) {
    CompileResult result;
    const auto headers = local_headers(cuda, options);
    for (const auto& source : cuda)
        if (const std::string found = cpu::find_device_launch(source.text); !found.empty()) {
            result.status = CompileResult::Status::unsupported;
            result.message = fmt::format("{}: not supported on the CPU: {}", source.name, found);
            return result;
        }
    const auto sources = translate(cuda, host, headers, !options.check);
    std::optional<ProgramCache> cache;
    if (options.cache && options.include_dirs.empty()) {
        cache.emplace(sources, options);
        if (cache->find(result.executable)) {
            result.status = CompileResult::Status::ok;
            result.cached = true;
            return result;
        }
    }
    const auto standard_headers = common_headers(cuda, host);
    build(sources, standard_headers, fs::absolute(directory), options, result);
    // Functions for phases repeat the user's errors, and must never bring one.
    result.phases = count_phases(sources);
    if (result.status == CompileResult::Status::error && result.phases > 0) {
        result.phases = 0;
        build(translate(cuda, host, headers, false), standard_headers, fs::absolute(directory), options, result);
    }
    if (cache && result.status == CompileResult::Status::ok) cache->keep(result.executable);
    if (result.status != CompileResult::Status::error) return result;
    if (!cuda.empty() && result.message.find("undefined reference to `main'") != std::string::npos) {
        result.message = fmt::format("{}: there is no main function; a program needs one", cuda.front().name);
        return result;
    }
    // Only now: what conditions switch off does no harm.
    std::string missing = find_unsupported(cuda);
    for (const auto& header : headers)
        if (missing.empty()) missing = find_unsupported({{header.path.string(), header.text}});
    if (missing.empty()) missing = find_unsupported(host);
    if (missing.empty()) return result;
    result.status = CompileResult::Status::unsupported;
    result.message = missing;
    return result;
}

Environment environment() {
    const auto or_why_not = [](const auto& state) -> std::string {
        try {
            return state();
        } catch (const UserError& error) {
            return error.what();
        }
    };
    const auto compiler = [] { return fmt::format("{}: {}", toolchain().compiler.string(), toolchain().version); };
    return {or_why_not(compiler), or_why_not(sandbox_state)};
}

}  // namespace cuset::execute
