#include <mpi.h>

#include "dropin/dropin.hpp"

extern "C" {

int MPI_Init(int* argc, char*** argv) {
  const int code = PMPI_Init(argc, argv);
  if (code == MPI_SUCCESS) collsim::Dropin::open();
  return code;
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int code = PMPI_Init_thread(argc, argv, required, provided);
  if (code == MPI_SUCCESS) collsim::Dropin::open();
  return code;
}

int MPI_Finalize() {
  collsim::Dropin::close();
  return PMPI_Finalize();
}
}
