#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/report/svg.h"

namespace gb {

/// A logarithmic axis from x = left to right. Values are positive.
class LogAxis {
 public:
  LogAxis(double low, double high, double left, double right);

  double at(double value) const;
  /// 1, 2 and 5 of every power of ten where they have room, else powers of ten, within the range.
  std::vector<double> ticks() const;

 private:
  double low_, high_, left_, right_;
};

/// The class of a series: s0 to s5, then again from s0.
std::string series_class(std::size_t index);

/// A name per series in one line from (x, y) on, each with its mark; the first is series `first`.
void draw_legend(Svg& svg, double x, double y, const std::vector<std::string>& names,
                 std::size_t first = 0);

/// What fits beside a plot.
std::string short_name(const std::string& name, std::size_t most);

}  // namespace gb
