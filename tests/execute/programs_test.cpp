// Every program of tests/programs, compiled and run. Comments in a program say what must come of it:
//   // output: TEXT         one line of its output, in order; without any, an undisturbed program prints nothing
//   // exit: N              its exit code, otherwise 0
//   // arguments: A B       what it is started with
//   // std: c++20           the language it is compiled as, otherwise C++17
//   // unsupported: TEXT    it is refused, and the message contains TEXT
//   // compile-error: TEXT  it does not compile, and the message contains TEXT
//   // message: TEXT        the run fails, and its message contains TEXT
//   // phases: N            so many of its kernels run as phases (cpu/phases.h)
//   // expect: KIND ...     at the end of a line: checked mode reports these kinds here, or a fault with this line as
//                           its other side; all other lines are clean
// CUSET_PROGRAM=TEXT in the environment runs only the programs whose names contain TEXT.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <thread>

#include "base/error.h"
#include "base/file.h"
#include "execute/execute.h"

namespace cuset::execute {
namespace {

namespace fs = std::filesystem;
using Status = CompileResult::Status;

// Kind and line of each report.
using Reports = std::set<std::pair<std::string, int>>;

struct Program {
    std::string name, text;
    std::string output, unsupported, compile_error, message, standard = "c++17";
    std::vector<std::string> arguments;
    int exit_code = 0, phases = -1;
    bool has_output = false;
    Reports expected;
};

// What follows "// KEY:" in a line, without the space after it; nullopt where the key is missing.
std::optional<std::string> marker(const std::string& line, const std::string& key) {
    const std::string begin = "// " + key + ":";
    const size_t at = line.find(begin);
    if (at == std::string::npos) return {};
    const size_t text = at + begin.size();
    return line.substr(std::min(line.size(), line[text] == ' ' ? text + 1 : text));
}

Program read_program(const fs::path& path) {
    Program program;
    program.name = path.filename();
    program.text = read_file(path);
    std::istringstream lines(program.text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (const auto text = marker(line, "output")) program.output += *text + '\n', program.has_output = true;
        if (const auto text = marker(line, "exit")) program.exit_code = std::stoi(*text);
        if (const auto text = marker(line, "phases")) program.phases = std::stoi(*text);
        if (const auto text = marker(line, "unsupported")) program.unsupported = *text;
        if (const auto text = marker(line, "compile-error")) program.compile_error = *text;
        if (const auto text = marker(line, "message")) program.message = *text;
        if (const auto text = marker(line, "std")) program.standard = *text;
        if (const auto text = marker(line, "expect")) {
            std::istringstream kinds(*text);
            for (std::string kind; kinds >> kind;) program.expected.insert({kind, number});
        }
        if (const auto text = marker(line, "arguments")) {
            std::istringstream words(*text);
            for (std::string word; words >> word;) program.arguments.push_back(word);
        }
    }
    return program;
}

std::vector<Program> read_programs() {
    const char* only = std::getenv("CUSET_PROGRAM");
    std::vector<Program> programs;
    for (const auto& entry : fs::directory_iterator(fs::path(CUSET_SOURCE_DIR) / "tests/programs"))
        if (entry.path().extension() == ".cu" &&
            (only == nullptr || entry.path().filename().string().find(only) != std::string::npos))
            programs.push_back(read_program(entry.path()));
    std::sort(programs.begin(), programs.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return programs;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string check_compilation(const Program& program, const CompileResult& compiled) {
    if (!program.unsupported.empty() || !program.compile_error.empty()) {
        const bool refused = !program.unsupported.empty();
        const auto& text = refused ? program.unsupported : program.compile_error;
        if (compiled.status != (refused ? Status::unsupported : Status::error) || !contains(compiled.message, text))
            return fmt::format("should be refused with \"{}\", but: {}", text, compiled.message);
        return {};
    }
    return compiled.status == Status::ok ? "" : compiled.message;
}

std::string check_run(const Program& program, const RunResult& ran) {
    std::string wrong;
    if (program.has_output || program.message.empty()) {
        const std::string end = ran.out.empty() || ran.out.back() == '\n' ? "" : "\n";
        if (ran.out + end != program.output)
            wrong += fmt::format("prints\n{}instead of\n{}", ran.out + end, program.output);
    }
    const bool failed = ran.status != RunResult::Status::exited || ran.exit_code != program.exit_code;
    if (failed == program.message.empty() || !contains(ran.message, program.message))
        wrong += fmt::format("exit code {} and message \"{}\" {}", ran.exit_code, ran.message, ran.err);
    return wrong;
}

std::string list(const Reports& reports) {
    std::string text;
    for (const auto& [kind, line] : reports) text += fmt::format(" {} in line {}", kind, line);
    return text.empty() ? " nothing" : text;
}

std::string check_reports(const Program& program, const RunResult& ran) {
    Reports found;
    std::string descriptions;
    for (const Report& report : ran.reports) {
        const std::pair<std::string, int> here{report.kind, report.at.line}, there{report.kind, report.other.line};
        const bool other_side = !program.expected.contains(here) && program.expected.contains(there);
        found.insert(other_side ? there : here);
        descriptions += describe(report) + '\n';
    }
    if (found == program.expected) return {};
    return fmt::format("reports{} instead of{}\n{}", list(found), list(program.expected), descriptions);
}

// Compiles and runs a program; what is wrong, or an empty text.
std::string try_program(const Program& program, bool check) {
    const TemporaryDirectory directory;
    CompileOptions compile_options;
    compile_options.standard = program.standard;
    compile_options.check = check;
    compile_options.cache = program.phases < 0;
    const auto compiled = compile({{program.name, program.text}}, {}, directory.path(), compile_options);
    std::string wrong = check_compilation(program, compiled);
    if (!wrong.empty() || compiled.status != Status::ok) return wrong;
    if (!check && program.phases >= 0 && compiled.phases != program.phases)
        return fmt::format("{} kernels run as phases", compiled.phases);
    RunOptions options;
    options.arguments = program.arguments;
    options.check = check;
    options.timeout_s = 20;
    const RunResult ran = run(compiled.executable, options);
    if (check) wrong = check_reports(program, ran);
    // What else a program does that reports a fault is only known where it says so.
    const bool defined = program.expected.empty() || (!check && (program.has_output || !program.message.empty()));
    return defined ? wrong + check_run(program, ran) : wrong;
}

void try_programs(bool check) {
    const auto programs = read_programs();
    std::vector<std::string> wrong(programs.size());
    std::atomic<size_t> next{0};
    const auto work = [&] {
        for (size_t i = next++; i < programs.size(); i = next++) {
            try {
                wrong[i] = try_program(programs[i], check);
            } catch (const std::exception& error) {
                wrong[i] = error.what();
            }
        }
    };
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
    for (auto& thread : threads) thread.join();
    for (size_t i = 0; i < programs.size(); ++i)
        if (!wrong[i].empty()) ADD_FAILURE() << "tests/programs/" << programs[i].name << ": " << wrong[i];
}

TEST(Programs, DoWhatTheirCommentsSay) {
    try_programs(false);
}

TEST(Programs, AreCheckedAsTheirCommentsSay) {
    try_programs(true);
}

}  // namespace
}  // namespace cuset::execute
