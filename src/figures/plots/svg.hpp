#pragma once

#include <string>

namespace collsim {

/// A picture in the making, in pixels from the upper left corner. `style`: attributes, as `stroke="#cccccc"`; `tip`: what
/// a browser tells of the shape under the pointer.
class Svg {
 public:
  Svg(double width, double height) : width_(width), height_(height) {}

  void line(double x1, double y1, double x2, double y2, const std::string& style,
            const std::string& tip = {});
  void rectangle(double x, double y, double width, double height, const std::string& style,
                 const std::string& tip = {});
  void text(double x, double y, const std::string& text, const std::string& style = {});

  /// Lines about where the numbers come from, from `y` on.
  void source(double x, double y, const std::string& lines);
  /// How high these are.
  static double height_of_source(const std::string& lines);

  /// The whole file, with an arrowhead that lines may end in: marker-end="url(#arrow)".
  std::string document() const;

 private:
  double width_, height_;
  std::string shapes_;
};

}  // namespace collsim
