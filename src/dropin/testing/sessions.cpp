#include <mpi.h>

#include <cstdio>
#include <cstring>

// A program that never calls MPI_Init. Its argument says what it does: "twice", two jobs one after the other; "alone", no
// communicator of all ranks.

static int wrong = 0;

static MPI_Comm communicator_of(MPI_Session session, const char* set, const char* tag) {
  MPI_Group group;
  MPI_Comm comm;
  MPI_Group_from_session_pset(session, set, &group);
  MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Group_free(&group);
  return comm;
}

static void sum_up(MPI_Comm comm) {
  int one = 1, sum = 0, size = 0;
  MPI_Comm_size(comm, &size);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  if (sum == size) return;
  std::fprintf(stderr, "wrong: %d of %d\n", sum, size);
  wrong = 1;
}

/// On all ranks, on halves of them, and on one from another session.
static void use(const char* set) {
  MPI_Session first, second;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &first);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &second);
  MPI_Comm all = communicator_of(first, set, "first"), other = communicator_of(second, set, "second");
  int rank = 0;
  MPI_Comm_rank(all, &rank);
  MPI_Comm half;
  MPI_Comm_split(all, rank % 2, rank, &half);
  sum_up(all);
  sum_up(half);
  sum_up(other);
  MPI_Comm_free(&half);
  MPI_Comm_free(&other);
  MPI_Session_finalize(&second);
  sum_up(all);
  MPI_Comm_free(&all);
  MPI_Session_finalize(&first);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  use(std::strcmp(what, "alone") ? "mpi://WORLD" : "mpi://SELF");
  if (!std::strcmp(what, "twice")) use("mpi://WORLD");
  return wrong;
}
