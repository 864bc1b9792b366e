#!/usr/bin/env bash
# Runs that are killed continue to the same weights as one that was not (same machine and thread count).
set -euo pipefail
cd "$(dirname "$0")/.."
cuset=$PWD/build/cuset
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$cuset" synth --out "$work/pairs.jsonl" --tasks "$work/tasks.jsonl" --count 24 --held-out-count 2 --families map_chain > /dev/null
printf 'data: {train: %s}\nbatch: {samples: 2}\nsteps: 8\ncheckpoint: {every: 1, keep: 2}\noutput: %s\n' "$work/pairs.jsonl" "$work/whole" > "$work/train.yaml"
"$cuset" train "$work/train.yaml"
for delay in 5 8 11; do
    "$cuset" train "$work/train.yaml" output="$work/killed" > /dev/null 2>&1 &
    sleep "$delay"
    kill -KILL $! 2>/dev/null || true
    wait $! 2>/dev/null || true
done
"$cuset" train "$work/train.yaml" output="$work/killed"
cmp "$work/whole/checkpoints/step-8/adapter_model.safetensors" "$work/killed/checkpoints/step-8/adapter_model.safetensors"
[ "$(wc -l < "$work/killed/metrics.jsonl")" -eq 8 ]
echo "kill test passed"
