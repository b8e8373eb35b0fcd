#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gb {

/// A drawing in the making; coordinates in CSS pixels from the top left. Classes are those of
/// `svg_style`: s0 to s5 are series, each with a colour and a shape of its own.
class Svg {
 public:
  Svg(double width, double height) : width_(width), height_(height) {}

  void line(double x1, double y1, double x2, double y2, std::string_view kind);
  void box(double x, double y, double width, double height, std::string_view kind);
  void dot(double x, double y, double radius, std::string_view kind);
  void path(const std::vector<std::pair<double, double>>& points, std::string_view kind);
  /// anchor: start, middle, end.
  void text(double x, double y, std::string_view words, std::string_view anchor = "start",
            std::string_view kind = "t");
  /// Another drawing below what is there.
  void append_below(const Svg& other);

  double width() const { return width_; }
  double height() const { return height_; }

  /// A file of its own, with the style inside and a white ground; or an element for a page that has
  /// the style already.
  std::string file() const;
  std::string element(std::string_view label) const;

 private:
  double width_, height_;
  std::string body_;
};

std::string_view svg_style();

}  // namespace gb
