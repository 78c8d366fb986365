#pragma once

#include <string>
#include <vector>

#include "algorithms/facts/description.hpp"

namespace collsim {

/// The part of a hierarchical call that goes between nodes: a call of a flat algorithm, each node as one rank.
struct Between {
  const char* collective;
  Shape shape;
};

/// What sender `sender` of `senders` does between nodes; `nodes` may differ from shape.nodes, which may be null.
using BetweenOf = Between (*)(const Shape& shape, const Nodes& nodes, int sender, int senders);

/// What ranks do on their node, in elements of the rank that has most to do.
struct OnNode {
  std::int64_t brought = 0;
  std::int64_t vector = -1;  ///< that each rank of a node brings, where they are combined; -1: they are not
  std::int64_t taken = 0;
  bool root_brings = false, root_takes = false;  ///< the root alone
};
using OnNodeOf = OnNode (*)(const Shape& shape, const Nodes& nodes);

/// Options of all of them. `collectives`: the first is that of the part between nodes, the others that where nodes
/// have unequal numbers of ranks.
OptionSpec inter_option(const std::string& fallback, std::vector<std::string> collectives);
OptionSpec senders_option();
/// The value of that option; 1 where an algorithm does not have it.
int senders_of(const Options& options);

/// Rounds in which the ranks of a node learn that all have come: ceil(lg m).
int meeting_rounds(int ranks);

/// Why a hierarchical call cannot be served; empty if it can.
std::string hierarchical_unsupported(const Shape& shape, const Options& options, BetweenOf between);
/// Description::unsupported.
template <BetweenOf between>
std::string unsupported_of(const Shape& shape, const Options& options) {
  return hierarchical_unsupported(shape, options, between);
}

/// Each part in turn: none begins before the one before has ended on all ranks. Exact where all ranks of a node do the
/// same between nodes, or one does it alone.
Cost hierarchical_cost(const Shape& shape, const Options& options, BetweenOf between, OnNodeOf on_node);
bool hierarchical_exact(const Shape& shape, const Options& options, BetweenOf between);
/// Description::cost and Description::exact.
template <BetweenOf between, OnNodeOf on_node>
Cost cost_of_parts(const Shape& shape, const Options& options) {
  return hierarchical_cost(shape, options, between, on_node);
}
template <BetweenOf between>
bool exact_of_parts(const Shape& shape, const Options& options) {
  return hierarchical_exact(shape, options, between);
}

/// What ranks do on their node, for people: seconds of the rank that has most to do.
struct OnNodeFormula {
  std::string brought, taken;
  bool combines = false;
  bool root_brings = false, root_takes = false;
};
/// Description::composed, with the formula of the algorithm between nodes. `in_place`: which it runs in place.
std::string composed_formula(const OnNodeFormula& on_node, const std::string& collective,
                             const Options& options, bool in_place);
/// m and l, in the formulas on nodes.
std::vector<Symbol> symbols_of_nodes();

}  // namespace collsim
