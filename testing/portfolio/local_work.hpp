#pragma once

#include <mpi.h>

#include "algorithms/facts/local.hpp"

namespace collsim::testing {

/// A rank's local side where nothing is charged and no memory holds an operand until one is written.
class LocalWork final : public Local {
 public:
  explicit LocalWork(Node* node = nullptr) : node_(node) {}

  double now() override { return MPI_Wtime(); }
  std::byte* acquire(std::size_t bytes) override { return acquire_unwritten(bytes); }
  Node* node() override { return node_; }

 private:
  Node* node_;
};

}  // namespace collsim::testing
