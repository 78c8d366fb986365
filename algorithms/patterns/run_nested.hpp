#pragma once

#include <string>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/nested.hpp"

namespace collsim {

/// Performs a call by an algorithm that is written with its options.
template <class Call>
void run_nested(Comm& comm, const std::string& algorithm, const Call& call) {
  const Nested& flat = nested(Call::collective, algorithm);
  find<Call>(flat.about->name).run(comm, call, flat.options);
}

}  // namespace collsim
