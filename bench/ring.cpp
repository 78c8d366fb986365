// The plain SMPI program that the benchmark compares collsim with: `loops` full-vector ring allreduces of
// `count` doubles, under smpirun.
#include <mpi.h>

#include <cstdlib>
#include <utility>
#include <vector>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int loops = std::atoi(argv[1]);
  const int count = std::atoi(argv[2]);
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<double> sum(static_cast<std::size_t>(count)), out(sum), in(sum);
  for (int loop = 0; loop < loops; ++loop) {
    for (int step = 1; step < size; ++step) {
      MPI_Sendrecv(out.data(), count, MPI_DOUBLE, (rank + 1) % size, 0, in.data(), count, MPI_DOUBLE,
                   (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Reduce_local(in.data(), sum.data(), count, MPI_DOUBLE, MPI_SUM);
      std::swap(in, out);
    }
  }
  MPI_Finalize();
  return 0;
}
