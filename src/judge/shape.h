// Shape expressions: whole numbers, size names, + - * / and parentheses.
#pragma once

#include <string_view>

#include "judge/task.h"

namespace cuset::judge {

// The value of an expression such as "rows * (cols + 1)"; division truncates towards zero, as in C++. Throws UserError
// that names the expression and the column: bad syntax, an unknown name, division by zero, overflow of 64 bits.
long evaluate(std::string_view expression, const Sizes& sizes);

// Elements of an array. Throws UserError as above, and when the value is negative.
long element_count(const Array& array, const Sizes& sizes);

}  // namespace cuset::judge
