#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "lab/decisions/judged.hpp"
#include "points/row.hpp"

namespace collsim {

/// A call as a library serves it by its own choice, by rules, and by the fastest of all its algorithms.
struct Gain {
  Point at;           ///< the race: without an algorithm
  Outcome own, ours;  ///< of the library's own choice; under the rules
  std::string best;   ///< as the library calls it, or "its own choice", or "the rules"
  double least = 0;   ///< seconds of the best

  double own_cost() const { return regret_over(least, own.seconds); }
  double cost() const { return regret_over(least, ours.seconds); }
  /// Whether the rules are slower than its own choice by more than measuring again would explain.
  bool is_slower() const { return ours.noise().low > own.noise().high; }
};

struct Gains {
  std::vector<Gain> calls = {};
  std::map<std::string, std::size_t> untimed = {};  ///< how many times are missing for which reason
};

/// `forced`: measured rows of `library`, by its own choice and by algorithms that are forced. `ruled`: of the same calls where rules
/// are loaded. Calls without times of both are left out.
Gains gains(const std::vector<Row>& forced, const std::vector<Row>& ruled);

/// Tells people a line a collective, in shares over the best: what its own choice costs, and what the rules cost; then each call in
/// which they are slower than its own choice.
std::string to_text(const Gains& gains);

/// A line a call: collective,p,bytes,own,own_low,own_high,rules,rules_low,rules_high,best,least,own_cost,cost,slower; in seconds.
Cells to_cells(const Gains& gains);

}  // namespace collsim
