// Which side the program's variables are on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "check/cells.h"

namespace cuset_rt::check {

enum class Side : uint8_t { unknown, host, device };

struct Variable {
    uintptr_t begin;
    size_t bytes, element_bytes;
    const char* name;
};

extern uint8_t* image_sides;  // of each word of the image

inline Side side_of(uintptr_t address) {
    const size_t offset = address - image.begin;
    return offset < image.bytes ? static_cast<Side>(image_sides[offset / 4]) : Side::unknown;
}
// Null where the address lies in no variable that is known.
const Variable* find_variable(uintptr_t address);

}  // namespace cuset_rt::check
