// GPT-2's alphabet: each byte has a printable code point, so that vocabularies are text files.
#pragma once

#include <string>
#include <string_view>

namespace cuset::text {

// The bytes that a vocabulary entry stands for. Throws UserError (naming `path`) for a character outside the alphabet.
std::string bytes_from_alphabet(std::string_view entry, const std::string& path);

}  // namespace cuset::text
