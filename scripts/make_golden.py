"""Makes tests/golden/: tokens, logits and LoRA gradients of the built-in model by transformers, tokenizers and PEFT.

    python -m venv /tmp/golden && /tmp/golden/bin/pip install torch==2.13.0 transformers peft gguf accelerate
    /tmp/golden/bin/python scripts/make_golden.py models/smollm2.gguf tests/golden

The versions used are written into each file.
"""

import json
import os
import random
import sys

import numpy
import peft
import tokenizers
import torch
import transformers
from gguf import GGUFReader
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

MODULES = ["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj",
           "mlp.gate_proj", "mlp.up_proj", "mlp.down_proj"]
VERSIONS = {"torch": torch.__version__, "transformers": transformers.__version__, "peft": peft.__version__,
            "tokenizers": tokenizers.__version__}


def tokenizer_of(path):
    """SmolLM2's tokenizer as its tokenizer.json defines it, from the vocabulary and merges of the GGUF file."""
    fields = GGUFReader(path).fields
    tokens = fields["tokenizer.ggml.tokens"].contents()
    types = fields["tokenizer.ggml.token_type"].contents()
    merges = [tuple(m.split(" ")) for m in fields["tokenizer.ggml.merges"].contents()]
    tokenizer = Tokenizer(models.BPE({t: i for i, t in enumerate(tokens)}, merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)])
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(t, special=True, normalized=False)
                                  for t, kind in zip(tokens, types) if kind == 3])
    return tokenizer


def strings(count):
    """CUDA-like text, prose in several scripts, whitespace runs, emoji, random code points, special tokens."""
    rng = random.Random(1)
    words = ("__global__ void kernel(const float* x, int n) { blockIdx.x * blockDim.x + threadIdx.x; if (i < n) "
             "out[i] = fmaxf(v, 0.0f); } <<<(n + 255) / 256, 256>>> __shared__ float tile[16][17]; // sum\n "
             "The quick brown fox don't we'll I'm they've it's you're he'd 12345 3.14e-7 0xFF "
             "Straße naïve déjà élève Привет мир 你好世界 こんにちは 안녕하세요 مرحبا שלום नमस्ते สวัสดี "
             "e\u0301 a\u030a \u2028 \u00a0 \u3000 \u200b \ufeff ½ ² Ⅷ ٣ 😀 👩‍👩‍👧 🇩🇪 <|im_start|> <|im_end|> <|endoftext|>"
             ).split(" ")
    spaces = [" ", " ", " ", "  ", "    ", "\n", "\n\n", "\t", "\r\n", " \n ", "\u00a0", "\u0085", ""]
    result = ["", " ", "\n", "a", "é", "<|im_end|>", "<|im_end|> ", "a" * 3000, " " * 500, "\n" * 65]
    while len(result) < count:
        kind = rng.random()
        if kind < 0.7:
            result.append("".join(rng.choice(words) + rng.choice(spaces) for _ in range(rng.randint(1, 25))))
        elif kind < 0.85:
            result.append("".join(chr(rng.choice([rng.randint(0, 127), rng.randint(128, 0xD7FF),
                                                  rng.randint(0xE000, 0x2FFFF)])) for _ in range(rng.randint(1, 30))))
        else:
            result.append("".join(rng.choice(" \t\n\r\u00a0\u2003\u3000x1'.") for _ in range(rng.randint(1, 30))))
    return result


def mix64(x):
    """SplitMix64 as src/base/hash.h has it, on an array."""
    with numpy.errstate(over="ignore"):
        x = x + numpy.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
        return x ^ (x >> numpy.uint64(31))


def fill(tensor, start):
    """Element k of all adapter parameters, in module order, is (mix64(k) / 2^64 - 0.5) * 0.04."""
    n = tensor.numel()
    value = (mix64(numpy.arange(start, start + n, dtype=numpy.uint64)) >> numpy.uint64(40)).astype(numpy.float64)
    tensor.data = torch.from_numpy(((value / 2**24 - 0.5) * 0.04).astype(numpy.float32)).double().view_as(tensor)
    return start + n


def logits_file(model, tokenizer):
    texts = ["__global__ void add(const float* x, float* y, int n) {\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n",
             "<|im_start|>user\nWrite a kernel that doubles x.<|im_end|>\n<|im_start|>assistant\n"]
    picked = list(range(0, 49152, 769))
    entries = []
    for text in texts:
        ids = tokenizer.encode(text).ids
        with torch.no_grad():
            logits = model(torch.tensor([ids])).logits[0].double()
        entries.append({"tokens": ids, "logits": logits[:, picked].tolist(),
                        "logsumexp": logits.logsumexp(-1).tolist(), "argmax": logits.argmax(-1).tolist()})
    return {"versions": VERSIONS, "picked": picked, "sequences": entries}


def gradients_file(model, tokenizer):
    samples = [("Double x.", "```cuda\n__global__ void k(float* x, int n) { x[threadIdx.x] *= 2.0f; }\n```"),
               ("Add one to every element of x.", "int i = threadIdx.x; x[i] = x[i] + 1.0f;")]
    config = peft.LoraConfig(r=8, lora_alpha=16, lora_dropout=0.0, target_modules="all-linear", task_type="CAUSAL_LM")
    model = peft.get_peft_model(model, config)
    model = model.double()  # its own rounding must not count against ours
    parameters = dict(model.named_parameters())
    adapters, start = [], 0
    for layer in range(model.config.num_hidden_layers):
        for module in MODULES:
            for matrix in "AB":
                name = f"base_model.model.model.layers.{layer}.{module}.lora_{matrix}"
                adapters.append((name + ".weight", parameters[name + ".default.weight"]))
                start = fill(adapters[-1][1], start)
    total, rows = 0.0, []
    counted = 0
    for prompt, response in samples:
        head = tokenizer.encode(prompt).ids
        tail = tokenizer.encode(response, add_special_tokens=False).ids + [2]
        labels = torch.tensor([[-100] * len(head) + tail])
        logits = model(torch.tensor([head + tail])).logits
        total = total + torch.nn.functional.cross_entropy(logits[0, :-1], labels[0, 1:], reduction="sum")
        counted += len(tail)
        rows.append({"tokens": head + tail, "prompt_tokens": len(head)})
    loss = total / counted
    loss.backward()
    entries = []
    for name, parameter in adapters:
        flat = parameter.grad.double().flatten()
        at = list(range(0, flat.numel(), max(1, flat.numel() // 8)))[:8]
        entries.append({"name": name, "norm": flat.norm().item(), "at": at, "values": flat[at].tolist()})
    return {"versions": VERSIONS, "samples": rows, "loss": loss.item(), "gradients": entries}


def main():
    path, out = sys.argv[1], sys.argv[2]
    tokenizer = tokenizer_of(path)
    with open(f"{out}/tokens.jsonl", "w") as file:
        for text in strings(1000):
            file.write(json.dumps({"text": text, "ids": tokenizer.encode(text).ids}, ensure_ascii=False) + "\n")
    directory, name = os.path.split(os.path.realpath(path))
    model = transformers.AutoModelForCausalLM.from_pretrained(directory, gguf_file=name, dtype=torch.float32).eval()
    for file_name, content in (("logits.json", logits_file(model, tokenizer)),
                               ("gradients.json", gradients_file(model, tokenizer))):
        with open(f"{out}/{file_name}", "w") as file:
            json.dump(content, file)
            file.write("\n")


main()
