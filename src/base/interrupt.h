// SIGINT and SIGTERM as a flag that long work looks at between its steps.
#pragma once

namespace cuset {

// Installs the handlers (src/app only). The second signal of a kind ends the process at once.
void install_interrupt_handlers();

// The received signal's number, 0 when none.
int interrupted() noexcept;

// Throws Interrupted when a signal was received.
void throw_if_interrupted();

}  // namespace cuset
