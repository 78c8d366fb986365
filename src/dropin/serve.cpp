#include "dropin/serve.hpp"

#include "dropin/job.hpp"

namespace collsim {

Node* shared(Companion& companion, Decision& decision) {
  if (!decision.choice || !decision.choice->about->knows_nodes) return nullptr;
  try {
    return companion.node();
  } catch (const MpiError&) {
    throw;
  } catch (const Error& error) {
    decision = {std::nullopt, "library: " + decision.choice->about->name + ": " + error.what()};
    return nullptr;
  }
}

/// MPI's own handlers are not called: SMPI has no functions behind them.
int fail(MPI_Comm comm, int code, const std::string& what) {
  MPI_Errhandler handler = MPI_ERRORS_ARE_FATAL;
  PMPI_Comm_get_errhandler(comm, &handler);
  const bool fatal = handler == MPI_ERRORS_ARE_FATAL;
  const bool silent = handler == MPI_ERRORS_RETURN;
  PMPI_Errhandler_free(&handler);
  if (fatal) end_job("rank " + std::to_string(world_rank()) + ": " + what, 1);
  if (!silent) PMPI_Comm_call_errhandler(comm, code);
  return code;
}

}  // namespace collsim
