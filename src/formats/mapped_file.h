// A file as read-only memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
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

// Calls use(offset, piece) for consecutive pieces of mapped bytes, whole numbers of `unit` bytes each, and gives the
// memory of each back when it has been used: whoever loads a large file needs no more than what is made of it.
void for_pieces(std::span<const std::byte> mapped, size_t unit,
                const std::function<void(size_t offset, std::span<const std::byte> piece)>& use);

}  // namespace cuset::formats
