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

/// Which ranks share a node; where nothing is said, none do.
std::shared_ptr<const Nodes> nodes_of(const Shape& shape);

/// Options of all of them. `collectives`: the first is that of the part between nodes, the others that where nodes
/// have unequal numbers of ranks.
OptionSpec inter_option(const std::string& fallback, std::vector<std::string> collectives);
OptionSpec senders_option();
/// Of what ranks of a node do by messages among themselves: one of the collective's algorithms.
OptionSpec on_node_option(const std::string& name, const std::string& fallback,
                          const std::string& collective);
/// The value of that option; 1 where an algorithm does not have it.
int senders_of(const Options& options);

/// The options above, and where results go, and how many percent of them the application writes to then.
std::vector<OptionSpec> options_with_result(const std::string& inter, std::vector<std::string> collectives);
/// The value of the first; "copy" where an algorithm does not have it.
std::string result_of(const Options& options);

/// Rounds in which the ranks of a node learn that all have come: ceil(lg m).
int meeting_rounds(int ranks);

/// Why a reduction that must keep the order of ranks cannot.
inline constexpr const char* order_is_lost =
    "the operator does not commute, and ranks that share a node do not follow each other";

/// Why there are no lanes through all nodes.
inline constexpr const char* uneven_nodes = "nodes have unequal numbers of ranks";

/// Why an algorithm cannot serve that part, with its name; empty if it can.
std::string why_unsupported(const Between& part, const std::string& algorithm);
/// Whether its cost is the critical path there.
bool is_exact(const Between& part, const std::string& algorithm);

/// Why a hierarchical call cannot be served; empty if it can.
std::string hierarchical_unsupported(const Shape& shape, const Options& options, BetweenOf between);
/// Description::unsupported.
template <BetweenOf between>
std::string unsupported_of(const Shape& shape, const Options& options) {
  return hierarchical_unsupported(shape, options, between);
}

/// What so many senders of each node do between nodes by one algorithm: in step where their rounds are alike, else as if
/// one waited for the other.
Cost cost_between_nodes(const Shape& shape, const std::shared_ptr<const Nodes>& nodes,
                        const std::string& algorithm, int senders, BetweenOf between);
/// What the ranks of every node do among themselves by messages, all nodes at once; these have as many ranks.
Cost cost_on_nodes(const Between& part, const std::string& algorithm,
                   const std::shared_ptr<const Nodes>& nodes);
/// The formula of an algorithm on the ranks of a node.
std::string formula_on_node(const std::string& collective, const std::string& algorithm);
/// That of a flat algorithm where each of several senders has a slice. `in_place`: it runs in place.
std::string formula_between_nodes(const std::string& collective, const std::string& algorithm,
                                  const std::string& slice, bool in_place);

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
/// m, and k, P and r of m, where nodes have formulas of their own.
std::vector<Symbol> symbols_on_nodes();

}  // namespace collsim
