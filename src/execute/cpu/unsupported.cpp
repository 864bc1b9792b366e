#include "execute/cpu/unsupported.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cuda_source/include_directive.h"
#include "cuda_source/syntax.h"
#include "execute/cpu/inline_ptx.h"

namespace cuset::execute::cpu {
namespace {

using cuda_source::Code;

struct Feature {
    std::string_view prefix;  // of a header's or an identifier's name
    std::string_view what;
};

// libcu++'s headers have no extension. One like <cuda/cuda.h> exists nowhere: that is the program's mistake, which the
// compiler reports, and no lack of ours.
bool may_exist(std::string_view header) {
    return !header.starts_with("cuda/") || header.find('.') == std::string_view::npos;
}

constexpr std::array kHeaders = {
    Feature{"thrust/", "Thrust"},
    Feature{"cub/", "CUB"},
    Feature{"cuda/", "libcu++"},
    Feature{"nv/", "libcu++"},
    Feature{"curand", "cuRAND"},
    Feature{"cublas", "cuBLAS"},
    Feature{"cufft", "cuFFT"},
    Feature{"cusparse", "cuSPARSE"},
    Feature{"cusolver", "cuSOLVER"},
    Feature{"cudnn", "cuDNN"},
    Feature{"cutensor", "cuTENSOR"},
    Feature{"cutlass/", "CUTLASS"},
    Feature{"cute/", "CUTLASS"},
    Feature{"nccl", "NCCL"},
    Feature{"npp", "NPP"},
    Feature{"nvjpeg", "nvJPEG"},
    Feature{"nvrtc", "NVRTC"},
    Feature{"nvToolsExt", "NVTX"},
    Feature{"nvtx3/", "NVTX"},
    Feature{"cuda_fp8", "8-bit floating point"},
    Feature{"cuda_fp6", "6-bit floating point"},
    Feature{"cuda_fp4", "4-bit floating point"},
    Feature{"cuda_pipeline", "pipelines"},
    Feature{"cuda_awbarrier", "asynchronous barriers"},
    Feature{"cuda_gl_interop", "OpenGL interoperation"},
    Feature{"cuda_texture_types", "textures"},
    Feature{"surface_", "surfaces"},
    Feature{"helper_", "the CUDA samples' helper headers"},
};

constexpr std::array kIdentifiers = {
    Feature{"texCubemap", "textures"},
    Feature{"cudaBindTexture", "textures"},
    Feature{"surf1D", "surfaces"},
    Feature{"surf2D", "surfaces"},
    Feature{"surf3D", "surfaces"},
    Feature{"cudaSurface", "surfaces"},
    Feature{"cudaCreateSurface", "surfaces"},
    Feature{"cudaMemcpy3DPeer", "copies between devices"},
    Feature{"cudaMemPoolExport", "inter-process memory"},
    Feature{"cudaMemPoolImport", "inter-process memory"},
    Feature{"cudaMallocMipmapped", "mipmaps"},
    Feature{"cudaMipmapped", "mipmaps"},
    Feature{"cudaGraph", "CUDA graphs"},
    Feature{"cudaStreamBeginCapture", "CUDA graphs"},
    Feature{"cudaIpc", "inter-process memory"},
    Feature{"cudaExternal", "external memory"},
    Feature{"cudaImportExternal", "external memory"},
    Feature{"this_cluster", "thread block clusters"},
    Feature{"cluster_group", "thread block clusters"},
    Feature{"__cluster", "thread block clusters"},
    Feature{"this_multi_grid", "multi-device synchronisation"},
    Feature{"multi_grid_group", "multi-device synchronisation"},
    Feature{"block_tile_memory", "tiles of more than one warp"},
    Feature{"__isGlobal", "questions about address spaces"},
    Feature{"__isShared", "questions about address spaces"},
    Feature{"__isConstant", "questions about address spaces"},
    Feature{"__isLocal", "questions about address spaces"},
    Feature{"__isGridConstant", "questions about address spaces"},
    Feature{"__cvta_", "conversions between address spaces"},
    Feature{"__pipeline_", "pipelines"},
    Feature{"__mbarrier_", "asynchronous barriers"},
    Feature{"__nv_fp8", "8-bit floating point"},
    Feature{"curand", "cuRAND"},
    Feature{"cublas", "cuBLAS"},
    Feature{"cufft", "cuFFT"},
    Feature{"cuLaunchKernel", "the driver API's launches"},
    Feature{"cuModule", "the driver API's modules"},
    Feature{"cuLibrary", "the driver API's modules"},
    Feature{"cuLinkCreate", "the driver API's modules"},
    Feature{"cuFuncGet", "the driver API's modules"},
    Feature{"cuFuncSet", "the driver API's modules"},
    Feature{"cuGraphCreate", "CUDA graphs"},
    Feature{"cuTexRef", "the driver API's textures"},
    Feature{"cuTexObject", "the driver API's textures"},
    Feature{"cuArrayCreate", "the driver API's arrays"},
    Feature{"cuArray3DCreate", "the driver API's arrays"},
    Feature{"cuMemAddress", "the driver API's virtual memory"},
    Feature{"cuMemCreate", "the driver API's virtual memory"},
    Feature{"cuMemMap", "the driver API's virtual memory"},
    Feature{"cuMemPool", "the driver API's memory pools"},
};

long line_of(std::string_view text, size_t offset) {
    return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
}

bool is_beyond_a_warp(std::string_view size) {
    return size == "64" || size == "128" || size == "256" || size == "512" || size == "1024";
}

template <size_t n>
const Feature* find(const std::array<Feature, n>& features, std::string_view name) {
    const auto found = std::find_if(features.begin(), features.end(),
                                    [&](const Feature& f) { return name.substr(0, f.prefix.size()) == f.prefix; });
    return found == features.end() ? nullptr : &*found;
}

// The text with what stands between `#if 0` and its #else or #endif blanked; lines stay.
std::string without_disabled(std::string_view text) {
    std::string result;
    int off = 0;  // nesting inside a disabled part
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end);
        const Code words(line.substr(std::min(line.find('#'), line.size() - 1) + 1));
        const bool directive = line.find_first_not_of(" \t") == line.find('#') && line.find('#') != line.npos;
        if (directive && words[0].substr(0, 2) == "if") {
            if (off > 0 || words[1] == "0") ++off;
        } else if (directive && words[0] == "endif" && off > 0) {
            --off;
        } else if (directive && words[0].substr(0, 2) == "el" && off == 1) {
            off = 0;
        }
        result += off > 0 ? std::string_view("\n") : line;
    }
    return result;
}

