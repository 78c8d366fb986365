#include "backends/rates.hpp"

#include <algorithm>

#include "backends/operand.hpp"

namespace collsim {
namespace {

int ranks_on_node(const Point& point, int node) {
  if (point.mapping == "block") return std::min(point.ppn, point.processes - node * point.ppn);
  return (point.processes - node + point.nodes() - 1) / point.nodes();
}

}  // namespace

Rates rates(const Platform& platform, const Point& point, int rank) {
  const int ranks = ranks_on_node(point, point.node_of(rank));
  const double share = std::max(1.0, ranks / platform.effective_cores());
  const std::int64_t bytes = point.bytes();
  return {.combine = platform.combine_rate(operand_op(point.op).op_class, point.type, bytes) / share,
          .copy = platform.copy_rate(bytes) / share,
          .message = platform.message_rate(bytes) / share,
          .arrival = platform.arrival_rate(bytes) / share,
          .share = share,
          .per_message = platform.overhead() + (share - 1) * platform.quantum()};
}

}  // namespace collsim
