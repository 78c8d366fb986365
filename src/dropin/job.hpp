#pragma once

#include <mpi.h>

#include <string>

namespace collsim {

/// All ranks of this rank's job: MPI_COMM_WORLD, which a program has that calls MPI_Init, or what set_job() was given last.
MPI_Comm job();
/// MPI_COMM_NULL: MPI_COMM_WORLD again.
void set_job(MPI_Comm comm);
/// The rank and the number of ranks in job().
int world_rank();
int world_size();
/// A new communicator of this rank alone. Throws MpiError.
MPI_Comm new_communicator_alone();

/// Says "collsim: complaint" and ends the job, in simulation too.
[[noreturn]] void end_job(const std::string& complaint, int exit_code);

/// Ends the job if any rank has something wrong to tell: the first of them tells it, exit code 2.
void agree(const std::string& wrong);

}  // namespace collsim
