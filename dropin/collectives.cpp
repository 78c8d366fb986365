// The blocking collectives by the names of all MPIs.

#include "dropin/combines.hpp"
#include "dropin/moves.hpp"
#include "dropin/moves_v.hpp"

using namespace collsim;

extern "C" {

int MPI_Barrier(MPI_Comm comm) {
  return serve_barrier(comm);
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return serve_bcast(PMPI_Bcast, buffer, count, type, root, comm);
}

int MPI_Allgather(const void* send, int send_count, MPI_Datatype send_type, void* recv, int recv_count,
                  MPI_Datatype recv_type, MPI_Comm comm) {
  return serve_allgather(PMPI_Allgather, send, send_count, send_type, recv, recv_count, recv_type, comm);
}

int MPI_Gather(const void* send, int send_count, MPI_Datatype send_type, void* recv, int recv_count,
               MPI_Datatype recv_type, int root, MPI_Comm comm) {
  return serve_gather(PMPI_Gather, send, send_count, send_type, recv, recv_count, recv_type, root, comm);
}

int MPI_Scatter(const void* send, int send_count, MPI_Datatype send_type, void* recv, int recv_count,
                MPI_Datatype recv_type, int root, MPI_Comm comm) {
  return serve_scatter(PMPI_Scatter, send, send_count, send_type, recv, recv_count, recv_type, root, comm);
}

int MPI_Alltoall(const void* send, int send_count, MPI_Datatype send_type, void* recv, int recv_count,
                 MPI_Datatype recv_type, MPI_Comm comm) {
  return serve_alltoall(PMPI_Alltoall, send, send_count, send_type, recv, recv_count, recv_type, comm);
}

int MPI_Allgatherv(const void* send, int send_count, MPI_Datatype send_type, void* recv, const int counts[],
                   const int displacements[], MPI_Datatype recv_type, MPI_Comm comm) {
  return serve_allgatherv(PMPI_Allgatherv, send, send_count, send_type, recv, counts, displacements,
                          recv_type, comm);
}

int MPI_Gatherv(const void* send, int send_count, MPI_Datatype send_type, void* recv, const int counts[],
                const int displacements[], MPI_Datatype recv_type, int root, MPI_Comm comm) {
  return serve_gatherv(PMPI_Gatherv, send, send_count, send_type, recv, counts, displacements, recv_type,
                       root, comm);
}

int MPI_Scatterv(const void* send, const int counts[], const int displacements[], MPI_Datatype send_type,
                 void* recv, int recv_count, MPI_Datatype recv_type, int root, MPI_Comm comm) {
  return serve_scatterv(PMPI_Scatterv, send, counts, displacements, send_type, recv, recv_count, recv_type,
                        root, comm);
}

int MPI_Alltoallv(const void* send, const int send_counts[], const int send_displacements[],
                  MPI_Datatype send_type, void* recv, const int recv_counts[], const int recv_displacements[],
                  MPI_Datatype recv_type, MPI_Comm comm) {
  return serve_alltoallv(PMPI_Alltoallv, send, send_counts, send_displacements, send_type, recv, recv_counts,
                         recv_displacements, recv_type, comm);
}

int MPI_Allreduce(const void* send, void* recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return serve_everywhere<Allreduce>(PMPI_Allreduce, send, recv, count, type, op, comm);
}

int MPI_Scan(const void* send, void* recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return serve_everywhere<Scan>(PMPI_Scan, send, recv, count, type, op, comm);
}

int MPI_Exscan(const void* send, void* recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return serve_everywhere<Exscan>(PMPI_Exscan, send, recv, count, type, op, comm);
}

int MPI_Reduce(const void* send, void* recv, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm) {
  return serve_reduce(PMPI_Reduce, send, recv, count, type, op, root, comm);
}

int MPI_Reduce_scatter(const void* send, void* recv, const int counts[], MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm) {
  return serve_reduce_scatter(PMPI_Reduce_scatter, send, recv, counts, type, op, comm);
}

int MPI_Reduce_scatter_block(const void* send, void* recv, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm comm) {
  return serve_reduce_scatter_block(PMPI_Reduce_scatter_block, send, recv, count, type, op, comm);
}
}
