#include "transports/mpi_transport.hpp"

namespace collsim {

/// An MPI without collectives.
void MpiTransport::library(const AnyCall& call) {
  Transport::library(call);
}

}  // namespace collsim
