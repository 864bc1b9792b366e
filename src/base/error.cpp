#include "base/error.h"

namespace cuset {

Interrupted::Interrupted(int number)
    : std::runtime_error(fmt::format("stopped by signal {}", number)), signal_number(number) {}

void assertion_failed(const char* condition, const char* file, int line) {
    throw std::logic_error(fmt::format("internal fault at {}:{}: {}; please report it", file, line, condition));
}

}  // namespace cuset
