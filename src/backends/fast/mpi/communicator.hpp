#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace collsim::fast {

/// The ranks of a communicator, one object for all of them, and the call that all of them make together.
struct Group {
  /// By world rank; at least one.
  explicit Group(std::vector<int> ranks)
      : processes(static_cast<int>(ranks.size())), first(ranks.front()), members(std::move(ranks)) {
    for (int rank = 0; rank < processes; ++rank)
      if (members[static_cast<std::size_t>(rank)] != first + rank) return;
    members = {};
  }
  /// World ranks from 0 on.
  explicit Group(int size) : processes(size) {}

  int processes;
  int first = 0;
  std::vector<int> members = {};  ///< empty: neighbours from `first` on, which need no table
  std::uint32_t context = 0;      ///< what tells its messages from those of other communicators

  int world_rank(int rank) const {
    return members.empty() ? first + rank : members[static_cast<std::size_t>(rank)];
  }

  /// A call that nobody leaves before all have come: what each brings in, and what all get.
  struct Meeting {
    std::vector<std::vector<std::int64_t>> brought;
    int present = 0;
    double last = 0;                     ///< when the last one came, seconds
    std::shared_ptr<void> outcome = {};  ///< which whoever leaves first makes for all
  };
  std::shared_ptr<Meeting> meeting = {};  ///< the one under way
};

/// One rank's view of a group.
class Communicator {
 public:
  Communicator() = default;
  Communicator(std::shared_ptr<Group> group, int rank) : group_(std::move(group)), rank_(rank) {}

  int rank() const { return rank_; }
  int size() const { return group_->processes; }
  std::uint32_t context() const { return group_->context; }
  int world_rank(int rank) const { return group_->world_rank(rank); }
  Group& group() const { return *group_; }

 private:
  std::shared_ptr<Group> group_ = {};
  int rank_ = 0;
};

}  // namespace collsim::fast
