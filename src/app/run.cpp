#include <unistd.h>

#include "app/commands.h"
#include "app/console.h"
#include "base/error.h"
#include "base/file.h"
#include "execute/execute.h"

namespace cuset::app {
namespace {

struct Options {
    std::string file, json;
    std::vector<std::string> arguments;
    execute::CompileOptions compile;
    execute::RunOptions run;
};

int finish(const Options& options, const char* status, int code, const Json& detail) {
    if (!options.json.empty()) {
        Json report{{"file", options.file}, {"status", status}, {"exit_code", code}};
        report.update(detail);
        write_file(options.json, report.dump(2) + "\n");
    }
    return code;
}

int run(Options options) {
    warn_about_sandbox();
    const TemporaryDirectory directory;
    const auto built =
        execute::compile({{options.file, read_file(options.file)}}, {}, directory.path(), options.compile);
    using Status = execute::CompileResult::Status;
    if (built.status != Status::ok) {
        const bool unsupported = built.status == Status::unsupported;
        say(unsupported ? fmt::format("cuset: {}: {}", options.file, built.message) : built.message);
        return finish(options, unsupported ? "unsupported" : "compile_error", unsupported ? 2 : 1,
                      {{"message", built.message}});
    }
    options.run.arguments = options.arguments;
    options.run.working_directory = std::filesystem::current_path();
    options.run.inherit_streams = true;
    const auto result = execute::run(built.executable, options.run);
    if (result.status == execute::RunResult::Status::exited)
        return finish(options, "exited", result.exit_code,
                      {{"kernel_launches", result.kernel_launches}, {"seconds", result.seconds}});
    say(fmt::format("cuset: {}: {}", options.file, result.message));
    const bool late = result.status == execute::RunResult::Status::timeout;
    const int code = late ? 124 : result.exit_code != 0 ? result.exit_code : 1;
    return finish(options, "failed", code, {{"message", result.message}, {"kernel_launches", result.kernel_launches}});
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("run", "compile a CUDA program for the CPU and run it");
    auto o = std::make_shared<Options>();
    command->add_option("file", o->file, "a .cu program")->required();
    command->add_option("arguments", o->arguments, "the program's arguments, after --");
    command->add_option("-D", o->compile.defines, "macro")->allow_extra_args(false);
    command->add_option("-I", o->compile.include_dirs, "directory of headers")->allow_extra_args(false);
    command->add_option("-O", o->compile.optimize, "optimisation level")
        ->capture_default_str()
        ->check(CLI::Range(0, 3));
    command->add_option("--std", o->compile.standard)->capture_default_str();
    command->add_option("--timeout", o->run.timeout_s, "seconds")->capture_default_str()->check(CLI::PositiveNumber);
    command->add_option("--threads", o->run.threads, "CPU threads that blocks are spread over")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    command->add_option("--json", o->json, "write what happened as JSON");
    command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace cuset::app
