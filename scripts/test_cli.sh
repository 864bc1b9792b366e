#!/usr/bin/env bash
# The command line as a user meets it: wrong input gives one line and exit code 2, nothing half-written stays.
set -uo pipefail
cd "$(dirname "$0")/.."
cuset=$PWD/build/cuset
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# expect NAME CODE PATTERN COMMAND...: exit code, and a pattern in what it prints.
expect() {
    local name=$1 code=$2 pattern=$3; shift 3
    local output got=0
    output=$("$@" 2>&1 < /dev/null) || got=$?
    if [ "$got" -eq "$code" ] && grep -qE -- "$pattern" <<< "$output"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED %s: exit code %s (expected %s), output:\n%s\n' "$name" "$got" "$code" "$output"
    fi
}
check() { # NAME COMMAND...
    local name=$1; shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED $name"; fi
}

cat > "$work/pairs.jsonl" <<'E2'
{"id": "a", "prompt": "Double x.", "response": "```cuda\n__global__ void k(float* x) { x[0] *= 2.0f; }\n```"}
E2
printf 'data: {train: %s}\noutput: %s\nsteps: 2\nbatch: {samples: 1}\n' "$work/pairs.jsonl" "$work/run" > "$work/train.yaml"

expect "no subcommand" 2 "cuset: " "$cuset"
expect "unknown subcommand" 2 '"trian" is not a command; did you mean train\? The commands are run, synth, ' "$cuset" trian
expect "missing model" 2 "no such model" "$cuset" train "$work/train.yaml" model="$work/none.gguf"
expect "unknown built-in" 2 "builtin:smollm2" "$cuset" train "$work/train.yaml" model=builtin:none
head -c 5000 models/smollm2.gguf > "$work/cut.gguf"
expect "truncated model" 2 "cut.gguf: .*(ends|outside)" "$cuset" train "$work/train.yaml" model="$work/cut.gguf"
expect "not a model" 2 "is not a GGUF file" "$cuset" train "$work/train.yaml" model="$work/train.yaml"
expect "wrong key" 2 'unknown key "objective.tua"; did you mean "objective.tau"' "$cuset" train "$work/train.yaml" objective.tua=1
printf 'data: {train: x}\noutput: y\nlora: {rnak: 2}\n' > "$work/bad.yaml"
expect "wrong key in the file" 2 'bad.yaml:3: unknown key "lora.rnak"; did you mean "lora.rank"' "$cuset" train "$work/bad.yaml"
printf 'data: {trian: x}\n' > "$work/bad.yaml"
expect "wrong key and missing ones" 2 'bad.yaml:1: unknown key "data.trian"; did you mean "data.train"' "$cuset" train "$work/bad.yaml"
expect "key far from all" 2 'unknown key "data.test"; the keys here are max_length, over_long, ' "$cuset" train "$work/train.yaml" data.test=x
expect "steps and epochs" 2 'command line: epochs and steps exclude each other' "$cuset" train "$work/train.yaml" steps=1 epochs=2
expect "wrong value" 2 "optimizer.lr must be a number" "$cuset" train "$work/train.yaml" optimizer.lr=fast
printf 'data: {train: x}\noutput: y\nobjective: {name: foo}\n' > "$work/bad.yaml"
expect "name that is none" 2 'bad.yaml:3: objective.name must be sft or cuset, not "foo"' "$cuset" train "$work/bad.yaml"
expect "list of modules" 2 'lora.targets must be all-linear, not \[q_proj, v_proj\]; this version has no other' "$cuset" train "$work/train.yaml" 'lora.targets=[q_proj, v_proj]'
for value in optimizer.lr=nan optimizer.lr=0 lora.alpha=-1 lora.alpha=.inf seed=-1 epochs=1e300 objective.tau=1 objective.window=4294967297 \
    optimizer.betas=[0.9] batch.samples=0 checkpoint.keep=0; do
    expect "range of ${value%=*}" 2 "${value%=*} must be a .*number.*, not " "$cuset" train "$work/train.yaml" "$value"
done
for option in "run --timeout nan" "run --timeout 1e308" "run --timeout 0" "run --threads 0" "run --memory 9223372036854775807" "run --error-exitcode 256" \
    "eval --timeout inf" "eval --timeout -1" "eval --jobs 0" "synth --count -1" "synth --style 4" "synth --jobs 99999999999999999999" \
    "generate --temperature nan" "generate --top-p 1.1" "generate --n 0" "generate --seed -1" "score --max-length 1" "inspect --tau nan" \
    "inspect --window 0" "report --window x"; do
    read -r command name value <<< "$option"
    expect "range: $option" 2 "^cuset: $name: must be a .*number, .*, not \"$value\"; see cuset $command --help" "$cuset" $command "$name" "$value"
