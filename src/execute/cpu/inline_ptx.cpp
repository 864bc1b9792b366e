#include "execute/cpu/inline_ptx.h"

#include <fmt/format.h>

#include <map>

namespace cuset::execute::cpu {
namespace {

// Registers by name, and their value here.
const std::map<std::string_view, std::string_view>& registers() {
    static const std::map<std::string_view, std::string_view> known = {
        {"laneid", "::cuset_rt::lane()"},
        {"warpid", "::cuset_rt::thread_rank() / 32"},
        {"nwarpid", "64"},
        {"smid", "::cuset_rt::block_rank() % 132"},
        {"nsmid", "132"},
        {"clock", "::clock()"},
        {"clock64", "::clock64()"},
        {"globaltimer", "::clock64()"},
        {"lanemask_eq", "1u << ::cuset_rt::lane()"},
        {"lanemask_lt", "(1u << ::cuset_rt::lane()) - 1"},
        {"lanemask_le", "(2u << ::cuset_rt::lane()) - 1"},
        {"lanemask_gt", "~((2u << ::cuset_rt::lane()) - 1)"},
        {"lanemask_ge", "~((1u << ::cuset_rt::lane()) - 1)"},
        {"tid.x", "::threadIdx.x"},
        {"tid.y", "::threadIdx.y"},
        {"tid.z", "::threadIdx.z"},
        {"ntid.x", "::blockDim.x"},
        {"ntid.y", "::blockDim.y"},
        {"ntid.z", "::blockDim.z"},
        {"ctaid.x", "::blockIdx.x"},
        {"ctaid.y", "::blockIdx.y"},
        {"ctaid.z", "::blockIdx.z"},
        {"nctaid.x", "::gridDim.x"},
        {"nctaid.y", "::gridDim.y"},
        {"nctaid.z", "::gridDim.z"},
    };
    return known;
}

// The register that `"mov.TYPE %0, %NAME;"` reads; empty for other text.
std::string_view register_of(std::string_view literal) {
    const auto skip = [&](std::string_view chars) {
        const size_t first = literal.find_first_not_of(chars);
        literal.remove_prefix(first == std::string_view::npos ? literal.size() : first);
    };
    skip("\" \t");
    if (literal.substr(0, 4) != "mov.") return {};
    const size_t operand = literal.find("%0");
    if (operand == std::string_view::npos) return {};
    literal.remove_prefix(operand + 2);
    skip(" ,\t");
    skip("%");
    const size_t end = literal.find_first_of("; \t\\\"");
    return literal.substr(0, end);
}

}  // namespace

std::string read_special_register(const cuda_source::Code& code, size_t asm_at, size_t& end) {
    size_t open = asm_at + 1;
    while (code[open] == "volatile" || code[open] == "__volatile__") ++open;
    if (code[open] != "(" || code.match(open) >= code.size()) return {};
    // ( "text" : "=r" ( target ) ... )
    const size_t text = open + 1, constraint = text + 2, target = text + 3;
    if (code[text + 1] != ":" || code[target] != "(" || code.match(target) >= code.size()) return {};
    if (code[constraint].substr(0, 2) != "\"=") return {};
    const auto found = registers().find(register_of(code[text]));
    if (found == registers().end()) return {};
    end = code.match(open) + 1;
    const auto place = code.text().substr(code.begin(target), code.end(code.match(target)) - code.begin(target));
    return fmt::format("{} = {}", place, found->second);
}

}  // namespace cuset::execute::cpu
