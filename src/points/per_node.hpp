#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace collsim {

/// How many ranks successive nodes take: 4 on each, or 5+4+4, which begins anew with every fourth node.
class PerNode {
 public:
  PerNode(int ranks = 1) : sizes_{ranks} {}  // NOLINT: a number is the usual case
  /// Takes at least one size, none below 1.
  explicit PerNode(std::vector<int> sizes);
  /// "4" or "5+4+4". Throws Error.
  static PerNode parse(const std::string& text);

  std::string text() const;
  bool even() const { return sizes_.size() == 1; }
  /// The most ranks that any node has if nodes fill one after the other.
  int most(int processes) const;
  /// How many node number `node` takes.
  int number_on(int node) const { return sizes_[static_cast<std::size_t>(node) % sizes_.size()]; }
  /// How many ranks so many nodes take.
  std::int64_t room(std::int64_t nodes) const;
  /// How many nodes so many ranks take, at least one of them.
  int nodes(int processes) const;

  friend auto operator<=>(const PerNode&, const PerNode&) = default;

 private:
  std::vector<int> sizes_;
};

}  // namespace collsim