done
expect "mistyped option" 2 '^cuset: unknown option --chekc; did you mean --check\? See cuset run --help$' "$cuset" run --chekc x.cu
expect "mistyped option that is required" 2 '^cuset: unknown option --sampels; did you mean --samples\?' "$cuset" eval --tasks x --sampels=y --out z
expect "option far from all" 2 '^cuset: unknown option --verbosity; see cuset synth --help$' "$cuset" synth --verbosity 3
expect "command far from all" 2 '"dostuff" is not a command; the commands are run, synth, ' "$cuset" dostuff
expect "help: ranges and exit codes" 0 "Exit code: 0 done, 1 failed, 2 wrong" "$cuset" generate --help
expect "broken YAML" 2 "bad2.yaml:2: not valid YAML" bash -c "printf 'a: 1\n b: [\n' > $work/bad2.yaml; $cuset train $work/bad2.yaml"
expect "validate" 0 "^1 samples .*, 2 steps of 1$" "$cuset" train "$work/train.yaml" --validate
check "validate: says it once" test "$("$cuset" train "$work/train.yaml" --validate 2>&1 | grep -c samples)" = 1
mkdir -p "$work/adapter"
for value in '"r": "8"' '"lora_alpha": "x"' '"lora_dropout": "x"' '"use_dora": 1' '"target_modules": "all"' '"target_modules": [1]'; do
    echo "{\"r\": 8, \"lora_alpha\": 16, \"target_modules\": [], $value}" > "$work/adapter/adapter_config.json"
    expect "adapter: $value" 2 "^cuset: $work/adapter/adapter_config.json: key ${value%%:*} (is|holds) .*; it must be " \
        "$cuset" score --data "$work/pairs.jsonl" --adapter "$work/adapter" --out "$work/scores.jsonl"
done
printf '{"id": "a", "prompt": "x", "response": "y"}\n{"id": "b", "prompt"\n' > "$work/broken.jsonl"
expect "broken data line" 2 "broken.jsonl:2: not valid JSON" "$cuset" train "$work/train.yaml" data.train="$work/broken.jsonl"
printf '{"id": "a", "prompt": "x"}\n' > "$work/broken.jsonl"
expect "missing response" 2 'broken.jsonl:1: key "response" is missing' "$cuset" train "$work/train.yaml" data.train="$work/broken.jsonl"
expect "missing tasks" 2 "none.jsonl: cannot be opened" "$cuset" eval --tasks "$work/none.jsonl" --samples x --out y
expect "unwritable output" 1 "cannot be written|cannot make" "$cuset" synth --count 4 --held-out-count 1 --families map_chain --out "$work/pairs.jsonl/p.jsonl" --tasks "$work/t.jsonl"
check "nothing half-written" test ! -e "$work/t.jsonl"

# No command writes to a file that it reads, or twice to one.
expect "synth: one file twice" 2 "x.jsonl: --out and --tasks name the same file" "$cuset" synth --out "$work/x.jsonl" --tasks "$work/./x.jsonl"
check "synth: nothing written" test ! -e "$work/x.jsonl"
ln -s pairs.jsonl "$work/link.jsonl"
expect "score: onto its data" 2 "link.jsonl: --data and --out name the same file" "$cuset" score --data "$work/pairs.jsonl" --out "$work/link.jsonl"
expect "score: no sample" 2 "pairs.jsonl: all 1 samples are longer than 2 tokens" "$cuset" score --data "$work/pairs.jsonl" --out "$work/scores.jsonl" --max-length 2
check "score: no file" test ! -e "$work/scores.jsonl"
check "inspect: no colours in a pipe" bash -c "! $cuset inspect --data $work/pairs.jsonl 2> /dev/null | grep -q $'\033'"

# A full disk, by a limit on the size of files.
expect "full disk" 1 "cannot be written: File too large" bash -c "ulimit -f 64; $cuset train $work/train.yaml"
check "no partial checkpoint" test ! -e "$work/run/checkpoints/step-2"
check "no temporary files" bash -c "! find $work -name '*.tmp*' -o -name '.writing*' | grep -q ."

"$cuset" train "$work/train.yaml" steps=1 output="$work/other" > "$work/log" 2>&1
expect "another configuration" 2 "objective.name is cuset there and sft now" "$cuset" train "$work/train.yaml" steps=1 output="$work/other" objective.name=sft

