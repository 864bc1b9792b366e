#include "base/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <system_error>

#include "base/error.h"

namespace cuset {
namespace fs = std::filesystem;
namespace {

const char* reason() {
    return std::strerror(errno);
}

// write(2) until all is written; false with errno set otherwise.
bool write_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        bytes.remove_prefix(static_cast<size_t>(n));
    }
    return true;
}

void make_parent(const fs::path& path) {
    if (path.parent_path().empty()) return;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) run_error("{}: cannot make the directory: {}", path.parent_path().string(), error.message());
}

constexpr const char* kTemporary = "cuset-";
constexpr time_t kSettled = 60;  // seconds after which a directory in use has its lock

// The descriptor that holds the lock, which the kernel drops when the process ends; -1: another process has it.
int lock_directory(const fs::path& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 || ::flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
    ::close(fd);
    return -1;
}

void remove_abandoned(const fs::path& base) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(base, ignored)) {
        struct stat status {};
        if (!entry.path().filename().string().starts_with(kTemporary) || ::lstat(entry.path().c_str(), &status) != 0 ||
            !S_ISDIR(status.st_mode) || status.st_uid != ::geteuid() || (status.st_mode & 0777) != 0700 ||
            std::time(nullptr) - status.st_mtime < kSettled)
            continue;
        const int lock = lock_directory(entry.path());
        if (lock < 0) continue;
        fs::remove_all(entry.path(), ignored);
        ::close(lock);
    }
}

const Json& require(const Json& object, const char* key, const Location& where, const char* type) {
    const auto found = object.find(key);
    if (found == object.end()) user_error("{}: key \"{}\" is missing; add it ({})", where.str(), key, type);
    return *found;
}

[[noreturn]] void wrong_type(const char* key, const Location& where, const char* type, const Json& value) {
    user_error("{}: key \"{}\" is {}; it must be {}", where.str(), key, value.type_name(), type);
}

}  // namespace

std::string Location::str() const {
    return line > 0 ? fmt::format("{}:{}", file, line) : file;
}

std::string read_file(const fs::path& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) user_error("{}: cannot be opened: {}; check the path", path.string(), reason());
    std::string bytes;
    struct stat status {};
    if (::fstat(fd, &status) == 0 && status.st_size > 0) bytes.reserve(static_cast<size_t>(status.st_size));
    char buffer[1 << 16];
    for (;;) {
        const ssize_t n = ::read(fd, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            const int saved = errno;
            ::close(fd);
            user_error("{}: cannot be read: {}", path.string(), std::strerror(saved));
        }
        if (n == 0) break;
        bytes.append(buffer, static_cast<size_t>(n));
    }
    ::close(fd);
    return bytes;
}

void write_file(const fs::path& path, std::string_view bytes) {
    AtomicFile file(path);
    file.write(bytes);
    file.commit();
}

AtomicFile::AtomicFile(fs::path path) : path_(std::move(path)) {
    std::error_code error;
    // Renaming would put a file in the place of a device or pipe (/dev/null, /dev/stdout) or of a link.
    const bool device = fs::is_other(path_, error);
    if (!device && fs::is_symlink(path_, error) && fs::exists(path_, error)) path_ = fs::canonical(path_, error);
    if (!device) {
        make_parent(path_);
        temporary_ = path_;
        temporary_ += fmt::format(".tmp{}", ::getpid());
    }
    fd_ = ::open((device ? path_ : temporary_).c_str(),
                 O_WRONLY | O_CLOEXEC | (device ? 0 : O_CREAT | O_TRUNC | O_NOFOLLOW), 0644);
    if (fd_ < 0) run_error("{}: cannot be written: {}; choose another place", path_.string(), reason());
}

