#include "backends/machine.hpp"

#include <algorithm>

#include "support/json.hpp"

namespace collsim {

using nlohmann::json;

json Machine::identity(int processes) const {
  const auto used = hosts.begin() + std::min<std::ptrdiff_t>(processes, std::ssize(hosts));
  return {{"mpi", mpi}, {"settings", settings}, {"hosts", std::vector<std::string>(hosts.begin(), used)}};
}

void to_json(json& to, const Machine& machine) {
  to = {{"mpi", machine.mpi},
        {"hosts", machine.hosts},
        {"settings", machine.settings},
        {"date", machine.date},
        {"plugins", machine.plugins}};
}

void from_json(const json& from, Machine& machine) {
  from.at("mpi").get_to(machine.mpi);
  from.at("hosts").get_to(machine.hosts);
  from.at("settings").get_to(machine.settings);
  from.at("date").get_to(machine.date);
  from.at("plugins").get_to(machine.plugins);
}

}  // namespace collsim
