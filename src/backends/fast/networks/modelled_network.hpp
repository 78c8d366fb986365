#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backends/fast/networks/network_model.hpp"

namespace collsim::fast {

/// A platform's network with its protocol, and the model of what messages do to each other there.
struct ModelledNetwork {
  const Network& network;
  const Protocol protocol;
  const std::shared_ptr<const InsideNodes> inside;  ///< null: nodes have no levels
  const std::unique_ptr<NetworkModel> model;

  /// `name`: one of network_models(). `nodes`: as of NetworkSetup. The network must outlive it. Throws Error for a name that no
  /// model has.
  ModelledNetwork(const std::string& name, const Network& routes, const Protocol& its, int nodes,
                  std::shared_ptr<const InsideNodes> levels)
      : network(routes),
        protocol(its),
        inside(std::move(levels)),
        model(make_network_model(name, {network, protocol, nodes, inside.get()})) {}

  /// Seconds between cause and effect on different nodes, a little less than they are: rounding must not bring an effect into
  /// the window of its cause.
  double lookahead() const { return network.least_latency() * protocol.latency_factor.least() * (1 - 1e-6); }
};

/// The network of each of some lanes (schedule.hpp). Their models have one name.
using Networks = std::vector<const ModelledNetwork*>;

}  // namespace collsim::fast
