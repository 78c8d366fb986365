#pragma once

#include <string>

namespace collsim {

/// This rank's job: the ranks of its MPI_COMM_WORLD.
int world_rank();
int world_size();

/// Says "collsim: complaint" and ends the job, in simulation too.
[[noreturn]] void end_job(const std::string& complaint, int exit_code);

/// Ends the job if any rank has something wrong to tell: the first of them tells it, exit code 2.
void agree(const std::string& wrong);

}  // namespace collsim
