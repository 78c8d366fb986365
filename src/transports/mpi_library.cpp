#include <vector>

#include "algorithms/call.hpp"
#include "algorithms/patterns/places.hpp"
#include "transports/mpi_transport.hpp"

namespace collsim {
namespace {

/// Calls of MPI with the arguments of ours; each returns MPI's code.
struct LibraryCalls {
  MPI_Comm comm;
  int rank;

  int operator()(const Allreduce* call) const {
    return PMPI_Allreduce(to_mpi_buffer(call->send), call->recv, mpi_count(call->count), to_mpi(call->type),
                          to_mpi(call->op), comm);
  }
  int operator()(const Reduce* call) const {
    return PMPI_Reduce(to_mpi_buffer(call->send), call->recv, mpi_count(call->count), to_mpi(call->type),
                       to_mpi(call->op), call->root, comm);
  }
  int operator()(const Bcast* call) const {
    return PMPI_Bcast(call->buffer, mpi_count(call->count), to_mpi(call->type), call->root, comm);
  }
  int operator()(const Allgather* call) const {
    const int count = mpi_count(call->count);
    const MPI_Datatype type = to_mpi(call->type);
    return PMPI_Allgather(to_mpi_buffer(call->send), count, type, call->recv, count, type, comm);
  }
  int operator()(const Allgatherv* call) const {
    const std::vector<int> counts = mpi_counts(call->blocks), at = mpi_displacements(call->blocks);
    const MPI_Datatype type = to_mpi(call->type);
    return PMPI_Allgatherv(to_mpi_buffer(call->send), counts[static_cast<std::size_t>(rank)], type,
                           call->recv, counts.data(), at.data(), type, comm);
  }
  int operator()(const Gather* call) const {
    const int count = mpi_count(call->count);
    const MPI_Datatype type = to_mpi(call->type);
    return PMPI_Gather(to_mpi_buffer(call->send), count, type, call->recv, count, type, call->root, comm);
  }
  int operator()(const Gatherv* call) const {
    const std::vector<int> counts = mpi_counts(call->blocks), at = mpi_displacements(call->blocks);
    const MPI_Datatype type = to_mpi(call->type);
    return PMPI_Gatherv(to_mpi_buffer(call->send), mpi_count(call->count), type, call->recv, counts.data(),
                        at.data(), type, call->root, comm);
  }
  int operator()(const Scatter* call) const {
    const int count = mpi_count(call->count);
    const MPI_Datatype type = to_mpi(call->type);
    return PMPI_Scatter(call->send, count, type, to_mpi_buffer(call->recv), count, type, call->root, comm);
  }
  int operator()(const Scatterv* call) const {
    const std::vector<int> counts = mpi_counts(call->blocks), at = mpi_displacements(call->blocks);
    const MPI_Datatype type = to_mpi(call->type);
    return PMPI_Scatterv(call->send, counts.data(), at.data(), type, to_mpi_buffer(call->recv),
                         mpi_count(call->count), type, call->root, comm);
  }
  int operator()(const Alltoall* call) const {
    const int count = mpi_count(call->count);
    const MPI_Datatype type = to_mpi(call->type);
    return PMPI_Alltoall(to_mpi_buffer(call->send), count, type, call->recv, count, type, comm);
  }
  int operator()(const Alltoallv* call) const {
    const std::vector<int> sent = mpi_counts(call->send_blocks), from = mpi_displacements(call->send_blocks);
    const std::vector<int> received = mpi_counts(call->recv_blocks),
                           to = mpi_displacements(call->recv_blocks);
    const MPI_Datatype type = to_mpi(call->type);
    return PMPI_Alltoallv(to_mpi_buffer(call->send), sent.data(), from.data(), type, call->recv,
                          received.data(), to.data(), type, comm);
  }
  int operator()(const ReduceScatter* call) const {
    const std::vector<int> counts = mpi_counts(call->blocks);
    return PMPI_Reduce_scatter(to_mpi_buffer(call->send), call->recv, counts.data(), to_mpi(call->type),
                               to_mpi(call->op), comm);
  }
  int operator()(const ReduceScatterBlock* call) const {
    return PMPI_Reduce_scatter_block(to_mpi_buffer(call->send), call->recv, mpi_count(call->count),
                                     to_mpi(call->type), to_mpi(call->op), comm);
  }
  int operator()(const Scan* call) const {
    return PMPI_Scan(to_mpi_buffer(call->send), call->recv, mpi_count(call->count), to_mpi(call->type),
                     to_mpi(call->op), comm);
  }
  int operator()(const Exscan* call) const {
    return PMPI_Exscan(to_mpi_buffer(call->send), call->recv, mpi_count(call->count), to_mpi(call->type),
                       to_mpi(call->op), comm);
  }
  int operator()(const Barrier*) const { return PMPI_Barrier(comm); }
};

std::string name_of(const AnyCall& call) {
  return std::visit([]<class Call>(const Call*) { return std::string(Call::collective); }, call);
}

}  // namespace

void MpiTransport::library(const AnyCall& call) {
  const int code = std::visit(LibraryCalls{communicator_, rank_}, call);
  if (code != MPI_SUCCESS) throw mpi_error("the library's " + name_of(call), code);
}

}  // namespace collsim
