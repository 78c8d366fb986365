#include "figures/plots/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "support/xml_text.hpp"

namespace collsim {
namespace {

constexpr double source_line = 13;  // pixels

std::string tip_of(const std::string& tip) {
  return tip.empty() ? "" : "<title>" + xml_text(tip) + "</title>";
}

}  // namespace

void Svg::line(double x1, double y1, double x2, double y2, const std::string& style, const std::string& tip) {
  shapes_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" {}>{}</line>\n", x1, y1, x2, y2,
                         style, tip_of(tip));
}

void Svg::rectangle(double x, double y, double width, double height, const std::string& style,
                    const std::string& tip) {
  shapes_ += fmt::format("<rect x=\"{:.7g}\" y=\"{:.7g}\" width=\"{:.7g}\" height=\"{:.7g}\" {}>{}</rect>\n",
                         x, y, width, height, style, tip_of(tip));
}

void Svg::text(double x, double y, const std::string& text, const std::string& style) {
  shapes_ += fmt::format("<text x=\"{}\" y=\"{}\" {}>{}</text>\n", x, y, style, xml_text(text));
}

void Svg::source(double x, double y, const std::string& lines) {
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line); y += source_line)
    text(x, y, line, "font-size=\"9\" fill=\"#404040\"");
}

double Svg::height_of_source(const std::string& lines) {
  return source_line * static_cast<double>(std::ranges::count(lines, '\n') + 1);
}

std::string Svg::document() const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n"
      "<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" "
      "markerHeight=\"7\" "
      "orient=\"auto\"><path d=\"M 0 0 L 10 5 L 0 10 z\" fill=\"#0060ad\"/></marker></defs>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{2}</svg>\n",
      width_, height_, shapes_);
}

}  // namespace collsim
