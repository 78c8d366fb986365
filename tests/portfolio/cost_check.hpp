#pragma once

#include <map>
#include <memory>
#include <string>

#include "algorithms/facts/description.hpp"

namespace collsim::testing {

/// Runs the algorithm with many p, counts and roots, in place or not, and compares its cost with what
/// happened: all messages and bytes with those counted, the stages' sum with the critical path by the Hockney
/// clock, and the stages' pairs with who sent to whom. Returns what differs, empty if nothing.
std::string check_cost(const Description& about, const std::map<std::string, std::string>& options = {});
/// Checks the same on ranks that share nodes.
std::string check_cost(const Description& about, const std::map<std::string, std::string>& options,
                       const std::shared_ptr<const Nodes>& nodes);

}  // namespace collsim::testing
