// How an answer is written: the same program in another hand.
#pragma once

#include <string>
#include <vector>

#include "base/hash.h"
#include "synthesize/problem.h"

namespace cuset::synthesize {

// Level 0: one fixed hand. 1: names and block size vary. 2: also comments, indentation, index idiom and the prompt's
// wording. 3: also a device function for the steps, __restrict__, and how the launch is written.
struct Style {
    enum class Index { guard, early_return, grid_stride };
    enum class Launch { direct, block_count, dim3 };
    int level = 0;
    std::string kernel = "kernel", index = "i", value = "v", accumulator = "acc";
    int block = 256;
    bool comments = false;
    int indent = 4;
    Index index_idiom = Index::guard;
    int wording = 0;
    bool device_function = false;
    bool restrict_pointers = false;
    Launch launch = Launch::direct;
};

constexpr int kStyleLevels = 4;

Style draw_style(int level, Random& random);

// Answers are written with the names kernel, i, v and acc; finish() below puts the style's names in their place.

// The steps on `v`: a line each, or the call of the device function.
void apply_steps(Code& code, const Problem& problem, const Style& style);

// A comment line where the style has comments.
void comment(Code& code, const Style& style, const std::string& text);

// A whole answer: kernel with `body`, and a launch that runs the lines `before` and then starts the kernel.
std::string answer(const Problem& problem, const Style& style, const Code& body, const std::string& grid,
                   const std::string& block, const std::vector<std::string>& before = {});

// An answer with one thread for each of `count` items, where `body` treats item i.
std::string answer_per_item(const Problem& problem, const Style& style, const std::string& count, const Code& body,
                            const std::vector<std::string>& before = {});

// "(count + 255) / 256"
std::string block_count(const std::string& count, int block);

}  // namespace cuset::synthesize
