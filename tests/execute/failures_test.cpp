// What a program may do wrong, and how it is named.
#include "program.h"

namespace cuset::execute {
namespace {

using testing::HasSubstr;

std::string main_with(const std::string& body) {
    return "int main() {\n" + body + "\n}\n";
}

TEST(Failures, CompileErrorNamesTheUsersLine) {
    const Outcome outcome = execute_source(
        "#include <cstdio>\n__global__ void k(int* x) {\n    __shared__ int a[2],\n        b[3];\n    *x = "
        "undefined_name;\n}\n"
        "int main() {\n    k<<<1,\n        32>>>(nullptr);\n    also_undefined;\n}\n");
    EXPECT_EQ(outcome.compiled.status, CompileResult::Status::error);
    EXPECT_THAT(outcome.compiled.message, HasSubstr("test.cu:5:"));
    EXPECT_THAT(outcome.compiled.message, HasSubstr("test.cu:10:"));
}

TEST(Failures, WrongKernelArgumentsDoNotCompile) {
    const Outcome outcome = execute_source("__global__ void k(int* x) {}\nint main() { k<<<1, 1>>>(1, 2); }\n");
    EXPECT_EQ(outcome.compiled.status, CompileResult::Status::error);
    EXPECT_THAT(outcome.compiled.message, HasSubstr("test.cu:2:"));
}

TEST(Failures, MissingIncludeDoesNotCompile) {
    const Outcome outcome = execute_source("int main() { std::vector<int> v; }\n");
    EXPECT_EQ(outcome.compiled.status, CompileResult::Status::error);
}

TEST(Failures, UnsupportedIsNamed) {
    for (const auto& [source, what] : std::vector<std::pair<std::string, std::string>>{
             {"#include <thrust/device_vector.h>\nint main() {}", "Thrust"},
             {"#include <cub/cub.cuh>\nint main() {}", "CUB"},
             {"__global__ void k() { asm volatile(\"bar.sync 0;\"); }\nint main() {}", "PTX"},
             {"int main() { cudaSurfaceObject_t t; }", "surfaces"},
             {"__global__ void k() {}\n__global__ void p() { k<<<1, 1>>>(); }\nint main() {}", "device code"}}) {
        const Outcome outcome = execute_source(source);
        EXPECT_EQ(outcome.compiled.status, CompileResult::Status::unsupported) << source;
        EXPECT_THAT(outcome.compiled.message, HasSubstr(what));
    }
    EXPECT_EQ(execute_source("// thrust::sort, asm\nint main() {}").compiled.status, CompileResult::Status::ok);
}

TEST(Failures, LaunchLimits) {
    EXPECT_EQ(output_of(R"(
#include <cstdio>
__global__ void k(int* x) { extern __shared__ int s[]; s[0] = 1; *x = 1; }
void report() { cudaError_t e = cudaPeekAtLastError(); printf("%s %d\n", cudaGetErrorName(e), e == cudaGetLastError()); }
int main() {
    int* x; cudaMallocManaged(&x, 4); *x = 0;
    k<<<1, 1025>>>(x); report();
    k<<<0, 32>>>(x); report();
    k<<<1, dim3(1, 1, 65)>>>(x); report();
    k<<<dim3(1, 65536), 1>>>(x); report();
    k<<<1, 1, 50000>>>(x); report();
    printf("%d\n", *x);
    printf("%d\n", cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 99 * 1024));
    k<<<1, 1, 99 * 1024>>>(x); report();
    printf("%d\n", *x);
}
)"),
              "cudaErrorInvalidConfiguration 1\ncudaErrorInvalidConfiguration 1\ncudaErrorInvalidConfiguration 1\n"
              "cudaErrorInvalidConfiguration 1\ncudaErrorInvalidValue 1\n0\n0\ncudaSuccess 1\n1\n");
}

TEST(Failures, CopiesAreChecked) {
    EXPECT_EQ(output_of(R"(
#include <cstdio>
int main() {
    int h[8]; int* d; cudaMalloc(&d, 16);
    printf("%d ", cudaMemcpy(d, h, 32, cudaMemcpyHostToDevice));
    printf("%d ", cudaMemcpy(d + 3, h, 4, cudaMemcpyHostToDevice));
    printf("%d ", cudaMemcpy(h, d + 3, 8, cudaMemcpyDeviceToHost));
    printf("%d ", cudaMemcpy(h, d, 16, cudaMemcpyHostToDevice));
    printf("%d ", cudaMemset(d, 0, 17));
    printf("%d ", cudaFree(d)); printf("%d ", cudaFree(d)); printf("%d ", cudaFree(0));
    void* p; printf("%d\n", cudaMalloc(&p, 1ull << 40));
}
)"),
              "1 0 1 1 1 0 1 0 2\n");
}

TEST(Failures, EndlessLoop) {
    RunOptions options;
    options.timeout_s = 0.5;
    const Outcome outcome =
        execute_source("__global__ void k() { while (true) __threadfence(); }\nint main() { k<<<1, 1>>>(); }", options);
    EXPECT_EQ(outcome.ran.status, RunResult::Status::timeout);
    EXPECT_EQ(outcome.ran.message, "time limit of 0.5 s");
    EXPECT_LT(outcome.ran.seconds, 3);
    EXPECT_EQ(outcome.ran.kernel_launches, 1);
}

TEST(Failures, OutOfBoundsAccess) {
    const Outcome outcome = execute_source("__global__ void k(int* x) { x[threadIdx.x * 100000] = 1; }\n" +
                                           main_with("int* x; cudaMalloc(&x, 400); k<<<2, 4>>>(x);"));
    EXPECT_EQ(outcome.ran.status, RunResult::Status::launch_failure);  // whatever the program makes of it
    EXPECT_EQ(outcome.ran.signal, 0);
    EXPECT_THAT(outcome.ran.message, HasSubstr("segmentation fault (out-of-bounds access?)"));
    EXPECT_THAT(outcome.ran.message, HasSubstr("in a kernel, block (0,0,0)"));
}

TEST(Failures, OtherSignals) {
    Outcome outcome =
        execute_source("#include <cstdlib>\n#include <cstdio>\n" + main_with("fprintf(stderr, \"why\\n\"); abort();"));
    EXPECT_EQ(outcome.ran.status, RunResult::Status::signalled);
    EXPECT_EQ(outcome.ran.message, "aborted: why");
    outcome = execute_source("int main(int n, char**) { return 7 / (n - 1); }");
    EXPECT_THAT(outcome.ran.message, HasSubstr("integer division by zero"));
    outcome = execute_source("int main() { return 3; }");
    EXPECT_EQ(outcome.ran.status, RunResult::Status::exited);
    EXPECT_EQ(outcome.ran.exit_code, 3);
}

TEST(Failures, StackOverflowInAKernel) {
    const Outcome outcome = execute_source(
        "__device__ int f(int n) { volatile int a[64]; a[n % 64] = n; return n < 0 ? 0 : f(n + 1) + a[n % 64]; }\n"
        "__global__ void k(int* x) { *x = f(threadIdx.x); __syncthreads(); }\n" +
        main_with("int* x; cudaMalloc(&x, 4); k<<<1, 64>>>(x);"));
    EXPECT_THAT(outcome.ran.message, HasSubstr("stack overflow"));
}

TEST(Failures, Deadlock) {
    const Outcome outcome = execute_source(
        "__global__ void k(int* x) {\n  if (threadIdx.x < 32)\n    __syncthreads();\n  else\n"
        "    x[0] = __shfl_sync(0xffffffff, threadIdx.x == 40 ? 1 : 2, 0) + (threadIdx.x == 50 ? __shfl_sync(3, 1, 0) "
        ": 0);\n"
        "  __syncthreads();\n}\n" +
        main_with("int* x; cudaMalloc(&x, 4); k<<<1, 64>>>(x);"));
    EXPECT_EQ(outcome.ran.status, RunResult::Status::launch_failure);
    EXPECT_THAT(outcome.ran.message, HasSubstr("deadlock in block (0,0,0)"));
    EXPECT_THAT(outcome.ran.message, HasSubstr("test.cu:5"));
}

TEST(Failures, MemoryLimit) {
    RunOptions options;
    options.memory_bytes = 256L << 20;
    Outcome outcome =
        execute_source("#include <vector>\n" + main_with("std::vector<char> v(1ul << 30); return v[5];"), options);
    EXPECT_EQ(outcome.ran.status, RunResult::Status::out_of_memory) << outcome.ran.message;
    EXPECT_THAT(outcome.ran.message, HasSubstr("memory limit of 256 MiB"));
    outcome = execute_source(main_with("void* p; return cudaMalloc(&p, 2ul << 30);"), options);
    EXPECT_EQ(outcome.ran.status, RunResult::Status::out_of_memory) << outcome.ran.message;
}

TEST(Failures, FloodOfOutputIsBounded) {
    RunOptions options;
    options.timeout_s = 1;
    const Outcome outcome =
        execute_source("#include <cstdio>\nint main() { for (;;) puts(\"flood flood flood\"); }", options);
    EXPECT_EQ(outcome.ran.status, RunResult::Status::timeout);
    EXPECT_LE(outcome.ran.out.size(), 1u << 20);
}

TEST(Failures, NoProcessesNoNetworkNoFilesOfOthers) {
    RunOptions options;
    options.timeout_s = 10;
    const std::string out = output_of(R"(
#include <cstdio>
#include <sys/socket.h>
#include <netinet/in.h>
#include <unistd.h>
int main() {
    printf("%d ", fork());
    sockaddr_in a{}; a.sin_family = AF_INET; a.sin_port = htons(9); a.sin_addr.s_addr = htonl(0x7f000001);
    printf("%d ", connect(socket(AF_INET, SOCK_STREAM, 0), (sockaddr*)&a, sizeof a));
    printf("%d ", fopen("/etc/shadow", "r") != nullptr);
    printf("%d ", fopen("/usr/x", "w") != nullptr);
    FILE* f = fopen("made.txt", "w"); printf("%d\n", f != nullptr);
}
)",
                                      options);
    EXPECT_EQ(out.substr(0, 6), "-1 -1 ");
    if (environment().sandbox.substr(0, 10) == "bubblewrap") {
        EXPECT_EQ(out, "-1 -1 0 0 1\n");
    }
}

