#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// The MPI library's own reduce, whatever it chooses: a baseline. The backend applies the selector before the
/// run.
void run(Comm& comm, const Reduce& call, const Options&) {
  const int code =
      PMPI_Reduce(call.send, call.recv, call.count, call.type, call.op, call.root, comm.handle());
  if (code != MPI_SUCCESS) throw MpiError("MPI_Reduce", code);
}

const Registration<Reduce> library{{.name = "library",
                                    .source = "the MPI library",
                                    .assumes = "what the library assumes",
                                    .options = {{"selector",
                                                 "default",
                                                 "which of the library's algorithms, by SMPI's name for it",
                                                 {"default",
                                                  "ompi",
                                                  "mpich",
                                                  "mvapich2",
                                                  "impi",
                                                  "automatic",
                                                  "arrival_pattern_aware",
                                                  "binomial",
                                                  "flat_tree",
                                                  "NTSL",
                                                  "scatter_gather",
                                                  "ompi_chain",
                                                  "ompi_pipeline",
                                                  "ompi_basic_linear",
                                                  "ompi_in_order_binary",
                                                  "ompi_binary",
                                                  "ompi_binomial",
                                                  "mvapich2_knomial",
                                                  "mvapich2_two_level",
                                                  "rab"}}}},
                                   run};

}  // namespace
}  // namespace collsim
