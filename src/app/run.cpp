#include <algorithm>
#include <optional>
#include <thread>

#include "app/commands.h"
#include "app/console.h"
#include "app/options.h"
#include "base/error.h"
#include "base/file.h"
#include "execute/execute.h"
#include "execute/nvcc.h"

namespace cuset::app {
namespace {

struct Options {
    std::string file, json, gate, architecture;
    std::shared_ptr<AtomicFile> report;  // --json
    std::vector<std::string> arguments;
    int fault_exit_code = 99;
    std::optional<int> optimize;
    execute::CompileOptions compile;
    execute::RunOptions run;
};

int finish(const Options& options, const char* status, int code, const Json& detail) {
    if (options.report) {
        Json report{{"file", options.file}, {"status", status}, {"exit_code", code}};
        report.update(detail);
        options.report->write(report.dump(2) + "\n");
        options.report->commit();
    }
    return code;
}

const char* name(execute::Report::Severity severity) {
    using Severity = execute::Report::Severity;
    return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

Json to_json(const execute::Location& place) {
    return place.line > 0 ? Json{{"file", place.file}, {"line", place.line}} : Json();
}

Json to_json(const execute::Report& report) {
    Json json{{"kind", report.kind}, {"severity", name(report.severity)}, {"at", to_json(report.at)}};
    if (report.in_kernel) json.update(Json{{"block", report.block}, {"thread", report.thread}});
    json["text"] = report.text;
    if (!report.other_text.empty())
        json.update(Json{{"other_text", report.other_text}, {"other", to_json(report.other)}});
    json["count"] = report.count;
    return json;
}

// Says each report; returns the number of faults among them.
long say_reports(const std::vector<execute::Report>& reports) {
    long faults = 0;
    for (const auto& report : reports) {
        const bool fault = report.severity == execute::Report::Severity::error;
        faults += fault;
        say((fault ? "" : fmt::format("{}: ", name(report.severity))) + describe(report));
    }
    return faults;
}

// Whether what ended a checked program is among its reports, or needs no word.
bool end_is_reported(const execute::RunResult& result) {
    using Status = execute::RunResult::Status;
    if (result.status == Status::launch_failure)
        return std::any_of(result.reports.begin(), result.reports.end(), [](const execute::Report& report) {
            return report.kind == "assert_failed" || report.kind == "deadlock";
        });
    return result.status == Status::exited || result.status == Status::signalled || result.status == Status::timeout;
}

// The working directory, which the program may write to.
std::filesystem::path own_directory() {
    const auto path = std::filesystem::current_path();
    const auto top = std::next(path.begin());
    for (const char* system : {"", "proc", "sys", "dev", "etc", "usr", "boot"})
        if (top == path.end() || *top == system)
            user_error("{}: the program could write to the system here; start it in a directory of your own",
                       path.string());
    return path;
}

int run(Options options) {
    if (!options.json.empty()) {
        require_different({{"--json", options.json}}, {{"the program", options.file}});
        require_place_for("--json", options.json);
        // Opened before the program runs, which could put a link in its place.
        options.report = std::make_shared<AtomicFile>(options.json);
    }
    warn_about_sandbox();
    const execute::Source source{options.file, read_file(options.file)};
    options.compile.source_directory = std::filesystem::absolute(options.file).parent_path();
    Json detail{{"gate", "cpu"}};
    if (!options.gate.empty()) {
        const auto gate = execute::ask_nvcc(source, options.compile);
        detail["gate"] = gate.compiler;
        if (!gate.message.empty()) say(gate.message);
        detail["message"] = gate.message;
        if (!gate.accepted) return finish(options, "compile_error", 1, detail);
    }
    const TemporaryDirectory directory;
    options.compile.cache = true;
    options.compile.optimize = options.optimize.value_or(options.compile.check ? 1 : 2);
    const auto built = execute::compile({source}, {}, directory.path(), options.compile);
    using Status = execute::CompileResult::Status;
    if (built.status != Status::ok) {
        const bool unsupported = built.status == Status::unsupported;
        say(unsupported ? "cuset: " + built.message : built.message);
        detail["message"] = built.message;
        return finish(options, unsupported ? "unsupported" : "compile_error", unsupported ? 2 : 1, detail);
    }
    options.run.arguments = options.arguments;
    options.run.working_directory = own_directory();
    options.run.inherit_streams = true;
    options.run.check = options.compile.check;
    const auto result = execute::run(built.executable, options.run);
    using Ended = execute::RunResult::Status;
    const bool exited = result.status == Ended::exited;
    const bool late = result.status == Ended::timeout || result.status == Ended::too_large;
    detail.update(Json{{"kernel_launches", result.kernel_launches}, {"seconds", result.seconds}});
    const int code = exited ? result.exit_code : late ? 124 : result.exit_code != 0 ? result.exit_code : 1;
    if (options.run.check) {
        detail["reports"] = Json::array();
        for (const auto& report : result.reports) detail["reports"].push_back(to_json(report));
        const long faults = say_reports(result.reports);
        if (faults > 0) {
            if (!end_is_reported(result)) say(fmt::format("cuset: {}: {}", options.file, result.message));
            say(fmt::format("cuset: {}: {} fault{}", options.file, faults, faults == 1 ? "" : "s"));
            return finish(options, "faulty", options.fault_exit_code, detail);
        }
    }
    if (exited) {
        if (code == 0 && !result.message.empty())
            say(fmt::format("cuset: warning: {}: {}", options.file, result.message));
        return finish(options, "exited", code, detail);
    }
    say(fmt::format("cuset: {}: {}", options.file, result.message));
    detail["message"] = result.message;
    if (result.status == Ended::unsupported) return finish(options, "unsupported", 2, detail);
    return finish(options, result.status == Ended::too_large ? "too_large" : "failed", code, detail);
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("run", "compile a CUDA program for the CPU and run it");
    auto o = std::make_shared<Options>();
    o->run.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    command->add_option("file", o->file, "a .cu program")->required()->check(not_empty());
    command->add_option("arguments", o->arguments, "the program's arguments, after --");
    auto* check = command->add_flag(
        "--check", o->compile.check,
        "report out-of-bounds, uninitialised and racing accesses and other faults (one thread, slower)");
    command->add_option("--error-exitcode", o->fault_exit_code, "exit code when --check reports a fault")
        ->capture_default_str()
        ->needs(check)
        ->check(in_range<int>({0, 255}));
    command
        ->add_option("--steps", o->run.steps,
                     "memory accesses of kernels before --check stops the program (0: no limit)")
        ->capture_default_str()
        ->needs(check)
        ->check(in_range<uint64_t>({0, INT64_MAX}));
    command->add_option("-D", o->compile.defines, "macro")->allow_extra_args(false)->check(macro());
    command->add_option("-I", o->compile.include_dirs, "directory of headers")
        ->allow_extra_args(false)
        ->check(not_empty());
    command->add_option("-O", o->optimize, "optimisation level (2; with --check 1)")->check(in_range<int>({0, 3}));
    command->add_option("--std", o->compile.standard, "C++ standard")
        ->capture_default_str()
        ->check(one_of({"c++14", "c++17", "c++20", "c++23", "gnu++14", "gnu++17", "gnu++20", "gnu++23"}));
    command->add_option("--arch", o->architecture, "accepted as nvcc's; programs see compute capability 9.0");
    command->add_flag("--use_fast_math", o->compile.fast_math, "as nvcc's");
    command->add_flag("-g,-G,--debug,--device-debug,--lineinfo,--generate-line-info")
        ->description("accepted as nvcc's; --check names lines without them");
    command->add_option("--compile-gate", o->gate, "nvcc: that compiler decides what compiles")
        ->check(one_of({"nvcc"}));
    command->add_option("--timeout", o->run.timeout_s, "seconds that it may run")
        ->capture_default_str()
        ->check(in_range(kTimeouts));
    command
        ->add_option_function<long>(
            "--memory", [o](long mebibytes) { o->run.memory_bytes = mebibytes << 20; }, "MiB that it may use (4096)")
        ->check(in_range<long>({1, 1 << 20}));
    command->add_option("--threads", o->run.threads, "CPU threads that blocks are spread over")
        ->capture_default_str()
        ->check(in_range(kWorkers));
    command->add_option("--json", o->json, "write what happened as JSON to this file");
    command->footer(
        "Exit code: the program's own; 99 (--error-exitcode) when --check reports a fault; 124 at the time limit;\n"
        "128 + n when signal n ended it; 1 when it does not compile, or when a kernel failed and the program returned "
        "0;\n"
        "2 for wrong usage or what is not supported.");
    command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace cuset::app
