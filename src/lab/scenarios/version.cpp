#include "lab/scenarios/version.hpp"

#include <fmt/format.h>

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

std::string answering_sources(const std::string& algorithm, const std::string& plugin,
                              const Backend& backend) {
  const std::string code = plugin.empty() ? digest(algorithm) : plugin + " on " + digest("plug-in");
  const std::string name = backend.name().text(), version = backend.version();
  const std::string sources = fmt::format("{} {}, {} {}", algorithm, code, name, digest("backends/" + name));
  return version.empty() ? sources : sources + ", " + version;
}

}  // namespace collsim