TEST(Failures, FileSizeLimit) {
    RunOptions options;
    options.file_bytes = 1 << 20;
    const Outcome outcome = execute_source(
        "#include <cstdio>\n" +
            main_with("FILE* f = fopen(\"big\", \"w\"); for (int i = 0; i < 1 << 22; ++i) fputc('x', f); fclose(f);"),
        options);
    EXPECT_THAT(outcome.ran.message, HasSubstr("file size limit of 1 MiB"));
}

TEST(Failures, WorkingDirectoryAndInputsAreReadable) {
    const TemporaryDirectory work, data;
    write_file(data.path() / "in.txt", "content");
    RunOptions options;
    options.working_directory = work.path();
    options.readable = {data.path()};
    options.arguments = {(data.path() / "in.txt").string()};
    options.standard_input = "typed";
    const std::string out = output_of(
        "#include <cstdio>\nint main(int, char** a) { char b[20] = {}; fread(b, 1, 19, fopen(a[1], \"r\")); char c[20] "
        "= {}; "
        "fread(c, 1, 19, stdin); FILE* f = fopen(\"out.txt\", \"w\"); fputs(b, f); fclose(f); printf(\"%s %s\", b, c); "
        "}",
        options);
    EXPECT_EQ(out, "content typed");
    EXPECT_EQ(read_file(work.path() / "out.txt"), "content");
}

