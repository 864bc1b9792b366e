#include "execute/toolchain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gnu/libc-version.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/process.h"

namespace cuset::execute {
namespace fs = std::filesystem;
namespace {

bool holds_runtime(const fs::path& directory) {
    std::error_code error;
    return fs::exists(directory / "cuset_rt.o", error) && fs::exists(directory / "cuset_rt_check.o", error) &&
           fs::exists(directory / "include/cuda_runtime.h", error);
}

fs::path find_runtime() {
    if (const char* given = std::getenv("CUSET_RUNTIME_DIR")) {
        if (!holds_runtime(given))
            user_error("CUSET_RUNTIME_DIR: {} does not hold cuset_rt.o and include/; set it to the runtime's directory",
                       given);
        return fs::absolute(given);
    }
    std::error_code error;
    const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (const fs::path& place :
         {beside / "cuset_runtime", beside / "../lib/cuset_runtime", fs::path(CUSET_BUILD_RUNTIME)})
        if (holds_runtime(place)) return fs::canonical(place);
    user_error("the CPU runtime (cuset_runtime) is not beside {}; set CUSET_RUNTIME_DIR", beside.string());
}

Toolchain find_toolchain() {
    Toolchain found;
    found.compiler = find_program("g++");
    if (found.compiler.empty()) user_error("g++ is not installed; install it to run CUDA programs on the CPU");
    ProcessOptions options;
    options.argv = {found.compiler, "--version"};
    options.timeout_s = 20;
    const std::string version = run_process(options).out;
    found.version = version.substr(0, version.find('\n'));
    found.runtime = find_runtime();
    return found;
}

std::string make_toolchain_key() {
    const Toolchain& tools = toolchain();
    std::string key = fmt::format("{}\n{}\n{}\n", tools.compiler.string(), tools.version, ::gnu_get_libc_version());
    std::vector<fs::path> files = {tools.runtime / "cuset_rt.o", tools.runtime / "cuset_rt_check.o"};
    for (const auto& entry : fs::recursive_directory_iterator(tools.runtime / "include"))
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const auto& file : files) key += file.string() + '\n' + content_hash(read_file(file));
    return content_hash(key);
}

// Compiles the prefix header below `directory`. Several processes may do so at once: each renames a file of its own.
bool precompile(const fs::path& directory, const std::vector<std::string>& flags, const std::string& text) {
    const Toolchain& tools = toolchain();
    const fs::path header = directory / "prefix.h", compiled = directory / "prefix.h.gch";
    const fs::path temporary = directory / fmt::format("{}.gch", ::getpid());
    write_file(header, text);
    ProcessOptions options;
    options.timeout_s = 120;
    options.argv = {tools.compiler};
    options.argv.insert(options.argv.end(), flags.begin(), flags.end());
    options.argv.insert(options.argv.end(),
                        {"-I", tools.runtime / "include", "-x", "c++-header", header, "-o", temporary});
    std::error_code error;
    if (run_process(options).exit_code == 0) fs::rename(temporary, compiled, error);
    fs::remove(temporary, error);
    return fs::exists(compiled, error);
}

fs::path make_prefix_header(const std::vector<std::string>& flags, const std::string& text) {
    const fs::path plain = toolchain().runtime / "include/cuda_runtime.h", cache = cache_directory();
    if (cache.empty()) return plain;
    const std::string key = content_hash(fmt::format("{}\n{}\n{}", toolchain_key(), fmt::join(flags, " "), text));
    const fs::path directory = cache / ("cuda-header-" + key.substr(0, 16));
    std::error_code error;
    if (fs::exists(directory / "prefix.h.gch", error)) return directory / "prefix.h";
    try {
        return precompile(directory, flags, text) ? directory / "prefix.h" : plain;
    } catch (const RunError&) {  // a read-only or full cache costs time, not the result
        return plain;
    }
}

}  // namespace

const Toolchain& toolchain() {
    static const Toolchain found = find_toolchain();
    return found;
}

fs::path cache_directory() {
    // A relative place would depend on where the command is started: it counts as unset.
    const auto absolute = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value == '/' ? fs::path(value) : fs::path();
    };
    if (const char* given = std::getenv("CUSET_CACHE_DIR"); given != nullptr && *given != '\0')
        return fs::absolute(given);
    if (const auto given = absolute("XDG_CACHE_HOME"); !given.empty()) return given / "cuset";
    if (const auto home = absolute("HOME"); !home.empty()) return home / ".cache" / "cuset";
    return {};
}

void add_user_options(const CompileOptions& options, SandboxOptions& sandbox) {
    for (const auto& define : options.defines) sandbox.argv.push_back("-D" + define);
    for (const auto& include : options.include_dirs) {
        if (!fs::is_directory(include)) continue;  // as nvcc: ignored
        sandbox.argv.push_back("-I" + fs::absolute(include).string());
        sandbox.readable.push_back(include);
    }
}

const std::string& toolchain_key() {
    static const std::string key = make_toolchain_key();
    return key;
}

std::vector<std::string> language_flags(const CompileOptions& options) {
    // CUDA code relies on wrapping integers and on looking at memory through other types (float4 loads).
    std::vector<std::string> flags = {"-std=" + options.standard,
                                      fmt::format("-O{}", options.optimize),
                                      "-fwrapv",
                                      "-funswitch-loops",
                                      "-fno-strict-aliasing",
                                      "-fno-math-errno",
                                      "-pthread"};
    if (!options.check) flags.push_back("-fopenmp-simd");  // the loops of cuset/phases.h
    // A check sees accesses as they stand in the source: not moved out of loops, nor merged to vectors.
    if (options.check)
        flags.insert(flags.end(),
                     {"-g1", "-gdwarf-4", "-fsanitize=thread,alignment,bounds", "--param=tsan-distinguish-volatile=1",
                      "-fno-tree-vectorize", "-fno-tree-loop-im", "-fno-omit-frame-pointer", "-fno-builtin-memcpy",
                      "-fno-builtin-memmove", "-fno-builtin-memset", "-fno-builtin-malloc", "-fno-builtin-free",
                      "-fno-allocation-dce"});
#if defined(__x86_64__)
    if (options.check)  // the compiler's own copies are calls too, which the runtime sees
        flags.insert(flags.end(), {"-mmemcpy-strategy=libcall:-1:noalign", "-mmemset-strategy=libcall:-1:noalign"});
#endif
    // nvcc's option is about intrinsics and division; NaN and the order of operations stay what they are.
    if (options.fast_math) flags.push_back("-D__USE_FAST_MATH__=1");
    bool fma = false;
#if defined(__x86_64__)
    fma = __builtin_cpu_supports("fma");
    if (fma) flags.push_back("-mfma");
    if (__builtin_cpu_supports("f16c")) flags.push_back("-mf16c");
#elif defined(__aarch64__)
    fma = true;
#endif
    flags.push_back(fma ? "-ffp-contract=fast" : "-ffp-contract=off");  // nvcc contracts a * b + c too
    return flags;
}

fs::path prefix_header(const std::vector<std::string>& flags, const std::vector<std::string>& standard_headers) {
    static std::mutex mutex;
    static std::map<std::string, fs::path> made;
    std::string text = "#include <cuda_runtime.h>\n";
    for (const auto& header : standard_headers) text += fmt::format("#include <{}>\n", header);
    const std::lock_guard lock(mutex);
    auto& path = made[fmt::format("{}\n{}", fmt::join(flags, " "), text)];
    if (path.empty()) path = make_prefix_header(flags, text);
    return path;
}

}  // namespace cuset::execute
