// The decoder against transformers and PEFT.
#include "../golden.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "base/hash.h"
#include "model/decoder.h"
#include "ops/fused_head.h"

namespace cuset::model {
namespace {

const Model& model() {
    static const Model instance = load_model("builtin:smollm2");
    return instance;
}

PackedBatch pack(const std::vector<std::vector<int64_t>>& documents) {
    std::vector<int64_t> tokens, positions;
    PackedBatch batch;
    batch.cu_seqlens.push_back(0);
    for (const auto& document : documents) {
        for (size_t i = 0; i < document.size(); ++i) {
            tokens.push_back(document[i]);
            positions.push_back(static_cast<int64_t>(i));
        }
        batch.cu_seqlens.push_back(static_cast<int64_t>(tokens.size()));
    }
    batch.tokens = at::tensor(tokens, at::kLong);
    batch.positions = at::tensor(positions, at::kLong);
    return batch;
}

TEST(Decoder, LogitsEqualTransformers) {
    const Json file = read_json(golden("logits.json"));
    const at::Tensor picked = at::tensor(file["picked"].get<std::vector<int64_t>>(), at::kLong);
    std::vector<std::vector<int64_t>> documents;
    for (const auto& sequence : file["sequences"]) documents.push_back(sequence["tokens"].get<std::vector<int64_t>>());
    const PackedBatch batch = pack(documents);  // packed: a leak between documents would show
    const at::Tensor hidden = Decoder(model()).forward(batch, at::arange(batch.tokens.size(0)), nullptr);
    const at::Tensor logits = at::mm(hidden, model().weights.head.t()).to(at::kDouble);
    int64_t row = 0;
    for (const auto& sequence : file["sequences"])
        for (size_t t = 0; t < sequence["tokens"].size(); ++t, ++row) {
            const at::Tensor want = at::tensor(sequence["logits"][t].get<std::vector<double>>(), at::kDouble);
            const at::Tensor got = logits[row].index_select(0, picked);
            EXPECT_LT((got - want).abs().max().item<double>(), 1e-4 * want.abs().max().item<double>()) << row;
            EXPECT_NEAR(logits[row].logsumexp(0).item<double>(), sequence["logsumexp"][t].get<double>(), 1e-3);
            EXPECT_EQ(logits[row].argmax().item<int64_t>(), sequence["argmax"][t].get<int64_t>());
        }
}

TEST(Decoder, CachedStepsEqualThePackedPass) {
    const std::vector<int64_t> a{1, 4093, 198, 57, 1032, 77}, b{1, 520, 9};
    const Decoder decoder(model());
    const PackedBatch whole = pack({a});
    const at::Tensor want = decoder.forward(whole, at::arange(6), nullptr);
    auto cache = decoder.make_cache(3, 16);
    const at::Tensor first = decoder.prefill(pack({b, {a.begin(), a.begin() + 3}}), cache, {0, 2});
    EXPECT_TRUE(at::allclose(first[1], want[2], 1e-4, 1e-4));
    for (int64_t t = 3; t < 6; ++t) {
        const at::Tensor h =
            decoder.step(at::tensor({b[0], a[static_cast<size_t>(t)]}, at::kLong), cache, {0, 2}, {t, t});
        EXPECT_TRUE(at::allclose(h[1], want[t], 1e-4, 1e-4)) << t;
    }
}

TEST(Lora, GradientsEqualPeft) {
    const Json file = read_json(golden("gradients.json"));
    Lora lora(model().config, {8, 16, 0.0}, 0);
    // The golden file's parameters: (mix64(k) / 2^64 - 0.5) * 0.04, 24 bits.
    float* p = lora.parameters().mutable_data_ptr<float>();
    for (int64_t k = 0; k < lora.parameters().numel(); ++k)
        p[k] =
            static_cast<float>((static_cast<double>(mix64(static_cast<uint64_t>(k)) >> 40) * 0x1.0p-24 - 0.5) * 0.04);
    std::vector<std::vector<int64_t>> documents;
    std::vector<int64_t> rows, targets, cuts{0};
    int64_t begin = 0;
    for (const auto& sample : file["samples"]) {
        documents.push_back(sample["tokens"].get<std::vector<int64_t>>());
        const int64_t length = static_cast<int64_t>(documents.back().size());
        for (int64_t t = sample["prompt_tokens"].get<int64_t>(); t < length; ++t) {
            rows.push_back(begin + t - 1);
            targets.push_back(documents.back()[static_cast<size_t>(t)]);
        }
        cuts.push_back(static_cast<int64_t>(rows.size()));
        begin += length;
    }
    const PackedBatch batch = pack(documents);
    const Decoder decoder(model(), &lora);
    Activations saved;
    const at::Tensor hidden = decoder.forward(batch, at::tensor(rows, at::kLong), &saved);
    const ops::TokenWeighting plain{
        [](size_t, size_t, std::span<const float>, std::span<float> w) { std::fill(w.begin(), w.end(), 1.0f); },
        [](size_t, std::span<const float>) { return 1.0f; }};
    const auto head = ops::fused_head(hidden, model().weights.head, at::tensor(targets, at::kLong), cuts, &plain,
                                      1.0 / static_cast<double>(rows.size()), 16);
    decoder.backward(batch, head.d_hidden, saved);
    EXPECT_NEAR(head.loss, file["loss"].get<double>(), 1e-5 * file["loss"].get<double>());

    int64_t at = 0;
    double worst = 0;
    for (const auto& layer : lora.layers())
        for (const auto* group : {&layer.qkv, &layer.output, &layer.gate_up, &layer.down})
            for (const auto& slice : *group)
                for (const at::Tensor& gradient : {slice.d_a, slice.d_b}) {
                    const Json& want = file["gradients"][static_cast<size_t>(at++)];
                    const at::Tensor flat = gradient.flatten();
                    const double norm = want["norm"].get<double>();
                    worst = std::max(worst, std::abs(flat.norm().item<double>() - norm) / norm);
                    for (size_t i = 0; i < want["at"].size(); ++i)
                        worst = std::max(worst, std::abs(flat[want["at"][i].get<int64_t>()].item<double>() -
                                                         want["values"][i].get<double>()) /
                                                    norm);
                }
    EXPECT_LT(worst, 1e-4);
    RecordProperty("worst_relative_difference", fmt::format("{:.2e}", worst));
    EXPECT_EQ(at, 420);
}

TEST(Lora, SavedAdaptersAreReadBackAndMergedEqualApplied) {
    TemporaryDirectory directory;
    Lora lora(model().config, {4, 8, 0.0}, 7);
    float* p = lora.parameters().mutable_data_ptr<float>();
    Random random(3);
    for (int64_t k = 0; k < lora.parameters().numel(); ++k) p[k] = static_cast<float>(random.uniform() - 0.5) * 0.05f;
    lora.save(directory.path(), "builtin:smollm2");
    const PackedBatch batch = pack({{1, 2, 300, 40}});
    const at::Tensor applied = Decoder(model(), &lora).forward(batch, at::arange(4), nullptr);
    Model merged = load_model("builtin:smollm2");
    merge_adapter(merged, directory.path());
    EXPECT_TRUE(at::allclose(Decoder(merged).forward(batch, at::arange(4), nullptr), applied, 1e-4, 1e-4));
}

}  // namespace
}  // namespace cuset::model
