#pragma once

#include <string>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/description.hpp"
#include "algorithms/facts/distribution.hpp"

namespace collsim::testing {

/// One call of one algorithm, but for the operand.
struct Case {
  const Description* about;
  Options options;
  int processes;
  int count;
  bool in_place = false;
  int root = 0;
  std::string distribution = {};  ///< of a collective with varied blocks
  bool displaced = false;         ///< blocks lie in reverse order, with gaps
  std::shared_ptr<const Nodes> nodes = {};

  std::string why_unsupported(bool commutative, std::int64_t type_size) const {
    return about->why_unsupported(shape(commutative, type_size), options);
  }
  Shape shape(bool commutative, std::int64_t type_size) const {
    Shape shape{processes, count, type_size, root, commutative, in_place};
    shape.nodes = nodes;
    if (distribution.empty()) return shape;
    shape.counts = distribute(distribution, count, processes);
    std::int64_t end = 0;
    for (std::size_t i = shape.counts.size(); displaced && i-- > 0; end += shape.counts[i] + 1)
      shape.displacements.insert(shape.displacements.begin(), end);
    return shape;
  }
  Layout layout(int rank) const {
    const Shape sizes = shape(true, 1);
    const Collective& call = collective(about->collective);
    return call.layout(sizes, call.exchanged(blocks(sizes), rank), rank);
  }

  std::string to_string() const {
    return about->full_name() + "(" + options.to_string() + ") p=" + std::to_string(processes) +
           " count=" + std::to_string(count) + " root=" + std::to_string(root) +
           (in_place ? " in place" : "") + (distribution.empty() ? "" : " " + distribution) +
           (displaced ? " displaced" : "");
  }
};

/// Where a collective's blocks vary: every distribution, and displacements if it has any.
inline std::vector<std::pair<std::string, bool>> arrangements(const Collective& about) {
  if (about.size != Collective::Size::varied) return {{"", false}};
  std::vector<std::pair<std::string, bool>> all;
  for (const std::string& distribution : distributions()) all.emplace_back(distribution, false);
  if (about.displaces) all.insert(all.end(), {{"linear", true}, {"half", true}});
  return all;
}

}  // namespace collsim::testing
