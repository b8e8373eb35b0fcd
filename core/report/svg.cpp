#include "core/report/svg.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/report/markup.h"

namespace gb {

void Svg::line(double x1, double y1, double x2, double y2, std::string_view kind) {
  body_ +=
      fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n",
                  x1, y1, x2, y2, kind);
}

void Svg::box(double x, double y, double width, double height, std::string_view kind) {
  body_ += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" class=\"{}\"/>\n", x, y,
      std::max(width, 0.5), height, kind);
}

void Svg::dot(double x, double y, double radius, std::string_view kind) {
  body_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" class=\"{}\"/>\n", x, y,
                       radius, kind);
}

void Svg::path(const std::vector<std::pair<double, double>>& points, std::string_view kind) {
  if (points.empty()) return;
  std::string list;
  for (const auto& [x, y] : points) list += fmt::format("{:.1f},{:.1f} ", x, y);
  list.pop_back();
  body_ += fmt::format("<polyline points=\"{}\" class=\"{} open\"/>\n", list, kind);
}

void Svg::text(double x, double y, std::string_view words, std::string_view anchor,
               std::string_view kind) {
  body_ +=
      fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" class=\"{}\">{}</text>\n", x,
                  y, anchor, kind, escaped(words));
}

void Svg::append_below(const Svg& other) {
  body_ += fmt::format("<g transform=\"translate(0 {:.1f})\">\n{}</g>\n", height_, other.body_);
  height_ += other.height_;
  width_ = std::max(width_, other.width_);
}

std::string Svg::file() const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 "
      "0 "
      "{0:.0f} {1:.0f}\">\n<style>{2}</style>\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#fff\"/>\n{3}</svg>\n",
      width_, height_, svg_style(), body_);
}

std::string Svg::element(std::string_view label) const {
  return fmt::format(
      "<svg role=\"img\" aria-label=\"{}\" width=\"{:.0f}\" height=\"{:.0f}\" viewBox=\"0 0 {:.0f} "
      "{:.0f}\">\n{}</svg>\n",
      escaped(label), width_, height_, width_, height_, body_);
}

std::string_view svg_style() {
  // Okabe and Ito's colours, which the colour-blind tell apart; dashes tell them apart in print.
  return "text.t{font:12px sans-serif;fill:#222}text.h{font:bold 14px sans-serif;fill:#222}"
         "text.a{font:11px sans-serif;fill:#555}line.g{stroke:#ddd}line.one{stroke:#222}"
         ".s0{stroke:#0072b2;fill:#0072b2}.s1{stroke:#d55e00;fill:#d55e00}"
         ".s2{stroke:#009e73;fill:#009e73}.s3{stroke:#cc79a7;fill:#cc79a7}"
         ".s4{stroke:#8a6d00;fill:#8a6d00}.s5{stroke:#222;fill:#222}"
         "rect{fill-opacity:.35}line.w{stroke-width:3}circle.hollow{fill:#fff}"
         "polyline.open{fill:none;stroke-width:1.5}polyline.dashed{stroke-dasharray:4 3}";
}

}  // namespace gb
