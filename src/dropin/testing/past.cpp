#include <mpi.h>

// Past the drop-in, as programs do that find MPI's functions by themselves.
int main(int argc, char** argv) {
  PMPI_Init(&argc, &argv);
  return PMPI_Finalize();
}
