#pragma once

#include <vector>

namespace collsim {

/// Times at places that differ in variables, told in as few numbers as do: where each is a sum, what it has whatever the variables
/// are, and the share of each variable; else the times themselves. For each variable some place differs from the first in it alone.
std::vector<double> as_few_numbers(const std::vector<double>& times,
                                   const std::vector<std::vector<double>>& variables);

}  // namespace collsim
