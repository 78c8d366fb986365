#pragma once

#include <string>
#include <vector>

#include "cli/context.hpp"

namespace collsim {

/// "SMPI then judges a sample: at most 9.8 s more.\n"
std::string forecast_of_sample(Scenario& scenario);

/// Has SMPI answer a sample of the rows' questions into the store of these settings. Tells how far they are from its answers, and
/// whether it has other winners; writes sample.csv. A person who stops it leaves the rows as they are.
void judge_sample(const Context& context, Scenario& scenario, RunSettings settings,
                  const std::vector<Row>& rows);

}  // namespace collsim
