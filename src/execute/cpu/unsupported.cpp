#include "execute/cpu/unsupported.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cuda_source/include_directive.h"
#include "cuda_source/syntax.h"

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
    Feature{"mma.h", "tensor core operations"},
    Feature{"cuda_fp16", "half precision"},
    Feature{"cuda_bf16", "bfloat16"},
    Feature{"cuda_fp8", "8-bit floating point"},
    Feature{"cuda_fp4", "4-bit floating point"},
    Feature{"cuda_pipeline", "pipelines"},
    Feature{"cuda_awbarrier", "asynchronous barriers"},
    Feature{"cooperative_groups/", "cooperative groups' extensions"},
    Feature{"cuda_gl_interop", "OpenGL interoperation"},
    Feature{"cuda_profiler_api", "the profiler API"},
    Feature{"cuda_texture_types", "textures"},
    Feature{"texture_", "textures"},
    Feature{"surface_", "surfaces"},
    Feature{"helper_", "the CUDA samples' helper headers"},
};

constexpr std::array kIdentifiers = {
    Feature{"tex1D", "textures"},
    Feature{"tex2D", "textures"},
    Feature{"tex3D", "textures"},
    Feature{"texCubemap", "textures"},
    Feature{"cudaTexture", "textures"},
    Feature{"cudaCreateTexture", "textures"},
    Feature{"cudaBindTexture", "textures"},
    Feature{"surf1D", "surfaces"},
    Feature{"surf2D", "surfaces"},
    Feature{"surf3D", "surfaces"},
    Feature{"cudaSurface", "surfaces"},
    Feature{"cudaCreateSurface", "surfaces"},
    Feature{"cudaMallocArray", "CUDA arrays"},
    Feature{"cudaMalloc3D", "3D memory"},
    Feature{"cudaMemcpy3D", "3D memory"},
    Feature{"cudaMemset3D", "3D memory"},
    Feature{"cudaMemcpyToArray", "CUDA arrays"},
    Feature{"cudaArray", "CUDA arrays"},
    Feature{"cudaGraph", "CUDA graphs"},
    Feature{"cudaStreamBeginCapture", "CUDA graphs"},
    Feature{"cudaIpc", "inter-process memory"},
    Feature{"cudaMemPool", "memory pools"},
    Feature{"cudaExternal", "external memory"},
    Feature{"cudaImportExternal", "external memory"},
    Feature{"cudaLaunchCooperativeKernel", "cooperative launches"},
    Feature{"cudaLaunchKernelEx", "extended launches"},
    Feature{"this_grid", "grid-wide synchronisation"},
    Feature{"grid_group", "grid-wide synchronisation"},
    Feature{"this_cluster", "thread block clusters"},
    Feature{"labeled_partition", "labeled partitions"},
    Feature{"binary_partition", "binary partitions"},
    Feature{"cudaDevicePropDontCare", "device choice"},
    Feature{"cudaChooseDevice", "device choice"},
    Feature{"cudaProfiler", "the profiler API"},
    Feature{"__nv_bfloat16", "bfloat16"},
    Feature{"__half", "half precision"},
    Feature{"nvcuda", "tensor core operations"},
    Feature{"curand", "cuRAND"},
    Feature{"cublas", "cuBLAS"},
    Feature{"cufft", "cuFFT"},
    Feature{"cuMem", "the driver API"},
    Feature{"cuLaunch", "the driver API"},
    Feature{"cuModule", "the driver API"},
    Feature{"cuCtx", "the driver API"},
    Feature{"cuDevice", "the driver API"},
};

long line_of(std::string_view text, size_t offset) {
    return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
}

template <size_t n>
const Feature* find(const std::array<Feature, n>& features, std::string_view name) {
    const auto found = std::find_if(features.begin(), features.end(),
                                    [&](const Feature& f) { return name.substr(0, f.prefix.size()) == f.prefix; });
    return found == features.end() ? nullptr : &*found;
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
    const auto functions = cuda_source::find_functions(code);
    for (size_t i = 0; i < code.size(); ++i) {
        const auto token = code[i];
        if (token == "asm" || token == "__asm__" || token == "__asm")
            return fmt::format("inline PTX assembly ({}), line {}", token, line_of(text, code.begin(i)));
        if (token == "texture" && code[i + 1] == "<")
            return fmt::format("textures (texture<>), line {}", line_of(text, code.begin(i)));
        if (!code.is_name(i)) continue;
        if (const Feature* feature = find(kIdentifiers, token))
            return describe(*feature, token, line_of(text, code.begin(i)));
    }
    for (const auto& launch : cuda_source::find_launches(code))
        for (const auto& function : functions)
            if (function.is_global && function.body < launch.open && launch.open < function.body_end)
                return fmt::format("a kernel launch from device code, line {}", line_of(text, code.begin(launch.open)));
    return {};
}

}  // namespace cuset::execute::cpu
