#include "study/chart.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "study/sample_view.h"

namespace cuset::study {
namespace {

constexpr const char* kColours[] = {"#2563eb", "#d97706", "#059669", "#9333ea", "#dc2626", "#475569"};
constexpr double kWidth = 460, kHeight = 240, kLeft = 46, kRight = 10, kTop = 28, kBottom = 34;

// A step of 1, 2 or 5 times a power of ten that cuts `range` into about four.
double tick_step(double range) {
    const double raw = range / 4, power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (raw <= factor * power) return factor * power;
    return 10 * power;
}

}  // namespace

std::vector<double> smoothed(const std::vector<double>& values, size_t window) {
    std::vector<double> result;
    for (size_t i = 0; i < values.size(); ++i) {
        const size_t first = i + 1 < window ? 0 : i + 1 - window;
        double sum = 0;
        for (size_t k = first; k <= i; ++k) sum += values[k];
        result.push_back(sum / static_cast<double>(i - first + 1));
    }
    return result;
}

std::string line_chart(const std::string& title, const std::string& x_label, const std::vector<Series>& series) {
    size_t longest = 0;
    double low = 0, high = 0;
    for (const auto& s : series)
        for (const double y : s.y) {
            if (!std::isfinite(y)) continue;
            longest = std::max(longest, s.y.size());
            low = std::min(low, y);
            high = std::max(high, y);
        }
    if (longest == 0) return "";
    if (high <= low) high = low + 1;
    const double step = tick_step(high - low);
    high = std::ceil(high / step) * step;
    low = std::floor(low / step) * step;
    const auto x = [&](size_t i) {
        return kLeft + (kWidth - kLeft - kRight) *
                           (longest == 1 ? 0.5 : static_cast<double>(i) / static_cast<double>(longest - 1));
    };
    const auto y = [&](double v) { return kTop + (kHeight - kTop - kBottom) * (high - v) / (high - low); };
    std::string svg = fmt::format(
        "<svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\"><text x=\"{}\" y=\"16\" class=\"t\">{}</text>", kWidth,
        kHeight, kLeft, html_escape(title));
    for (double v = low; v <= high + step / 2; v += step)
        svg += fmt::format(
            "<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" class=\"g\"/><text x=\"{3}\" y=\"{4:.1f}\" "
            "class=\"a\" text-anchor=\"end\">{5:.4g}</text>",
            kLeft, kWidth - kRight, y(v), kLeft - 6, y(v) + 4, std::abs(v) < step / 1e6 ? 0.0 : v);
    svg += fmt::format("<text x=\"{:.0f}\" y=\"{}\" class=\"a\" text-anchor=\"middle\">{} (1 to {})</text>",
                       (kLeft + kWidth - kRight) / 2, kHeight - 8, html_escape(x_label), longest);
    double legend = kWidth - kRight;
    for (size_t k = series.size(); k-- > 0;) {
        const char* colour = kColours[k % std::size(kColours)];
        std::string points;
        for (size_t i = 0; i < series[k].y.size(); ++i)
            if (std::isfinite(series[k].y[i])) points += fmt::format("{:.1f},{:.1f} ", x(i), y(series[k].y[i]));
        svg +=
            fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"/>", points, colour);
        svg += fmt::format("<text x=\"{:.0f}\" y=\"16\" class=\"a\" text-anchor=\"end\" fill=\"{}\">{}</text>", legend,
                           colour, html_escape(series[k].name));
        legend -= 8.0 * static_cast<double>(series[k].name.size()) + 14;
    }
    return svg + "</svg>";
}

}  // namespace cuset::study
