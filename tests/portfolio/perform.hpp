#pragma once

#include "algorithms/prepare.hpp"
#include "tests/portfolio/case.hpp"

namespace collsim::testing {

/// Makes the call on this rank.
inline void perform(Comm& comm, const Case& test, const void* send, void* recv, Datatype type, Op op) {
  const Shape shape = test.shape(comm.commutes(op), comm.size_of(type));
  const Places own = collective(test.about->collective).exchanged(blocks(shape), comm.rank());
  prepare(*test.about, test.options, {shape, comm.rank(), send, recv, type, op, own})(comm);
}

}  // namespace collsim::testing
