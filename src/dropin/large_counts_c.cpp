// The names with large counts, which MPI has had since its version 4.

#include "dropin/combines.hpp"
#include "dropin/moves.hpp"
#include "dropin/moves_v.hpp"

using namespace collsim;

extern "C" {

int MPI_Bcast_c(void* buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm) {
  return serve_bcast([](auto... to) { return PMPI_Bcast_c(to...); }, buffer, count, type, root, comm);
}

int MPI_Allgather_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* recv,
                    MPI_Count recv_count, MPI_Datatype recv_type, MPI_Comm comm) {
  return serve_allgather([](auto... to) { return PMPI_Allgather_c(to...); }, send, send_count, send_type,
                         recv, recv_count, recv_type, comm);
}

int MPI_Gather_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* recv,
                 MPI_Count recv_count, MPI_Datatype recv_type, int root, MPI_Comm comm) {
  return serve_gather([](auto... to) { return PMPI_Gather_c(to...); }, send, send_count, send_type, recv,
                      recv_count, recv_type, root, comm);
}

int MPI_Scatter_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* recv,
                  MPI_Count recv_count, MPI_Datatype recv_type, int root, MPI_Comm comm) {
  return serve_scatter([](auto... to) { return PMPI_Scatter_c(to...); }, send, send_count, send_type, recv,
                       recv_count, recv_type, root, comm);
}

int MPI_Alltoall_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* recv,
                   MPI_Count recv_count, MPI_Datatype recv_type, MPI_Comm comm) {
  return serve_alltoall([](auto... to) { return PMPI_Alltoall_c(to...); }, send, send_count, send_type, recv,
                        recv_count, recv_type, comm);
}

int MPI_Allgatherv_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* recv,
                     const MPI_Count counts[], const MPI_Aint displacements[], MPI_Datatype recv_type,
                     MPI_Comm comm) {
  return serve_allgatherv([](auto... to) { return PMPI_Allgatherv_c(to...); }, send, send_count, send_type,
                          recv, counts, displacements, recv_type, comm);
}

int MPI_Gatherv_c(const void* send, MPI_Count send_count, MPI_Datatype send_type, void* recv,
                  const MPI_Count counts[], const MPI_Aint displacements[], MPI_Datatype recv_type, int root,
                  MPI_Comm comm) {
  return serve_gatherv([](auto... to) { return PMPI_Gatherv_c(to...); }, send, send_count, send_type, recv,
                       counts, displacements, recv_type, root, comm);
}

int MPI_Scatterv_c(const void* send, const MPI_Count counts[], const MPI_Aint displacements[],
                   MPI_Datatype send_type, void* recv, MPI_Count recv_count, MPI_Datatype recv_type, int root,
                   MPI_Comm comm) {
  return serve_scatterv([](auto... to) { return PMPI_Scatterv_c(to...); }, send, counts, displacements,
                        send_type, recv, recv_count, recv_type, root, comm);
}

int MPI_Alltoallv_c(const void* send, const MPI_Count send_counts[], const MPI_Aint send_displacements[],
                    MPI_Datatype send_type, void* recv, const MPI_Count recv_counts[],
                    const MPI_Aint recv_displacements[], MPI_Datatype recv_type, MPI_Comm comm) {
  return serve_alltoallv([](auto... to) { return PMPI_Alltoallv_c(to...); }, send, send_counts,
                         send_displacements, send_type, recv, recv_counts, recv_displacements, recv_type,
                         comm);
}

int MPI_Allreduce_c(const void* send, void* recv, MPI_Count count, MPI_Datatype type, MPI_Op op,
                    MPI_Comm comm) {
  return serve_everywhere<Allreduce>([](auto... to) { return PMPI_Allreduce_c(to...); }, send, recv, count,
                                     type, op, comm);
}

int MPI_Scan_c(const void* send, void* recv, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return serve_everywhere<Scan>([](auto... to) { return PMPI_Scan_c(to...); }, send, recv, count, type, op,
                                comm);
}

int MPI_Exscan_c(const void* send, void* recv, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return serve_everywhere<Exscan>([](auto... to) { return PMPI_Exscan_c(to...); }, send, recv, count, type,
                                  op, comm);
}

int MPI_Reduce_c(const void* send, void* recv, MPI_Count count, MPI_Datatype type, MPI_Op op, int root,
                 MPI_Comm comm) {
  return serve_reduce([](auto... to) { return PMPI_Reduce_c(to...); }, send, recv, count, type, op, root,
                      comm);
}

int MPI_Reduce_scatter_c(const void* send, void* recv, const MPI_Count counts[], MPI_Datatype type, MPI_Op op,
                         MPI_Comm comm) {
  return serve_reduce_scatter([](auto... to) { return PMPI_Reduce_scatter_c(to...); }, send, recv, counts,
                              type, op, comm);
}

int MPI_Reduce_scatter_block_c(const void* send, void* recv, MPI_Count count, MPI_Datatype type, MPI_Op op,
                               MPI_Comm comm) {
  return serve_reduce_scatter_block([](auto... to) { return PMPI_Reduce_scatter_block_c(to...); }, send, recv,
                                    count, type, op, comm);
}
}
