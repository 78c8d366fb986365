/* A program whose results stay where they are; it checks them, and that what it writes is its own. */
#include <cstdio>

#include "dropin/collsim_results.h"

static int wrong = 0;

static void expect(int right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "wrong: %s\n", what);
  wrong = 1;
}

enum { count = 3000 };

int main(int argc, char** argv) {
  int rank, p, i, round;
  int mine[count];
  void* result = nullptr;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  for (i = 0; i < count; ++i) mine[i] = rank + i;
  for (round = 0; round < 4; ++round) {
    const int writable = round % 2;
    int* all;
    collsim_allreduce(mine, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD, writable, &result);
    all = static_cast<int*>(result);
    for (i = 0; i < count; ++i) expect(all[i] == p * (p - 1) / 2 + p * i, "allreduce");
    if (writable) all[7] = rank;
    PMPI_Barrier(MPI_COMM_WORLD);
    expect(all[7] == (writable ? rank : p * (p - 1) / 2 + p * 7), "what others write is theirs");
    collsim_release(MPI_COMM_WORLD);

    collsim_bcast(mine, count, MPI_INT, p - 1, MPI_COMM_WORLD, writable, &result);
    all = static_cast<int*>(result);
    for (i = 0; i < count; ++i) expect(all[i] == p - 1 + i, "bcast");
    collsim_release(MPI_COMM_WORLD);

    collsim_allgather(mine, 2, MPI_INT, MPI_COMM_WORLD, writable, &result);
    all = static_cast<int*>(result);
    for (i = 0; i < p; ++i) expect(all[2 * i] == i && all[2 * i + 1] == i + 1, "allgather");
    collsim_release(MPI_COMM_WORLD);
  }
  MPI_Allreduce(&rank, &i, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  expect(i == p * (p - 1) / 2, "a buffer of the program's");
  MPI_Finalize();
  return wrong;
}
