// What a failed assert does.
#pragma once

namespace cuset_rt {

// In a kernel: ends the program like a trap, with the message of CUDA's device assert. On the host: the C library's.
[[noreturn]] void device_assert(const char* expression, const char* file, int line, const char* function);

}  // namespace cuset_rt
