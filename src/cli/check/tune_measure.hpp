#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim tune measure FOLDER`: times a real Open MPI by its own choices, under the rules that tune has written into the folder, and
/// by each of its algorithms, where --testbed or --launch says; tells what the first two cost over the best of all, and writes
/// gains.csv. Returns the exit status: 1 where rules are slower than its own choice by more than the interval of the launches.
int tune_measure_command(const Context& context);

}  // namespace collsim
