#include <sys/utsname.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "app/commands.h"
#include "base/error.h"
#include "execute/execute.h"
#ifdef CUSET_WITH_TORCH
#include "model/model.h"
#include "train/trainer.h"
#endif

namespace cuset::app {
namespace {

std::string cpu_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "unknown";
}

int run([[maybe_unused]] bool measure) {
    utsname system{};
    uname(&system);
    fmt::print("cuset      {}\n", CUSET_VERSION);
    fmt::print("system     {} {} {}\n", system.sysname, system.release, system.machine);
    fmt::print("processor  {}, {} threads{}{}\n", cpu_name(), std::thread::hardware_concurrency(),
               __builtin_cpu_supports("avx2") ? ", AVX2" : "", __builtin_cpu_supports("avx512f") ? ", AVX-512" : "");
    fmt::print("memory     {:.1f} GiB\n", static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                                              static_cast<double>(sysconf(_SC_PAGESIZE)) / 1073741824.0);
    const auto environment = execute::environment();
    fmt::print("compiler   {}\nsandbox    {}\n", environment.compiler, environment.sandbox);
#ifdef CUSET_WITH_TORCH
    fmt::print("torch      {}\n", CUSET_TORCH_VERSION);
    try {
        fmt::print("model      builtin:smollm2 at {}\n", model::resolve_model("builtin:smollm2").string());
    } catch (const UserError& error) {
        fmt::print("model      {}\n", error.what());
    }
    if (measure) fmt::print("gflops     {:.0f}\n", train::measure_matmul_gflops());
#else
    fmt::print("torch      not in this build\n");
#endif
    return 0;
}

}  // namespace

void add_env(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("env", "versions, processor, sandbox: for bug reports");
    auto measure = std::make_shared<bool>(false);
    command->add_flag("--measure", *measure, "also measure fp32 matrix products (GFLOP/s)");
    command->callback([measure, &action] { action = [measure] { return run(*measure); }; });
}

}  // namespace cuset::app
