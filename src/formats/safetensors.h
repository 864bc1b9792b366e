// safetensors files, alone or as the shards of a Hugging Face model directory.
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
    // Reads the header; data stay mapped. Throws UserError for a malformed file: a header beyond the file or of another
    // form, an unknown dtype, a name given twice, ranges that do not match shape and dtype, that overlap, leave a gap
    // or do not end where the file does.
    explicit Safetensors(const std::filesystem::path& path);
    const std::string& path() const { return path_; }
    size_t bytes() const { return file_.bytes().size(); }
    const std::map<std::string, SafetensorsEntry>& entries() const { return entries_; }
    bool has(const std::string& name) const { return entries_.contains(name); }
    // Tensor `name` of the given shape as fp32 to out[0 .. shape product), exactly: F32, F16 and BF16 are read.
    // UserError when it is missing, of another shape or another dtype (by its name).
    void read(const std::string& name, const std::vector<int64_t>& shape, float* out) const;

   private:
    std::string path_;
    MappedFile file_;
    std::map<std::string, SafetensorsEntry> entries_;
};

// The tensors of a directory: those of model.safetensors or, where there is a model.safetensors.index.json, of the
// shards that it names.
class SafetensorsDirectory {
   public:
    // Throws UserError: neither file is there, the index is malformed, names a shard outside of the directory, a shard
    // that is missing, or a tensor that its shard lacks.
    explicit SafetensorsDirectory(const std::filesystem::path& directory);
    const std::string& path() const { return path_; }
    size_t bytes() const;  // of all shards
    bool has(const std::string& name) const { return shard_of_.contains(name); }
    std::vector<std::string> names() const;                                                   // sorted
    void read(const std::string& name, const std::vector<int64_t>& shape, float* out) const;  // as Safetensors::read

   private:
    std::string path_;
    std::vector<Safetensors> shards_;
    std::map<std::string, size_t> shard_of_;
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
