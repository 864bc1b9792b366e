// What a running program tells the process that started it, through a mapped file: it outlives any end of the program.
#pragma once

#include <cstdint>

namespace cuset::execute::cpu {

constexpr const char* kStatusVariable = "CUSET_STATUS_FILE";
constexpr const char* kThreadsVariable = "CUSET_THREADS";

enum class Fault : uint32_t { none, out_of_memory, segmentation, launch };

struct ProgramStatus {
    uint64_t launches;
    Fault fault;        // the first one
    char message[500];  // of `fault`, ends with a zero byte
};

}  // namespace cuset::execute::cpu
