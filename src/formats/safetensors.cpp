#include "formats/safetensors.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "base/error.h"
#include "formats/half.h"

namespace cuset::formats {
namespace {

// 0: not a dtype of whole bytes that the format defines.
int64_t element_bytes(const std::string& dtype) {
    static const std::map<std::string, int64_t> sizes{
        {"F64", 8},     {"I64", 8},     {"U64", 8},     {"C64", 8},         {"F32", 4},        {"I32", 4}, {"U32", 4},
        {"F16", 2},     {"BF16", 2},    {"I16", 2},     {"U16", 2},         {"I8", 1},         {"U8", 1},  {"BOOL", 1},
        {"F8_E4M3", 1}, {"F8_E5M2", 1}, {"F8_E8M0", 1}, {"F8_E4M3FNUZ", 1}, {"F8_E5M2FNUZ", 1}};
    const auto found = sizes.find(dtype);
    return found == sizes.end() ? 0 : found->second;
}

// The header as JSON. nlohmann's parser takes the last of two equal keys without a word; here they are an error.
Json parse_header(std::string_view text, const std::string& path) {
    std::set<std::string> names;
    const auto note = [&](int depth, Json::parse_event_t event, Json& parsed) {
        if (event == Json::parse_event_t::key && depth == 1 && !names.insert(parsed.get<std::string>()).second)
            user_error("{}: \"{}\" appears twice in its header; the file is damaged", path, parsed.get<std::string>());
        return true;
    };
    Json header = Json::parse(text, note);
    if (!header.is_object()) user_error("{}: its header is not a JSON object; the file is damaged", path);
    return header;
}

// nlohmann converts negative and fractional numbers to unsigned ones silently.
uint64_t unsigned_number(const Json& value, const std::string& where) {
    if (!value.is_number_unsigned()) user_error("{}: {} is no size; the file is damaged", where, value.dump());
    return value.get<uint64_t>();
}

int64_t elements(const std::vector<int64_t>& shape, const std::string& where) {
    int64_t n = 1;
    for (const int64_t extent : shape)
        if (extent < 0 || __builtin_mul_overflow(n, extent, &n)) user_error("{}: impossible shape", where);
    return n;
}

SafetensorsEntry parse_entry(const Json& value, std::span<const std::byte> data, const std::string& where) {
    SafetensorsEntry entry{value.at("dtype"), {}, {}};
    for (const Json& extent : value.at("shape"))
        entry.shape.push_back(static_cast<int64_t>(unsigned_number(extent, where)));
    const int64_t unit = element_bytes(entry.dtype);
    if (unit == 0) user_error("{}: dtype \"{}\" is not known", where, entry.dtype);
    const Json& offsets = value.at("data_offsets");
    const uint64_t begin = unsigned_number(offsets.at(0), where), end = unsigned_number(offsets.at(1), where);
    int64_t size = 0;
    if (__builtin_mul_overflow(elements(entry.shape, where), unit, &size)) user_error("{}: impossible shape", where);
    if (begin > end || end > data.size() || end - begin != static_cast<uint64_t>(size))
        user_error("{}: its bytes do not fit the file or its shape; the file is damaged or cut short", where);
    entry.bytes = data.subspan(begin, end - begin);
    return entry;
}

}  // namespace

Safetensors::Safetensors(const std::filesystem::path& path) : path_(path.string()), file_(path) {
    const auto bytes = file_.bytes();
    uint64_t header_bytes = 0;
    if (bytes.size() >= 8) std::memcpy(&header_bytes, bytes.data(), 8);
    if (bytes.size() < 8 || header_bytes > bytes.size() - 8)
        user_error("{}: is not a safetensors file, or cut short; fetch or write it again", path_);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + 8, header_bytes);
    const auto data = bytes.subspan(8 + header_bytes);
    try {
        const Json header = parse_header(text, path_);
        for (const auto& [name, value] : header.items())
            if (name != "__metadata__")
                entries_.emplace(name, parse_entry(value, data, fmt::format("{}: tensor \"{}\"", path_, name)));
    } catch (const nlohmann::json::exception& error) {
        user_error("{}: its header is not what safetensors defines: {}", path_, error.what());
    }
    std::vector<std::pair<std::span<const std::byte>, const std::string*>> ranges;
    for (const auto& [name, entry] : entries_) ranges.emplace_back(entry.bytes, &name);
    std::sort(ranges.begin(), ranges.end(), [](const auto& a, const auto& b) {
        return std::pair(a.first.data(), a.first.size()) < std::pair(b.first.data(), b.first.size());
    });
    const std::byte* end = data.data();
    for (const auto& [range, name] : ranges) {
        if (range.data() != end)
            user_error("{}: tensor \"{}\" {}; the file is damaged", path_, *name,
                       range.data() < end ? "overlaps another" : "does not begin where the one before it ends");
        end = range.data() + range.size();
    }
    if (end != data.data() + data.size())
        user_error("{}: {} bytes belong to no tensor; the file is damaged", path_, data.data() + data.size() - end);
}

