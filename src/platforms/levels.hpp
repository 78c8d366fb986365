#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/facts/sending.hpp"
#include "platforms/platform.hpp"

namespace collsim {

/// What a message between two ranks of a node takes, in seconds: alone, what `sets_out` and `held` are together.
/// docs/concepts/nodes.md has the model.
struct NodeMessage {
  /// What of the sender its receiver's copy needs.
  enum class Sender { nothing, pages, core };

  double before = 0;    ///< that its sender copies
  double sets_out = 0;  ///< from when the sender began until its receiver may copy
  double held = 0;      ///< that the receiver's core is held, from when both are ready
  Sender sender = Sender::nothing;
};

/// The groups of neighbouring cores of a node, one inside the other: what the property `levels` names, innermost first.
class Levels {
 public:
  struct Level {
    std::string name;
    int cores = 0;
    double port = 0;  ///< bytes per second out of a group, and as many into it; 0: no limit
    double memory =
        0;  ///< bytes per second that a group's memory gives, and as many that it takes; 0: no limit
    double flag = 0;  ///< until a rank sees a flag that was raised at this level, seconds
    double cache = 0, copy = 0,
           combine = 0;  ///< bytes that a group's members share, and their rates there; 0: none
    double shared = 0;   ///< bytes per second into memory that others read; 0: as any other
  };

  /// Reads the levels that the platform names, if any. Throws PlatformError for what does not describe a node.
  static Levels of_platform(const Platform& platform);

  bool none() const { return levels_.empty(); }
  std::size_t size() const { return levels_.size(); }
  const Level& operator[](std::size_t level) const { return levels_[level]; }
  /// The level of the innermost group that messages between two cores stay in.
  std::size_t level_between(int core, int other) const {
    std::size_t level = innermost_;
    while (core / levels_[level].cores != other / levels_[level].cores) ++level;
    return level;
  }
  NodeMessage message(std::size_t level, double bytes, Sending send = Sending::blocking) const;
  /// How many messages a rank's pages serve at full rate.
  double readers() const { return readers_; }
  /// Bytes per second at which the fastest message of this level or one around it holds its receiver; 0: none does.
  double fastest_from(std::size_t level) const;

 private:
  enum class Copier { both, sender, receiver, fragments };
  /// What holds from a size on. `most`: bytes per second that ports and memories let pass. `sender`, `receiver`: their parts of a
  /// message that both copy.
  struct Step {
    double from, latency, rate, most;
    Copier copier;
    double sender, receiver;
  };
  friend class LevelsReader;

  std::vector<Level> levels_;
  std::vector<std::vector<Step>> steps_;  ///< by level; the largest sizes first
  std::size_t innermost_ = 0;             ///< that two cores can share
  double readers_ = 1;
  double nonblocking_ =
      0;  ///< bytes, from which on non-blocking sends hand over as larger messages are; below changes_
  double changes_ = 0;  ///< bytes, at which messages begin to be copied otherwise; 0: nowhere
};

/// Where ranks are in nodes that have levels, and what messages between them take.
class InsideNodes {
 public:
  /// `nodes`, `cores`: of each rank, the latter below the number of cores of a node.
  InsideNodes(Levels levels, std::vector<int> nodes, std::vector<int> cores);

  const Levels& levels() const { return levels_; }
  int ranks() const { return static_cast<int>(nodes_.size()); }
  /// The level at which two ranks of one node meet.
  std::size_t level(int from, int to) const { return levels_.level_between(core_of(from), core_of(to)); }
  NodeMessage message(int from, int to, double bytes, Sending send = Sending::blocking) const {
    return levels_.message(level(from, to), bytes, send);
  }
  double flag(int owner, int looker) const { return levels_[level(owner, looker)].flag; }
  /// The longest that a rank of a node may wait for a flag of another.
  double slowest_flag() const;
  /// Groups of a level on all nodes, and the number of a rank's.
  int groups(std::size_t level) const { return nodes_with_ranks_ * groups_of_node(level); }
  int group(std::size_t level, int rank) const {
    return nodes_[static_cast<std::size_t>(rank)] * groups_of_node(level) +
           core_of(rank) / levels_[level].cores;
  }
  /// How many ranks are in a rank's group.
  int neighbours(std::size_t level, int rank) const {
    return members_[level][static_cast<std::size_t>(group(level, rank))];
  }

 private:
  int core_of(int rank) const { return cores_[static_cast<std::size_t>(rank)]; }
  int groups_of_node(std::size_t level) const {
    return levels_[levels_.size() - 1].cores / levels_[level].cores;
  }

  Levels levels_;
  std::vector<int> nodes_, cores_;
  int nodes_with_ranks_ = 0;
  std::vector<std::vector<int>> members_;  ///< by level and group
};

}  // namespace collsim
