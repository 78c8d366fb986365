#include "algorithms/library.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

void run(Comm& comm, const Reduce& call, const Options&) {
  const int code =
      PMPI_Reduce(call.send, call.recv, mpi_count(call.count), call.type, call.op, call.root, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Reduce", code);
}

const Registration<Reduce> library{
    library_baseline(
        portfolios, {"arrival_pattern_aware", "binomial", "flat_tree", "NTSL", "scatter_gather", "ompi_chain",
                     "ompi_pipeline", "ompi_basic_linear", "ompi_in_order_binary", "ompi_binary",
                     "ompi_binomial", "mvapich2_knomial", "mvapich2_two_level", "rab"}),
    run};

}  // namespace
}  // namespace collsim
