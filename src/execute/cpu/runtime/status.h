// What a running program tells the process that started it, through a mapped file: it outlives any end of the program.
#pragma once

#include <cstdint>

namespace cuset::execute::cpu {

constexpr const char* kStatusVariable = "CUSET_STATUS_FILE";
constexpr const char* kThreadsVariable = "CUSET_THREADS";
constexpr const char* kTimeVariable = "CUSET_TIME_LIMIT";      // seconds of wall clock
constexpr const char* kMemoryVariable = "CUSET_MEMORY_BYTES";  // checked mode: device memory
constexpr const char* kStepsVariable = "CUSET_STEPS";  // checked mode: memory accesses before the program is stopped

// too_large: a kernel would need far more than the time limit.
enum class Fault : uint32_t { none, out_of_memory, segmentation, launch, too_large, unsupported };

// What checked mode finds; kKindNames has the names that users see.
enum class Kind : uint32_t {
    out_of_bounds,
    use_after_free,
    double_free,
    uninitialized,
    misaligned,
    race,
    divergent_barrier,
    invalid_mask,
    deadlock,
    host_access,
    device_access,
    copy_direction,
    copy_size,
    launch_error,
    stack_overflow,
    assert_failed,
    timeout,
    unchecked_launch_error,  // a warning
    leak                     // a note
};
constexpr const char* kKindNames[] = {"out_of_bounds",
                                      "use_after_free",
                                      "double_free",
                                      "uninitialized",
                                      "misaligned",
                                      "race",
                                      "divergent_barrier",
                                      "invalid_mask",
                                      "deadlock",
                                      "host_access",
                                      "device_access",
                                      "copy_direction",
                                      "copy_size",
                                      "launch_error",
                                      "stack_overflow",
                                      "assert_failed",
                                      "timeout",
                                      "unchecked_launch_error",
                                      "leak"};

// A place in the program: its file and line where the runtime knows them, or addresses as in the executable's symbol
// tables, innermost first, zero past the last.
struct Place {
    uint64_t addresses[6];
    uint32_t line;
    char file[200];
};

// One fault: `text` tells what happened at `at`; `other_text`, when not empty, what happened at `other`.
struct FaultReport {
    Kind kind;
    uint32_t in_kernel;
    uint32_t block[3], thread[3];
    uint32_t count;  // how often
    Place at, other;
    char text[256], other_text[128];
};

constexpr uint32_t kMaxReports = 100;

struct ProgramStatus {
    uint64_t launches;
    Fault fault;        // the first one
    char message[500];  // of `fault`, ends with a zero byte
    uint32_t reports_used;
    FaultReport reports[kMaxReports];
};

}  // namespace cuset::execute::cpu
