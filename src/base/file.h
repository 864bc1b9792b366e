// Files: whole reads, writes that are complete or absent, JSON Lines, temporary directories.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cuset {

// Keys keep the order in which they were read or added, so that unknown fields survive a rewrite in place.
using Json = nlohmann::ordered_json;

// Where a value came from; printed as FILE:LINE.
struct Location {
    std::string file;
    long line = 0;
    std::string str() const;
};

// Throws UserError when the file cannot be read.
std::string read_file(const std::filesystem::path& path);

// Writes to a temporary name in the same directory, syncs, and renames: a reader sees the old file or the whole
// new one. Parent directories are made. Throws RunError (disk full, read-only directory); nothing is left behind.
void write_file(const std::filesystem::path& path, std::string_view bytes);

// The same in pieces. Without commit() the destructor removes the temporary file.
class AtomicFile {
   public:
    explicit AtomicFile(std::filesystem::path path);
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;
    ~AtomicFile();
    void write(std::string_view bytes);
    void commit();

   private:
    std::filesystem::path path_, temporary_;
    int fd_ = -1;
};

// Appends whole lines. A partial last line left by a killed run is cut off when the file is opened; a line that could
// not be written whole is cut off again before RunError is thrown. A file that it made and wrote nothing to is removed.
class LineAppender {
   public:
    LineAppender(std::filesystem::path path, bool truncate);
    LineAppender(const LineAppender&) = delete;
    LineAppender& operator=(const LineAppender&) = delete;
    ~LineAppender();
    void append(std::string_view line);  // without its newline

   private:
    std::filesystem::path path_;
    int fd_ = -1;
    long size_ = 0;
    bool made_ = false;
};

// Calls `use` for each non-empty line of a JSON Lines file. Throws UserError for a missing file or a line that is not a
// JSON object, naming file and line. `LastLine::may_be_partial`: a last line without its newline, as a killed run
// leaves it, is skipped where whole lines stand before it.
enum class LastLine { whole, may_be_partial };
void for_each_json_line(const std::filesystem::path& path, const std::function<void(Json&&, const Location&)>& use,
                        LastLine last = LastLine::whole);

// Whether two paths lead to the same place: links are followed, and neither need exist.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

// A whole JSON file. Throws UserError.
Json read_json(const std::filesystem::path& path);

// Typed members of an object; UserError names the location, the key and the expected type.
std::string require_string(const Json& object, const char* key, const Location& where);
long require_integer(const Json& object, const char* key, const Location& where);
double require_number(const Json& object, const char* key, const Location& where);
bool require_boolean(const Json& object, const char* key, const Location& where);
std::vector<std::string> require_strings(const Json& object, const char* key, const Location& where);
const Json& require_array(const Json& object, const char* key, const Location& where);
const Json& require_object(const Json& object, const char* key, const Location& where);

// One line, UTF-8, invalid bytes replaced by U+FFFD.
std::string to_json_line(const Json& value);

// A new private directory below $TMPDIR (or /tmp), removed with its content by the destructor. The first one of a
// process also removes those that killed processes of the same user left there.
class TemporaryDirectory {
   public:
    TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory();
    const std::filesystem::path& path() const { return path_; }

   private:
    std::filesystem::path path_;
    int lock_ = -1;  // held while the directory is in use
};

}  // namespace cuset