# Ctrl-C saves and names the exit code; the same command continues.
rm -rf "$work/run"
("$cuset" train "$work/train.yaml" --fresh steps=500 > "$work/log" 2>&1; echo $? > "$work/code") &
for _ in $(seq 600); do sleep 0.2; [ -s "$work/run/metrics.jsonl" ] && break; done
kill -INT "$(pgrep -f "$work/train.yaml --fresh" | tail -n 1)"
wait
check "interrupted exit code" test "$(cat "$work/code")" = 130
check "interrupted saved" bash -c "ls $work/run/checkpoints | grep -q step-"

# Programs on the CPU: contained and named.
program() { printf '#include <cstdio>\n%s\n' "$1" > "$work/p.cu"; }
program '__global__ void k(int* x) { *x = 7; } int main() { int *d, h = 0; cudaMalloc(&d, 4); k<<<1, 1>>>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf("%d\n", h); return 3; }'
expect "run: exit code" 3 "^7$" "$cuset" run "$work/p.cu"
program '__global__ void k() { while (true) __syncthreads(); } int main() { k<<<1, 32>>>(); cudaDeviceSynchronize(); }'
expect "run: endless loop" 124 "time limit of 2 s" "$cuset" run --timeout 2 "$work/p.cu"
program '__global__ void k(int* x) { x[threadIdx.x] = 1; } int main() { k<<<1, 32>>>(nullptr); cudaDeviceSynchronize(); }'
expect "run: a kernel's fault that the program ignores" 1 "segmentation fault" "$cuset" run "$work/p.cu"
program '__global__ void k() {} int main() { k<<<1, 2000>>>(); auto e = cudaGetLastError(); printf("%s\n", cudaGetErrorName(e)); return e != cudaSuccess; }'
expect "run: wrong launch" 1 "cudaErrorInvalidConfiguration" "$cuset" run "$work/p.cu"
program 'int main() { return undeclared; }'
expect "run: compile error, line without column" 1 "p.cu:2: error: .*undeclared" "$cuset" run "$work/p.cu"

program ''
expect "run: no main" 1 "^$work/p.cu: there is no main function" "$cuset" run "$work/p.cu"
program '#include <cassert>
__global__ void k() { assert(threadIdx.x > 5); } int main() { k<<<1, 32>>>(); return cudaDeviceSynchronize(); }'
"$cuset" run "$work/p.cu" > "$work/log" 2>&1
check "run: a failed assertion, once" test "$(grep -c 'Assertion .threadIdx.x > 5. failed' "$work/log")" = 1
program 'int main() { void* p; return cudaMalloc(&p, 1ul << 32) == cudaSuccess; }'
expect "run: a memory limit that the program copes with" 0 "^cuset: warning: .*p.cu: memory limit of 64 MiB: cudaMalloc of" "$cuset" run --memory 64 "$work/p.cu"
for option in "--std=c++99" "-std=c++11" "-D=3" "-D3x"; do
    expect "run $option" 2 "^cuset: (--std|-D): must be .*, not \"(c\+\+99|c\+\+11|=3|3x)\"; see" "$cuset" run "$option" "$work/p.cu"
done
expect "run -D '': empty" 2 '^cuset: -D: must be NAME or NAME=VALUE, not ""' "$cuset" run -D "" "$work/p.cu"
expect "run -I '': empty" 2 '^cuset: -I: must not be empty' "$cuset" run -I "" "$work/p.cu"
expect "run: --steps without --check" 2 '^cuset: --steps (requires|needs) --check' "$cuset" run --steps 10 "$work/p.cu"
expect "run: --error-exitcode without --check" 2 '^cuset: --error-exitcode (requires|needs) --check' "$cuset" run --error-exitcode 7 "$work/p.cu"
program 'int main() { return 3; }'
expect "run: nvcc's -g, -G, -lineinfo" 3 "" "$cuset" run -g -G -lineinfo "$work/p.cu"
program '__global__ void k(int* x) { x[threadIdx.x] = 1; } int main() { int* d; cudaMalloc(&d, 128); k<<<1, 33>>>(d); cudaDeviceSynchronize(); cudaFree(d); }'
expect "run --check: fault" 99 "^out_of_bounds at $work/p.cu:2, block \(0,0,0\) thread \(32,0,0\): writes d\[32\] \(device memory, 32 elements of 4 bytes\)" "$cuset" run --check "$work/p.cu"
expect "run --check: chosen exit code" 7 "1 fault" "$cuset" run --check --error-exitcode 7 --json "$work/report.json" "$work/p.cu"
check "run --check: JSON" python3 -c "import json; r = json.load(open('$work/report.json')); assert r['status'] == 'faulty' and r['reports'][0]['kind'] == 'out_of_bounds' and r['reports'][0]['at']['line'] == 2 and r['reports'][0]['thread'] == [32, 0, 0], r"
expect "run --json: no directory" 2 "none/x.json: the directory .*/none for --json does not exist" "$cuset" run --json "$work/none/x.json" "$work/p.cu"
check "run --json: makes none" test ! -e "$work/none"
expect "run --json: the program" 2 "p.cu: the program and --json name the same file" "$cuset" run --json "$work/p.cu" "$work/p.cu"
expect "run --json: /dev/stdout" 99 '"status": "faulty"' "$cuset" run --check --json /dev/stdout "$work/p.cu"
program '#include <thrust/device_vector.h>
int main() { thrust::device_vector<int> v(3); }'
expect "run: unsupported, named once" 2 "^cuset: $work/p.cu: not supported on the CPU: Thrust" "$cuset" run "$work/p.cu"
program '__global__ void k(int* x) { x[threadIdx.x] = N; } int main() { int* d; cudaMalloc(&d, 128); k<<<1, 32>>>(d); cudaDeviceSynchronize(); cudaFree(d); return 5; }'
expect "run --check: no fault, nvcc's options" 5 "" "$cuset" run --check -O2 -std=c++20 -arch=sm_90 -use_fast_math -DN=3 "$work/p.cu"

