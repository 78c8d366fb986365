#pragma once

#include <map>
#include <string>

#include "algorithms/facts/description.hpp"

namespace collsim::testing {

/// Runs the algorithm on 1..17, 32 and 33 ranks, as far as this world has them, with many counts, types,
/// operators and roots, in place or not, and compares each result with one computed without MPI. Nothing but
/// the result may have changed: not the send buffer, not the holes of a type, not the memory around. What the
/// algorithm does not support it must refuse. Returns what went wrong, empty if nothing; the
/// first line names the first case.
std::string oracle(const Description& about, const std::map<std::string, std::string>& options = {});
/// Checks the same on ranks that share nodes.
std::string oracle(const Description& about, const std::map<std::string, std::string>& options,
                   const std::shared_ptr<const Nodes>& nodes);

/// Whether this world's ranks can meet at a network that combines: none joins the processes of this machine.
bool has_collective_network();

}  // namespace collsim::testing
