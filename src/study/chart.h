// Line charts as inline SVG: a report is one file that needs nothing else.
#pragma once

#include <string>
#include <vector>

namespace cuset::study {

struct Series {
    std::string name;
    std::vector<double> y;  // at x = 1, 2, ...
};

// Axes from the data's range (y from 0 where the data are positive), a legend, and one colour a series. Values that are
// not finite are left out. Empty series give an empty string.
std::string line_chart(const std::string& title, const std::string& x_label, const std::vector<Series>& series);

// Mean over the last `window` values at each place: curves of single steps are hard to read.
std::vector<double> smoothed(const std::vector<double>& values, size_t window);

}  // namespace cuset::study
