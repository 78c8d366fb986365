#include "support/children.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <sstream>
#include <stdexcept>

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

TEST(Children, AFailureCostsItsOwnReportOnly) {
  const auto work = [](std::size_t task) -> std::string {
    if (task == 1) throw std::runtime_error("no luck");
    if (task == 2) ::kill(::getpid(), SIGKILL);
    return "well";
  };
  std::vector<ChildReport> reports(4);
  in_children(
      reports.size(), 2, work, [] { return false; },
      [&](std::size_t task, const ChildReport& report) { reports[task] = report; });
  for (const std::size_t task : {0U, 3U}) {
    EXPECT_EQ(reports[task].output, "well");
    EXPECT_EQ(reports[task].failure, "");
  }
  EXPECT_EQ(reports[1].failure, "no luck");
  EXPECT_EQ(reports[2].failure, "killed by signal 9 (Killed)");
}

TEST(Children, WhoIsStoppedIsNotReported) {
  int started = 0, reported = 0;
  in_children(
      10, 3,
      [](std::size_t) {
        ::usleep(100'000'000);
        return std::string();
      },
      [&] { return ++started > 3; }, [&](std::size_t, const ChildReport&) { ++reported; });
  EXPECT_EQ(reported, 0);
}

}  // namespace
}  // namespace collsim
