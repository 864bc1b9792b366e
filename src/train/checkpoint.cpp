#include "train/checkpoint.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/settings.h"
#include "formats/safetensors.h"
#include "model/model.h"

namespace cuset::train {
namespace {

namespace fs = std::filesystem;

// (N, path) of every step-N, ascending.
std::vector<std::pair<long, fs::path>> list(const fs::path& run) {
    std::vector<std::pair<long, fs::path>> found;
    std::error_code missing;
    for (const auto& entry : fs::directory_iterator(run / "checkpoints", missing)) {
        const std::string name = entry.path().filename().string();
        long step = 0;
        const auto parsed =
            std::from_chars(name.data() + std::min<size_t>(5, name.size()), name.data() + name.size(), step);
        if (name.starts_with("step-") && parsed.ec == std::errc() && parsed.ptr == name.data() + name.size())
            found.emplace_back(step, entry.path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

void save_checkpoint(const fs::path& run, const model::Lora& lora, const OptimizerState& state,
                     const std::string& base_model, const std::string& identity, long keep) {
    const fs::path target = run / "checkpoints" / fmt::format("step-{}", state.step);
    const fs::path temporary = run / "checkpoints" / fmt::format(".writing-{}", state.step);
    std::error_code ignored;
    fs::remove_all(temporary, ignored);
    try {
        fs::create_directories(temporary);
        lora.save(temporary, base_model);
        formats::write_safetensors(temporary / "optimizer.safetensors",
                                   {{"m", state.m.sizes().vec(), state.m.const_data_ptr<float>()},
                                    {"v", state.v.sizes().vec(), state.v.const_data_ptr<float>()}},
                                   {});
        write_file(temporary / "state.json",
                   to_json_line({{"step", state.step}, {"updates", state.updates}, {"identity", identity}}) + "\n");
        fs::remove_all(target);
        fs::rename(temporary, target);
    } catch (const fs::filesystem_error& error) {
        fs::remove_all(temporary, ignored);
        run_error("{}: the checkpoint cannot be written: {}", target.string(), error.code().message());
    } catch (...) {
        fs::remove_all(temporary, ignored);
        throw;
    }
    auto all = list(run);
    for (long extra = static_cast<long>(all.size()) - keep; extra > 0; --extra)
        fs::remove_all(all[all.size() - static_cast<size_t>(keep + extra)].second, ignored);
}

std::optional<fs::path> newest_checkpoint(const fs::path& run) {
    const auto all = list(run);
    return all.empty() ? std::nullopt : std::optional(all.back().second);
}

void load_checkpoint(const fs::path& checkpoint, const std::string& identity, model::Lora& lora,
                     OptimizerState& state) {
    const fs::path path = checkpoint / "state.json";
    const Json json = read_json(path);
    const Location where{path.string(), 0};
    if (const std::string own = require_string(json, "identity", where); own != identity) {
        const auto different = first_difference(own, identity);
        user_error("{}: belongs to another configuration{}; choose another output, or start anew with --fresh",
                   checkpoint.string(),
                   different
                       ? fmt::format(": {} is {} there and {} now", different->key, different->first, different->second)
                       : "");
    }
    state.step = require_integer(json, "step", where);
    state.updates = require_integer(json, "updates", where);
    lora.load(checkpoint);
    const formats::Safetensors file(checkpoint / "optimizer.safetensors");
    file.read("m", state.m.sizes().vec(), state.m.mutable_data_ptr<float>());
    file.read("v", state.v.sizes().vec(), state.v.mutable_data_ptr<float>());
}

fs::path find_adapter(const fs::path& path) {
    if (fs::exists(path / "adapter_config.json")) return path;
    if (const auto newest = newest_checkpoint(path)) return *newest;
    user_error("{}: holds no adapter (adapter_config.json) and no checkpoint; give an adapter's or a run's directory",
               path.string());
}

std::string weights_hash(const std::string& model, const std::optional<std::string>& adapter) {
    std::string hashes = content_hash(read_file(model::resolve_model(model)));
    if (adapter) hashes += content_hash(read_file(find_adapter(*adapter) / "adapter_model.safetensors"));
    return content_hash(hashes);
}

}  // namespace cuset::train
