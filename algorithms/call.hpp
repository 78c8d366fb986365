#pragma once

#include <mpi.h>

namespace collsim {

/// The arguments of MPI_Allreduce; send may be MPI_IN_PLACE.
struct Allreduce {
  static constexpr const char* collective = "allreduce";
  const void* send;
  void* recv;
  int count;
  MPI_Datatype type;
  MPI_Op op;
};

/// The arguments of MPI_Reduce; send may be MPI_IN_PLACE at the root, recv matters there only.
struct Reduce {
  static constexpr const char* collective = "reduce";
  const void* send;
  void* recv;
  int count;
  MPI_Datatype type;
  MPI_Op op;
  int root;
};

/// The arguments of MPI_Bcast.
struct Bcast {
  static constexpr const char* collective = "bcast";
  void* buffer;
  int count;
  MPI_Datatype type;
  int root;
};

}  // namespace collsim
