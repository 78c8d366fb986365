#pragma once

#include <string>
#include <vector>

#include "rules/rules.hpp"

namespace collsim {

/// The rules that take calls of these numbers of processes, in their order.
struct Band {
  Interval processes;
  std::vector<const Rule*> rules;
};

/// The numbers of processes of a collective that rules tell apart, ascending; none that no rule takes.
std::vector<Band> bands_of(const Rules& rules, const std::string& collective);

/// Gives them in the order in which rules name them.
std::vector<std::string> collectives_of(const Rules& rules);

/// Where intervals begin that cut `all` so that each lies within or without every one of these.
std::vector<std::int64_t> cuts_of(const std::vector<Interval>& intervals, const Interval& all);

}  // namespace collsim
