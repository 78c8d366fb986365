#include "backends/fast/engine/rank.hpp"

namespace collsim::fast {

Ranks::Ranks(std::vector<int> nodes) : nodes_(std::move(nodes)), ranks_(nodes_.size()) {
  const auto world = std::make_shared<Group>(size());
  for (int number = 0; number < size(); ++number) {
    Rank& rank = (*this)[number];
    rank.number = number;
    rank.world = {world, number};
    rank.in.done = rank.out.done = true;
  }
}

bool Ranks::each_on_its_node() const {
  std::vector<int> sorted = nodes_;
  std::ranges::sort(sorted);
  return std::ranges::adjacent_find(sorted) == sorted.end();
}

}  // namespace collsim::fast
