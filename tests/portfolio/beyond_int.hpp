/// Two ranks, each with a block that an MPI count holds; the result has more elements.
#pragma once

#include <functional>
#include <string>

#include "algorithms/comm.hpp"
#include "tests/portfolio/marked_vector.hpp"
#include "tests/portfolio/world.hpp"

namespace collsim::testing {

constexpr std::int64_t half_beyond_int = (std::int64_t{1} << 30) + 5;

/// Both blocks must be in `recv`, to which each rank has brought its own, after the call.
inline std::string gathers_beyond_int(Rank rank, const std::function<void(Comm&, char* recv)>& call) {
  Comm comm(rank.transport);
  const Memory recv = zeros(2 * half_beyond_int);
  if (!recv) return "no memory";
  char* mine = recv.get() + comm.rank() * half_beyond_int;
  char* other = recv.get() + (1 - comm.rank()) * half_beyond_int;
  put_marks(mine, half_beyond_int, comm.rank());
  call(comm, recv.get());
  const bool right =
      has_marks(mine, half_beyond_int, comm.rank()) && has_marks(other, half_beyond_int, 1 - comm.rank());
  return right ? "" : "a block is not what its rank sent";
}

}  // namespace collsim::testing
