#include "backends/fast/engine/rank.hpp"

namespace collsim::fast {

Ranks::Ranks(std::vector<int> of_ranks)
    : nodes_(std::move(of_ranks)), awake_(static_cast<std::size_t>(nodes())), ranks_(nodes_.size()) {
  for (int number = 0; number < size(); ++number) {
    Rank& rank = (*this)[number];
    rank.number = number;
    rank.in.done = rank.out.done = true;
    wake(rank);
  }
}

bool each_on_its_node(std::vector<int> nodes) {
  std::ranges::sort(nodes);
  return std::ranges::adjacent_find(nodes) == nodes.end();
}

}  // namespace collsim::fast
