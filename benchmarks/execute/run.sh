#!/usr/bin/env bash
# Speed of the CUDA executor: kernels against plain C++ on one core, cost of barriers and shuffles, of checked accesses,
# and from start to finish. Both sides of a ratio are measured in one run.
set -euo pipefail
cd "$(dirname "$0")/../.."
cuset=build/cuset
cache=$(mktemp -d)
trap 'rm -rf "$cache"' EXIT
export CUSET_CACHE_DIR=$cache

now() { date +%s.%N; }
timed() { # NAME COMMAND...: seconds from start to finish
    local name=$1 begin
    shift
    begin=$(now)
    "$@" > /dev/null
    awk -v a="$begin" -v b="$(now)" -v n="$name" 'BEGIN {printf "%-44s %6.2f s\n", n, b - a}'
}

echo "== one core, -O2: $cuset run -O2 --threads 1 benchmarks/execute/loops.cu"
$cuset run -O2 --threads 1 --timeout 120 benchmarks/execute/loops.cu
echo "== checked mode: $cuset run --check benchmarks/execute/accesses.cu"
$cuset run --check --timeout 120 benchmarks/execute/accesses.cu
echo "== from start to finish: $cuset run tests/programs/clean_warp_reduction.cu"
timed "first program (compiles the header too)" $cuset run tests/programs/clean_warp_reduction.cu
timed "another program" $cuset run tests/programs/clean_last_block.cu
timed "compiled before" $cuset run tests/programs/clean_last_block.cu
timed "checked, another program" $cuset run --check tests/programs/clean_warp_reduction.cu
timed "checked, compiled before" $cuset run --check tests/programs/clean_warp_reduction.cu