// The last access of a thread is judged when the thread has ended, and named as its own.
TEST(Failures, RacesNameBothThreads) {
    const TemporaryDirectory directory;
    CompileOptions options;
    options.check = true;
    const auto built = compile({{"test.cu", R"(__global__ void k(int* o) {
    if (threadIdx.x == 40) o[0] = 40;
    if (threadIdx.x == 5) o[0] = 5;
    if (blockIdx.x == 1 && threadIdx.x == 63) o[1] = 2;
    if (blockIdx.x == 0 && threadIdx.x == 7) o[1] = 1;
}
__global__ void unwritten(int* o) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    o[threadIdx.x] = s[63 - threadIdx.x];
}
int main() {
    int* o;
    cudaMalloc(&o, 4096);
    k<<<2, 64>>>(o);
    unwritten<<<1, 64>>>(o);
    cudaDeviceSynchronize();
    cudaFree(o);
})"}},
                               {}, directory.path(), options);
    ASSERT_EQ(built.status, CompileResult::Status::ok) << built.message;
    RunOptions run_options;
    run_options.check = true;
    std::string all;
    for (const auto& report : run(built.executable, run_options).reports) all += describe(report) + "\n";
    EXPECT_THAT(all, HasSubstr("race at test.cu:2, block (0,0,0) thread (40,0,0)"));
    EXPECT_THAT(all, HasSubstr("race at test.cu:4, block (1,0,0) thread (63,0,0)"));
    EXPECT_THAT(all, HasSubstr("with the write by block (0,0,0) thread (7,0,0) at test.cu:5"));
    EXPECT_THAT(all, HasSubstr("with the read by block (0,0,0) thread (31,0,0) at test.cu:10"));
    EXPECT_THAT(all, testing::Not(HasSubstr("atomic")));
}

}  // namespace
}  // namespace cuset::execute
