#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace collsim {

/// What a native answer depends on besides its point and collsim itself.
struct Machine {
  std::string mpi;                 ///< MPI_Get_library_version
  std::vector<std::string> hosts;  ///< of rank 0, 1, ...

  /// Of a point with this many processes: the library, and on which hosts its ranks are.
  nlohmann::json identity(int processes) const {
    const auto used = hosts.begin() + std::min<std::ptrdiff_t>(processes, std::ssize(hosts));
    return {{"mpi", mpi}, {"hosts", std::vector<std::string>(hosts.begin(), used)}};
  }

  NLOHMANN_DEFINE_TYPE_INTRUSIVE(Machine, mpi, hosts)
};

}  // namespace collsim
