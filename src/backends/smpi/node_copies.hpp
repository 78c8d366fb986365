#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <simgrid/s4u.hpp>
#include <utility>
#include <vector>

#include "backends/trial/rates.hpp"
#include "platforms/protocol.hpp"

namespace collsim {

/// Copies by receivers within nodes (docs/concepts/nodes.md) by SimGrid: messages that hold their ranks. To SimGrid each
/// is a transfer between hosts that stand for ranks and their pages, through links that stand for cores, pages, ports and memories, which it
/// shares fairly. It counts units of 1e-17 s that a message takes alone, since it takes whole
/// amounts.
///
/// Where it holds its sender, a copy begins when either rank says so first: MPI tells both at the moment when both have posted it.
class NodeCopies {
 public:
  /// Belongs to a simulation that has not begun. `all` must outlive it.
  NodeCopies(const AllRates& all, const Platform& platform);
  NodeCopies(const NodeCopies&) = delete;

  /// The sender calls this before MPI has the message.
  void leaves(int from, int to, Sending sending) { ways_[{from, to}].under_way.push_back(sending); }
  /// The sender calls this when MPI lets it go on: it waits for the copy unless the message is so small that no sender waits.
  void sent(int from, int to, std::int64_t bytes, Sending sending);
  /// The receiver calls this when it has the message from MPI: it waits for the copy.
  void received(int from, int to, std::int64_t bytes);

 private:
  struct Copy {
    simgrid::s4u::SemaphorePtr sender = simgrid::s4u::Semaphore::create(0);
    simgrid::s4u::SemaphorePtr receiver = simgrid::s4u::Semaphore::create(0);
  };
  /// The messages of an ordered pair of ranks. Each has said so of so many; `copies` are those of which only one has.
  struct PairMessages {
    std::int64_t sent = 0, received = 0;
    std::map<std::int64_t, Copy> copies = {};
    std::deque<Sending> under_way = {};  ///< which have left and not been received, in their order
  };

  void begin(const Copy& copy, int from, int to, const NodeMessage& message);
  Copy take_part(PairMessages& way, std::int64_t number, int from, int to, const NodeMessage& message);

  const AllRates& all_;
  std::int64_t eager_ = 0, detached_ = 0;
  std::vector<simgrid::s4u::Host*> ranks_, pages_, buffers_;  ///< by rank
  std::map<std::pair<int, int>, PairMessages> ways_;
};

}  // namespace collsim
