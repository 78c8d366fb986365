#include "points/per_node.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "support/error.hpp"

namespace collsim {
namespace {

/// Its sizes over and over tell the same as its shortest part that does: 4+4 is 4.
std::vector<int> shortest(const std::vector<int>& sizes) {
  for (std::size_t length = 1; length < sizes.size(); ++length)
    if (sizes.size() % length == 0 &&
        std::equal(sizes.begin() + static_cast<std::ptrdiff_t>(length), sizes.end(), sizes.begin()))
      return {sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(length)};
  return sizes;
}

}  // namespace

PerNode::PerNode(std::vector<int> sizes) : sizes_(shortest(sizes)) {}

PerNode PerNode::parse(const std::string& text) {
  std::vector<int> sizes;
  for (const char *at = text.data(), *end = at + text.size(); at <= end;) {
    int size = 0;
    const auto [stop, failure] = std::from_chars(at, end, size);
    if (failure != std::errc() || size < 1 || (stop != end && *stop != '+'))
      throw Error("'" + text +
                  "' is no number of ranks per node; right would be 4, or 5+4+4 for uneven nodes");
    sizes.push_back(size);
    at = stop + 1;
  }
  return PerNode(sizes);
}

std::string PerNode::text() const {
  std::string all;
  for (const int size : sizes_) all += (all.empty() ? "" : "+") + std::to_string(size);
  return all;
}

int PerNode::most(int processes) const {
  const int full = nodes(processes) - 1;
  int most = processes - static_cast<int>(room(full));
  for (int node = 0; node < std::min<int>(full, static_cast<int>(sizes_.size())); ++node)
    most = std::max(most, number_on(node));
  return most;
}

std::int64_t PerNode::room(std::int64_t nodes) const {
  const auto length = static_cast<std::int64_t>(sizes_.size());
  const auto rest = sizes_.begin() + nodes % length;
  return nodes / length * std::accumulate(sizes_.begin(), sizes_.end(), std::int64_t{0}) +
         std::accumulate(sizes_.begin(), rest, std::int64_t{0});
}

int PerNode::nodes(int processes) const {
  const auto length = static_cast<std::int64_t>(sizes_.size());
  std::int64_t nodes = processes / room(length) * length;
  while (room(nodes) < processes) ++nodes;
  return static_cast<int>(nodes);
}

}  // namespace collsim
