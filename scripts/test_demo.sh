#!/usr/bin/env bash
# The demo in small, end to end, in a directory of its own; then that a second call changes nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
export DEMO_DIR=build/demo-test FAST=1
rm -rf "$DEMO_DIR"
scripts/demo.sh
python3 - "$DEMO_DIR" <<'E2'
import json, pathlib, sys
directory = pathlib.Path(sys.argv[1])
summary = json.loads((directory / "summary.json").read_text())
assert list(summary["models"]) == ["base", "sft", "cuset"], summary["models"].keys()
for name, model in summary["models"].items():
    assert model["samples"] == 3 * model["tasks"] == 18, (name, model)
    assert sum(model["verdicts"].values()) == 18
steps = {name: [json.loads(line) for line in open(directory / name / "metrics.jsonl")] for name in ("sft", "cuset")}
assert all(len(lines) == 12 for lines in steps.values())
assert [line["tokens"] for line in steps["sft"]] == [line["tokens"] for line in steps["cuset"]], "other batches"
for lines in steps.values():
    assert lines[-1]["loss"] < 0.7 * lines[0]["loss"], "did not learn"
html = (directory / "report.html").read_text()
assert "http" not in html.replace("http://www.w3.org", ""), "the report refers to something outside"
for part in ("function pass@1", "<svg", "pre class=\"sample\"", "cuset"):
    assert part in html, part
E2
before=$(cat "$DEMO_DIR"/*/samples.jsonl "$DEMO_DIR"/*/results.jsonl | cksum)
scripts/demo.sh > /dev/null 2>&1
[ "$before" = "$(cat "$DEMO_DIR"/*/samples.jsonl "$DEMO_DIR"/*/results.jsonl | cksum)" ] || { echo "a second demo changed the first"; exit 1; }
echo "demo test passed"
