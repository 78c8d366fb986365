#pragma once

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/facts/description.hpp"

namespace collsim {

/// Dissemination scan of ranks first..p-1, in rank order: `values` becomes its reduction over these ranks up
/// to its own. In round j, a rank sends what it has to the one 2^j further on.
void scan_rounds(Comm& comm, void* values, std::int64_t count, Datatype type, Op op, int first);

/// The rounds of scan_rounds for first = 0 or 1. The last rank combines in all of them.
Cost scan_rounds_cost(const Shape& shape, int first);

/// The rounds of a recursive doubling scan: ranks at distance 2^j exchange sums. The last rank combines twice in each.
Cost doubling_rounds_cost(const Shape& shape);
/// Whether all ranks have a partner in all of these.
bool doubling_rounds_exact(const Shape& shape, const Options&);

}  // namespace collsim
