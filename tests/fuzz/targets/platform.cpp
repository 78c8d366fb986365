#include "platforms/platform.hpp"

#include "platforms/network/network.hpp"
#include "platforms/protocol.hpp"
#include "tests/fuzz/target.hpp"

namespace collsim::fuzz {
namespace {

void read(const std::string& bytes) {
  const MemoryFile file(bytes);
  const Platform platform = Platform::load(path_of(file));
  static_cast<void>(platform.number("message", 4096) + platform.number("arrival", 4096) +
                    platform.number("cores.effective") + platform.number("memory.cache"));
  static_cast<void>(protocol(platform));
  constexpr int most_nodes = 4096;  // of more, the routes take long without being others
  if (platform.nodes() > most_nodes) return;
  const auto network = Network::of_platform(platform);
  std::vector<int> links;
  for (const int node : {0, 1, platform.nodes() / 2, platform.nodes() - 1}) {
    network->route(0, node % platform.nodes(), links);
    for (const int link : links) {
      static_cast<void>(network->name(link));
      static_cast<void>(network->bandwidth(link));
      static_cast<void>(network->shared(link));
    }
  }
}

const Registration registered({"platform", read});

}  // namespace
}  // namespace collsim::fuzz
