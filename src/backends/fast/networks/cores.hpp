#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "platforms/protocol.hpp"

namespace collsim::fast {

/// Processors that nodes share, which give their nodes turns, one after the other. In its turn a node looks what has come, does all
/// that there is to do, and goes on with what follows from that. Times in seconds; asked in their order.
class Cores {
 public:
  Cores(const TcpProtocol& protocol, int nodes);

  bool none() const { return cores_.empty(); }

  static constexpr double unknown = std::numeric_limits<double>::infinity();
  /// What a node has to do from `time` on. Of what has one `source` the first in a turn takes the seconds of all; what it sends has
  /// none.
  struct Work {
    double time, seconds;
    const void* source;
  };
  /// A core does its work in its turn. Returns the number of the work.
  std::size_t in_turn(int node, const Work& work);
  /// A core does what nobody asked it to do: if its turn was the last one in which anything was done, it still has it.
  std::size_t at_once(int node, const Work& work);
  /// A processor does this before anything else.
  void interrupt(int node, double time, double seconds);

  /// When that is done; `unknown` if that is not known at this time.
  double end(std::size_t number, int node, double time);
  /// When that is done if nothing else comes before it; of what waits for a later turn, when the next one ends.
  double expected(std::size_t number, int node);

 private:
  using Works = std::vector<std::pair<std::size_t, Work>>;
  struct Core {
    int last = -1;    ///< node that did something in the last turn in which anything was done
    double free = 0;  ///< the end of that turn
    std::map<int, Works> waiting = {};  ///< by node
  };
  struct Turn {
    int node;
    double start, looked, end;
    std::vector<std::pair<std::size_t, double>> ends = {};  ///< of what is done in it
  };

  Core& core_of(int node) { return cores_[static_cast<std::size_t>(node) % cores_.size()]; }
  int turns_before(const Core& core, int node) const;
  int nodes_at(int node) const;
  double start(const Core& core, int node, const Work& work) const;
  Turn first(const Core& core) const;
  void take_turn(Core& core, const Turn& turn);
  void work_until(Core& core, double time);

  std::vector<Core> cores_;
  int nodes_;
  double poll_;
  std::vector<double> ends_;
};

}  // namespace collsim::fast
