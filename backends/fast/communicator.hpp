#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace collsim::fast {

/// The ranks of a communicator, known to all of them, and the call that all of them must make together.
struct Group {
  explicit Group(int size) : processes(size) {}
  explicit Group(std::vector<int> ranks)
      : processes(static_cast<int>(ranks.size())), members(std::move(ranks)) {}

  int processes;
  std::uint32_t context = 0;      ///< what tells its messages from those of other communicators
  std::vector<int> members = {};  ///< world rank of each; empty: the world, whose ranks are their own numbers

  int world_rank(int rank) const { return members.empty() ? rank : members[static_cast<std::size_t>(rank)]; }

  /// A call that nobody leaves before all have come: what each brings in, and what all get.
  struct Meeting {
    std::vector<std::vector<std::int64_t>> brought;
    int present = 0;
    double last = 0;                                            ///< when the last one came, seconds
    std::map<std::int64_t, std::shared_ptr<Group>> parts = {};  ///< what a split makes of it
    std::shared_ptr<void> shared = {};                          ///< or what they have in common
  };
  std::shared_ptr<Meeting> meeting = {};  ///< the one under way
};

/// One rank's view of a group.
class Communicator {
 public:
  Communicator(std::shared_ptr<Group> group, int rank) : group_(std::move(group)), rank_(rank) {}

  int rank() const { return rank_; }
  int size() const { return group_->processes; }
  std::uint32_t context() const { return group_->context; }
  int world_rank(int rank) const { return group_->world_rank(rank); }
  Group& group() const { return *group_; }

 private:
  std::shared_ptr<Group> group_;
  int rank_;
};

}  // namespace collsim::fast
