#include "dropin/sharing.hpp"
#include "nodes/machine_node.hpp"

namespace collsim {

std::unique_ptr<Node> share(MPI_Comm comm, std::shared_ptr<const Nodes> nodes) {
  return std::make_unique<MachineNode>(comm, std::move(nodes));
}

}  // namespace collsim
