#pragma once

#include <string>

#include "algorithms/facts/description.hpp"

namespace collsim {

/// The option `first`, of algorithms whose ranks work in the order in which they are expected to come.
inline OptionSpec first_rank_option() {
  return {"first", "0", "the rank that is expected first; the others follow in order"};
}

/// Empty, or why no rank of the call has that number.
inline std::string why_no_first_rank(const Shape& shape, const Options& options) {
  const bool is_there = options.integer("first") < shape.processes || options.integer("first") == 0;
  return is_there ? "" : "rank " + options.text("first") + " is not among " + std::to_string(shape.processes);
}

}  // namespace collsim
