#include "execute/system_calls.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "base/error.h"

namespace cuset::execute {
namespace {

#if defined(__x86_64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "the sandbox knows the system calls of x86-64 and AArch64"
#endif
constexpr uint32_t kOtherNumbers = 0x40000000;  // x32's system calls: the same architecture, other numbers

// clang-format off
constexpr int kRefused[] = {
    // other hosts and programs
    __NR_socket, __NR_socketpair, __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev,
    __NR_pidfd_send_signal, __NR_pidfd_getfd, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo, __NR_kcmp,
    __NR_process_madvise, __NR_process_mrelease, __NR_setpriority, __NR_sched_setscheduler, __NR_sched_setparam,
    __NR_sched_setattr, __NR_ioprio_set, __NR_migrate_pages, __NR_move_pages,
    // what this sandbox is made of
    __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_setns, __NR_unshare, __NR_open_by_handle_at,
    __NR_name_to_handle_at, __NR_mknodat, __NR_fsopen, __NR_fsmount, __NR_fspick, __NR_move_mount, __NR_open_tree,
    __NR_mount_setattr,
    // the kernel
    __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_keyctl, __NR_add_key, __NR_request_key, __NR_init_module,
    __NR_finit_module, __NR_delete_module, __NR_kexec_load, __NR_reboot, __NR_swapon, __NR_swapoff, __NR_acct,
    __NR_quotactl, __NR_settimeofday, __NR_clock_settime, __NR_clock_adjtime, __NR_adjtimex, __NR_sethostname,
    __NR_setdomainname, __NR_syslog, __NR_vhangup,
    // memory that no limit counts
    __NR_memfd_create, __NR_vmsplice, __NR_memfd_secret, __NR_shmget, __NR_msgget, __NR_semget, __NR_mq_open,
#if defined(__x86_64__)
    __NR_mknod, __NR_iopl, __NR_ioperm, __NR_modify_ldt,
#endif
};
// clang-format on

// Landlock does not guard what these change; a linker needs some of them.
constexpr int kAttributes[] = {
    __NR_truncate, __NR_fchmod,    __NR_fchmodat,  __NR_fchown,      __NR_fchownat,     __NR_utimensat,
    __NR_setxattr, __NR_lsetxattr, __NR_fsetxattr, __NR_removexattr, __NR_lremovexattr, __NR_fremovexattr,
    452,  // fchmodat2, which older headers lack
#if defined(__x86_64__)
    __NR_chmod,    __NR_chown,     __NR_lchown,    __NR_utime,       __NR_utimes,       __NR_futimesat,
#endif
};

class Builder {
   public:
    std::vector<sock_filter> rules;

    void load(size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset)); }
    void load_argument(size_t i) { load(offsetof(seccomp_data, args) + 8 * i); }  // its low half, on little endian
    void add(int code, uint32_t k) { rules.push_back({static_cast<uint16_t>(code), 0, 0, k}); }
    void give(uint32_t action) { add(BPF_RET | BPF_K, action); }
    void refuse(int error) { give(SECCOMP_RET_ERRNO | static_cast<uint32_t>(error)); }
    // Skips `count` rules unless the comparison (BPF_JEQ, BPF_JGE, BPF_JSET) holds.
    void unless_skip(int comparison, uint32_t k, uint8_t count) {
        rules.push_back({static_cast<uint16_t>(BPF_JMP | comparison | BPF_K), 0, count, k});
    }
    void refuse_call(int number, int error) {
        unless_skip(BPF_JEQ, static_cast<uint32_t>(number), 1);
        refuse(error);
    }
    // Refuses a call when its argument compares with one of the values; else allows it.
    void refuse_argument(int number, size_t argument, int comparison, std::initializer_list<uint32_t> values) {
        unless_skip(BPF_JEQ, static_cast<uint32_t>(number), static_cast<uint8_t>(2 + 2 * values.size()));
        load_argument(argument);
        for (const uint32_t value : values) {
            unless_skip(comparison, value, 1);
            refuse(EPERM);
        }
        give(SECCOMP_RET_ALLOW);
    }
    // Allows a call only when its argument is `value`; returns where that stands.
    size_t need_argument(int number, size_t argument, uint32_t value) {
        unless_skip(BPF_JEQ, static_cast<uint32_t>(number), 4);
        load_argument(argument);
        unless_skip(BPF_JEQ, value, 1);
        give(SECCOMP_RET_ALLOW);
        refuse(EPERM);
        return rules.size() - 3;
    }
};

