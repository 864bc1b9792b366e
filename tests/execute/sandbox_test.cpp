// Hostile sources and programs see nothing but their inputs, and end. In bubblewrap, and in Landlock by
// `CUSET_SANDBOX=landlock` (chosen once a process, so the test runs itself again).
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "base/error.h"
#include "base/process.h"
#include "execute/landlock.h"
#include "execute/nvcc.h"
#include "program.h"

namespace cuset::execute {
namespace {

using Compiled = CompileResult::Status;

CompileResult compiled(const std::string& text, CompileOptions options = {}) {
    const TemporaryDirectory directory;
    return compile({{"test.cu", text}}, {}, directory.path(), options);
}

TEST(Sandbox, TheCompilerReadsNoFileOfTheUsers) {
    if (environment().sandbox.starts_with("rlimits")) GTEST_SKIP() << environment().sandbox;
    const TemporaryDirectory secrets;
    write_file(secrets.path() / "secret.h", "int secret = 42;\n");
    write_file(secrets.path() / "secret.bin", "s3cret");
    const std::string header = (secrets.path() / "secret.h").string(), data = (secrets.path() / "secret.bin").string();
    EXPECT_EQ(compiled("#include \"" + header + "\"\nint main() { return secret; }\n").status, Compiled::error);
    EXPECT_EQ(compiled("__asm__(\".global s\\ns: .incbin \\\"" + data + "\\\"\\n\");\nint main() {}\n").status,
              Compiled::unsupported);
    EXPECT_EQ(compiled("#include \"/etc/shadow\"\nint main() {}\n").status, Compiled::error);
}

TEST(Sandbox, ATemplateBombEnds) {
    CompileOptions options;
    options.timeout_s = 10;
    const auto result = compiled(R"(
template <int n> struct A { static const long value = A<n - 1>::value + A<n - 2>::value; };
template <int a, int b> struct B { using X = typename B<a - 1, b>::X; typename B<a, b - 1>::X x; };
int main() { B<300, 300> b; return A<100000>::value; }
)",
                                 options);
    EXPECT_NE(result.status, Compiled::ok);
    EXPECT_LT(result.seconds, 20);
}

TEST(Sandbox, AnEndlessMacroOrIncludeEnds) {
    CompileOptions options;
    options.timeout_s = 10;
    EXPECT_NE(compiled("#include __FILE__\nint main() {}\n", options).status, Compiled::ok);
    std::string bomb = "#define A0 1+1\n";
    for (int i = 1; i < 40; ++i) bomb += fmt::format("#define A{} A{} + A{}\n", i, i - 1, i - 1);
    const auto result = compiled(bomb + "int main() { return A39; }\n", options);
    EXPECT_NE(result.status, Compiled::ok);
}

TEST(Sandbox, AProgramStartsNoOtherAndKillsNone) {
    const auto outcome = execute_source(R"(
#include <cstdio>
#include <cstdlib>
#include <csignal>
#include <cerrno>
#include <unistd.h>
int main() {
    printf("system %d\n", system("true") == 0);
    printf("fork %d\n", fork() >= 0);
    errno = 0;
    const bool parent = kill(getppid(), SIGKILL) == 0 && getppid() > 1;
    printf("parent %d\n", parent);
    int others = 0;
    for (int pid = 2; pid < 400; ++pid) others += pid != getpid() && pid != getppid() && kill(pid, 0) == 0;
    fflush(stdout);
    printf("popen %d\n", popen("ls", "r") != nullptr);
}
)");
    EXPECT_EQ(outcome.compiled.status, Compiled::ok) << outcome.compiled.message;
    EXPECT_THAT(outcome.ran.out, testing::HasSubstr("system 0\nfork 0\n"));
    EXPECT_THAT(outcome.ran.out, testing::Not(testing::HasSubstr("popen 1")));
}

// Before its first constructor, too.
TEST(Sandbox, AProgramHasNoPrivilegesAndNoWayOut) {
    const auto outcome = execute_source(R"(
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
static bool forked;
static void early() { forked = fork() >= 0; }
__attribute__((section(".preinit_array"), used)) static void (*first)() = early;
static void attempt(const char* name, bool possible) { if (possible) printf("%s ", name); }
int main() {
    attempt("fork", forked || fork() >= 0);
    attempt("unshare", unshare(CLONE_NEWUSER) == 0);
    attempt("mount", mount("none", "/tmp", "tmpfs", 0, "") == 0);
    attempt("mknod", mknod("device", S_IFCHR | 0600, 0x103) == 0);
    attempt("socket", socket(AF_INET, SOCK_STREAM, 0) >= 0);
    attempt("setsid", setsid() >= 0);
    attempt("memfd", memfd_create("x", 0) >= 0);
    attempt("keyboard", ioctl(0, TIOCSTI, "x") == 0);
    attempt("outlive", prctl(PR_SET_PDEATHSIG, 0) == 0);
    attempt("owner", fcntl(0, F_SETOWN, getppid()) == 0);
    attempt("signal", fcntl(0, F_SETSIG, SIGKILL) == 0);
    fclose(fopen("file", "w"));
    attempt("chmod", chmod("file", 04755) == 0);
    attempt("truncate", truncate("file", 0) == 0);
    rlimit limits{1, 1};
    attempt("limits", prlimit(getppid(), RLIMIT_CPU, &limits, nullptr) == 0);
    FILE* file = fopen("/proc/self/status", "r");
    char line[200];
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, "Cap", 3)) attempt(line, strspn(strchr(line, '\t') + 1, "0\n") < strlen(strchr(line, '\t') + 1));
    puts(raise(SIGCONT) == 0 ? "own signal" : "");
}
)");
    EXPECT_EQ(outcome.compiled.status, Compiled::ok) << outcome.compiled.message;
    EXPECT_EQ(outcome.ran.out, "own signal\n");
}

