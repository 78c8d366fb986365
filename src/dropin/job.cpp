#include "dropin/job.hpp"

#include <cstdio>
#include <cstdlib>

#include "dropin/companions.hpp"

namespace collsim {
namespace {

MPI_Comm the_job = MPI_COMM_NULL;

}  // namespace

MPI_Comm job() {
  return the_job == MPI_COMM_NULL ? MPI_COMM_WORLD : the_job;
}

void set_job(MPI_Comm comm) {
  the_job = comm;
}

int world_rank() {
  int rank = 0;
  PMPI_Comm_rank(job(), &rank);
  return rank;
}

int world_size() {
  int size = 1;
  PMPI_Comm_size(job(), &size);
  return size;
}

MPI_Comm new_communicator_alone() {
  MPI_Comm alone = MPI_COMM_NULL;
  if (the_job == MPI_COMM_NULL) {
    check_mpi(PMPI_Comm_dup(MPI_COMM_SELF, &alone), "MPI_Comm_dup");
    return alone;
  }
  const int rank = world_rank();
  MPI_Group all = MPI_GROUP_NULL, self = MPI_GROUP_NULL;
  check_mpi(PMPI_Comm_group(the_job, &all), "MPI_Comm_group");
  check_mpi(PMPI_Group_incl(all, 1, &rank, &self), "MPI_Group_incl");
  check_mpi(PMPI_Comm_create_group(the_job, self, 0, &alone), "MPI_Comm_create_group");
  PMPI_Group_free(&self);
  PMPI_Group_free(&all);
  return alone;
}

void end_job(const std::string& complaint, int exit_code) {
  std::fprintf(stderr, "collsim: %s\n", complaint.c_str());
  std::fflush(stderr);
  // SMPI's own abort ends the ranks only, and then the simulation with code 0.
  struct Last {
    int code;
    ~Last() { std::_Exit(code); }
  } const last{exit_code};
  PMPI_Abort(job(), exit_code);
  std::_Exit(exit_code);
}

void agree(const std::string& wrong) {
  const int p = world_size();
  const int mine = wrong.empty() ? p : world_rank();
  int first = p;
  PMPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, job());
  if (first == p) return;
  if (first == world_rank()) end_job(wrong, 2);
  PMPI_Barrier(job());  // until the job ends
}

}  // namespace collsim