constexpr uint32_t kNamespaces =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

}  // namespace

SystemCallFilter::SystemCallFilter(Kind kind, bool own_processes) {
    const bool program = kind == Kind::program;
    Builder b;
    b.load(offsetof(seccomp_data, arch));
    b.unless_skip(BPF_JEQ, kArchitecture, 1);
    b.rules.push_back(BPF_STMT(BPF_JMP | BPF_JA, 1));
    b.refuse(EPERM);
    b.load(offsetof(seccomp_data, nr));
    b.unless_skip(BPF_JGE, kOtherNumbers, 1);
    b.refuse(ENOSYS);
    // libc then makes threads and processes by clone, whose flags can be seen.
    b.refuse_call(__NR_clone3, ENOSYS);
    b.refuse_call(__NR_io_uring_setup, ENOSYS);
    for (const int number : kRefused) b.refuse_call(number, EPERM);
    b.refuse_argument(__NR_ioctl, 1, BPF_JEQ, {TIOCSTI, FIOSETOWN, SIOCSPGRP});
    b.need_argument(__NR_prlimit64, 0, 0);
    b.need_argument(__NR_sched_setaffinity, 0, 0);
    if (!program) {
        b.refuse_argument(__NR_clone, 0, BPF_JSET, {kNamespaces});
    } else {
        // A process of its own would outlive its limits.
#if defined(__NR_fork)
        b.refuse_call(__NR_fork, EAGAIN);
        b.refuse_call(__NR_vfork, EAGAIN);
#endif
        b.unless_skip(BPF_JEQ, __NR_clone, 4);
        b.load_argument(0);
        b.unless_skip(BPF_JSET, CLONE_THREAD, 1);
        b.give(SECCOMP_RET_ALLOW);
        b.refuse(EAGAIN);
        b.refuse_call(__NR_setsid, EPERM);
        b.refuse_call(__NR_setpgid, EPERM);
        b.refuse_call(__NR_tkill, EPERM);
        b.refuse_argument(__NR_prctl, 0, BPF_JEQ, {PR_SET_PDEATHSIG});
        for (const int number : kAttributes) b.refuse_call(number, EPERM);
        // Signals by a descriptor's owner.
        b.refuse_argument(__NR_fcntl, 1, BPF_JEQ, {F_SETOWN, F_SETOWN_EX, F_SETSIG});
        if (!own_processes) {
            own_process_ = {b.need_argument(__NR_kill, 0, 0), b.need_argument(__NR_tgkill, 0, 0)};
        }
    }
    b.give(SECCOMP_RET_ALLOW);
    rules_ = std::move(b.rules);
}

SystemCallFilter::~SystemCallFilter() {
    if (file_ >= 0) ::close(file_);
}

bool SystemCallFilter::restrict_self() {
    for (const size_t i : own_process_) rules_[i].k = static_cast<uint32_t>(::getpid());
    const sock_fprog filter{static_cast<unsigned short>(rules_.size()), rules_.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

int SystemCallFilter::file() {
    const auto bytes = static_cast<ssize_t>(rules_.size() * sizeof rules_[0]);
    file_ = ::memfd_create("filter", MFD_CLOEXEC);
    if (file_ < 0 || ::write(file_, rules_.data(), static_cast<size_t>(bytes)) != bytes ||
        ::lseek(file_, 0, SEEK_SET) != 0)
        run_error("cannot hand over the system call filter");
    return file_;
}

bool drop_capabilities() {
    for (unsigned long capability = 0; ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability)
        ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);  // fails where there is none to drop
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    const __user_cap_data_struct none[2] = {};
    return ::syscall(SYS_capset, &header, none) == 0;
}

}  // namespace cuset::execute
