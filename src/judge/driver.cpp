#include "judge/driver.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "judge/shape.h"

namespace cuset::judge {
namespace {

// The call file is a sequence of 64-bit integers and array bytes: number of calls; for each call: function, number of
// arrays, number of sizes, the sizes; for each array: 1 for an output, bytes, poison byte, and an input's content.
// The result file has for each finished call: status, length of a message, the message, and for status 0 the content of
// every array. It is flushed after each call, so that a crash loses the running one alone.
const char kDriver[] = R"(#include <cstdio>
#include <cstdlib>
#include <cstring>
extern "C" void cuset_call(int function, void* const* arrays, const long long* sizes);

namespace {

long long read_integer(FILE* file) {
    long long value = 0;
    if (fread(&value, sizeof value, 1, file) != 1) exit(120);
    return value;
}

void write_integer(FILE* file, long long value) {
    if (fwrite(&value, sizeof value, 1, file) != 1) exit(121);
}

struct Buffer {
    bool output;
    size_t bytes;
    unsigned char* host;
    void* device;
};

struct Call {
    int function, arrays, sizes;
    long long size[64];
    Buffer buffer[64];
};

void read_call(FILE* file, Call& call) {
    call.function = static_cast<int>(read_integer(file));
    call.arrays = static_cast<int>(read_integer(file));
    call.sizes = static_cast<int>(read_integer(file));
    for (int i = 0; i < call.sizes; ++i) call.size[i] = read_integer(file);
    for (int i = 0; i < call.arrays; ++i) {
        Buffer& buffer = call.buffer[i];
        buffer.output = read_integer(file) != 0;
        buffer.bytes = static_cast<size_t>(read_integer(file));
        const int poison = static_cast<int>(read_integer(file));
        buffer.host = static_cast<unsigned char*>(malloc(buffer.bytes + 1));
        if (buffer.host == nullptr) exit(122);
        if (buffer.output)
            memset(buffer.host, poison, buffer.bytes);
        else if (fread(buffer.host, 1, buffer.bytes, file) != buffer.bytes)
            exit(120);
    }
}

const char* make_call(Call& call);

void run_call(FILE* file, Call& call) {
    const char* error = make_call(call);
    const size_t length = error == nullptr ? 0 : strlen(error);
    write_integer(file, error == nullptr ? 0 : 1);
    write_integer(file, static_cast<long long>(length));
    if (length > 0) fwrite(error, 1, length, file);
    for (int i = 0; i < call.arrays && error == nullptr; ++i)
        if (fwrite(call.buffer[i].host, 1, call.buffer[i].bytes, file) != call.buffer[i].bytes) exit(121);
    if (fflush(file) != 0) exit(121);
    for (int i = 0; i < call.arrays; ++i) free(call.buffer[i].host);
}

}  // namespace

int main(int argc, char** argv) {
    FILE* in = argc == 3 ? fopen(argv[1], "rb") : nullptr;
    FILE* out = argc == 3 ? fopen(argv[2], "wb") : nullptr;
    if (in == nullptr || out == nullptr) return 123;
    static Call call;
    for (long long calls = read_integer(in); calls > 0; --calls) {
        read_call(in, call);
        run_call(out, call);
    }
    return fclose(out) == 0 ? 0 : 121;
}
)";

const char kReferenceCall[] = R"(
namespace {

const char* make_call(Call& call) {
    void* arrays[64];
    for (int i = 0; i < call.arrays; ++i) arrays[i] = call.buffer[i].host;
    cuset_call(call.function, arrays, call.size);
    return nullptr;
}

}  // namespace
)";

const char kAnswerCall[] = R"(
#include <cuda_runtime.h>

