#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

// A program that does what few do, for mpirun and for smpirun: its argument says what.

static int sum_of_ones(MPI_Comm comm) {
  int one = 1, sum = 0;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  return sum;
}

/// Two jobs in one communicator, the parent's ranks first.
static int merge_with(MPI_Comm other_job, int late) {
  MPI_Comm both;
  MPI_Intercomm_merge(other_job, late, &both);
  int size;
  MPI_Comm_size(both, &size);
  const int sum = sum_of_ones(both);
  int word = late ? 0 : 42;
  MPI_Bcast(&word, 1, MPI_INT, 0, both);
  MPI_Comm_free(&both);
  MPI_Comm_disconnect(&other_job);
  return sum == size && word == 42 && size == 6 ? 0 : 1;
}

/// Rank 1 expects less than rank 0 sends.
static int mismatch() {
  int data[4] = {}, rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Bcast(data, rank == 1 ? 2 : 4, MPI_INT, 0, MPI_COMM_WORLD);
  return 0;
}

/// The others enter the program's first collective when rank 0 has left it, as few MPIs forbid.
static int leave_first() {
  int data = 1, rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank > 0) MPI_Recv(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Bcast(&data, 1, MPI_INT, 0, MPI_COMM_WORLD);
  for (int to = 1; rank == 0 && to < size; ++to) MPI_Send(&data, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
  return data - 1;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const char* what = argc > 1 ? argv[1] : "";
  int wrong = std::strcmp(what, "leave_first") ? 0 : leave_first();
  wrong += sum_of_ones(MPI_COMM_WORLD) > 0 ? 0 : 1;
  if (!std::strcmp(what,
                   "end_early")) {  // erroneous: without MPI_Finalize, and with a communicator that lives on
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    wrong += sum_of_ones(copy) > 0 && sum_of_ones(MPI_COMM_SELF) == 1 ? 0 : 1;
#ifndef SMPI_H
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0) pause();  // until the launcher ends the job, which rank 0 makes it do
#endif
    return wrong;
  }
  if (!std::strcmp(what, "mismatch")) wrong += mismatch();
#ifndef SMPI_H
  MPI_Comm other_job;
  if (!std::strcmp(what, "spawn")) {
    char child[] = "child";
    char* arguments[] = {child, nullptr};
    MPI_Comm_spawn(argv[0], arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other_job, MPI_ERRCODES_IGNORE);
    wrong += merge_with(other_job, 0);
  }
  if (!std::strcmp(what, "child")) {
    MPI_Comm_get_parent(&other_job);
    wrong += merge_with(other_job, 1);
  }
#endif
  MPI_Finalize();
  if (wrong) std::fprintf(stderr, "wrong: %s\n", what);
  return wrong;
}