printf '{"id":"t","format":"function","prompt":"p","entry":"void launch(const float* x, float* y, int n)","inputs":[{"name":"x","dtype":"float32","shape":"n","distribution":"uniform(-1,1)"}],"outputs":[{"name":"y","dtype":"float32","shape":"n"}],"cases":[{"sizes":{"n":3},"seed":1}],"reference":"void launch(const double* x, double* y, int n) { for (int i = 0; i < n; ++i) y[i] = x[i]; }"}\n' > "$work/t.jsonl"
printf '{"task_id":"t","sample_id":0,"response":"none"}\n' > "$work/s.jsonl"
expect "env: a wrong sandbox" 0 "^sandbox +CUSET_SANDBOX=bad: expected" env CUSET_SANDBOX=bad "$cuset" env
expect "env: goes on" 0 "^torch " env CUSET_SANDBOX=bad "$cuset" env
expect "eval" 0 "no_code" "$cuset" eval --tasks "$work/t.jsonl" --samples "$work/s.jsonl" --out "$work/r.jsonl"
printf '{"task_id":"t","sample_id":0,"response":"__global__ void k(const float* x, float* y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = x[i]; }\\nvoid launch(const float* x, float* y, int n) { k<<<(n + 255) / 256, 256>>>(x, y, n); }"}\n' > "$work/right.jsonl"
expect "eval: right answer" 0 "samples: pass +1" "$cuset" eval --tasks "$work/t.jsonl" --samples "$work/right.jsonl" --out "$work/right1.jsonl"
expect "eval: tokens that are not known" 0 '"tokens":\{"mean":null,"median":null,"p95":null\}' "$cuset" eval --json --tasks "$work/t.jsonl" --samples "$work/right.jsonl" --out "$work/right1.jsonl"
expect "eval: tokens that are not known, table" 0 '^tokens a sample, mean +-$' "$cuset" eval --tasks "$work/t.jsonl" --samples "$work/right.jsonl" --out "$work/right1.jsonl"
expect "eval --check: right answer" 0 "samples: pass +1" "$cuset" eval --check --tasks "$work/t.jsonl" --samples "$work/right.jsonl" --out "$work/right2.jsonl"
expect "eval: other settings" 2 "holds verdicts by another task file" "$cuset" eval --check --tasks "$work/t.jsonl" --samples "$work/s.jsonl" --out "$work/r.jsonl"

