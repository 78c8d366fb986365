#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lab/scenarios/keys.hpp"
#include "points/point.hpp"
#include "support/error.hpp"

namespace collsim {

/// A point in the making, and where the number of its processes stands.
struct Draft {
  Point point;
  std::string processes_at = {};
};

/// The points of a sweep in the making, how many there may be, and a line for each kind of those whose ranks do not fit.
struct Drafts {
  std::vector<Draft> list = std::vector<Draft>(1);
  std::size_t most;
  std::vector<std::string> left_out = {};
};

/// Every draft with every value. Throws Error for too many.
template <class T, class Apply>
void cross(Drafts& drafts, const std::vector<At<T>>& values, const Apply& apply) {
  if (!values.empty() && drafts.list.size() > drafts.most / values.size())
    throw Error("asks for more than " + std::to_string(drafts.most) +
                " points; right would be fewer values in the sweep");
  std::vector<Draft> product;
  product.reserve(drafts.list.size() * values.size());
  for (const auto& draft : drafts.list) {
    for (const auto& value : values) {
      product.push_back(draft);
      apply(product.back(), value);
    }
  }
  drafts.list = std::move(product);
}

}  // namespace collsim
