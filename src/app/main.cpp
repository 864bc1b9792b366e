// cuset: teaches code models to write CUDA kernels, and judges what they write.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string_view>

#include "app/commands.h"
#include "app/console.h"
#include "base/error.h"
#include "base/interrupt.h"

namespace {

#ifdef CUSET_WITH_TORCH
/// libgomp's idle threads spin for milliseconds by default, which costs nine tenths of the speed as soon as another
/// process wants a core; a short spin keeps half, and costs nothing measurable alone. libgomp reads its environment
/// before main runs, hence the second exec. Whoever set either variable keeps their choice.
void spin_briefly(char** argv) {
    const std::string_view command = argv[0] && argv[1] ? argv[1] : "";
    if (command != "train" && command != "generate" && command != "score") return;
    if (std::getenv("GOMP_SPINCOUNT") || std::getenv("OMP_WAIT_POLICY")) return;
    setenv("GOMP_SPINCOUNT", "3000", 1);
    execv("/proc/self/exe", argv);  // where /proc is missing, the default spin stays
}
#endif

}  // namespace

int main(int argc, char** argv) {
    using namespace cuset;
#ifdef CUSET_WITH_TORCH
    spin_briefly(argv);
#endif
    CLI::App app{"Teaches code models to write CUDA kernels (CuSeT, arXiv 2606.16231) and judges what they write."};
    app.set_version_flag("--version", std::string("cuset ") + CUSET_VERSION);
    app.require_subcommand(1);
    app.failure_message([](const CLI::App*, const CLI::Error& error) {
        return fmt::format("cuset: {}; see cuset --help\n", error.what());
    });
    app::Action action;
    app::add_run(app, action);
    app::add_synth(app, action);
    app::add_eval(app, action);
    app::add_env(app, action);
#ifdef CUSET_WITH_TORCH
    app::add_train(app, action);
    app::add_generate(app, action);
    app::add_score(app, action);
    app::add_inspect(app, action);
    app::add_tokenize(app, action);
    app::add_report(app, action);
#endif
    try {
        app.parse(argc, argv);
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
