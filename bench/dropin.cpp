// What the drop-in adds to a call, paired in one run: allreduce of 8 bytes, which a rule takes, and of 16, which none
// does, by the library's own name and by that which the drop-in takes over (README.md).
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

namespace {

constexpr int batches = 400;
constexpr int calls = 500;

using Allreduce = int (*)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);

/// Seconds per call of one batch.
double batch(Allreduce allreduce, int count) {
  const std::array in = {1.0, 2.0};
  std::array out = {0.0, 0.0};
  PMPI_Barrier(MPI_COMM_WORLD);
  const double begin = PMPI_Wtime();
  for (int i = 0; i < calls; ++i)
    allreduce(in.data(), out.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return (PMPI_Wtime() - begin) / calls;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  struct Case {
    const char* name;
    Allreduce allreduce;
    int count;
    std::vector<double> seconds = {};
  };
  std::array cases = {Case{"library, 8 bytes", PMPI_Allreduce, 1}, Case{"served, 8 bytes", MPI_Allreduce, 1},
                      Case{"library, 16 bytes", PMPI_Allreduce, 2},
                      Case{"passed on, 16 bytes", MPI_Allreduce, 2}};
  for (int i = 0; i < batches; ++i)
    for (Case& each : cases) each.seconds.push_back(batch(each.allreduce, each.count));
  for (Case& each : cases) {
    std::ranges::sort(each.seconds);
    const auto at = [&](double share) {
      return 1e6 * each.seconds[static_cast<std::size_t>(share * batches)];
    };
    if (rank == 0)
      std::printf("%-20s %.3f us (quartiles %.3f, %.3f; least %.3f)\n", each.name, at(0.5), at(0.25),
                  at(0.75), at(0));
  }
  MPI_Finalize();
}
