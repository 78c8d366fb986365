#include <cstdint>
#include <limits>
#include <vector>

#include "dropin/sharing.hpp"
#include "nodes/machine_node.hpp"

namespace collsim {

std::shared_ptr<const Nodes> nodes_of_job(int ppn) {
  auto whole = machines(MPI_COMM_WORLD);
  if (ppn == 0) return whole;
  std::vector<int> parts;
  for (int rank = 0; rank < whole->ranks(); ++rank)
    parts.push_back(whole->first(whole->node_of(rank)) + whole->place_of(rank) / ppn);
  return std::make_shared<const Nodes>(parts);
}

/// As large as the machine allows: what a program may take is its user's affair.
std::unique_ptr<Node> share(MPI_Comm comm, std::shared_ptr<const Nodes> nodes) {
  return std::make_unique<MachineNode>(comm, std::move(nodes),
                                       [] { return std::numeric_limits<std::int64_t>::max() / 2; });
}

}  // namespace collsim
