// Golden files of tests/golden, made by scripts/make_golden.py and its siblings make_golden_*.py.
#pragma once

#include <filesystem>

#include "base/file.h"

inline std::filesystem::path golden(const char* name) {
    return std::filesystem::path(CUSET_SOURCE_DIR) / "tests/golden" / name;
}

inline std::filesystem::path builtin_model() {
    return std::filesystem::path(CUSET_SOURCE_DIR) / "models/smollm2.gguf";
}