namespace {

// The first error, by name, of preparing the arrays, of the call, or of what it launched.
const char* make_call(Call& call) {
    void* arrays[64];
    cudaError_t status = cudaSuccess;
    const auto check = [&](cudaError_t next) {
        if (status == cudaSuccess) status = next;
    };
    for (int i = 0; i < call.arrays; ++i) {
        Buffer& buffer = call.buffer[i];
        check(cudaMalloc(&buffer.device, buffer.bytes > 0 ? buffer.bytes : 1));
        if (status != cudaSuccess) return cudaGetErrorName(status);
        check(cudaMemcpy(buffer.device, buffer.host, buffer.bytes, cudaMemcpyHostToDevice));
        arrays[i] = buffer.device;
    }
    if (status == cudaSuccess) cuset_call(call.function, arrays, call.size);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    for (int i = 0; i < call.arrays; ++i) {
        check(cudaMemcpy(call.buffer[i].host, call.buffer[i].device, call.buffer[i].bytes, cudaMemcpyDeviceToHost));
        cudaFree(call.buffer[i].device);
    }
    return status == cudaSuccess ? nullptr : cudaGetErrorName(status);
}

}  // namespace
)";

constexpr size_t kMaxArrays = 64;  // as in the driver, sizes too

struct Layout {
    const Array* array;
    const Dtype* dtype;
    bool output;
    size_t bytes;
};

std::vector<Layout> layout(const Task& task, const Case& one, Side side) {
    std::vector<Layout> arrays;
    for (const bool output : {false, true})
        for (const Array& array : output ? task.outputs : task.inputs) {
            const Dtype* dtype = find_dtype(array.dtype);
            const size_t width = side == Side::answer ? dtype->bytes : dtype->reference_bytes;
            arrays.push_back({&array, dtype, output, static_cast<size_t>(element_count(array, one.sizes)) * width});
        }
    return arrays;
}

void append_integer(std::string& bytes, long value) {
    const auto wide = static_cast<long long>(value);
    bytes.append(reinterpret_cast<const char*>(&wide), sizeof wide);
}

Bytes input_bytes(const Task& task, const Case& one, size_t index, Side side) {
    const Array& array = task.inputs[index];
    const Bytes bytes = make_input(array, one, index);
    return side == Side::answer ? bytes : widen(bytes, *find_dtype(array.dtype));
}

std::string call_text(const Function& function, const std::string& scope, Side side) {
    const Task& task = *function.task;
    const Prototype prototype = parse_prototype(task.entry, {});
    std::string text = scope + prototype.function + "(";
    for (size_t p = 0; p < prototype.parameters.size(); ++p) {
        if (p > 0) text += ", ";
        size_t number = 0;
        bool is_array = false;
        for (const bool output : {false, true})
            for (const Array& array : output ? task.outputs : task.inputs) {
                if (array.name == prototype.parameters[p]) {
                    const Dtype* dtype = find_dtype(array.dtype);
                    text += fmt::format("static_cast<{}{}*>(arrays[{}])", output ? "" : "const ",
                                        side == Side::answer ? dtype->type : dtype->reference_type, number);
                    is_array = true;
                }
                ++number;
            }
        if (is_array) continue;
        const Sizes& sizes = task.cases.front().sizes;
        for (size_t s = 0; s < sizes.size(); ++s)
            if (sizes[s].first == prototype.parameters[p]) text += fmt::format("sizes[{}]", s);
    }
    return text + ");";
}

// A cursor over the result file; every read checks that the bytes are there.
struct Reader {
    std::string_view rest;

    bool take(size_t count, std::string_view& bytes) {
        if (rest.size() < count) return false;
        bytes = rest.substr(0, count);
        rest.remove_prefix(count);
        return true;
    }
    bool take_integer(long& value) {
        std::string_view bytes;
        if (!take(sizeof(long long), bytes)) return false;
        long long wide = 0;
        std::memcpy(&wide, bytes.data(), sizeof wide);
        value = static_cast<long>(wide);
        return true;
    }
};

