#include <mpi.h>

#include <cstdio>
#include <vector>

// A program like any other, for mpirun and for smpirun: it checks what it gets, and its calls are counted.

static int wrong = 0;

static void expect(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "wrong: %s\n", what);
  wrong = 1;
}

/// A root may leave the broadcast and free the communicator while others still wait for its message.
static void use_briefly(int rank) {
  for (int i = 0; i < 5; ++i) {
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : 1, rank, &comm);
    int data[] = {rank, i};
    MPI_Bcast(data, 2, MPI_INT, 0, comm);
    MPI_Bcast(data, 2, MPI_INT, 0, comm);
    expect(data[0] == (rank == 0 ? 0 : 1) && data[1] == i, "bcast");
    MPI_Comm_free(&comm);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, p;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);

  double x[] = {1.0, static_cast<double>(rank)}, sum[2];
  MPI_Allreduce(x, sum, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  expect(sum[0] == p && sum[1] == p * (p - 1) / 2, "allreduce");
  MPI_Allreduce(MPI_IN_PLACE, x, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  expect(x[1] == p - 1, "allreduce in place");

  std::vector<int> all(static_cast<std::size_t>(p));
  MPI_Gather(&rank, 1, MPI_INT, all.data(), 1, MPI_INT, p - 1, MPI_COMM_WORLD);
  for (int i = 0; i < p; ++i) expect(rank != p - 1 || all[static_cast<std::size_t>(i)] == i, "gather");

  MPI_Comm leaked;  // a communicator that nobody frees
  MPI_Comm_dup(MPI_COMM_WORLD, &leaked);
  MPI_Allreduce(MPI_IN_PLACE, x, 1, MPI_DOUBLE, MPI_SUM, leaked);
  expect(x[0] == p, "allreduce on a duplicate");
  use_briefly(rank);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return wrong;
}
