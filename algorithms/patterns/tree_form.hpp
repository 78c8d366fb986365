#pragma once

#include "algorithms/facts/description.hpp"

namespace collsim {

/// The two broadcasts and the two reduces of a butterfly: whole vectors along its tree, or halves of them.
inline OptionSpec tree_form_option(const char* bandwidth) {
  return {"form",
          "latency",
          std::string("whole vectors travel along the tree (latency), or ") + bandwidth + " (bandwidth)",
          {"latency", "bandwidth"}};
}
/// Of these and of the broadcast by several ports: whether halves travel.
inline bool by_halves(const Options& options) {
  return options.text("form") == "bandwidth";
}

}  // namespace collsim
