#include "base/interrupt.h"

#include <csignal>

#include "base/error.h"

namespace cuset {
namespace {

volatile std::sig_atomic_t received = 0;

void on_signal(int number) {
    received = number;
}

}  // namespace

void install_interrupt_handlers() {
    struct sigaction action {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second one has its default effect
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

int interrupted() noexcept {
    return received;
}

void throw_if_interrupted() {
    if (received != 0) throw Interrupted(received);
}

}  // namespace cuset
