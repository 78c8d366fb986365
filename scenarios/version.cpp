#include "scenarios/version.hpp"

#include <fmt/format.h>
#include <simgrid/forward.h>  // version.h does not stand alone
#include <simgrid/version.h>

#include <map>

#include "interface.hpp"

namespace collsim {
namespace {

/// What no file is named after may stand on anything.
const std::string& digest(const std::string& name) {
  static const std::map<std::string, std::string> digests = {
#include "digests.inc"
  };
  const auto found = digests.find(name);
  return found == digests.end() ? digests.at("all") : found->second;
}

}  // namespace

std::string collsim_version() {
  return fmt::format("{}+{}", COLLSIM_RELEASE, digest("all").substr(0, 12));
}

std::string plugin_version() {
  return fmt::format("{}+{}", COLLSIM_RELEASE, COLLSIM_INTERFACE);
}

std::string simgrid_version() {
  return fmt::format("{}.{}", SIMGRID_VERSION_MAJOR, SIMGRID_VERSION_MINOR);
}

std::string answering_sources(const std::string& algorithm, const std::string& plugin,
                              const std::string& backend) {
  const std::string code = plugin.empty() ? digest(algorithm) : plugin + " on " + digest("plug-in");
  const std::string sources =
      fmt::format("{} {}, {} {}", algorithm, code, backend, digest("backends/" + backend));
  return backend == "smpi" ? sources + ", SimGrid " + simgrid_version() : sources;
}

}  // namespace collsim
