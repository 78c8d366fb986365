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

bool Ranks::each_on_its_node() const {
  std::vector<int> sorted = nodes_;
  std::ranges::sort(sorted);
  return std::ranges::adjacent_find(sorted) == sorted.end();
}

}  // namespace collsim::fast
