#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <thread>

#include "cli/arguments.hpp"
#include "scenarios/testing.hpp"

namespace collsim {
namespace {

struct Ended {
  int status;
  std::string output;  ///< stdout and stderr
};

Ended collsim(const std::string& arguments) {
  std::FILE* pipe = ::popen((std::string(COLLSIM_PROGRAM) + " " + arguments + " 2>&1").c_str(), "r");
  Ended ended{-1, {}};
  std::array<char, 4096> part;
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe))
    ended.output.append(part.data(), size);
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) ended.status = WEXITSTATUS(status);
  return ended;
}

TEST(Collsim, MistakesAreOneLineAndExitWith2) {
  for (const std::string arguments :
       {"", "rnu quickstart", "run", "run a b", "run quickstart --byte 8", "run quickstart --bytes 12",
        "run quickstart --processes 9999", "run quickstart --figures nothing",
        "run quickstart --published nothing", "run quickstart -j 0", "run quickstart -j", "run nowhere.json",
        "list quickstart", "list algorithms -j 2", "show allreduce/rung", "expand quickstart --format xml",
        "explain quickstart", "explain quickstart --point 999", "validate quickstart"}) {
    const Ended ended = collsim(arguments);
    EXPECT_EQ(ended.status, 2) << arguments;
    EXPECT_EQ(ended.output.rfind("collsim: ", 0), 0U) << arguments << ": " << ended.output;
    EXPECT_EQ(ended.output.find('\n'), ended.output.size() - 1) << arguments << ": " << ended.output;
  }
}

TEST(Collsim, AMistakeWritesNothing) {
  const testing::Folder folder;
  const auto results = folder.path() / "results";
  EXPECT_EQ(collsim("run quickstart --bytes 12 --results " + results.string()).status, 2);
  EXPECT_EQ(collsim("run quickstart --dry-run --results " + results.string()).status, 0);
  EXPECT_FALSE(std::filesystem::exists(results));
}

TEST(Collsim, ListsAndShows) {
  EXPECT_NE(collsim("list algorithms").output.find("allreduce/ring "), std::string::npos);
  EXPECT_NE(collsim("list platforms").output.find("star "), std::string::npos);
  EXPECT_NE(collsim("list scenarios").output.find("quickstart "), std::string::npos);
  // 2 (p - 1) alpha and 2 (p - 1) / p n beta at p = 8
  EXPECT_NE(collsim("show allreduce/ring").output.find("8        14        1.75"), std::string::npos);
  EXPECT_NE(collsim("show star").output.find("combine.arithmetic"), std::string::npos);
}

TEST(Collsim, RowsDoNotDependOnJobs) {
  const testing::Folder folder;
  const std::string run =
      "run quickstart --processes 8,16 --bytes 8,1K,64K --figures time_over_bytes --results ";
  EXPECT_EQ(collsim(run + (folder.path() / "one").string() + " -j 1").status, 0);
  EXPECT_EQ(collsim(run + (folder.path() / "two").string() + " -j 2").status, 0);
  const std::string csv = testing::contents(folder.path() / "one/results.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 5 * 2 * 2 * 3);  // algorithms, backends, p, sizes
  EXPECT_EQ(csv, testing::contents(folder.path() / "two/results.csv"));
  EXPECT_EQ(testing::contents(folder.path() / "one/results.json"),
            testing::contents(folder.path() / "two/results.json"));
}

TEST(Collsim, AnInterruptedRunSaysHowToGoOn) {
  const testing::Folder folder;
  const auto results = folder.path() / "results";
  const auto log = folder.path() / "log";
  const pid_t child = ::fork();
  if (child == 0) {
    std::freopen(log.c_str(), "w", stderr);
    std::freopen("/dev/null", "w", stdout);
    ::execl(COLLSIM_PROGRAM, "collsim", "run", "quickstart", "--bytes", "8..64K:x1.01", "--backend", "smpi",
            "--results", results.c_str(), nullptr);
    ::_exit(127);
  }
  while (!std::filesystem::exists(results / "points")) std::this_thread::yield();
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const std::string said = testing::contents(log);
  EXPECT_NE(
      said.find("collsim run quickstart --bytes 8..64K:x1.01 --backend smpi --results " + results.string()),
      std::string::npos)
      << said;
  EXPECT_TRUE(std::filesystem::exists(results / "results.csv"));
}

TEST(Collsim, CommandLinesAreQuotedForTheShell) {
  const char* const words[] = {"collsim", "run", "a b", "--algorithms", "rec*", "it's"};
  EXPECT_EQ(shell_line(6, words), "collsim run 'a b' --algorithms 'rec*' 'it'\\''s'");
}

}  // namespace
}  // namespace collsim
