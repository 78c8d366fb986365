// The blocking collectives by the names of all MPIs: those that combine. The MPI library's own function is handed on in a
// lambda, whose type nobody else has: so what serves a call becomes one function. A small call notices, also how much is in this file.

#include "dropin/combines.hpp"

using namespace collsim;

extern "C" {

int MPI_Allreduce(const void* send, void* recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return serve_everywhere<Allreduce>([](auto... to) { return PMPI_Allreduce(to...); }, send, recv, count,
                                     type, op, comm);
}

int MPI_Scan(const void* send, void* recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return serve_everywhere<Scan>([](auto... to) { return PMPI_Scan(to...); }, send, recv, count, type, op,
                                comm);
}

int MPI_Exscan(const void* send, void* recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return serve_everywhere<Exscan>([](auto... to) { return PMPI_Exscan(to...); }, send, recv, count, type, op,
                                  comm);
}

int MPI_Reduce(const void* send, void* recv, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm) {
  return serve_reduce([](auto... to) { return PMPI_Reduce(to...); }, send, recv, count, type, op, root, comm);
}

int MPI_Reduce_scatter(const void* send, void* recv, const int counts[], MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm) {
  return serve_reduce_scatter([](auto... to) { return PMPI_Reduce_scatter(to...); }, send, recv, counts, type,
                              op, comm);
}

int MPI_Reduce_scatter_block(const void* send, void* recv, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm comm) {
  return serve_reduce_scatter_block([](auto... to) { return PMPI_Reduce_scatter_block(to...); }, send, recv,
                                    count, type, op, comm);
}
}
