#pragma once

#include <string>

#include "algorithms/collective.hpp"
#include "algorithms/prepare.hpp"

namespace collsim::testing {

/// One call of one algorithm, but for the operand.
struct Case {
  const Description* about;
  Options options;
  int processes;
  int count;
  bool in_place = false;
  int root = 0;

  std::string why_unsupported(bool commutative, std::int64_t type_size) const {
    return about->why_unsupported(shape(commutative, type_size), options);
  }
  Shape shape(bool commutative, std::int64_t type_size) const {
    return {processes, count, type_size, root, commutative, in_place};
  }
  Layout layout(int rank) const { return collective(about->collective).layout(shape(true, 1), rank); }

  std::string to_string() const {
    return about->full_name() + "(" + options.to_string() + ") p=" + std::to_string(processes) +
           " count=" + std::to_string(count) + " root=" + std::to_string(root) +
           (in_place ? " in place" : "");
  }
};

/// Makes the call on this rank.
inline void perform(Comm& comm, const Case& test, const void* send, void* recv, MPI_Datatype type,
                    MPI_Op op) {
  const Shape shape = test.shape(Comm::commutes(op), Comm::size_of(type));
  prepare(*test.about, test.options, {shape, comm.rank(), send, recv, type, op})(comm);
}

}  // namespace collsim::testing
