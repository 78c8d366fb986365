#include "testbed/namespaces.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "support/error.hpp"
#include "support/process.hpp"
#include "testbed/launch.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

bool never() {
  return false;
}

/// Two racks, under a name that no other test has at the same time.
class Namespaces : public ::testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "not root";
    const Ended tried = run({.words = {"unshare", "--net", "--uts", "true"}});
    if (!tried.failure.empty()) GTEST_SKIP() << "no namespaces here: " << tried.failure;
    try {
      bring_up(testbed_, never);
    } catch (const Error& error) {
      GTEST_SKIP() << "no testbed here: " << error.what();
    }
  }
  void TearDown() override {
    if (geteuid() == 0) take_down(testbed_);
  }

  std::string output(const std::vector<std::string>& words) { return run({.words = words}).output; }

  const Testbed testbed_ = Testbed::parse(R"({"title": "t", "root": {"switches": [
      {"uplink": "30Mbit/s", "hosts": {"left": "50Mbit/s"}}, {"uplink": "20Mbit/s", "hosts": {"right": "40Mbit/s"}}]},
      "ranks": ["right", "left"]})",
                                          "test-" + std::to_string(getpid()) + ".json");
};

TEST_F(Namespaces, AKernelWithoutTbfIsNamed) {
  take_down(testbed_);
  const testing::Folder folder;
  // What tc says of a kind of queue that the kernel has not.
  std::ofstream(folder.path() / "tc") << "#!/bin/sh\necho 'Error: Specified qdisc kind is unknown.' "
                                         ">&2\necho 'Command failed -:1' >&2\nexit 1\n";
  std::filesystem::permissions(folder.path() / "tc", std::filesystem::perms::owner_all);
  const std::string path = getenv("PATH");
  setenv("PATH", (folder.path().string() + ":" + path).c_str(), 1);
  EXPECT_THAT([&] { bring_up(testbed_, never); },
              ThrowsMessage<Error>(HasSubstr("; right would be a kernel with tbf (modprobe sch_tbf)")));
  setenv("PATH", path.c_str(), 1);
  EXPECT_FALSE(take_down(testbed_)) << "nothing is left";
}

TEST_F(Namespaces, EveryLinkIsShapedAtBothEnds) {
  const auto rate = [&](const std::string& space, const std::string& device) {
    const std::string shown = output({"tc", "-n", space, "qdisc", "show", "dev", device});
    const auto at = shown.find("rate ");
    return at == std::string::npos ? shown : shown.substr(at + 5, shown.find(' ', at + 5) - at - 5);
  };
  const std::string switches = testbed_.switches_namespace();
  EXPECT_EQ(rate(switches + ".right", "eth0"), "40Mbit");
  EXPECT_EQ(rate(switches + ".left", "eth0"), "50Mbit");
  EXPECT_EQ(rate(switches, "h0"), "40Mbit");
  EXPECT_EQ(rate(switches, "h1"), "50Mbit");
  EXPECT_EQ(rate(switches, "up1"), "30Mbit");
  EXPECT_EQ(rate(switches, "down1"), "30Mbit");
  EXPECT_EQ(rate(switches, "up2"), "20Mbit");
  EXPECT_EQ(rate(switches, "down2"), "20Mbit");
}

TEST_F(Namespaces, HostsKnowEachOtherAndNobodyElse) {
  const std::string right = testbed_.switches_namespace() + ".right";
  EXPECT_THAT(output({"ip", "-n", right, "neigh"}),
              HasSubstr("10.0.0.2 dev eth0 lladdr 02:00:00:00:00:02 PERMANENT"));
  EXPECT_EQ(output({"ip", "-n", right, "route"}),
            "10.0.0.0/24 dev eth0 proto kernel scope link src 10.0.0.1 \n");
}

TEST_F(Namespaces, OneOfANameIsUpAtATime) {
  EXPECT_TRUE(is_up(testbed_));
  EXPECT_THAT([&] { bring_up(testbed_, never); },
              ThrowsMessage<Error>(HasSubstr("there is one of this name")));
  EXPECT_TRUE(is_up(testbed_)) << "and the refused one did not take it down";
}

