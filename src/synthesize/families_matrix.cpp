// Families that move or multiply matrices.
#include <fmt/format.h>

#include "base/error.h"
#include "synthesize/families.h"

namespace cuset::synthesize {
namespace {

Problem transpose_problem(const Composition& composition, Random& random, const std::string& how) {
    Problem problem;
    problem.steps = draw_steps(composition, random);
    problem.statement = fmt::format(
        "x is a rows x cols matrix. For each element: {}. Write the transposed cols x rows matrix to out.{}",
        words(problem.steps), how);
    problem.inputs = {input("x", "rows * cols")};
    problem.outputs = {output("out", "rows * cols")};
    problem.sizes = {"rows", "cols"};
    problem.cases = matrix_cases();
    Code& code = problem.reference;
    code.open("for (int row = 0; row < rows; ++row)");
    code.open("for (int col = 0; col < cols; ++col)");
    code.line("double v = x[row * cols + col];");
    reference_steps(code, problem.steps);
    code.line("out[col * rows + row] = v;");
    code.close();
    code.close();
    return problem;
}

}  // namespace

Draft transpose(const Composition& composition, const Style& style, Random& random) {
    const Problem problem = transpose_problem(composition, random, "");
    Code body;
    body.line("int r = i / cols;");
    body.line("int c = i % cols;");
    body.line("float v = x[i];");
    apply_steps(body, problem, style);
    body.line("out[c * rows + r] = v;");
    return finish(problem, style, answer_per_item(problem, style, "rows * cols", body), random);
}

Draft transpose_tiled(const Composition& composition, const Style& style, Random& random) {
    const Problem problem = transpose_problem(composition, random, " Use a 16 x 16 tile in shared memory.");
    Style launch = style;
    launch.launch = Style::Launch::direct;  // the block is two-dimensional
    Code body;
    body.line("__shared__ float tile[16][17];");
    body.line("int c = blockIdx.x * 16 + threadIdx.x;");
    body.line("int r = blockIdx.y * 16 + threadIdx.y;");
    body.open("if (r < rows && c < cols)");
    body.line("float v = x[r * cols + c];");
    apply_steps(body, problem, style);
    body.line("tile[threadIdx.y][threadIdx.x] = v;");
    body.close();
    body.line("__syncthreads();");
    comment(body, style, "neighbouring threads now write neighbouring elements");
    body.line("c = blockIdx.x * 16 + threadIdx.y;");
    body.line("r = blockIdx.y * 16 + threadIdx.x;");
    body.line("if (r < rows && c < cols) out[c * rows + r] = tile[threadIdx.x][threadIdx.y];");
    return finish(problem, style,
                  answer(problem, launch, body, "grid", "block",
                         {"dim3 block(16, 16);", "dim3 grid((cols + 15) / 16, (rows + 15) / 16);"}),
                  random);
}

std::vector<Composition> matmul_compositions() {
    return product({blocks({"plain", "left_transposed", "right_transposed"}), blocks({"no_bias", "bias"}),
                    blocks(operation_names())});
}

Draft matmul(const Composition& composition, const Style& style, Random& random) {
    const bool left = composition[0] == "left_transposed", right = composition[0] == "right_transposed";
    const bool bias = composition[1] == "bias";
    Problem problem;
    problem.steps = draw_steps({composition[2]}, random);
    problem.statement =
        fmt::format("a is {}, b is {}. Compute the m x n product {}{}. Then for each element: {}. Write it to out.",
                    left ? "k x m" : "m x k", right ? "n x k" : "k x n",
                    left    ? "transposed a times b"
                    : right ? "a times transposed b"
                            : "a times b",
                    bias ? ", plus bias[c] for column c" : "", words(problem.steps));
    problem.inputs = {input("a", "m * k", "uniform(-1,1)"), input("b", "k * n", "uniform(-1,1)")};
    if (bias) problem.inputs.push_back(input("bias", "n"));
    problem.outputs = {output("out", "m * n")};
    problem.sizes = {"m", "n", "k"};
    problem.cases = {{1, 1, 1}, {7, 13, 5}, {16, 16, 16}, {37, 29, 31}, {53, 64, 40}};
    Code& code = problem.reference;
    code.open("for (int row = 0; row < m; ++row)");
    code.open("for (int col = 0; col < n; ++col)");
    code.line(bias ? "double v = bias[col];" : "double v = 0;");
    code.line(fmt::format("for (int j = 0; j < k; ++j) v += a[{}] * b[{}];", left ? "j * m + row" : "row * k + j",
                          right ? "col * k + j" : "j * n + col"));
    reference_steps(code, problem.steps);
    code.line("out[row * n + col] = v;");
    code.close();
    code.close();
    Code body;
    body.line("int r = i / n;");
    body.line("int c = i % n;");
    body.line("float v = 0.0f;");
    comment(body, style, "row r of the left matrix times column c of the right one");
    body.line(fmt::format("for (int j = 0; j < k; j++) v = v + a[{}] * b[{}];", left ? "j * m + r" : "r * k + j",
                          right ? "c * k + j" : "j * n + c"));
    if (bias) body.line("v = v + bias[c];");
    apply_steps(body, problem, style);
    body.line("out[i] = v;");
    return finish(problem, style, answer_per_item(problem, style, "m * n", body), random);
}

}  // namespace cuset::synthesize