void Safetensors::read(const std::string& name, const std::vector<int64_t>& shape, float* out) const {
    const auto found = entries_.find(name);
    if (found == entries_.end()) user_error("{}: tensor \"{}\" is missing", path_, name);
    const SafetensorsEntry& entry = found->second;
    if (entry.shape != shape)
        user_error("{}: tensor \"{}\" has shape [{}] where [{}] is needed", path_, name, fmt::join(entry.shape, ", "),
                   fmt::join(shape, ", "));
    const auto convert = [&](float (*to_float)(uint16_t)) {
        for_pieces(entry.bytes, 2, [&](size_t offset, std::span<const std::byte> piece) {
            for (size_t i = 0; i < piece.size() / 2; ++i) {
                uint16_t bits;  // copied: the format does not align
                std::memcpy(&bits, piece.data() + 2 * i, 2);
                out[offset / 2 + i] = to_float(bits);
            }
        });
    };
    if (entry.dtype == "F32") {
        for_pieces(entry.bytes, 4, [&](size_t offset, std::span<const std::byte> piece) {
            std::memcpy(out + offset / 4, piece.data(), piece.size());
        });
    } else if (entry.dtype == "F16") {
        convert(float_from_half);
    } else if (entry.dtype == "BF16") {
        convert(float_from_bfloat16);
    } else {
        user_error("{}: tensor \"{}\" is {}; F32, F16 and BF16 can be read: convert it to one of them", path_, name,
                   entry.dtype);
    }
}

SafetensorsDirectory::SafetensorsDirectory(const std::filesystem::path& directory) : path_(directory.string()) {
    const auto index = directory / "model.safetensors.index.json", single = directory / "model.safetensors";
    if (!std::filesystem::exists(index)) {
        if (!std::filesystem::exists(single))
            user_error("{}: has neither model.safetensors nor model.safetensors.index.json", path_);
        shards_.emplace_back(single);
        for (const auto& [name, entry] : shards_[0].entries()) shard_of_.emplace(name, 0);
        return;
    }
    std::map<std::string, size_t> opened;
    try {
        const Json parsed = Json::parse(read_file(index));
        for (const auto& [name, value] : parsed.at("weight_map").items()) {
            const std::string shard = value.get<std::string>();
            if (shard.empty() || shard == ".." || shard.find('/') != std::string::npos)
                user_error("{}: tensor \"{}\" is said to be in \"{}\", which is no file of the directory",
                           index.string(), name, shard);
            const auto [at, is_new] = opened.emplace(shard, shards_.size());
            if (is_new) {
                if (!std::filesystem::exists(directory / shard))
                    user_error("{}: names the shard \"{}\", which is missing; fetch it", index.string(), shard);
                shards_.emplace_back(directory / shard);
            }
            if (!shards_[at->second].has(name))
                user_error("{}: tensor \"{}\" is said to be in \"{}\", which lacks it", index.string(), name, shard);
            shard_of_.emplace(name, at->second);
        }
    } catch (const nlohmann::json::exception& error) {
        user_error("{}: is not an index of shards: {}", index.string(), error.what());
    }
}

size_t SafetensorsDirectory::bytes() const {
    size_t sum = 0;
    for (const auto& shard : shards_) sum += shard.bytes();
    return sum;
}

std::vector<std::string> SafetensorsDirectory::names() const {
    std::vector<std::string> names;
    for (const auto& [name, shard] : shard_of_) names.push_back(name);
    return names;
}

void SafetensorsDirectory::read(const std::string& name, const std::vector<int64_t>& shape, float* out) const {
    const auto found = shard_of_.find(name);
    if (found == shard_of_.end()) user_error("{}: tensor \"{}\" is missing", path_, name);
    shards_[found->second].read(name, shape, out);
}

void write_safetensors(const std::filesystem::path& path, const std::vector<FloatTensorView>& tensors,
                       const std::map<std::string, std::string>& metadata) {
    Json header = Json::object();
    if (!metadata.empty()) header["__metadata__"] = metadata;
    uint64_t offset = 0;
    std::vector<uint64_t> sizes;
    for (const auto& tensor : tensors) {
        sizes.push_back(static_cast<uint64_t>(elements(tensor.shape, tensor.name)) * 4);
        header[tensor.name] = {
            {"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {offset, offset + sizes.back()}}};
        offset += sizes.back();
    }
    std::string text = header.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    const uint64_t length = text.size();
    AtomicFile file(path);
    file.write({reinterpret_cast<const char*>(&length), 8});
    file.write(text);
    for (size_t i = 0; i < tensors.size(); ++i) file.write({reinterpret_cast<const char*>(tensors[i].data), sizes[i]});
    file.commit();
}

}  // namespace cuset::formats
