#pragma once

#include <functional>

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"

namespace collsim {

/// The algorithm's call on this rank, ready to run any number of times, as long as `options` and what the arguments refer to are there. Throws UnknownAlgorithm, Error.
std::function<void(Comm&)> prepare(const Description& about, const Options& options,
                                   const Arguments& arguments);

}  // namespace collsim
