#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/range.hpp"

namespace collsim {

/// How an operator is implemented (op_class of algorithms/facts/operand.hpp), and whether it commutes.
using OperatorKind = std::pair<std::string, bool>;

/// A set of calls of one collective: numbers of processes x bytes x kinds of operators x bytes of a block.
struct Region {
  static constexpr Interval all_processes = {1, 2147483647};
  static constexpr Interval all_bytes = {0, largest_size};
  static const std::set<OperatorKind>& all_operators();

  Interval processes = all_processes;
  Interval bytes = all_bytes;
  std::set<OperatorKind> operators = all_operators();
  Interval block =
      all_bytes;  ///< the mean of the p; regions that differ in it may share no call all the same

  bool empty() const { return processes.empty() || bytes.empty() || operators.empty() || block.empty(); }
};

Region intersection(const Region& a, const Region& b);

/// The calls of `a` that are not in `b`, as disjoint regions.
std::vector<Region> difference(const Region& a, const Region& b);

/// The kinds that "arithmetic", "location", "user", "commutative" or "non_commutative" stands for. Throws
/// Error with the nearest names.
std::set<OperatorKind> operator_class(const std::string& name);

/// "2..64 processes, 8K.. bytes, operators arithmetic": only what is not all; "all calls".
std::string to_string(const Region& region);

/// "any", "8", "8..64K", "8K..".
std::string to_string(const Interval& interval, const Interval& all);

}  // namespace collsim
