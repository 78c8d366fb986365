#include "points/serving.hpp"

#include "points/chooser.hpp"

namespace collsim {

Nested serving(const Point& point) {
  const Chooser choose = chooser(point.algorithm);
  const auto choice = choose ? choose(point.collective, point.options, point.shape()) : nullptr;
  return choice ? *choice : Nested{&describe(point.collective, point.algorithm), point.options};
}

}  // namespace collsim
