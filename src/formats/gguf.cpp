#include "formats/gguf.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "base/error.h"

namespace cuset::formats {
namespace {

static_assert(std::endian::native == std::endian::little, "GGUF is read as little-endian memory");

// Reads from front to back and refuses to pass the end.
class Cursor {
   public:
    Cursor(std::span<const std::byte> bytes, const std::string& path) : bytes_(bytes), path_(path) {}
    template <typename T>
    T take() {
        T value;
        std::memcpy(&value, advance(sizeof(T)), sizeof(T));
        return value;
    }
    std::string string() {
        const uint64_t length = take<uint64_t>();
        const auto* data = advance(length);
        return {reinterpret_cast<const char*>(data), static_cast<size_t>(length)};
    }
    // A count of things that take at least `least` bytes each.
    size_t count(size_t least) {
        const uint64_t n = take<uint64_t>();
        if (n > (bytes_.size() - position_) / least) truncated();
        return static_cast<size_t>(n);
    }
    size_t position() const { return position_; }

   private:
    [[noreturn]] void truncated() const {
        user_error("{}: the file ends inside its directory or is damaged; fetch it again", path_);
    }
    const std::byte* advance(uint64_t n) {
        if (n > bytes_.size() - position_) truncated();
        const std::byte* here = bytes_.data() + position_;
        position_ += static_cast<size_t>(n);
        return here;
    }
    std::span<const std::byte> bytes_;
    const std::string& path_;
    size_t position_ = 0;
};

enum ValueType : uint32_t { u8, i8, u16, i16, u32, i32, f32, boolean, text, array, u64, i64, f64 };

template <typename Store>
void take_scalar(Cursor& cursor, uint32_t type, const std::string& where, Store store) {
    switch (type) {
        case u8:
            return store(static_cast<int64_t>(cursor.take<uint8_t>()));
        case i8:
            return store(static_cast<int64_t>(cursor.take<int8_t>()));
        case u16:
            return store(static_cast<int64_t>(cursor.take<uint16_t>()));
        case i16:
            return store(static_cast<int64_t>(cursor.take<int16_t>()));
        case u32:
            return store(static_cast<int64_t>(cursor.take<uint32_t>()));
        case i32:
            return store(static_cast<int64_t>(cursor.take<int32_t>()));
        case i64:
            return store(cursor.take<int64_t>());
        case u64: {
            const uint64_t value = cursor.take<uint64_t>();
            if (value > INT64_MAX) user_error("{}: {} is out of range", where, value);
            return store(static_cast<int64_t>(value));
        }
        case f32:
            return store(static_cast<double>(cursor.take<float>()));
        case f64:
            return store(cursor.take<double>());
        case boolean:
            return store(cursor.take<uint8_t>() != 0);
        case text:
            return store(cursor.string());
        default:
            user_error("{}: has a value of type {}, which GGUF does not define", where, type);
    }
}

GgufValue take_array(Cursor& cursor, const std::string& where) {
    const uint32_t type = cursor.take<uint32_t>();
    if (type == array) user_error("{}: arrays of arrays are not supported", where);
    const size_t n = cursor.count(type == text ? 8 : 1);
    GgufValue result = std::vector<int64_t>{};
    if (type == f32 || type == f64) result = std::vector<double>{};
    if (type == boolean) result = std::vector<bool>{};
    if (type == text) result = std::vector<std::string>{};
    for (size_t i = 0; i < n; ++i)
        take_scalar(cursor, type, where,
                    [&]<typename T>(T value) { std::get<std::vector<T>>(result).push_back(std::move(value)); });
    return result;
}

struct Place {
    const std::string* name;
    GgufTensor* tensor;
    uint64_t offset;
    uint64_t bytes = 0;
};

void refuse_overlaps(std::vector<Place> places, const std::string& path) {
    std::erase_if(places, [](const Place& place) { return place.bytes == 0; });
    std::ranges::sort(places, {}, &Place::offset);
    for (size_t i = 1; i < places.size(); ++i)
        if (places[i].offset < places[i - 1].offset + places[i - 1].bytes)
            user_error("{}: tensors \"{}\" and \"{}\" overlap: the file is damaged; fetch it again", path,
                       *places[i - 1].name, *places[i].name);
}

}  // namespace

int64_t GgufTensor::size() const {
    return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

Gguf::Gguf(const std::filesystem::path& path) : path_(path.string()), file_(path) {
    Cursor cursor(file_.bytes(), path_);
    if (file_.bytes().size() < 24 || cursor.take<uint32_t>() != 0x46554747)
        user_error("{}: is not a GGUF file; give a .gguf model", path_);
    const uint32_t version = cursor.take<uint32_t>();
    if (version != 2 && version != 3) user_error("{}: GGUF version {} is not supported; use version 3", path_, version);
    const size_t tensor_count = cursor.count(24), metadata_count = cursor.count(12);
    for (size_t i = 0; i < metadata_count; ++i) {
        const std::string key = cursor.string();
        const std::string where = fmt::format("{}: metadata \"{}\"", path_, key);
        const uint32_t type = cursor.take<uint32_t>();
        if (type == array)
            metadata_[key] = take_array(cursor, where);
        else
            take_scalar(cursor, type, where, [&]<typename T>(T v) { metadata_[key] = std::move(v); });
    }
    std::vector<Place> places;
    for (size_t i = 0; i < tensor_count; ++i) {
        const std::string name = cursor.string();
        const auto [entry, added] = tensors_.try_emplace(name);
        if (!added) user_error("{}: tensor \"{}\" occurs twice", path_, name);
        GgufTensor& tensor = entry->second;
        const uint32_t rank = cursor.take<uint32_t>();
        if (rank > 4) user_error("{}: tensor \"{}\" has {} dimensions; at most 4 are allowed", path_, name, rank);
        int64_t elements = 1;
        for (uint32_t d = 0; d < rank; ++d) {
            const uint64_t extent = cursor.take<uint64_t>();
            if (extent > INT64_MAX || __builtin_mul_overflow(elements, static_cast<int64_t>(extent), &elements))
                user_error("{}: tensor \"{}\" is too large", path_, name);
            tensor.shape.insert(tensor.shape.begin(), static_cast<int64_t>(extent));
        }
        tensor.type = cursor.take<uint32_t>();
        places.push_back({&entry->first, &tensor, cursor.take<uint64_t>()});
    }
    const uint64_t alignment = has("general.alignment") ? static_cast<uint64_t>(integer("general.alignment")) : 32;
    if (!std::has_single_bit(alignment)) user_error("{}: general.alignment is not a power of two", path_);
    const uint64_t data = (cursor.position() + alignment - 1) / alignment * alignment;
    const uint64_t room = file_.bytes().size() < data ? 0 : file_.bytes().size() - data;
    for (Place& place : places) {
        GgufTensor& tensor = *place.tensor;
        if (place.offset % alignment != 0)
            user_error("{}: tensor \"{}\" begins at offset {}, which is no multiple of the alignment {}", path_,
                       *place.name, place.offset, alignment);
        // How long a tensor of an unreadable type is remains unknown; any element takes some byte.
        uint64_t blocks = tensor.size() == 0 ? 0 : 1, bytes_each = 1;
        if (is_readable(tensor.type)) {
            const auto type = static_cast<GgufType>(tensor.type);
            const int64_t row = tensor.shape.empty() ? 1 : tensor.shape.back(), block = block_size(type);
            if (row % block != 0)
                user_error("{}: tensor \"{}\" has rows of {} elements, which are no whole {} blocks of {}", path_,
                           *place.name, row, type_name(tensor.type), block);
            blocks = static_cast<uint64_t>(tensor.size() / block);
            bytes_each = static_cast<uint64_t>(block_bytes(type));
        }
        if (place.offset > room || blocks > (room - place.offset) / bytes_each)  // the product may overflow
            user_error("{}: tensor \"{}\" lies outside the file: it is cut short or damaged; fetch it again", path_,
                       *place.name);
        place.bytes = blocks * bytes_each;
        if (is_readable(tensor.type)) tensor.bytes = file_.bytes().subspan(data + place.offset, place.bytes);
    }
    refuse_overlaps(std::move(places), path_);
}

template <typename T>
const T& Gguf::value(const std::string& key, const char* type) const {
    const auto found = metadata_.find(key);
    if (found == metadata_.end()) user_error("{}: metadata \"{}\" is missing", path_, key);
    const T* held = std::get_if<T>(&found->second);
    if (held == nullptr) user_error("{}: metadata \"{}\" is not {}", path_, key, type);
    return *held;
}

int64_t Gguf::integer(const std::string& key) const {
    return value<int64_t>(key, "an integer");
}
const std::string& Gguf::string(const std::string& key) const {
    return value<std::string>(key, "a string");
}
const std::vector<std::string>& Gguf::strings(const std::string& key) const {
    return value<std::vector<std::string>>(key, "an array of strings");
}
const std::vector<int64_t>& Gguf::integers(const std::string& key) const {
    return value<std::vector<int64_t>>(key, "an array of integers");
}
bool Gguf::boolean(const std::string& key, bool otherwise) const {
    return has(key) ? value<bool>(key, "a boolean") : otherwise;
}
double Gguf::number(const std::string& key) const {
    const auto found = metadata_.find(key);
    if (found != metadata_.end() && std::holds_alternative<int64_t>(found->second))
        return static_cast<double>(std::get<int64_t>(found->second));
    return value<double>(key, "a number");
}

void Gguf::read(const std::string& name, const std::vector<int64_t>& shape, float* out) const {
    const auto found = tensors_.find(name);
    if (found == tensors_.end()) user_error("{}: tensor \"{}\" is missing", path_, name);
    const GgufTensor& tensor = found->second;
    if (tensor.shape != shape)
        user_error("{}: tensor \"{}\" has shape [{}] where the metadata ask for [{}]", path_, name,
                   fmt::join(tensor.shape, ", "), fmt::join(shape, ", "));
    if (!is_readable(tensor.type))
        user_error("{}: tensor \"{}\" is of type {}; {} can be read", path_, name, type_name(tensor.type),
                   readable_types());
    const auto type = static_cast<GgufType>(tensor.type);
    const auto unit = static_cast<size_t>(block_bytes(type));
    for_pieces(tensor.bytes, unit, [&](size_t offset, std::span<const std::byte> piece) {
        const auto elements = [&](size_t bytes) { return static_cast<int64_t>(bytes / unit) * block_size(type); };
        dequantize(type, piece, elements(piece.size()), out + elements(offset));
    });
}

}  // namespace cuset::formats
