#include "dropin/sharing.hpp"

#include <vector>

#include "dropin/job.hpp"
#include "nodes/machine_node.hpp"

namespace collsim {

std::shared_ptr<const Nodes> nodes_of_job(int ppn) {
  auto whole = machines(job());
  if (ppn == 0) return whole;
  std::vector<int> parts, domains;
  for (int rank = 0; rank < whole->ranks(); ++rank) {
    parts.push_back(whole->first(whole->node_of(rank)) + whole->place_of(rank) / ppn);
    domains.push_back(whole->domains().node_of(rank));
  }
  return std::make_shared<const Nodes>(parts, domains);
}

}  // namespace collsim
