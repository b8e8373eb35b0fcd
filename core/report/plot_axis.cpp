#include "core/report/plot_axis.h"

#include <algorithm>
#include <cmath>

#include "core/report/text_table.h"

namespace gb {

LogAxis::LogAxis(double low, double high, double left, double right)
    : low_(std::log10(low)), high_(std::log10(high)), left_(left), right_(right) {
  if (high_ - low_ < 0.1) {  // one value needs a scale, too
    const double middle = (low_ + high_) / 2;
    low_ = middle - 0.1;
    high_ = middle + 0.1;
  }
}

double LogAxis::at(double value) const {
  const double share = (std::log10(value) - low_) / (high_ - low_);
  return left_ + std::clamp(share, 0.0, 1.0) * (right_ - left_);
}

std::vector<double> LogAxis::ticks() const {
  std::vector<double> steps{1, 2, 5};
  if (high_ - low_ > 3) steps = {1};
  if (high_ - low_ < 1) steps = {1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9};
  std::vector<double> found;
  for (double power = std::floor(low_); power <= high_; ++power) {
    for (const double step : steps) {
      const double value = step * std::pow(10, power);
      if (std::log10(value) >= low_ && std::log10(value) <= high_) found.push_back(value);
    }
  }
  return found;
}

std::string series_class(std::size_t index) { return "s" + std::to_string(index % 6); }

void draw_legend(Svg& svg, double x, double y, const std::vector<std::string>& names,
                 std::size_t first) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    svg.dot(x + 5, y - 4, 4, series_class(first + i));
    const std::string name = short_name(names[i], 30);
    svg.text(x + 14, y, name);
    x += 30 + 7.0 * static_cast<double>(text_width(name));
  }
}

std::string short_name(const std::string& name, std::size_t most) {
  const std::string line = one_line(name);
  if (text_width(line) <= most) return line;
  std::size_t end = most - 2;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
  return line.substr(0, end) + "..";
}

}  // namespace gb