// What it puts in the place of the file by which it tells its state is not followed.
TEST(Sandbox, AProgramDoesNotLeadUsToOtherFiles) {
    const auto outcome = execute_source(R"(
#include <cstdio>
#include <cstring>
#include <unistd.h>
int main() {
    static char text[10000];
    FILE* file = fopen("/proc/self/environ", "r");
    const size_t bytes = fread(text, 1, sizeof text - 1, file);
    for (char* p = text; p < text + bytes; p += strlen(p) + 1)
        if (!strncmp(p, "CUSET_STATUS_FILE=", 18) && unlink(p + 18) == 0 && symlink("/dev/zero", p + 18) == 0) puts("replaced");
}
)");
    EXPECT_EQ(outcome.ran.status, RunResult::Status::exited);
    EXPECT_EQ(outcome.ran.out, "replaced\n");
}

// Nor does a descriptor that was left open lead it out.
TEST(Sandbox, OpenDescriptorsAreNotInherited) {
    const int left_open = ::open("/", O_RDONLY | O_DIRECTORY);
    const auto outcome = execute_source(fmt::format(
        "#include <cstdio>\n#include <fcntl.h>\nint main() {{ printf(\"%d\", fcntl({}, F_GETFD)); }}\n", left_open));
    ::close(left_open);
    EXPECT_EQ(outcome.ran.out, "-1");
}