bool parse_result(const Task& task, const Case& one, Side side, Reader& reader, CallResult& result) {
    long status = 0, length = 0;
    std::string_view bytes;
    if (!reader.take_integer(status) || !reader.take_integer(length) || length < 0) return false;
    if (!reader.take(static_cast<size_t>(length), bytes)) return false;
    result.message = bytes;
    if (status != 0) {
        result.status = CallResult::Status::error;
        return true;
    }
    size_t input = 0;
    for (const Layout& array : layout(task, one, side)) {
        if (!reader.take(array.bytes, bytes)) return false;
        const auto* data = reinterpret_cast<const std::byte*>(bytes.data());
        if (array.output) {
            result.outputs.emplace_back(data, data + bytes.size());
        } else {
            const Bytes want = input_bytes(task, one, input++, side);
            if (!std::equal(want.begin(), want.end(), data) && result.changed_input.empty())
                result.changed_input = array.array->name;
        }
    }
    result.status = CallResult::Status::ok;
    return true;
}

}  // namespace

std::string functions_source(const std::vector<Function>& functions, Side side) {
    std::string text;
    if (side == Side::reference)
        text = "#include <algorithm>\n#include <cmath>\n#include <cstdint>\n#include <cstdlib>\n#include <vector>\n";
    // An answer may bring a main of its own, which is not called.
    if (side == Side::answer) text = "#define main cuset_main_of_answer\n#line 1\n";
    std::string cases;
    for (size_t i = 0; i < functions.size(); ++i) {
        const bool alone = functions.size() == 1;
        const std::string scope = alone ? "" : fmt::format("function_{}", i);
        text += alone ? functions[i].code + "\n"
                      : fmt::format("namespace {} {{\n{}\n}}  // namespace {}\n", scope, functions[i].code, scope);
        cases +=
            fmt::format("        case {}: {} break;\n", i, call_text(functions[i], alone ? "" : scope + "::", side));
    }
    return text +
           "extern \"C\" void cuset_call(int function, void* const* arrays, const long long* sizes) {\n"
           "    (void)sizes;\n    switch (function) {\n" +
           cases + "    }\n}\n";
}

std::string driver_source(Side side) {
    return std::string(kDriver) + (side == Side::answer ? kAnswerCall : kReferenceCall);
}

std::string call_file(const std::vector<Function>& functions, const std::vector<Call>& calls, Side side) {
    std::string bytes;
    append_integer(bytes, static_cast<long>(calls.size()));
    for (const Call& call : calls) {
        const Task& task = *functions[call.function].task;
        const Case& one = task.cases[call.one];
        const std::vector<Layout> arrays = layout(task, one, side);
        CUSET_ASSERT(arrays.size() <= kMaxArrays && one.sizes.size() <= kMaxArrays);
        append_integer(bytes, static_cast<long>(call.function));
        append_integer(bytes, static_cast<long>(arrays.size()));
        // In the order of the first case, which cuset_call counts by.
        append_integer(bytes, static_cast<long>(task.cases.front().sizes.size()));
        for (const auto& [name, unused] : task.cases.front().sizes) append_integer(bytes, evaluate(name, one.sizes));
        size_t input = 0;
        for (const Layout& array : arrays) {
            append_integer(bytes, array.output ? 1 : 0);
            append_integer(bytes, static_cast<long>(array.bytes));
            append_integer(bytes, array.dtype->floating ? 0xFF : 0xCB);  // floats of 0xFF bytes are NaN
            if (array.output) continue;
            const Bytes content = input_bytes(task, one, input++, side);
            bytes.append(reinterpret_cast<const char*>(content.data()), content.size());
        }
    }
    return bytes;
}

std::vector<CallResult> parse_results(const std::vector<Function>& functions, const std::vector<Call>& calls, Side side,
                                      std::string_view bytes) {
    std::vector<CallResult> results;
    Reader reader{bytes};
    for (const Call& call : calls) {
        const Task& task = *functions[call.function].task;
        CallResult result;
        if (!parse_result(task, task.cases[call.one], side, reader, result)) break;
        results.push_back(std::move(result));
    }
    return results;
}

}  // namespace cuset::judge