AtomicFile::~AtomicFile() {
    if (fd_ < 0) return;
    ::close(fd_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
    if (!write_all(fd_, bytes)) run_error("{}: cannot be written: {}", path_.string(), reason());
}

void AtomicFile::commit() {
    if (!temporary_.empty() && ::fsync(fd_) != 0) run_error("{}: cannot be written: {}", path_.string(), reason());
    if (!temporary_.empty() && ::rename(temporary_.c_str(), path_.c_str()) != 0)
        run_error("{}: cannot be replaced: {}", path_.string(), reason());
    ::close(fd_);
    fd_ = -1;
}

LineAppender::LineAppender(fs::path path, bool truncate) : path_(std::move(path)) {
    make_parent(path_);
    std::error_code error;
    made_ = !fs::exists(path_, error);
    if (!truncate && !made_) {
        const std::string old = read_file(path_);
        const size_t end = old.rfind('\n');
        size_ = end == std::string::npos ? 0 : static_cast<long>(end) + 1;
    }
    fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (fd_ < 0) run_error("{}: cannot be written: {}; choose another place", path_.string(), reason());
    if (::ftruncate(fd_, size_) != 0 || ::lseek(fd_, size_, SEEK_SET) < 0) {
        const int saved = errno;
        ::close(fd_);
        run_error("{}: cannot be written: {}", path_.string(), std::strerror(saved));
    }
}

LineAppender::~LineAppender() {
    ::close(fd_);
    if (made_ && size_ == 0) ::unlink(path_.c_str());
}

void LineAppender::append(std::string_view line) {
    std::string whole(line);
    whole += '\n';
    if (!write_all(fd_, whole)) {
        const int saved = errno;
        if (::ftruncate(fd_, size_) == 0) ::lseek(fd_, size_, SEEK_SET);
        run_error("{}: cannot be written: {}", path_.string(), std::strerror(saved));
    }
    size_ += static_cast<long>(whole.size());
}

void for_each_json_line(const fs::path& path, const std::function<void(Json&&, const Location&)>& use, LastLine last) {
    const std::string bytes = read_file(path);
    Location where{path.string(), 0};
    for (size_t begin = 0; begin < bytes.size();) {
        size_t end = bytes.find('\n', begin);
        if (end == std::string::npos) {
            if (last == LastLine::may_be_partial && begin > 0) return;
            end = bytes.size();
        }
        ++where.line;
        const std::string_view line(bytes.data() + begin, end - begin);
        begin = end + 1;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        Json value;
        try {
            value = Json::parse(line);
        } catch (const nlohmann::json::exception& error) {
            user_error("{}: not valid JSON ({}); every line must hold one JSON object", where.str(), error.what());
        }
        if (!value.is_object())
            user_error("{}: the line holds {}; every line must hold one JSON object", where.str(), value.type_name());
        use(std::move(value), where);
    }
}

bool same_file(const fs::path& a, const fs::path& b) {
    std::error_code error;
    if (fs::equivalent(a, b, error)) return true;
    const fs::path first = fs::weakly_canonical(fs::absolute(a, error), error);
    return !first.empty() && first == fs::weakly_canonical(fs::absolute(b, error), error);
}

Json read_json(const fs::path& path) {
    try {
        return Json::parse(read_file(path));
    } catch (const nlohmann::json::exception& error) {
        user_error("{}: not valid JSON: {}", path.string(), error.what());
    }
}

std::string require_string(const Json& object, const char* key, const Location& where) {
    const Json& value = require(object, key, where, "a string");
    if (!value.is_string()) wrong_type(key, where, "a string", value);
    return value.get<std::string>();
}

long require_integer(const Json& object, const char* key, const Location& where) {
    const Json& value = require(object, key, where, "an integer");
    if (!value.is_number_integer()) wrong_type(key, where, "an integer", value);
    return value.get<long>();
}

double require_number(const Json& object, const char* key, const Location& where) {
    const Json& value = require(object, key, where, "a number");
    if (!value.is_number()) wrong_type(key, where, "a number", value);
    return value.get<double>();
}

bool require_boolean(const Json& object, const char* key, const Location& where) {
    const Json& value = require(object, key, where, "true or false");
    if (!value.is_boolean()) wrong_type(key, where, "true or false", value);
    return value.get<bool>();
}

std::vector<std::string> require_strings(const Json& object, const char* key, const Location& where) {
    std::vector<std::string> strings;
    for (const Json& item : require_array(object, key, where)) {
        if (!item.is_string())
            user_error("{}: key \"{}\" holds {}; it must be an array of strings", where.str(), key, item.type_name());
        strings.push_back(item.get<std::string>());
    }
    return strings;
}

const Json& require_array(const Json& object, const char* key, const Location& where) {
    const Json& value = require(object, key, where, "an array");
    if (!value.is_array()) wrong_type(key, where, "an array", value);
    return value;
}

const Json& require_object(const Json& object, const char* key, const Location& where) {
    const Json& value = require(object, key, where, "an object");
    if (!value.is_object()) wrong_type(key, where, "an object", value);
    return value;
}

std::string to_json_line(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

TemporaryDirectory::TemporaryDirectory() {
    std::error_code error;
    fs::path base = fs::temp_directory_path(error);
    if (error) base = "/tmp";
    [[maybe_unused]] static const bool swept = (remove_abandoned(base), true);
    std::string name = (base / (std::string(kTemporary) + "XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr)
        run_error("{}: cannot make a temporary directory: {}", base.string(), reason());
    path_ = name;
    lock_ = lock_directory(path_);
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    if (lock_ >= 0) ::close(lock_);
}

}  // namespace cuset
