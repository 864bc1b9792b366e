// The program's variables at namespace scope, as far as the rewriter tells of them.
#include "check/variables.h"

#include <algorithm>
#include <map>

#include "check/cells.h"
#include "cuset/launch.h"
#include "internal.h"

namespace cuset_rt {
namespace check {
namespace {

std::map<uintptr_t, Variable>& variables() {
    static auto* instance = new std::map<uintptr_t, Variable>;  // filled by initialisers of the program
    return *instance;
}

}  // namespace

uint8_t* image_sides = nullptr;

const Variable* find_variable(uintptr_t address) {
    const auto after = variables().upper_bound(address);
    if (after == variables().begin()) return nullptr;
    const auto& [begin, variable] = *std::prev(after);
    return address - begin < variable.bytes ? &variable : nullptr;
}

}  // namespace check

int register_variable(const volatile void* address, size_t bytes, size_t element_bytes, bool on_device,
                      const char* name) {
    const auto begin = reinterpret_cast<uintptr_t>(address);
    if (begin - check::image.begin >= check::image.bytes) return 0;
    check::variables()[begin] = {begin, bytes, element_bytes, name};
    const auto side = static_cast<uint8_t>(on_device ? check::Side::device : check::Side::host);
    // A word that belongs to two variables in parts says nothing.
    for (size_t i = (begin + 3) / 4 * 4; i + 4 <= begin + bytes; i += 4)
        check::image_sides[(i - check::image.begin) / 4] = side;
    return 0;
}

}  // namespace cuset_rt
