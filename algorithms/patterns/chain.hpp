#pragma once

#include "algorithms/facts/description.hpp"

namespace collsim {

/// A vector in segments down the chain of all ranks from the root, or up to it: p - 2 + s rounds, in each of
/// which a rank passes one segment on and takes the next. `step`: from a rank of the chain to the next one, 1 or -1.
Cost chain_cost(const Shape& shape, const Options& options, bool combines, int step = 1);

}  // namespace collsim
