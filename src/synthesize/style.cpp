#include "synthesize/style.h"

#include <fmt/format.h>

#include "base/error.h"

namespace cuset::synthesize {
namespace {

std::string device_function(const Problem& problem) {
    Code code;
    code.open("__device__ float transform(float v)");
    for (const Step& step : problem.steps) code.line("v = " + step.cuda + ";");
    code.line("return v;");
    code.close();
    code.blank();
    return code.text();
}

void write_launch(Code& code, const Problem& problem, const Style& style, const std::string& grid,
                  const std::string& block) {
    const std::string call = fmt::format("({});", arguments(problem));
    switch (style.launch) {
        case Style::Launch::direct:
            code.line(fmt::format("kernel<<<{}, {}>>>{}", grid, block, call));
            break;
        case Style::Launch::block_count:
            code.line("const int threads = " + block + ";");
            code.line("const int blocks = " + grid + ";");
            code.line("kernel<<<blocks, threads>>>" + call);
            break;
        case Style::Launch::dim3:
            code.line("dim3 threads(" + block + ");");
            code.line("dim3 blocks(" + grid + ");");
            code.line("kernel<<<blocks, threads>>>" + call);
            break;
    }
}

}  // namespace

Style draw_style(int level, Random& random) {
    CUSET_ASSERT(level >= 0 && level < kStyleLevels);
    Style style;
    style.level = level;
    if (level >= 1) {
        style.kernel = random.choose<std::string>({"kernel", "compute", "run_kernel", "process", "apply_kernel"});
        style.index = random.choose<std::string>({"i", "tid", "gid", "id", "item"});
        style.value = random.choose<std::string>({"v", "val", "value", "element"});
        style.accumulator = random.choose<std::string>({"acc", "total", "result"});
        style.block = random.choose<int>({64, 128, 256, 512});
    }
    if (level >= 2) {
        style.comments = random.chance(0.5);
        style.indent = random.choose<int>({2, 4});
        style.index_idiom =
            random.choose<Style::Index>({Style::Index::guard, Style::Index::early_return, Style::Index::grid_stride});
        style.wording = static_cast<int>(random.integer(0, 2));
    }
    if (level >= 3) {
        style.device_function = random.chance(0.4);
        style.restrict_pointers = random.chance(0.4);
        style.launch =
            random.choose<Style::Launch>({Style::Launch::direct, Style::Launch::block_count, Style::Launch::dim3});
    }
    return style;
}

void apply_steps(Code& code, const Problem& problem, const Style& style) {
    if (problem.steps.empty()) return;
    if (style.device_function)
        code.line("v = transform(v);");
    else
        for (const Step& step : problem.steps) code.line("v = " + step.cuda + ";");
}

void comment(Code& code, const Style& style, const std::string& text) {
    if (style.comments) code.line("// " + text);
}

std::string block_count(const std::string& count, int block) {
    const bool simple = count.find(' ') == std::string::npos || count.find_first_of("+-/") == std::string::npos;
    return fmt::format("({} + {}) / {}", simple ? count : fmt::format("({})", count), block - 1, block);
}

std::string answer(const Problem& problem, const Style& style, const Code& body, const std::string& grid,
                   const std::string& block, const std::vector<std::string>& before) {
    Code code;
    code.open("__global__ void kernel(" +
              parameters(problem, "float", style.restrict_pointers ? "* __restrict__" : "*") + ")");
    code.append(body);
    code.close();
    code.blank();
    code.open("void launch(" + parameters(problem, "float") + ")");
    for (const std::string& line : before) code.line(line);
    write_launch(code, problem, style, grid, block);
    code.close();
    const bool helper = style.device_function && !problem.steps.empty();
    return helper ? device_function(problem) + code.text() : code.text();
}

std::string answer_per_item(const Problem& problem, const Style& style, const std::string& count, const Code& body,
                            const std::vector<std::string>& before) {
    Code code;
    const std::string first = "blockIdx.x * blockDim.x + threadIdx.x";
    const bool strides = style.index_idiom == Style::Index::grid_stride;
    comment(code, style, strides ? "the grid strides over all items" : "one thread per item");
    switch (style.index_idiom) {
        case Style::Index::guard:
            code.line("int i = " + first + ";");
            code.open("if (i < " + count + ")");
            code.append(body);
            code.close();
            break;
        case Style::Index::early_return:
            code.line("int i = " + first + ";");
            code.line("if (i >= " + count + ") return;");
            code.append(body);
            break;
        case Style::Index::grid_stride:
            code.open("for (int i = " + first + "; i < " + count + "; i += gridDim.x * blockDim.x)");
            code.append(body);
            code.close();
            break;
    }
    return answer(problem, style, code, block_count(count, style.block), std::to_string(style.block), before);
}

}  // namespace cuset::synthesize
