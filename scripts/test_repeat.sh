#!/usr/bin/env bash
# The same seed gives the same pairs, tasks, weights and answers, byte for byte.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for round in a b; do
    dir=$work/$round
    mkdir "$dir"
    build/cuset synth --out "$dir/pairs.jsonl" --tasks "$dir/tasks.jsonl" --count 12 --held-out-count 2 --seed 5 \
        2> /dev/null > /dev/null
    build/cuset train configs/demo.yaml data.train="$dir/pairs.jsonl" output="$dir/run" steps=2 batch.samples=2 \
        2> /dev/null > /dev/null
    build/cuset generate --adapter "$dir/run" --tasks "$dir/tasks.jsonl" --out "$dir/samples.jsonl" --n 2 \
        --max-new-tokens 24 --seed 3 2> /dev/null
    # Answers are appended as they end.
    sort -o "$dir/samples.jsonl" "$dir/samples.jsonl"
    mv "$dir/run/checkpoints/step-2/adapter_model.safetensors" "$dir/"
done
for file in pairs.jsonl tasks.jsonl adapter_model.safetensors samples.jsonl; do
    if ! cmp "$work/a/$file" "$work/b/$file"; then
        echo "test_repeat: $file differs between two runs with the same seed" >&2
        exit 1
    fi
done
echo "repeated runs: pairs, tasks, weights and answers are equal byte for byte"
