#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
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
  friend auto operator<=>(const Way&, const Way&) = default;
};

/// The ways over a network. Whoever asks about many messages takes each route once. Not for several threads.
class Ways {
 public:
  explicit Ways(std::shared_ptr<const Network> network)
      : network_(std::move(network)), uniform_(network_->uniform()) {}
  Ways(const Ways&) = delete;
  Ways& operator=(const Ways&) = delete;

  Way way_between(int from, int to) { return of_kind(kind(from, to)); }
  /// The number, from 0 on, of this way among those that differ in what they take: there are few.
  std::size_t kind(int from, int to);
  const Way& of_kind(std::size_t kind) const { return kinds_[kind]; }

 private:
  std::size_t found(int from, int to);

  std::shared_ptr<const Network> network_;
  bool uniform_;
  std::vector<Way> kinds_ = {};
  std::map<Way, std::size_t> numbers_ = {};  ///< of the kinds
  /// Kinds, each plus one, by how far apart the nodes' numbers are, as ranks that do alike ask, then by the lower one. 0: not asked yet.
  std::unordered_map<int, std::vector<std::uint32_t>> known_ = {};
  std::pair<int, std::vector<std::uint32_t>*> last_ =
      {};                   ///< of those that were asked for, how far apart, and kinds
  std::size_t places_ = 0;  ///< for kinds, of all those
  std::vector<int> links_ = {};
};

}  // namespace collsim
