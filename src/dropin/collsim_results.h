/* Collectives that leave their result where it is: in memory that the ranks of a node share. For programs in C and C++ that
 * are linked with the drop-in library. */
#ifndef COLLSIM_RESULTS_H
#define COLLSIM_RESULTS_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each as the MPI function of its name, without a buffer for the result: *result is its first element. With `writable`, it
 * may be written to, and no other rank sees that: its pages are copied when they are first written to. Without, it is only
 * read. count and type are the same on all ranks. Every rank gives the result back by collsim_release() before its next
 * collective on the communicator.
 *
 * A hierarchical algorithm that the settings choose for the collective leaves the result; where they choose none, or it
 * cannot serve, the MPI library writes it to memory that collsim_release() frees. Errors are those of MPI. */
int collsim_allreduce(const void* send, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, int writable,
                      void** result);
/* `buffer`: the root's; of no meaning on other ranks. */
int collsim_bcast(const void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm, int writable,
                  void** result);
/* `count`: of each rank's elements. */
int collsim_allgather(const void* send, int count, MPI_Datatype type, MPI_Comm comm, int writable,
                      void** result);

/* The last result of the communicator is not used any more on this rank. */
int collsim_release(MPI_Comm comm);

#ifdef __cplusplus
}
#endif

#endif
