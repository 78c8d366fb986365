#pragma once

#include <string>

#include "algorithms/algorithm.hpp"
#include "algorithms/comm.hpp"

namespace collsim::testing {

/// One call of one algorithm, but for the operand.
struct Case {
  const Description* about;
  Options options;
  int processes;
  int count;
  bool in_place = false;
  int root = 0;

  bool is(const char* collective) const { return about->collective == collective; }
  std::string why_unsupported(bool commutative, std::int64_t type_size) const {
    return about->why_unsupported(shape(commutative, type_size), options);
  }
  Shape shape(bool commutative, std::int64_t type_size) const {
    return {processes, count, type_size, root, commutative, in_place};
  }
  /// Does this rank's contribution lie in the receive buffer?
  bool starts_in_recv(int rank) const {
    return is(Bcast::collective) || (in_place && (is(Allreduce::collective) || rank == root));
  }
  /// Does this rank's receive buffer hold the result afterwards?
  bool ends_in_recv(int rank) const { return !is(Reduce::collective) || rank == root; }

  std::string to_string() const {
    return about->full_name() + "(" + options.to_string() + ") p=" + std::to_string(processes) +
           " count=" + std::to_string(count) + " root=" + std::to_string(root) +
           (in_place ? " in place" : "");
  }
};

/// Makes the call on this rank. `recv` is not passed on where MPI lets it be null.
inline void perform(Comm& comm, const Case& test, const void* send, void* recv, MPI_Datatype type,
                    MPI_Op op) {
  const std::string& name = test.about->name;
  const void* from = test.starts_in_recv(comm.rank()) ? MPI_IN_PLACE : send;
  void* to = test.ends_in_recv(comm.rank()) ? recv : nullptr;
  if (test.is(Allreduce::collective))
    find<Allreduce>(name).run(comm, {from, to, test.count, type, op}, test.options);
  else if (test.is(Reduce::collective))
    find<Reduce>(name).run(comm, {from, to, test.count, type, op, test.root}, test.options);
  else if (test.is(Bcast::collective))
    find<Bcast>(name).run(comm, {to, test.count, type, test.root}, test.options);
  else
    throw Error("no test knows how to call " + test.about->collective);
}

}  // namespace collsim::testing
