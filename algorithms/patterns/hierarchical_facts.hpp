#pragma once

#include <string>
#include <vector>

#include "algorithms/patterns/node_parts.hpp"

namespace collsim {

/// What ranks do on their node, in elements of the rank that has most to do.
struct OnNode {
  std::int64_t brought = 0;
  std::int64_t vector = -1;  ///< that each rank of a node brings, where they are combined; -1: they are not
  std::int64_t taken = 0;
  bool root_brings = false, root_takes = false;  ///< the root alone
};
using OnNodeOf = OnNode (*)(const Shape& shape, const Nodes& nodes);

/// Ranks of a node that take part between nodes.
OptionSpec senders_option();
/// The value of that option; 1 where an algorithm does not have it.
int senders_of(const Options& options);

/// This option says on which levels ranks share what all of them take.
OptionSpec levels_option();
/// Whether the ranks of a memory domain make a copy of their own.
bool copies_in_domains(const Options& options);

/// inter_option(), senders_option() and levels_option(), where results go, and how many percent of them the application writes
/// to then.
std::vector<OptionSpec> options_with_result(const std::string& inter, std::vector<std::string> collectives);
/// Where results go; "copy" where an algorithm does not have that option.
std::string result_of(const Options& options);
/// Description::wrong: pages of a result are written to where they are copied on write.
std::string wrong_result(const Options& options);

/// Rounds in which the ranks of a node learn that all have come: ceil(lg m).
int meeting_rounds(int ranks);

/// Why a hierarchical call cannot be served; empty if it can. `to_all`: every rank takes the whole result.
std::string hierarchical_unsupported(const Shape& shape, const Options& options, BetweenOf between,
                                     bool to_all = false);
/// Description::unsupported.
template <BetweenOf between, bool to_all = false>
std::string unsupported_of(const Shape& shape, const Options& options) {
  return hierarchical_unsupported(shape, options, between, to_all);
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
  std::string sent = "n";  ///< bytes that the senders of a node send together
  bool combines = false;
  bool root_brings = false, root_takes = false;
};
/// Description::composed, with the formula of the algorithm between nodes. `in_place`: which it runs in place.
std::string composed_formula(const OnNodeFormula& on_node, const std::string& collective,
                             const Options& options, bool in_place);
/// What formulas on nodes have besides p, k, P and r.
std::vector<Symbol> symbols_of_nodes();
}  // namespace collsim
