#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace collsim {

/// What a native answer depends on besides its point and collsim itself.
struct Machine {
  std::string mpi;                                   ///< MPI_Get_library_version
  std::vector<std::string> hosts;                    ///< of rank 0, 1, ...
  std::map<std::string, std::string> settings = {};  ///< of the MPI library, in the environment
  std::string date = {};                             ///< when the job started, ISO 8601 in UTC
  std::map<std::string, std::string> plugins = {};   ///< algorithms of plug-ins, Description::plugin

  /// What tells the machine of a point with this many processes from others: the library, its settings and on which hosts the
  /// ranks are.
  nlohmann::json identity(int processes) const;
};

void to_json(nlohmann::json& json, const Machine& machine);
/// Throws nlohmann::json::exception.
void from_json(const nlohmann::json& json, Machine& machine);

}  // namespace collsim