TEST_F(Namespaces, NothingIsLeft) {
  Child sleeper([&] {
    become({.words = {"ip", "netns", "exec", testbed_.switches_namespace() + ".left", "sleep", "1000"}});
  });
  while (status_table(testbed_).find("up, 1 processes") == std::string::npos) usleep(10'000);
  EXPECT_TRUE(take_down(testbed_));
  EXPECT_TRUE(WIFSIGNALED(sleeper.wait()));
  EXPECT_THAT(output({"ip", "netns"}), ::testing::Not(HasSubstr(testbed_.switches_namespace())));
  EXPECT_FALSE(take_down(testbed_)) << "a second time there is nothing to do";
  EXPECT_THAT(status_table(testbed_), HasSubstr("down"));
}

TEST_F(Namespaces, WhatIsStoppedWhileItComesUpLeavesNothing) {
  take_down(testbed_);
  int asked = 0;
  EXPECT_THAT([&] { bring_up(testbed_, [&] { return ++asked == 3; }); },
              ThrowsMessage<Error>(HasSubstr("stopped while it came up; nothing is left")));
  EXPECT_EQ(asked, 3);
  EXPECT_FALSE(take_down(testbed_));
}

TEST_F(Namespaces, RanksRunOnTheirHosts) {
  take_down(testbed_);
  {
    const TestbedUp up(testbed_, never);
    const Ended ended = run(mpirun_on(testbed_, {"sh", "-c", "echo $OMPI_COMM_WORLD_RANK on $(hostname)"}));
    EXPECT_EQ(ended.failure, "");
    EXPECT_THAT(ended.output, ::testing::AllOf(HasSubstr("0 on right\n"), HasSubstr("1 on left\n")));
  }
  EXPECT_FALSE(take_down(testbed_)) << "it went with its owner";
}

/// How and where, and in which turn, the kernel schedules ranks on that many hosts.
std::string scheduling_of_ranks(std::size_t hosts) {
  std::string named, ranks;
  for (std::size_t host = 0; host < hosts; ++host) {
    named += fmt::format(R"({}"h{}": "50Mbit/s")", host > 0 ? ", " : "", host);
    ranks += fmt::format(R"({}"h{}")", host > 0 ? ", " : "", host);
  }
  const Testbed testbed =
      Testbed::parse(R"({"title": "t", "root": {"hosts": {)" + named + R"(}}, "ranks": [)" + ranks + "]}",
                     fmt::format("test-{}-{}.json", getpid(), hosts));
  const TestbedUp up(testbed, never);
  return run(mpirun_on(
                 testbed,
                 {"sh", "-c", "chrt --pid $$; taskset --pid --cpu-list $$; echo turn $COLLSIM_TESTBED_TURN"}))
      .output;
}

TEST_F(Namespaces, RanksTakeTurnsWhereTheyOutnumberTheCores) {
  const std::size_t cores = std::thread::hardware_concurrency();
  constexpr std::size_t most = 16;
  if (cores >= most) GTEST_SKIP() << cores << " cores are more than a testbed is for";
  if (const Ended tried = run({.words = {"chrt", "--rr", "1", "true"}}); !tried.failure.empty())
    GTEST_SKIP() << "no SCHED_RR here: " << tried.failure;
  const std::string many = scheduling_of_ranks(cores + 1), few = scheduling_of_ranks(cores);
  EXPECT_THAT(many, HasSubstr("SCHED_RR"));
  EXPECT_THAT(few, ::testing::Not(HasSubstr("SCHED_RR")));
  EXPECT_THAT(many, ::testing::AllOf(HasSubstr("turn 0\n"), HasSubstr("turn 1\n")));
  EXPECT_THAT(few, ::testing::Not(HasSubstr("turn 0")));
  // "pid 5's current affinity list: 1": of the ranks, two share a core.
  std::map<std::string, int> ranks_on;
  std::istringstream lines(many);
  for (std::string line; std::getline(lines, line);)
    if (const auto list = line.find("list: "); list != std::string::npos) ++ranks_on[line.substr(list)];
  EXPECT_EQ(ranks_on.size(), cores) << many;
}

}  // namespace
}  // namespace collsim
