// What the kernel refuses to a sandboxed command, by a system call filter (seccomp), and the loss of all capabilities.
#pragma once

#include <linux/filter.h>

#include <cstddef>
#include <vector>

namespace cuset::execute {

// Refused to every command: sockets, looking into and changing other processes, namespaces, mounts, device nodes,
// kernel keys, modules and clocks, System V memory and memory files (no limit counts them). Refused to a program too:
// other processes, a session or process group of its own, signals to others, and the
// owner, mode and times of files.
class SystemCallFilter {
   public:
    enum class Kind { compiler, program };
    // `own_processes`: process numbers are the command's own (a namespace), so signals reach no other anyway.
    SystemCallFilter(Kind kind, bool own_processes);
    SystemCallFilter(const SystemCallFilter&) = delete;
    SystemCallFilter& operator=(const SystemCallFilter&) = delete;
    ~SystemCallFilter();

    // Restricts the calling process for good. Safe between fork and exec. False: the kernel has no filters.
    bool restrict_self();

    // The descriptor of a file that holds the filter, for bubblewrap to read once; closed by exec and by the
    // destructor. Throws RunError.
    int file();

   private:
    std::vector<sock_filter> rules_;
    std::vector<size_t> own_process_;  // the rules that compare with the caller's process number
    int file_ = -1;
};

// Gives up all capabilities, also those that root would get back by exec. Safe between fork and exec.
bool drop_capabilities();

}  // namespace cuset::execute
