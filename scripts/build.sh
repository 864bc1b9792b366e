#!/usr/bin/env bash
# Builds the configured directory $1. On a terminal ninja draws its line of progress; elsewhere one line says how much there
# is to do, and only errors follow. Nothing is said where nothing is to do.
set -euo pipefail
build=$1
log=$(mktemp)
trap 'rm -f "$log" "$build/count.ninja"' EXIT

quietly() { "$@" > "$log" 2>&1 || { sed -n '/^FAILED/,$p' "$log" | grep . >&2 || cat "$log" >&2; return 1; }; }

quietly ninja -C "$build" build.ninja
# A copy, because a dry run of build.ninja itself ends at the rule that renews it.
cp "$build/build.ninja" "$build/count.ninja"
steps=$(ninja -C "$build" -f count.ninja -n | grep -c '^\[[0-9]' || true)
[ "$steps" -gt 0 ] || exit 0
if [ -t 1 ]; then
    ninja -C "$build"
else
    seconds=$(( steps * 4 / $(nproc) ))  # measured: about 4 s a step and core
    echo "building: $steps steps, about $([ "$seconds" -lt 90 ] && echo "$seconds s" || echo "$(( (seconds + 30) / 60 )) minutes")"
    quietly ninja -C "$build"
fi
