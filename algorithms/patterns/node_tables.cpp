#include "algorithms/patterns/node_tables.hpp"

#include <algorithm>

namespace collsim {

std::vector<std::int64_t> tables_of_node(Comm& comm, std::span<const std::int64_t> own) {
  const Node& node = comm.node();
  const int m = node.size();
  const auto length = static_cast<std::int64_t>(own.size());
  std::vector<std::int64_t> all(own.size() * static_cast<std::size_t>(m));
  const auto table = [&](int place) { return all.data() + place * length; };
  std::ranges::copy(own, table(node.place()));
  for (int step = 1; step < m; ++step) {
    const int to = (node.place() + step) % m, from = (node.place() - step + m) % m;
    comm.sendrecv(own.data(), length, node.rank(to), table(from), length, node.rank(from), mpi_int64);
  }
  return all;
}

Places blocks_of_node(Comm& comm, std::int64_t own, const Places& all, int root) {
  const Node& node = comm.node();
  std::vector<std::int64_t> counts;
  for (const Range& block : all) counts.push_back(block.count);
  if (node.nodes().node_of(root) != node.number()) {
    counts = tables_of_node(comm, std::span(&own, 1));
  } else if (comm.rank() != root) {
    counts.resize(static_cast<std::size_t>(comm.size()));
    comm.recv(counts.data(), comm.size(), mpi_int64, root);
  } else {
    for (int place = 0; place < node.size(); ++place)
      if (place != node.place()) comm.send(counts.data(), comm.size(), mpi_int64, node.rank(place));
  }
  std::vector<Range> blocks;
  for (const std::int64_t count : counts) blocks.push_back({0, count});
  return packed(blocks);
}

}  // namespace collsim
