// A file as read-only memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace cuset::formats {

// Maps the whole file privately. Throws UserError when it cannot be opened. Move-only; unmapped by the destructor,
// which ends every span taken from it.
class MappedFile {
   public:
    explicit MappedFile(const std::filesystem::path& path);
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&&) = delete;
    ~MappedFile();
    std::span<const std::byte> bytes() const { return bytes_; }

   private:
    std::span<const std::byte> bytes_;
};

}  // namespace cuset::formats
