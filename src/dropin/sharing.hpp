#pragma once

#include <mpi.h>

#include <memory>

#include "algorithms/facts/node.hpp"

namespace collsim {

/// Which ranks of job() share a node: those of a machine, or of each `ppn` of them, one after the other, if that
/// is not 0. Collective over job(). Throws MpiError.
std::shared_ptr<const Nodes> nodes_of_job(int ppn);

/// What this rank shares with the others of its node. Collective over `comm`, whose ranks `nodes` tells apart. Throws
/// Error on all ranks where they cannot share memory, MpiError.
std::unique_ptr<Node> share(MPI_Comm comm, std::shared_ptr<const Nodes> nodes);

}  // namespace collsim
