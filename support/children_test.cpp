#include "support/children.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <sstream>

namespace collsim {
namespace {

/// Runs tasks that need these bytes, two at a time, and returns when each began and ended.
std::vector<std::pair<long, long>> spans(const std::vector<std::int64_t>& needed, std::int64_t bytes) {
  const auto now = [] { return std::chrono::steady_clock::now().time_since_epoch().count(); };
  const auto work = [&](std::size_t) {
    const auto begin = now();
    usleep(20'000);
    return std::to_string(begin) + " " + std::to_string(now());
  };
  std::vector<std::pair<long, long>> found(needed.size());
  const auto done = [&](std::size_t task, const ChildReport& report) {
    std::istringstream(report.output) >> found[task].first >> found[task].second;
  };
  const Room room{bytes, [&](std::size_t task) { return needed[task]; }};
  in_children(
      needed.size(), 2, work, [] { return false; }, done, room);
  return found;
}

TEST(Children, WaitForRoom) {
  const auto apart = spans({6, 5, 20, 1}, 10);
  for (std::size_t task = 0; task + 1 < apart.size(); ++task)
    EXPECT_LE(apart[task].second, apart[task + 1].first) << "task " << task + 1 << " did not wait";
  EXPECT_GT(apart[2].second, 0) << "alone, it starts in any case";
}

TEST(Children, RunTogetherWhereTheyFit) {
  const auto together = spans({6, 4}, 10);
  EXPECT_GT(together[0].second, together[1].first);
}

}  // namespace
}  // namespace collsim
