// What algorithms use of SimGrid's MPI, for a program that knows them and has none of their ranks run: SimGrid with all the
// libraries it uses takes longer to load than many a command takes. Nothing here is called. The linker looks at names only, and
// says which are missing.

#include <cstdlib>

extern "C" {

char smpi_MPI_BYTE, smpi_MPI_CHAR, smpi_MPI_DATATYPE_NULL, smpi_MPI_DOUBLE, smpi_MPI_FLOAT, smpi_MPI_INT,
    smpi_MPI_INT64_T, smpi_MPI_LONG, smpi_process_comm_self;

#define COLLSIM_ABSENT(call) \
  [[noreturn]] void call() { \
    std::abort();            \
  }
COLLSIM_ABSENT(PMPI_Allgather)
COLLSIM_ABSENT(PMPI_Allgatherv)
COLLSIM_ABSENT(PMPI_Allreduce)
COLLSIM_ABSENT(PMPI_Alltoall)
COLLSIM_ABSENT(PMPI_Alltoallv)
COLLSIM_ABSENT(PMPI_Barrier)
COLLSIM_ABSENT(PMPI_Bcast)
COLLSIM_ABSENT(PMPI_Comm_rank)
COLLSIM_ABSENT(PMPI_Comm_size)
COLLSIM_ABSENT(PMPI_Error_string)
COLLSIM_ABSENT(PMPI_Exscan)
COLLSIM_ABSENT(PMPI_Gather)
COLLSIM_ABSENT(PMPI_Gatherv)
COLLSIM_ABSENT(PMPI_Get_count)
COLLSIM_ABSENT(PMPI_Irecv)
COLLSIM_ABSENT(PMPI_Isend)
COLLSIM_ABSENT(PMPI_Op_commutative)
COLLSIM_ABSENT(PMPI_Pack)
COLLSIM_ABSENT(PMPI_Pack_size)
COLLSIM_ABSENT(PMPI_Recv)
COLLSIM_ABSENT(PMPI_Reduce)
COLLSIM_ABSENT(PMPI_Reduce_local)
COLLSIM_ABSENT(PMPI_Reduce_scatter)
COLLSIM_ABSENT(PMPI_Reduce_scatter_block)
COLLSIM_ABSENT(PMPI_Scan)
COLLSIM_ABSENT(PMPI_Scatter)
COLLSIM_ABSENT(PMPI_Scatterv)
COLLSIM_ABSENT(PMPI_Send)
COLLSIM_ABSENT(PMPI_Sendrecv)
COLLSIM_ABSENT(PMPI_Type_commit)
COLLSIM_ABSENT(PMPI_Type_contiguous)
COLLSIM_ABSENT(PMPI_Type_create_hindexed)
COLLSIM_ABSENT(PMPI_Type_free)
COLLSIM_ABSENT(PMPI_Type_get_contents)
COLLSIM_ABSENT(PMPI_Type_get_envelope)
COLLSIM_ABSENT(PMPI_Type_get_extent)
COLLSIM_ABSENT(PMPI_Type_size_x)
COLLSIM_ABSENT(PMPI_Unpack)
COLLSIM_ABSENT(PMPI_Wait)
}
