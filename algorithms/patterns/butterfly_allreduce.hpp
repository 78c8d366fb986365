#pragma once

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/facts/description.hpp"
#include "algorithms/patterns/butterfly.hpp"
#include "algorithms/patterns/halving.hpp"

namespace collsim {

/// The two allreduces of a butterfly. Where p is not a power of two, r = p - P ranks fold first and receive
/// the result last. In recursive doubling they combine in rank order; in another butterfly the operator must
/// commute.

/// Virtual ranks that meet exchange whole vectors and combine:
/// n kappa + k (alpha + n beta + n gamma), and 2 alpha + 2n beta + n gamma more where r > 0.
void allreduce_by_doubling(Comm& comm, const Allreduce& call, const Butterfly& butterfly);
Cost allreduce_by_doubling_cost(const Shape& shape, const Butterfly& butterfly);

/// A reduce-scatter in which virtual ranks that meet exchange halves, then an allgather by the way back:
/// 2k alpha + q' n (2 beta + gamma), q' = (P-1)/P, and where r > 0 fold and return: 2 alpha + 2n beta + n
/// gamma for whole vectors; where ranks of a pair share the combines of the fold, 3 alpha + 2n beta + n/2
/// gamma.
void allreduce_by_halving(Comm& comm, const Allreduce& call, const Butterfly& butterfly, bool folds_halves,
                          const Cuts& cuts = {});
Cost allreduce_by_halving_cost(const Shape& shape, const Butterfly& butterfly, bool folds_halves,
                               const Cuts& cuts = {});

}  // namespace collsim
