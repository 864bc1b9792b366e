#include "formats/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

}  // namespace cuset::formats
