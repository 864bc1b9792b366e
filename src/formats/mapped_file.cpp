#include "formats/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace cuset::formats {

MappedFile::MappedFile(const std::filesystem::path& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) user_error("{}: cannot be opened: {}; check the path", path.string(), std::strerror(errno));
    struct stat status {};
    void* data = nullptr;
    if (::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
        data = ::mmap(nullptr, static_cast<size_t>(status.st_size), PROT_READ, MAP_PRIVATE, fd, 0);
    const int saved = errno;
    ::close(fd);
    if (data == MAP_FAILED) user_error("{}: cannot be mapped: {}", path.string(), std::strerror(saved));
    if (data == nullptr) user_error("{}: is empty or not a file; give the path of a model file", path.string());
    bytes_ = {static_cast<const std::byte*>(data), static_cast<size_t>(status.st_size)};
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

void for_pieces(std::span<const std::byte> mapped, size_t unit,
                const std::function<void(size_t, std::span<const std::byte>)>& use) {
    constexpr size_t kPiece = 16 << 20;
    const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
    const size_t step = std::max<size_t>(1, kPiece / unit) * unit;
    for (size_t offset = 0; offset < mapped.size(); offset += step) {
        const auto piece = mapped.subspan(offset, std::min(step, mapped.size() - offset));
        use(offset, piece);
        // Pages that reach into the neighbours are read again by whoever needs them.
        const auto begin = reinterpret_cast<uintptr_t>(piece.data()) / page * page;
        ::madvise(reinterpret_cast<void*>(begin), reinterpret_cast<uintptr_t>(piece.data() + piece.size()) - begin,
                  MADV_DONTNEED);
    }
}

}  // namespace cuset::formats
