#include "algorithms/patterns/knomial.hpp"

#include <algorithm>

namespace collsim {

/// From radix p on, the root is everyone's parent.
Knomial::Knomial(int processes, int root, const Options& options, Cleared cleared)
    : processes_(processes),
      root_(root),
      radix_(std::clamp<std::int64_t>(options.integer("radix"), 2, std::max(2, processes))),
      cleared_(cleared) {}

/// The weight of u's lowest digit other than 0; of the root's, p or more.
std::int64_t Knomial::span(std::int64_t u) const {
  std::int64_t weight = 1;
  while (weight < processes_ && u / weight % radix_ == 0) weight *= radix_;
  return weight;
}

/// The weight of the digit above u's highest.
std::int64_t Knomial::above(std::int64_t u) const {
  std::int64_t weight = 1;
  while (weight <= u) weight *= radix_;
  return weight;
}

int Knomial::parent(int rank) const {
  const int u = number(rank);
  if (cleared_ == Cleared::highest) return u == 0 ? -1 : rank_of(u % (above(u) / radix_));
  const std::int64_t weight = span(u);
  return u == 0 ? -1 : rank_of(u - u / weight % radix_ * weight);
}

std::vector<int> Knomial::children(int rank) const {
  const int u = number(rank);
  const bool highest = cleared_ == Cleared::highest;
  const std::int64_t end = highest ? processes_ : span(u);
  std::vector<int> found;
  for (std::int64_t weight = highest ? above(u) : 1; weight < end; weight *= radix_)
    for (std::int64_t digit = 1; digit < radix_ && u + digit * weight < processes_; ++digit)
      found.push_back(rank_of(u + digit * weight));
  return found;
}

/// Of the ranks without lower digits than `distance` has, those at which it is added serve one child each.
Stage Knomial::stage(const Shape& shape, std::int64_t distance, bool up) const {
  const std::int64_t weight = span(distance);
  const std::int64_t messages = (processes_ - distance + radix_ * weight - 1) / (radix_ * weight);
  const auto list = [tree = *this, weight, distance, up](const Shape&) {
    Pairs::List all;
    for (std::int64_t u = 0; u + distance < tree.processes_; u += tree.radix_ * weight) {
      const int parent = tree.rank_of(u), child = tree.rank_of(u + distance);
      all.emplace_back(up ? child : parent, up ? parent : child);
    }
    return all;
  };
  return {.messages = messages,
          .volume = messages * shape.bytes(),
          .bytes = shape.bytes(),
          .reduced = up ? shape.bytes() : 0,
          .pairs = Pairs(list, true)};
}

Cost Knomial::up(const Shape& shape) const {
  Cost cost;
  for (const int nearest : children(root_)) cost.push_back(stage(shape, number(nearest), true));
  return cost;
}

Cost Knomial::down(const Shape& shape) const {
  const std::vector<int> nearest = children(root_);
  Cost cost;
  for (auto farthest = nearest.rbegin(); farthest != nearest.rend(); ++farthest)
    cost.push_back(stage(shape, number(*farthest), false));
  return cost;
}

OptionSpec Knomial::radix() {
  return {
      "radix", "2", "the base in which ranks are counted: up to radix - 1 children at every digit", {}, 2};
}

OptionSpec Knomial::cleared() {
  return {"cleared",
          "lowest",
          "the digit other than 0 that a rank has and its parent has not: the lowest, so that neighbours "
          "share subtrees, or the "
          "highest",
          {"lowest", "highest"}};
}

}  // namespace collsim
