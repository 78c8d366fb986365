// The blocking collectives by the names of all MPIs: those that move data. The MPI library's own function is handed on in a
// lambda, whose type nobody else has: so what serves a call becomes one function. A small call notices, also how much is in this file.

#include "dropin/moves.hpp"

#include "dropin/moves_v.hpp"

using namespace collsim;

extern "C" {

int MPI_Barrier(MPI_Comm comm) {
  return serve_barrier(comm);
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return serve_bcast([](auto... to) { return PMPI_Bcast(to...); }, buffer, count, type, root, comm);
}

int MPI_Allgather(const void* send, int send_count, MPI_Datatype send_type, void* recv, int recv_count,
                  MPI_Datatype recv_type, MPI_Comm comm) {
  return serve_allgather([](auto... to) { return PMPI_Allgather(to...); }, send, send_count, send_type, recv,
                         recv_count, recv_type, comm);
}

int MPI_Gather(const void* send, int send_count, MPI_Datatype send_type, void* recv, int recv_count,
               MPI_Datatype recv_type, int root, MPI_Comm comm) {
  return serve_gather([](auto... to) { return PMPI_Gather(to...); }, send, send_count, send_type, recv,
                      recv_count, recv_type, root, comm);
}

int MPI_Scatter(const void* send, int send_count, MPI_Datatype send_type, void* recv, int recv_count,
                MPI_Datatype recv_type, int root, MPI_Comm comm) {
  return serve_scatter([](auto... to) { return PMPI_Scatter(to...); }, send, send_count, send_type, recv,
                       recv_count, recv_type, root, comm);
}

int MPI_Alltoall(const void* send, int send_count, MPI_Datatype send_type, void* recv, int recv_count,
                 MPI_Datatype recv_type, MPI_Comm comm) {
  return serve_alltoall([](auto... to) { return PMPI_Alltoall(to...); }, send, send_count, send_type, recv,
                        recv_count, recv_type, comm);
}

int MPI_Allgatherv(const void* send, int send_count, MPI_Datatype send_type, void* recv, const int counts[],
                   const int displacements[], MPI_Datatype recv_type, MPI_Comm comm) {
  return serve_allgatherv([](auto... to) { return PMPI_Allgatherv(to...); }, send, send_count, send_type,
                          recv, counts, displacements, recv_type, comm);
}

int MPI_Gatherv(const void* send, int send_count, MPI_Datatype send_type, void* recv, const int counts[],
                const int displacements[], MPI_Datatype recv_type, int root, MPI_Comm comm) {
  return serve_gatherv([](auto... to) { return PMPI_Gatherv(to...); }, send, send_count, send_type, recv,
                       counts, displacements, recv_type, root, comm);
}

int MPI_Scatterv(const void* send, const int counts[], const int displacements[], MPI_Datatype send_type,
                 void* recv, int recv_count, MPI_Datatype recv_type, int root, MPI_Comm comm) {
  return serve_scatterv([](auto... to) { return PMPI_Scatterv(to...); }, send, counts, displacements,
                        send_type, recv, recv_count, recv_type, root, comm);
}

int MPI_Alltoallv(const void* send, const int send_counts[], const int send_displacements[],
                  MPI_Datatype send_type, void* recv, const int recv_counts[], const int recv_displacements[],
                  MPI_Datatype recv_type, MPI_Comm comm) {
  return serve_alltoallv([](auto... to) { return PMPI_Alltoallv(to...); }, send, send_counts,
                         send_displacements, send_type, recv, recv_counts, recv_displacements, recv_type,
                         comm);
}
}
