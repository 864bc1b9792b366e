#!/usr/bin/env bash
# Training speed and memory: cuset against transformers + PEFT on the same samples, in turn, on this machine.
# Makes a virtual environment of its own (build/bench-venv) with transformers, peft and gguf.
set -euo pipefail
cd "$(dirname "$0")/.."
steps=${STEPS:-8}
work=build/bench
venv=build/bench-venv
mkdir -p "$work"
if [ ! -x "$venv/bin/python" ] || ! "$venv/bin/python" -c 'import transformers, peft, gguf' 2>/dev/null; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet torch==2.13.0 numpy
    "$venv/bin/pip" install --quiet transformers peft gguf accelerate
fi
count=$((4 * steps))
build/cuset synth --out "$work/pairs.jsonl" --tasks "$work/tasks.jsonl" --count $count --held-out-count 1 --seed 3
build/cuset score --data "$work/pairs.jsonl" --out "$work/scores.jsonl"
# The samples as cuset tokenizes them: template and prompt by its tokenizer, the answer from the scores.
python3 - "$work" <<'E2'
import json, subprocess, sys
work = sys.argv[1]
pairs = [json.loads(line) for line in open(f"{work}/pairs.jsonl")]
scores = [json.loads(line) for line in open(f"{work}/scores.jsonl")]
system = "<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n"
prompts = [f"{system}<|im_start|>user\n{p['prompt']}<|im_end|>\n<|im_start|>assistant\n" for p in pairs]
lines = subprocess.run(["build/cuset", "tokenize"], input="".join(json.dumps(p) + "\n" for p in prompts), text=True,
                       capture_output=True, check=True).stdout.splitlines()
samples = [{"tokens": json.loads(line) + [t["id"] for t in s["tokens"]], "prompt_tokens": len(json.loads(line))}
           for line, s in zip(lines, scores)]
json.dump(samples, open(f"{work}/samples.json", "w"))
E2
printf 'data: {train: %s}\noutput: %s\nobjective: {name: sft}\nbatch: {samples: 4, micro_tokens: 2048}\nsteps: %s\n' \
    "$work/pairs.jsonl" "$work/run" "$steps" > "$work/train.yaml"
ours="build/cuset train $work/train.yaml --fresh --json"
theirs="$venv/bin/python benchmarks/train_peft.py models/smollm2.gguf $work/samples.json $steps"
for round in 1 2; do
    $ours 2> /dev/null > "$work/ours-$round.json"
    $theirs 2> /dev/null > "$work/theirs-$round.json"
done
python3 - "$work" "$ours" "$theirs" <<'E2'
import json, sys
work, ours, theirs = sys.argv[1:]
best = lambda side: max((json.load(open(f"{work}/{side}-{r}.json")) for r in (1, 2)), key=lambda x: x["tokens_per_s"])
a, b = best("ours"), best("theirs")
print(f"cuset             {a['tokens_per_s']:8.1f} tokens/s {a['peak_rss_bytes'] / 1e9:6.2f} GB   {ours}")
print(f"transformers+PEFT {b['tokens_per_s']:8.1f} tokens/s {b['peak_rss_bytes'] / 1e9:6.2f} GB   {theirs}")
print(f"ratio             {a['tokens_per_s'] / b['tokens_per_s']:8.2f} x        {a['peak_rss_bytes'] / b['peak_rss_bytes']:6.2f} x")
E2
