// GGUF files (version 2 and 3, little-endian): metadata and tensors by name.
// https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "formats/gguf_types.h"
#include "formats/mapped_file.h"

namespace cuset::formats {

// Integers of every width are int64 (uint64 above its range is refused), both float widths are double. Arrays hold one
// type each; arrays of arrays are refused.
using GgufValue = std::variant<int64_t, double, bool, std::string, std::vector<int64_t>, std::vector<double>,
                               std::vector<bool>, std::vector<std::string>>;

struct GgufTensor {
    std::vector<int64_t> shape;  // row-major, outermost first (GGUF's own order reversed)
    uint32_t type = 0;           // as in the file
    std::span<const std::byte> bytes;
    int64_t size() const;  // number of elements
};

class Gguf {
   public:
    // Reads the directory of the file; tensor data stays mapped. Throws UserError for anything malformed: wrong magic,
    // counts or lengths beyond the file, duplicate names, tensors outside of the file, misaligned, overlapping or with
    // rows that are not whole blocks. A type that cannot be read is no error before that tensor is.
    explicit Gguf(const std::filesystem::path& path);

    const std::string& path() const { return path_; }
    size_t bytes() const { return file_.bytes().size(); }
    bool has(const std::string& key) const { return metadata_.contains(key); }
    // UserError names the key when it is missing or of another type.
    int64_t integer(const std::string& key) const;
    double number(const std::string& key) const;  // integers are accepted
    bool boolean(const std::string& key, bool otherwise) const;
    const std::string& string(const std::string& key) const;
    const std::vector<std::string>& strings(const std::string& key) const;
    const std::vector<int64_t>& integers(const std::string& key) const;

    const std::map<std::string, GgufTensor>& tensors() const { return tensors_; }
    // Dequantises tensor `name` into out[0 .. shape product). UserError: missing, other shape, or a type that cannot be
    // read, by its name.
    void read(const std::string& name, const std::vector<int64_t>& shape, float* out) const;

   private:
    template <typename T>
    const T& value(const std::string& key, const char* type) const;

    std::string path_;
    MappedFile file_;
    std::map<std::string, GgufValue> metadata_;
    std::map<std::string, GgufTensor> tensors_;
};

}  // namespace cuset::formats
