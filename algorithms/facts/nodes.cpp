#include "algorithms/facts/nodes.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace collsim {
namespace {

std::vector<int> all_different(int ranks) {
  std::vector<int> numbers(static_cast<std::size_t>(ranks));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// Gives each rank a number that tells its pair of numbers from others.
std::vector<int> numbered_apart(const std::vector<int>& nodes, const std::vector<int>& domains) {
  std::map<std::pair<int, int>, int> known;
  std::vector<int> numbers;
  for (std::size_t rank = 0; rank < nodes.size(); ++rank)
    numbers.push_back(
        known.try_emplace({nodes[rank], domains[rank]}, static_cast<int>(known.size())).first->second);
  return numbers;
}

}  // namespace

Nodes::Nodes(int ranks) : Nodes(all_different(ranks)) {}

Nodes::Nodes(const std::vector<int>& of_ranks, const std::vector<int>& domains)
    : position_(of_ranks.size()), order_(of_ranks.size()) {
  std::map<int, int> numbers;
  std::vector<int> sizes;
  for (const int given : of_ranks) {
    const int node = numbers.try_emplace(given, static_cast<int>(numbers.size())).first->second;
    if (node == static_cast<int>(sizes.size())) sizes.push_back(0);
    ++sizes[static_cast<std::size_t>(node)];
    node_of_.push_back(node);
  }
  first_.assign(sizes.size() + 1, 0);
  std::inclusive_scan(sizes.begin(), sizes.end(), first_.begin() + 1);
  std::vector<int> next = first_;
  for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
    const int position = next[static_cast<std::size_t>(node_of_[rank])]++;
    position_[rank] = position;
    order_[static_cast<std::size_t>(position)] = static_cast<int>(rank);
  }
  in_order_ = std::is_sorted(order_.begin(), order_.end());
  if (!domains.empty()) domains_ = std::make_shared<const Nodes>(numbered_apart(node_of_, domains));
  if (sizes.empty()) return;
  const auto [least, most] = std::ranges::minmax(sizes);
  smallest_ = least;
  largest_ = most;
}

}  // namespace collsim
