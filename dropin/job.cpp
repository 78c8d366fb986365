#include "dropin/job.hpp"

#include <mpi.h>

#include <cstdio>
#include <cstdlib>

namespace collsim {

int world_rank() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int world_size() {
  int size = 1;
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

void end_job(const std::string& complaint, int exit_code) {
  std::fprintf(stderr, "collsim: %s\n", complaint.c_str());
  std::fflush(stderr);
  // SMPI's own abort ends the ranks only, and then the simulation with code 0.
  struct Last {
    int code;
    ~Last() { std::_Exit(code); }
  } const last{exit_code};
  PMPI_Abort(MPI_COMM_WORLD, exit_code);
  std::_Exit(exit_code);
}

void agree(const std::string& wrong) {
  const int p = world_size();
  const int mine = wrong.empty() ? p : world_rank();
  int first = p;
  PMPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (first == p) return;
  if (first == world_rank()) end_job(wrong, 2);
  PMPI_Barrier(MPI_COMM_WORLD);  // until the job ends
}

}  // namespace collsim
