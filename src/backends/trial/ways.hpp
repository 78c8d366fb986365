#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "platforms/network/network.hpp"

namespace collsim {

/// What the way between two nodes takes a message on its own.
struct Way {
  double latency = 0;   ///< seconds
  double per_byte = 0;  ///< of its slowest link, seconds
};

/// The ways over a network. Whoever asks about many messages takes each route once. Not for several threads.
class Ways {
 public:
  explicit Ways(std::shared_ptr<const Network> network)
      : network_(std::move(network)), uniform_(network_->uniform()) {}

  Way between(int from, int to);

 private:
  Way found(int from, int to);

  std::shared_ptr<const Network> network_;
  bool uniform_;
  std::unordered_map<std::uint64_t, Way> known_ = {};
  std::vector<int> links_ = {};
};

}  // namespace collsim
