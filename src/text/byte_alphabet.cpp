#include "text/byte_alphabet.h"

#include <utf8proc.h>

#include <array>
#include <cstdint>

#include "base/error.h"

namespace cuset::text {
namespace {

// Code points of the printable Latin-1 bytes are themselves; the other bytes follow in order from U+0100.
std::array<int, 512> make_table() {
    std::array<int, 512> byte_of{};
    byte_of.fill(-1);
    int next = 256;
    for (int byte = 0; byte < 256; ++byte) {
        const bool printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
        byte_of[static_cast<size_t>(printable ? byte : next++)] = byte;
    }
    return byte_of;
}

}  // namespace

std::string bytes_from_alphabet(std::string_view entry, const std::string& path) {
    static const std::array<int, 512> byte_of = make_table();
    std::string bytes;
    for (size_t i = 0; i < entry.size();) {
        utf8proc_int32_t code_point = -1;
        const auto n = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(entry.data()) + i,
                                        static_cast<utf8proc_ssize_t>(entry.size() - i), &code_point);
        const int byte = n > 0 && code_point >= 0 && code_point < 512 ? byte_of[static_cast<size_t>(code_point)] : -1;
        if (byte < 0) user_error("{}: vocabulary entry \"{}\" is not in the byte-level alphabet", path, entry);
        bytes += static_cast<char>(byte);
        i += static_cast<size_t>(n);
    }
    return bytes;
}

}  // namespace cuset::text