expect "eval: onto its samples" 2 "s.jsonl: --samples and --out name the same file" "$cuset" eval --tasks "$work/t.jsonl" --samples "$work/s.jsonl" --out "$work/s.jsonl"
printf '{"task_id":"t","sample_id":0,"response":"none"}\n{"task_id":"u","sample_id":0,"response":"none"}\n' > "$work/u.jsonl"
expect "eval: unknown task" 2 'u.jsonl:2: names the task "u"' "$cuset" eval --tasks "$work/t.jsonl" --samples "$work/u.jsonl" --out "$work/none.jsonl"
printf '{"task_id":"t"\n' > "$work/u.jsonl"
expect "eval: broken line" 2 'u.jsonl:1: not valid JSON' "$cuset" eval --tasks "$work/t.jsonl" --samples "$work/u.jsonl" --out "$work/none.jsonl"
: > "$work/u.jsonl"
expect "eval: no sample" 2 'u.jsonl: holds no sample' "$cuset" eval --tasks "$work/t.jsonl" --samples "$work/u.jsonl" --out "$work/none.jsonl"
sed 's/y\[i\] = x/y[i] = z/' "$work/t.jsonl" > "$work/t2.jsonl"
printf '{"task_id":"t","sample_id":0,"response":"__global__ void k() {}"}\n' > "$work/u.jsonl"
expect "eval: wrong reference" 2 't2.jsonl:1: task "t": the reference does not compile' "$cuset" eval --tasks "$work/t2.jsonl" --samples "$work/u.jsonl" --out "$work/none.jsonl"
sed 's/uniform(-1,1)/uniform(3)/' "$work/t.jsonl" > "$work/t2.jsonl"
expect "eval: wrong distribution" 2 't2.jsonl:1: array "x": distribution "uniform\(3\)"' "$cuset" eval --tasks "$work/t2.jsonl" --samples "$work/u.jsonl" --out "$work/none.jsonl"
check "eval: no file" test ! -e "$work/none.jsonl"
printf 'a text\nof mine' > "$work/mine.txt"
expect "eval: not a file of verdicts" 2 "mine.txt:1: not valid JSON" "$cuset" eval --tasks "$work/t.jsonl" --samples "$work/s.jsonl" --out "$work/mine.txt"
check "eval: leaves it" test "$(tail -c 4 "$work/mine.txt")" = mine

mkdir -p "$work/report/a"
cp "$work/t.jsonl" "$work/report/tasks.jsonl"
cp "$work/u.jsonl" "$work/report/a/samples.jsonl"
"$cuset" eval --tasks "$work/t.jsonl" --samples "$work/u.jsonl" --out "$work/report/a/results.jsonl" > "$work/log" 2>&1
expect "report" 0 "report: .*report.html" "$cuset" report --dir "$work/report" --models a
check "report: what was wrong, in words" grep -q '<pre class="detail">Compiling' "$work/report/report.html"

# A link that the program puts in the report's place is not followed.
program '#include <unistd.h>
int main() { unlink("report.json"); return symlink("victim", "report.json"); }'
echo mine > "$work/victim"
expect "run --json: a link of the program" 0 "" env -C "$work" "$cuset" run --json report.json p.cu
check "run --json: not followed" test "$(cat "$work/victim")" = mine
expect "run: from a system directory" 2 "/proc: the program could write to the system here" env -C /proc "$cuset" run "$work/p.cu"
expect "run -I: no such directory" 0 "" env -C "$work" "$cuset" run -I none p.cu

# What a killed cuset leaves: nothing that runs, and directories that the next one removes.
program '#include <unistd.h>
int main() { for (;;) sleep(1); }'
mkdir -p "$work/tmp"
TMPDIR="$work/tmp" "$cuset" run "$work/p.cu" > /dev/null 2>&1 &
victim=$!
for _ in $(seq 100); do
    ls "$work"/tmp/cuset-*/status > /dev/null 2>&1 && break
    sleep 0.1
done
sleep 0.5
status=$(ls "$work"/tmp/cuset-*/status)
kill -9 "$victim"
wait "$victim" 2> /dev/null || true
sleep 0.5
check "kill -9: the program ended" bash -c "! grep -l -F '$status' /proc/[0-9]*/maps 2> /dev/null | grep -q ."
touch -d '1 hour ago' "$work"/tmp/cuset-*
program 'int main() { return 3; }'
expect "kill -9: the next run" 3 "" env TMPDIR="$work/tmp" "$cuset" run "$work/p.cu"
check "kill -9: nothing left" test -z "$(ls "$work/tmp")"

# Tokens.
expect "tokenize" 0 "^\[32,905,2,105\]$|^\[[0-9,]+\]$" bash -c "printf '\"a <|im_end|> b\"\n' | $cuset tokenize"
expect "tokenize --decode" 0 '^"<\|im_start\|>"$' bash -c "echo '[1]' | $cuset tokenize --decode"
for ids in '[1, "a"]' '[-1]' '[99999999]' '[1.5]' '{"a": 1}'; do
    expect "tokenize --decode $ids" 2 "standard input:1: .* give one array of ids a line, each 0 to [0-9]+$" bash -c "echo '$ids' | $cuset tokenize --decode"
done
expect "tokenize not JSON" 2 "standard input:1: not JSON" bash -c "printf 'x\n' | $cuset tokenize"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
