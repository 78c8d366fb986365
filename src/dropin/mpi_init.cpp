#include <mpi.h>

#include "dropin/dropin.hpp"
#include "dropin/job.hpp"
#include "dropin/tools.hpp"

extern "C" {

int MPI_Init(int* argc, char*** argv) {
  collsim::expect_calls();
  const int code = collsim::behind("MPI_Init", PMPI_Init)(argc, argv);
  if (code == MPI_SUCCESS) collsim::Dropin::open();
  return code;
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  collsim::expect_calls();
  const int code = collsim::behind("MPI_Init_thread", PMPI_Init_thread)(argc, argv, required, provided);
  if (code == MPI_SUCCESS) collsim::Dropin::open();
  return code;
}

int MPI_Finalize() {
  // Sessions outlive it.
  if (collsim::job() == MPI_COMM_WORLD) collsim::Dropin::close();
  return collsim::behind("MPI_Finalize", PMPI_Finalize)();
}
}
