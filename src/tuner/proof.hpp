#pragma once

#include <string>
#include <vector>

#include "rules/libraries/target.hpp"
#include "rules/rules.hpp"

namespace collsim {

/// What a library was to run in a call, and what it ran.
struct Proof {
  std::string collective;
  std::int64_t bytes = 0;
  std::string meant, ran;
  enum class Verdict { right, wrong, unknown } verdict = Verdict::unknown;
};

/// Arguments of collprobe: for each rule of so many processes the smallest and the largest call that it takes and the one behind, of whole
/// elements and up to 16 MiB.
std::vector<std::string> probing_calls(const Rules& rules, int processes);
/// Likewise, of operators that do not commute and in place, all within 1 MiB.
std::vector<std::string> checking_calls(const Rules& rules, int processes);

/// What collprobe's output proves: of Open MPI the names of functions, of MPICH the number of messages, by the formula. `rules`: as the
/// target follows them. A result that is not right is a proof of the opposite.
std::vector<Proof> proofs(const Target& target, const Rules& rules, int processes, const std::string& output);

/// For people: a line a call that is not proved right, and how many are.
std::string to_text(const std::vector<Proof>& proofs);

}  // namespace collsim
