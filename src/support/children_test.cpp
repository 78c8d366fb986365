#include "support/children.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/error.hpp"

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
    if (task == 4) std::exit(0);
    if (task == 5) {
      std::fputs("goodbye\n", stderr);
      ::_exit(0);
    }
    return "well";
  };
  std::vector<ChildReport> reports(6);
  in_children(
      reports.size(), 2, work, [] { return false; },
      [&](std::size_t task, const ChildReport& report) { reports[task] = report; });
  for (const std::size_t task : {0U, 3U}) {
    EXPECT_EQ(reports[task].output, "well");
    EXPECT_EQ(reports[task].failure, "");
  }
  EXPECT_EQ(reports[1].failure, "no luck");
  EXPECT_EQ(reports[2].failure, "killed by signal 9 (Killed)");
  EXPECT_EQ(reports[4].failure, "ended with exit code 0 before there was an answer");
  EXPECT_EQ(reports[5].failure, "ended with exit code 0 before there was an answer: goodbye");
}

/// Each child takes two files of its parent's: its output and its errors.
TEST(Children, WaitForThoseInFlightWhereNoFurtherOneCanStart) {
  int free = ::dup(STDERR_FILENO);
  ::close(free);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const auto allow = [&](rlim_t files) {
    const rlimit limit{files, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
  };
  std::vector<std::string> outputs(5);
  const auto work = [](std::size_t task) { return std::to_string(task); };
  const auto done = [&](std::size_t task, const ChildReport& report) {
    outputs[task] = report.output + report.failure;
  };
  const auto go_on = [] { return false; };
  allow(static_cast<rlim_t>(free) + 3);
  in_children(outputs.size(), 4, work, go_on, done);
  allow(static_cast<rlim_t>(free) + 1);
  EXPECT_THROW(in_children(outputs.size(), 4, work, go_on, done), Error);
  allow(before.rlim_cur);
  EXPECT_EQ(outputs, (std::vector<std::string>{"0", "1", "2", "3", "4"}));
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
