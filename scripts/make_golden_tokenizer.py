"""Writes tests/golden/tokenizers.json: small tokenizers of every supported component, and Hugging Face's ids for texts.

python3 -m pip install tokenizers; python3 scripts/make_golden_tokenizer.py
"""
import json
import pathlib
import random

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

SOURCE = """__global__ void saxpy(int n, float a, const float* x, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];  // it's the kernel's 1234 lines, we'll see
}
Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. Съешь же ещё этих мягких французских булок. 日本語のテキスト
"""
BYTES = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
          r"|\s+(?!\S)|\s+")


def split(pattern, behavior, invert=False):
    return pre_tokenizers.Split(pattern, behavior, invert)


PRE = {
    "ByteLevel": pre_tokenizers.ByteLevel(add_prefix_space=False),
    "no pattern": BYTES,
    "Llama 3": pre_tokenizers.Sequence([split(Regex(LLAMA3), "isolated"), BYTES]),
    "digits": pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=True),
                                       pre_tokenizers.ByteLevel(add_prefix_space=False)]),
    "digit runs": pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=False), BYTES]),
    "string": pre_tokenizers.Sequence([split(" (", "merged_with_next"), BYTES]),
}
for name in ["removed", "isolated", "merged_with_previous", "merged_with_next", "contiguous"]:
    for invert in [False, True]:
        PRE[f"{name} {invert}"] = pre_tokenizers.Sequence([split(Regex(r"[\s.;]"), name, invert), BYTES])


def texts(rng):
    fixed = ["", "a", " ", "\n", "é", SOURCE, "x" * 300, " " * 70, "a  b   c \n\n  d\t\te", "<s>", "a <s>b", "<s><s> </s>x",
             "x <t> y", "x<t>y", "x <t>y", "<w>", "a<w>", "a <w> b", "<w><w>", "<tt>", "<t", "<ttt>",
             "e\u0301 \U0001f600\U0001f468\u200d\U0001f469 \u00a0\u3000x\u180e\u2028y", "½٣൧ IV\u2163", "'S 'Ll 'ſ \u0130'ſs"]
    alphabet = list("ab1 .;\n(<>s/tw'_") + ["<s>", "<t>", "</s>", "<w>", "é", "ж", "語", "\u0301", "\u00a0", "  "]
    fixed += ["".join(rng.choice(alphabet) for _ in range(rng.randrange(1, 25))) for _ in range(60)]
    points = [c for c in range(1, 0x3fff) if chr(c).isprintable()]
    return fixed + ["".join(chr(rng.choice(points)) for _ in range(12)) for _ in range(20)]


def main():
    rng = random.Random(1)
    cases = []
    for name, pre in PRE.items():
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre
        tokenizer.decoder = decoders.ByteLevel()
        trainer = trainers.BpeTrainer(vocab_size=330, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
                                      special_tokens=["<s>"], show_progress=False)
        tokenizer.train_from_iterator(SOURCE.splitlines(keepends=True), trainer)
        tokenizer.add_special_tokens([AddedToken("</s>", lstrip=True, rstrip=True, normalized=False)])
        tokenizer.add_tokens([AddedToken("<t>", rstrip=True, normalized=False), AddedToken("<tt>", normalized=False),
                              AddedToken("<w>", single_word=True, normalized=False)])
        description = json.loads(tokenizer.to_str())
        variants = [(name, description)]
        if name == "no pattern":
            whole = json.loads(json.dumps(description))
            whole["model"]["ignore_merges"] = True
            whole["model"]["merges"] = whole["model"]["merges"][:-20]  # words that merges alone do not reach
            old = json.loads(json.dumps(whole))
            old["model"]["ignore_merges"] = False
            old["model"]["merges"] = [" ".join(pair) for pair in old["model"]["merges"]]
            variants += [("whole words", whole), ("merges as strings, no whole words", old)]
        for title, variant in variants:
            reference = Tokenizer.from_str(json.dumps(variant))
            inputs = texts(rng)
            if title.startswith(("whole", "merges")):
                inputs += [reference.decode([i]) for i in range(257, 330)]
            inputs = [text for text in inputs if "\ufffd" not in text]
            cases.append({"name": title, "tokenizer": variant, "texts": inputs,
                          "ids": [reference.encode(text, add_special_tokens=False).ids for text in inputs]})
    path = pathlib.Path(__file__).parent.parent / "tests/golden/tokenizers.json"
    path.write_text(json.dumps(cases, ensure_ascii=True, separators=(",", ":")) + "\n")


main()
