#include "formats/safetensors.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"

namespace cuset::formats {
namespace {

int64_t element_bytes(const std::string& dtype) {
    if (dtype == "F64" || dtype == "I64" || dtype == "U64") return 8;
    if (dtype == "F32" || dtype == "I32" || dtype == "U32") return 4;
    if (dtype == "F16" || dtype == "BF16" || dtype == "I16" || dtype == "U16") return 2;
    return 1;
}

int64_t elements(const std::vector<int64_t>& shape, const std::string& where) {
    int64_t n = 1;
    for (const int64_t extent : shape)
        if (extent < 0 || __builtin_mul_overflow(n, extent, &n)) user_error("{}: impossible shape", where);
    return n;
}

}  // namespace

Safetensors::Safetensors(const std::filesystem::path& path) : path_(path.string()), file_(path) {
    const auto bytes = file_.bytes();
    uint64_t header_bytes = 0;
    if (bytes.size() >= 8) std::memcpy(&header_bytes, bytes.data(), 8);
    if (bytes.size() < 8 || header_bytes > bytes.size() - 8)
        user_error("{}: is not a safetensors file, or cut short; fetch or write it again", path_);
    const char* text = reinterpret_cast<const char*>(bytes.data()) + 8;
    const auto data = bytes.subspan(8 + header_bytes);
    std::vector<std::pair<uint64_t, uint64_t>> ranges;
    try {
        const Json header = Json::parse(text, text + header_bytes);
        for (const auto& [name, value] : header.items()) {
            if (name == "__metadata__") continue;
            const std::string where = fmt::format("{}: tensor \"{}\"", path_, name);
            SafetensorsEntry entry{value.at("dtype"), value.at("shape"), {}};
            const uint64_t begin = value.at("data_offsets").at(0), end = value.at("data_offsets").at(1);
            const auto size = static_cast<uint64_t>(elements(entry.shape, where) * element_bytes(entry.dtype));
            if (begin > end || end > data.size() || end - begin != size)
                user_error("{}: its bytes do not fit the file or its shape; the file is damaged", where);
            entry.bytes = data.subspan(begin, end - begin);
            ranges.emplace_back(begin, end);
            entries_.emplace(name, std::move(entry));
        }
    } catch (const nlohmann::json::exception& error) {
        user_error("{}: its header is not what safetensors defines: {}", path_, error.what());
    }
    std::sort(ranges.begin(), ranges.end());
    for (size_t i = 1; i < ranges.size(); ++i)
        if (ranges[i].first < ranges[i - 1].second) user_error("{}: tensors overlap; the file is damaged", path_);
}

void Safetensors::read(const std::string& name, const std::vector<int64_t>& shape, float* out) const {
    const auto found = entries_.find(name);
    if (found == entries_.end()) user_error("{}: tensor \"{}\" is missing", path_, name);
    const SafetensorsEntry& entry = found->second;
    if (entry.shape != shape)
        user_error("{}: tensor \"{}\" has shape [{}] where [{}] is needed", path_, name, fmt::join(entry.shape, ", "),
                   fmt::join(shape, ", "));
    if (entry.dtype != "F32") user_error("{}: tensor \"{}\" is {}; F32 is needed", path_, name, entry.dtype);
    std::memcpy(out, entry.bytes.data(), entry.bytes.size());
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
