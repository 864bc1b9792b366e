"""Fails on an include that goes upward: a folder of src/ may include itself and the folders that stand before it here."""

import pathlib
import re
import sys

ORDER = ["base", "cuda_source", "formats", "text", "dataset", "execute", "judge", "synthesize", "ops", "model",
         "objective", "train", "generate", "study", "app"]
# Folders that build without LibTorch, and so may not include one that needs it.
WITHOUT_TORCH = set(ORDER[:8]) | {"objective"}
NEEDS_TORCH = set(ORDER) - WITHOUT_TORCH


def main():
    root = pathlib.Path(__file__).resolve().parent.parent / "src"
    problems = []
    for path in sorted(root.rglob("*")):
        if path.suffix not in (".cpp", ".h"):
            continue
        folder = path.relative_to(root).parts[0]
        if folder not in ORDER:
            problems.append(f"{path}: folder {folder} is not in the list of layers")
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = re.match(r'\s*#include "([a-z_]+)/', line)
            if not found or found[1] not in ORDER:
                continue
            upward = ORDER.index(found[1]) > ORDER.index(folder)
            needs_torch = folder in WITHOUT_TORCH and found[1] in NEEDS_TORCH
            if upward or needs_torch:
                problems.append(f"{path.relative_to(root.parent)}:{number}: {folder} must not include {found[1]}")
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(1 if problems else 0)


main()
