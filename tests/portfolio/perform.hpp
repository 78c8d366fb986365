#pragma once

#include "algorithms/prepare.hpp"
#include "tests/portfolio/case.hpp"
#include "transports/mpi_handles.hpp"

namespace collsim::testing {

/// Makes the call on this rank.
inline void perform(Comm& comm, const Case& test, const void* send, void* recv, MPI_Datatype type,
                    MPI_Op op) {
  const Shape shape = test.shape(comm.commutes(abi_op(op)), comm.size_of(abi_type(type)));
  const Places own = collective(test.about->collective).exchanged(blocks(shape), comm.rank());
  prepare(*test.about, test.options, {shape, comm.rank(), send, recv, abi_type(type), abi_op(op), own})(comm);
}

}  // namespace collsim::testing
