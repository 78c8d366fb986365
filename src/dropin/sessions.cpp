// Programs that initialise MPI by sessions and never call MPI_Init. To open a session is no business of other ranks: the job
// begins where a program first makes a communicator of all of them, and ends with a rank's last session.

#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "dropin/companions.hpp"
#include "dropin/dropin.hpp"
#include "dropin/job.hpp"
#include "dropin/settings.hpp"
#include "dropin/tools.hpp"

namespace collsim {
namespace {

class Sessions {
 public:
  void opened(MPI_Session session);
  void made(MPI_Comm comm);
  /// Before one of them is finalised.
  void closing();

 private:
  void begin_job();
  void end_job();

  std::mutex mutex_;
  int open_ = 0;                        ///< of the program's
  int rank_ = 0, size_ = 0;             ///< of the job; size 0: not yet known
  MPI_Session own_ = MPI_SESSION_NULL;  ///< of the drop-in, whose communicator of all ranks is the job
};

Sessions& sessions() {
  static Sessions all;
  return all;
}

/// All ranks, as a session knows them. To be freed.
MPI_Group all_ranks(MPI_Session session) {
  MPI_Group group = MPI_GROUP_NULL;
  check_mpi(PMPI_Group_from_session_pset(session, "mpi://WORLD", &group), "MPI_Group_from_session_pset");
  return group;
}

/// Between MPI_Init and MPI_Finalize, whose ranks are the job.
bool has_world() {
  int begun = 0, ended = 0;
  PMPI_Initialized(&begun);
  PMPI_Finalized(&ended);
  return begun && !ended;
}

/// What is wrong is said by rank 0 even if no communicator follows.
void Sessions::opened(MPI_Session session) {
  const std::lock_guard lock(mutex_);
  ++open_;
  if (size_ > 0) return;
  MPI_Group all = all_ranks(session);
  PMPI_Group_rank(all, &rank_);
  PMPI_Group_size(all, &size_);
  PMPI_Group_free(&all);
  if (rank_ != 0 || has_world()) return;
  const std::string wrong = DropinSettings::complaint();
  if (wrong.empty()) return;
  std::fprintf(stderr, "collsim: %s\n", wrong.c_str());
  std::_Exit(2);  // there is no communicator to abort
}

void Sessions::made(MPI_Comm comm) {
  const std::lock_guard lock(mutex_);
  int size = 0;
  PMPI_Comm_size(comm, &size);
  if (size == size_ && !Dropin::opened() && !has_world()) begin_job();
}

void Sessions::begin_job() {
  check_mpi(PMPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &own_), "MPI_Session_init");
  MPI_Group all = all_ranks(own_);
  MPI_Comm job = MPI_COMM_NULL;
  check_mpi(PMPI_Comm_create_from_group(all, "collsim", MPI_INFO_NULL, MPI_ERRORS_RETURN, &job),
            "MPI_Comm_create_from_group");
  PMPI_Group_free(&all);
  set_job(job);
  Dropin::open();
}

void Sessions::closing() {
  const std::lock_guard lock(mutex_);
  if (--open_ > 0) return;
  if (own_ != MPI_SESSION_NULL) return end_job();
  int initialised = 0;
  PMPI_Initialized(&initialised);
  if (rank_ == 0 && !initialised)
    std::fprintf(
        stderr,
        "collsim: no session's communicator has all ranks of mpi://WORLD, so that the MPI library served all "
        "calls\n");
}

void Sessions::end_job() {
  Dropin::close();
  MPI_Comm comm = job();
  set_job(MPI_COMM_NULL);
  PMPI_Comm_free(&comm);
  PMPI_Session_finalize(&own_);
}

}  // namespace
}  // namespace collsim

using namespace collsim;

extern "C" {

int MPI_Session_init(MPI_Info info, MPI_Errhandler handler, MPI_Session* session) {
  expect_calls();
  const int code = behind("MPI_Session_init", PMPI_Session_init)(info, handler, session);
  if (code == MPI_SUCCESS) sessions().opened(*session);
  return code;
}

int MPI_Session_finalize(MPI_Session* session) {
  sessions().closing();
  return behind("MPI_Session_finalize", PMPI_Session_finalize)(session);
}

int MPI_Comm_create_from_group(MPI_Group group, const char* tag, MPI_Info info, MPI_Errhandler handler,
                               MPI_Comm* comm) {
  const int code =
      behind("MPI_Comm_create_from_group", PMPI_Comm_create_from_group)(group, tag, info, handler, comm);
  if (code == MPI_SUCCESS && *comm != MPI_COMM_NULL) sessions().made(*comm);
  return code;
}
}
