// safetensors files with fp32 and int64 tensors: adapters and optimizer state.
// https://github.com/huggingface/safetensors#format
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/file.h"
#include "formats/mapped_file.h"

namespace cuset::formats {

struct SafetensorsEntry {
    std::string dtype;           // "F32", "I64", ... as in the file
    std::vector<int64_t> shape;  // row-major
    std::span<const std::byte> bytes;
};

class Safetensors {
   public:
    // Reads the header; data stay mapped. Throws UserError for a malformed file: header beyond the file, ranges outside
    // of it, overlapping, or not matching shape and dtype.
    explicit Safetensors(const std::filesystem::path& path);
    const std::string& path() const { return path_; }
    const std::map<std::string, SafetensorsEntry>& entries() const { return entries_; }
    // Copies fp32 tensor `name` of the given shape to `out`; UserError when it is missing, of another shape or dtype.
    void read(const std::string& name, const std::vector<int64_t>& shape, float* out) const;

   private:
    std::string path_;
    MappedFile file_;
    std::map<std::string, SafetensorsEntry> entries_;
};

struct FloatTensorView {
    std::string name;
    std::vector<int64_t> shape;
    const float* data;
};

// Writes fp32 tensors, in the given order, completely or not at all (base/file.h: write_file).
void write_safetensors(const std::filesystem::path& path, const std::vector<FloatTensorView>& tensors,
                       const std::map<std::string, std::string>& metadata);

}  // namespace cuset::formats
