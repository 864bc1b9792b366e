#!/usr/bin/env bash
# The main job on a real model: make pairs, judge the base model, train sft and cuset from the same start on the same
# batches, judge both, report. A stopped demo continues; a finished one only reports again.
#   FAST=1: about a tenth.  FULL=1: more pairs, tasks and steps.  DEMO_DIR: where (runs/demo).
set -euo pipefail
cd "$(dirname "$0")/.."

cuset=build/cuset
dir=${DEMO_DIR:-runs/demo}
pairs=600 tasks=55 steps=150 samples=3 mode=normal
if [ -n "${FULL:-}" ]; then pairs=2000 tasks=200 steps=400 mode=full; fi
if [ -n "${FAST:-}" ]; then pairs=60 tasks=6 steps=12 mode=fast; fi
max_new_tokens=320
families=map_chain,map_two,broadcast,gather_scatter,row_reduce,column_reduce,block_reduce,warp_reduce,transpose,stencil_1d,histogram

settings="mode=$mode families=$families pairs=$pairs tasks=$tasks steps=$steps samples=$samples config=$(cksum < configs/demo.yaml)"
if [ -d "$dir" ] && [ ! -e "$dir/settings" ] && [ -n "$(ls -A "$dir")" ]; then
    echo "demo: $dir holds something that is no demo; move it, or set DEMO_DIR to another directory" >&2
    exit 2
fi
if [ -d "$dir" ] && [ "$(cat "$dir/settings" 2>/dev/null)" != "$settings" ]; then
    echo "demo: $dir holds another demo; starting anew"
    rm -rf "$dir"
fi
mkdir -p "$dir"
echo "$settings" > "$dir/settings"

# Rates relative to the measured matrix product: about 1.1 training tokens and 1.6 generated tokens a GFLOP.
gflops=$($cuset env --measure | awk '/^gflops/ {print $2}')
minutes=$(awk -v g="$gflops" -v s="$steps" -v t="$tasks" -v n="$samples" -v p="$pairs" \
    'BEGIN {printf "%d", 1.5 + (2 * s * 4 * 290 / (1.1 * g) + 3 * t * n * 300 / (1.6 * g) + (p + t) * 0.08 + 3 * t * n * 0.35) / 60}')
echo "demo: this machine multiplies matrices at $gflops GFLOP/s; the whole demo takes about $minutes minutes"

step() { echo; echo "== $1"; shift; echo "   $*"; "$@"; }

answers() { # NAME [--adapter DIR]: three answers a task, and their verdicts
    local name=$1; shift
    mkdir -p "$dir/$name"
    step "$name: answers" $cuset generate "$@" --tasks "$dir/tasks.jsonl" --out "$dir/$name/samples.jsonl" --n $samples \
        --temperature 0.2 --top-p 0.95 --max-new-tokens $max_new_tokens --seed 1 --batch 64
    step "$name: verdicts" $cuset eval --tasks "$dir/tasks.jsonl" --samples "$dir/$name/samples.jsonl" \
        --out "$dir/$name/results.jsonl"
}

started=$(date +%s)
if [ ! -e "$dir/pairs.jsonl" ] || [ ! -e "$dir/tasks.jsonl" ]; then
    step "1/4 verified pairs, and held-out tasks of compositions that no pair has" $cuset synth --out "$dir/pairs.jsonl" \
        --tasks "$dir/tasks.jsonl" --count $pairs --held-out-count $tasks --families "$families" --style 0 --seed 1
fi
echo; echo "== 2/4 the base model"
answers base
for method in sft cuset; do
    echo; echo "== $([ $method = sft ] && echo 3 || echo 4)/4 $method"
    step "$method: training" $cuset train configs/demo.yaml objective.name=$method data.train="$dir/pairs.jsonl" \
        output="$dir/$method" steps=$steps
    answers $method --adapter "$dir/$method"
done
echo; echo "== report"
$cuset report --dir "$dir" --models base,sft,cuset --title "cuset demo ($mode)" --pairs "$dir/pairs.jsonl" \
    --window 64 --cuda-spans extended \
    --note "SmolLM2-135M-Instruct, $pairs verified pairs of style 0 from 11 families, $tasks held-out tasks of compositions that no pair has, \
$steps steps of 4 samples, LoRA rank 8; $samples answers a task at temperature 0.2, top-p 0.95. sft and cuset start from the \
same weights and see the same batches." \
    --note "cuset here: tau 0.1, lambda 1, window 64, extended CUDA spans, keep_end_of_turn, mask_warmup 0.3 (the untrained model \
does not know the answers' format, and a masked token stays unlearned) and renormalize_weights (a falling loss scale would starve AdamW)."
echo "demo: done in $(( ($(date +%s) - started + 59) / 60 )) minutes; open $dir/report.html"
