#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

namespace collsim {

/// What became of a task.
struct ChildReport {
  std::string output;   ///< what its work returned
  std::string failure;  ///< Child::failure(), or that it ended before its work did
};

/// The memory that children in flight share. A task that does not fit beside the others waits for them; alone
/// it starts in any case.
struct Room {
  std::int64_t bytes = std::numeric_limits<std::int64_t>::max();
  std::function<std::int64_t(std::size_t task)> needed = [](std::size_t) { return 0; };
};

/// Runs work(0) ... work(tasks - 1), each in a forked child of its own, up to `jobs` at a time, and hands
/// over their reports in the order in which they end. A child that crashes costs its own report only. When
/// `stop()` turns true, the children in flight are killed and not reported. `begun` hears of every task before its child
/// starts. Where no further child can be started the task waits for those in flight; throws Error if there are none.
void in_children(
    std::size_t tasks, int jobs, const std::function<std::string(std::size_t)>& work,
    const std::function<bool()>& stop, const std::function<void(std::size_t, const ChildReport&)>& done,
    const Room& room = {}, const std::function<void(std::size_t)>& begun = [](std::size_t) {});

}  // namespace collsim
