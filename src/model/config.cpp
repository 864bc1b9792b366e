#include "model/config.h"

#include <tuple>

#include "base/error.h"

namespace cuset::model {
namespace {

constexpr const char* kFamilies[] = {"llama", "qwen2", "qwen3"};

}  // namespace

const char* name_of(Family family) {
    return kFamilies[static_cast<size_t>(family)];
}

void check(const ModelConfig& c, const std::string& path) {
    // Beyond these, products leave 64 bits.
    for (const auto& [name, size, largest] : {std::tuple("vocabulary", c.vocabulary, 24),
                                              {"hidden size", c.hidden, 20},
                                              {"layers", c.layers, 12},
                                              {"heads", c.heads, 14},
                                              {"key-value heads", c.kv_heads, 14},
                                              {"head size", c.head_dim, 14},
                                              {"intermediate size", c.intermediate, 22}})
        if (size < 1 || size > (int64_t{1} << largest)) user_error("{}: {} {} is impossible", path, name, size);
    if (c.heads % c.kv_heads != 0 || c.head_dim % 2 != 0)
        user_error("{}: {} heads, {} key-value heads and head size {} do not fit together", path, c.heads, c.kv_heads,
                   c.head_dim);
    const auto& s = c.rope_scaling;
    if (!(c.rope_theta > 0) || !(c.rms_eps >= 0) || !(s.factor > 0) || !(s.attention_factor > 0))
        user_error("{}: rotary base {}, its scaling factors or the norm's epsilon {} are impossible", path,
                   c.rope_theta, c.rms_eps);
    if (s.type == RopeScaling::Type::dynamic && c.head_dim < 4)
        user_error("{}: dynamic rope scaling needs heads of at least 4 elements", path);
}

}  // namespace cuset::model