// Also where the process's first thread has ended.
TEST(Sandbox, SharedMappingsCountAsMemory) {
    const TemporaryDirectory directory;
    const auto built = compile({{"test.cu", R"(
#include <cstring>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
int main() {
    std::thread([] {
        sleep(1);
        for (int i = 0; i < 100; ++i) {
            void* p = mmap(nullptr, 64 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
            if (p == MAP_FAILED) _exit(0);
            memset(p, 1, 64 << 20);
        }
        _exit(0);
    }).detach();
    syscall(SYS_exit, 0);
}
)"}},
                               {}, directory.path(), {});
    ASSERT_EQ(built.status, Compiled::ok) << built.message;
    RunOptions options;
    options.memory_bytes = 64L << 20;
    EXPECT_EQ(run(built.executable, options).status, RunResult::Status::out_of_memory);
}

TEST(Sandbox, AProgramWritesNowhereElse) {
    if (environment().sandbox.starts_with("rlimits")) GTEST_SKIP() << environment().sandbox;
    const TemporaryDirectory elsewhere;
    write_file(elsewhere.path() / "file", "untouched");
    const std::string path = elsewhere.path().string();
    const auto outcome = execute_source(R"(
#include <cstdio>
#include <cstring>
static void attempt(const char* path) {
    FILE* f = fopen(path, "w");
    printf("%d", f != nullptr);
    if (f) fclose(f);
}
int main() {
    attempt(")" + path + R"(/file");
    attempt(")" + path + R"(/new");
    attempt("/usr/cuset_was_here");
    attempt("/proc/sys/vm/cuset_was_here");
    FILE* f = fopen(")" + path + R"(/file", "r");
    printf(" read %d\n", f != nullptr);
    attempt("mine");
}
)");
    EXPECT_EQ(outcome.ran.out, "0000 read 0\n1");
    EXPECT_EQ(read_file(elsewhere.path() / "file"), "untouched");
    EXPECT_FALSE(std::filesystem::exists(elsewhere.path() / "new"));
}

TEST(Sandbox, CheckedModeKeepsTheMemoryLimit) {
    const TemporaryDirectory directory;
    CompileOptions options;
    options.check = true;
    const auto built = compile({{"test.cu", R"(
#include <cstdio>
#include <cstdlib>
#include <cstring>
int main() {
    long kept = 0;
    for (int i = 0; i < 64; ++i) {
        char* p = (char*)malloc(64 << 20);
        if (!p) break;
        memset(p, 1, 64 << 20);
        ++kept;
    }
    printf("%d\n", kept < 64);
    void* device = nullptr;
    printf("%d\n", cudaMalloc(&device, 600 << 20) == cudaErrorMemoryAllocation);
}
)"}},
                               {}, directory.path(), options);
    ASSERT_EQ(built.status, Compiled::ok) << built.message;
    RunOptions run_options;
    run_options.check = true;
    run_options.memory_bytes = 512L << 20;
    const auto ran = run(built.executable, run_options);
    EXPECT_THAT(ran.out, testing::HasSubstr("1\n1\n")) << ran.err << ran.message;
}

TEST(Sandbox, LandlockHoldsWithoutBubblewrap) {
    if (environment().sandbox.starts_with("Landlock")) GTEST_SKIP() << "this is the run with Landlock";
    if (!has_landlock()) GTEST_SKIP() << "this kernel has no Landlock";
    ProcessOptions options;
    options.argv = {std::filesystem::read_symlink("/proc/self/exe").string(), "--gtest_filter=Sandbox.*"};
    options.environment = std::vector<std::string>{"CUSET_SANDBOX=landlock", "PATH=/usr/local/bin:/usr/bin:/bin"};
    if (const char* home = std::getenv("HOME")) options.environment->push_back(std::string("HOME=") + home);
    options.timeout_s = 300;
    const auto result = run_process(options);
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

TEST(Cache, TheSameSourceIsCompiledOnce) {
    const TemporaryDirectory cache, first, second;
    ::setenv("CUSET_CACHE_DIR", cache.path().c_str(), 1);
    CompileOptions options;
    options.cache = true;
    const std::vector<Source> source = {{"test.cu", "#include <cstdio>\nint main() { puts(\"x\"); }\n"}};
    const auto made = compile(source, {}, first.path(), options);
    ASSERT_EQ(made.status, Compiled::ok) << made.message;
    EXPECT_FALSE(made.cached);
    const auto again = compile(source, {}, second.path(), options);
    EXPECT_TRUE(again.cached);
    EXPECT_EQ(run(again.executable, {}).out, "x\n");
    options.defines = {"N=1"};
    EXPECT_FALSE(compile(source, {}, second.path(), options).cached);
    options.defines = {};
    options.check = true;
    EXPECT_FALSE(compile(source, {}, second.path(), options).cached);
    ::unsetenv("CUSET_CACHE_DIR");
}

TEST(Gate, NvccDecides) {
    if (find_program("nvcc").empty()) GTEST_SKIP() << "nvcc is not installed";
    const auto good = ask_nvcc({"a.cu", "__global__ void f() {}\nint main() { f<<<1, 1>>>(); }\n"}, {});
    EXPECT_TRUE(good.accepted) << good.message;
    EXPECT_TRUE(good.compiler.starts_with("nvcc ")) << good.compiler;
    // A host function in device code: g++ accepts it, nvcc does not.
    const auto bad = ask_nvcc({"a.cu", "void h() {}\n__global__ void f() { h(); }\nint main() {}\n"}, {});
    EXPECT_FALSE(bad.accepted);
    EXPECT_THAT(bad.message, testing::HasSubstr("a.cu(2)"));
}

TEST(Gate, NvccSeesHeadersBesideTheSource) {
    if (find_program("nvcc").empty()) GTEST_SKIP() << "nvcc is not installed";
    const TemporaryDirectory user;
    write_file(user.path() / "a/own.cuh", "#include \"../common/shared.cuh\"\n#define ONE twice(1) - 1\n");
    write_file(user.path() / "common/shared.cuh", "#pragma once\ninline int twice(int x) { return 2 * x; }\n");
    CompileOptions options;
    options.source_directory = user.path() / "a";
    const auto gate = ask_nvcc(
        {"main.cu", "#include \"own.cuh\"\n#include \"../common/shared.cuh\"\nint main() { return ONE; }\n"}, options);
    EXPECT_TRUE(gate.accepted) << gate.message;
}

}  // namespace
}  // namespace cuset::execute
