// cuset: teaches code models to write CUDA kernels, and judges what they write.
//
// Two programs of the same name's commands: `cuset` runs and judges programs, and starts at once; what needs LibTorch
// is in cuset-torch beside it, which `cuset` hands over to.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "app/commands.h"
#include "app/console.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/values.h"

namespace {

using namespace cuset;

#ifdef CUSET_HANDS_OVER
// Anything but these, and the list of commands too, is cuset-torch's.
bool is_ours(std::string_view command) {
    constexpr std::array kOurs = {"run", "synth", "eval"};
    return std::find(kOurs.begin(), kOurs.end(), command) != kOurs.end();
}

[[noreturn]] void hand_over(char** argv) {
    // libgomp's idle threads spin for milliseconds by default, which costs nine tenths of the speed as soon as another
    // process wants a core; a short spin keeps half, and costs nothing measurable alone. Whoever set either variable
    // keeps their choice.
    if (!std::getenv("GOMP_SPINCOUNT") && !std::getenv("OMP_WAIT_POLICY")) setenv("GOMP_SPINCOUNT", "3000", 1);
    const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "cuset-torch";
    execv(program.c_str(), argv);
    app::say(fmt::format("cuset: {}: {}", program.string(), std::strerror(errno)));
    std::exit(1);
}
#endif

// nvcc's options are words behind one dash.
std::vector<std::string> with_long_options(int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    for (auto& argument : arguments) {
        if (argument == "--") break;
        for (const std::string_view option : {"-std", "-arch", "-use_fast_math", "-lineinfo", "-generate-line-info"})
            if (argument.substr(0, option.size()) == option) argument.insert(0, "-");
    }
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 takes them
    return arguments;
}

// The first option among the arguments that the command does not have, and what may have been meant; "" of none.
std::string unknown_option(const CLI::App& app) {
    const auto chosen = app.get_subcommands();
    const CLI::App& command = chosen.empty() ? app : *chosen.front();
    for (std::string word : app.remaining(true)) {
        const size_t dashes = word.find_first_not_of('-');
        if (dashes == 0 || dashes == std::string::npos || word == "--") continue;
        word = word.substr(0, word.find('='));
        std::vector<std::string> names;  // without dashes
        for (const CLI::Option* option : command.get_options())
            for (const auto& own : {option->get_lnames(), option->get_snames()})
                names.insert(names.end(), own.begin(), own.end());
        const std::string near = nearest(word.substr(dashes), names);
        if (near.empty()) return fmt::format("unknown option {}", word);
        return fmt::format("unknown option {}; did you mean {}{}?", word, near.size() > 1 ? "--" : "-", near);
    }
    return {};
}

}  // namespace

int main(int argc, char** argv) {
#ifdef CUSET_HANDS_OVER
    if (argc < 2 || !is_ours(argv[1])) hand_over(argv);
#endif
    CLI::App app{"Teaches code models to write CUDA kernels (CuSeT, arXiv 2606.16231) and judges what they write.",
                 "cuset"};
    app.set_version_flag("--version", std::string("cuset ") + CUSET_VERSION);
    app.require_subcommand(1);
    app.failure_message([](const CLI::App* program, const CLI::Error& error) {
        const auto chosen = program->get_subcommands();
        const std::string command = chosen.empty() ? "" : chosen.front()->get_name() + " ";
        // A mistyped option may be why another one seems to be missing.
        const std::string unknown = unknown_option(*program);
        return fmt::format("cuset: {}{}ee cuset {}--help\n", unknown.empty() ? error.what() : unknown,
                           unknown.ends_with('?') ? " S" : "; s", command);
    });
    app.footer("Exit code: 0 done, 1 failed, 2 wrong usage or input, 128 + n ended by signal n.");  // of all commands
    app::Action action;
    app::add_run(app, action);
    app::add_synth(app, action);
    app::add_eval(app, action);
#ifndef CUSET_HANDS_OVER
    app::add_env(app, action);
#endif
#ifdef CUSET_WITH_TORCH
    app::add_train(app, action);
    app::add_generate(app, action);
    app::add_score(app, action);
    app::add_inspect(app, action);
    app::add_tokenize(app, action);
    app::add_report(app, action);
#endif
    std::vector<std::string> commands;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        commands.push_back(command->get_name());
    if (const std::string name = argc > 1 ? argv[1] : "";
        !name.empty() && name[0] != '-' && std::find(commands.begin(), commands.end(), name) == commands.end()) {
        const std::string near = nearest(name, commands);
        app::say(fmt::format("cuset: \"{}\" is not a command; {}he commands are {}", name,
                             near.empty() ? "t" : fmt::format("did you mean {}? T", near), fmt::join(commands, ", ")));
        return 2;
    }
    try {
        app.parse(with_long_options(argc, argv));
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    install_interrupt_handlers();
    std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit is an error of write(2), reported like a full disk
    try {
        return action();
    } catch (const UserError& error) {
        app::say(fmt::format("cuset: {}", error.what()));
        return 2;
    } catch (const Interrupted& error) {
        app::say(fmt::format("cuset: {}; what was complete is kept, the same command continues", error.what()));
        return 128 + error.signal_number;
    } catch (const std::exception& error) {
        app::say(fmt::format("cuset: {}", error.what()));
        return 1;
    }
}
