#pragma once

#include <memory>
#include <string>
#include <vector>

#include "algorithms/facts/description.hpp"

namespace collsim {

/// A part of a call that a flat algorithm does on some of the ranks: one of each node, or those of one node.
struct Between {
  const char* collective;
  Shape shape;
};

/// What sender `sender` of `senders` does between nodes; `nodes` may differ from shape.nodes, which may be null.
using BetweenOf = Between (*)(const Shape& shape, const Nodes& nodes, int sender, int senders);

/// Which ranks share a node; where nothing is said, none do.
std::shared_ptr<const Nodes> nodes_of(const Shape& shape);

/// The option that names the part between nodes. `collectives`: the first is that of the part, the others that where nodes have
/// unequal numbers of ranks.
OptionSpec inter_option(const std::string& fallback, std::vector<std::string> collectives);
/// The option that names what ranks of a node do by messages among themselves.
OptionSpec on_node_option(const std::string& name, const std::string& fallback,
                          const std::string& collective);

/// Why a reduction that must keep the order of ranks cannot.
inline constexpr const char* order_is_lost =
    "the operator does not commute, and ranks that share a node do not follow each other";

/// Why there are no lanes through all nodes.
inline constexpr const char* uneven_nodes = "nodes have unequal numbers of ranks";

/// Why an algorithm cannot serve that part, with its name; empty if it can.
std::string why_unsupported(const Between& part, const std::string& algorithm);
/// Whether its cost is the critical path there.
bool is_exact(const Between& part, const std::string& algorithm);

/// What so many senders of each node do between nodes by one algorithm: in step where their rounds are alike, else as if
/// one waited for the other.
Cost cost_between_nodes(const Shape& shape, const std::shared_ptr<const Nodes>& nodes,
                        const std::string& algorithm, int senders, BetweenOf between);
/// What the ranks of every node do among themselves by messages, all nodes at once; these have as many ranks.
Cost cost_on_nodes(const Between& part, const std::string& algorithm,
                   const std::shared_ptr<const Nodes>& nodes);
/// The formula of an algorithm on the ranks of a node.
std::string formula_on_node(const std::string& collective, const std::string& algorithm);
/// The formula of a flat algorithm where each of several senders has a slice. `in_place`: it runs in place.
std::string formula_between_nodes(const std::string& collective, const std::string& algorithm,
                                  const std::string& slice, bool in_place);

/// m, the ranks of a node, and k, P and r of m, where nodes have formulas of their own.
std::vector<Symbol> symbols_on_nodes();

}  // namespace collsim