// The first instruction of the assembly at `at`; empty where there is none, or one that is translated.
std::string_view unknown_instruction(const Code& code, size_t at) {
    size_t end = 0, literal = at + 1;
    if (!read_special_register(code, at, end).empty()) return {};
    while (literal < code.size() && code[literal] != "(" && code[literal] != ";") ++literal;
    std::string_view words = code[++literal];
    if (code.kind(literal) != cuda_source::TokenKind::string) return code[at];
    words.remove_prefix(words.find('"') + 1);
    words.remove_prefix(std::min(words.find_first_not_of(" \t{"), words.size()));
    return words.substr(0, words.find_first_of(" \t;\\\""));
}

std::string describe(const Feature& feature, std::string_view name, long line) {
    return fmt::format("{} ({}), line {}", feature.what, name, line);
}

}  // namespace

std::string find_unsupported(std::string_view text) {
    const Code code(text);
    for (const auto& directive : code.directives()) {
        const auto header = cuda_source::parse_include(text_of(text, directive)).header;
        if (header.empty()) continue;
        if (const Feature* feature = find(kHeaders, header); feature != nullptr && may_exist(header))
            return describe(*feature, header, line_of(text, directive.offset));
    }
    for (size_t i = 0; i < code.size(); ++i) {
        const auto token = code[i];
        if (token == "asm" || token == "__asm__" || token == "__asm") {
            const std::string_view instruction = unknown_instruction(code, i);
            if (instruction.empty()) continue;
            return fmt::format("inline PTX assembly ({}), line {}", instruction, line_of(text, code.begin(i)));
        }
        if (token == "texture" && code[i + 1] == "<")
            return fmt::format("textures (texture<>), line {}", line_of(text, code.begin(i)));
        if ((token == "tiled_partition" || token == "thread_block_tile") && code[i + 1] == "<" &&
            is_beyond_a_warp(code[i + 2]))
            return fmt::format("tiles of more than one warp ({}<{}>), line {}", token, code[i + 2],
                               line_of(text, code.begin(i)));
        if (!code.is_name(i)) continue;
        if (const Feature* feature = find(kIdentifiers, token))
            return describe(*feature, token, line_of(text, code.begin(i)));
    }
    return {};
}

std::string find_device_launch(std::string_view text) {
    const std::string active = without_disabled(text);
    const Code code(active);
    const auto functions = cuda_source::find_functions(code);
    for (const auto& launch : cuda_source::find_launches(code))
        for (const auto& function : functions)
            if (function.is_global && function.body < launch.open && launch.open < function.body_end)
                return fmt::format("a kernel launch from device code, line {}", line_of(text, code.begin(launch.open)));
    return {};
}

}  // namespace cuset::execute::cpu
