#include <dlfcn.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdio>
#include <cstring>

namespace {

/// A run past the drop-in would compare the library with itself.
bool preloaded() {
  Dl_info from{};
  return dladdr(dlsym(RTLD_DEFAULT, "MPI_Allreduce"), &from) != 0 &&
         std::strstr(from.dli_fname, "libcollsim_mpi") != nullptr;
}

}  // namespace

/// A program like any other: it knows nothing of collsim. Every rank runs the same tests.
int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  testing::InitGoogleTest(&argc, argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  if (rank != 0) delete listeners.Release(listeners.default_result_printer());
  int failed = RUN_ALL_TESTS();
  if (!preloaded()) failed = 1;
  if (failed != 0)
    std::fprintf(stderr, "rank %d: %s\n", rank,
                 preloaded() ? "a test failed" : "the drop-in is not preloaded");
  PMPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return failed;
}
