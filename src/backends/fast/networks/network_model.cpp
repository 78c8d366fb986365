#include "backends/fast/networks/network_model.hpp"

#include <stdexcept>

#include "platforms/network_models.hpp"
#include "support/error.hpp"

namespace collsim::fast {

#define NETWORK_MODEL(name, contends, together) \
  std::unique_ptr<NetworkModel> make_##name(const NetworkSetup& setup);
#include "platforms/network_models.def"
#undef NETWORK_MODEL

NetworkModel::Progress NetworkModel::pass(const Message&, double, Flows&) {
  throw std::logic_error("a network model that says `later` must override pass()");
}

std::unique_ptr<NetworkModel> make_network_model(const std::string& name, const NetworkSetup& setup) {
#define NETWORK_MODEL(model, contends, together) \
  if (name == #model) return make_##model(setup);
#include "platforms/network_models.def"
#undef NETWORK_MODEL
  throw Error("unknown network model '" + name + "'" + suggestion(name, network_models()));
}

}  // namespace collsim::fast
