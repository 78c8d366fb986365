#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "cli/testing/collsim.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;

Ended imbalance_of(const std::string& arguments, const std::filesystem::path& results) {
  return collsim("imbalance " + arguments + " --results " + results.string());
}

struct Told {
  double variance, low, high;
};

/// What is printed of one part of the variance.
Told told(const std::string& output, const std::string& part) {
  const std::regex line(part + R"( nodes: variance (\S+) s\^2 \(95 %: (\S+) to (\S+)\))");
  std::smatch found;
  if (!std::regex_search(output, found, line)) return {};
  return {std::stod(found[1]), std::stod(found[2]), std::stod(found[3])};
}

void expect_holds(const Told& told, double variance) {
  EXPECT_LE(told.low, variance);
  EXPECT_GE(told.high, variance);
}

constexpr const char* on_sixteen_nodes =
    "--platform cray_xe6 --processes 384 --ppn 24 --arrival 'normal(size=20us;within=0.25)'";

TEST(Imbalance, TellsTheNoiseBetweenNodesFromThatWithinThem) {
  const testing::Folder folder;
  const Ended ended = imbalance_of(on_sixteen_nodes, folder.path() / "noise");
  EXPECT_EQ(ended.status, 0) << ended.output;
  expect_holds(told(ended.output, "between"), 15e-6 * 15e-6);
  expect_holds(told(ended.output, "within"), 5e-6 * 5e-6);
  for (const char* file : {"moments.csv", "arrival.csv", "imbalance.svg", "imbalance.png"})
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "noise" / file)) << file;
}

TEST(Imbalance, IsSimulatedLikeAMeasuredOne) {
  const testing::Folder folder;
  const auto measured = folder.path() / "measured";
  imbalance_of(on_sixteen_nodes, measured);
  const Ended ended = imbalance_of("--like " + measured.string(), folder.path() / "simulated");
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("native: 200 repetitions of 1 ms of work on 384 ranks of 16 nodes\n"));
  const auto simulated_at = ended.output.find("simulated: ");
  ASSERT_NE(simulated_at, std::string::npos) << ended.output;
  for (const char* part : {"between", "within"})
    expect_holds(told(ended.output.substr(simulated_at), part),
                 told(ended.output.substr(0, simulated_at), part).variance);
}

TEST(Imbalance, WritesAPatternThatAScenarioReplays) {
  const testing::Folder folder;
  imbalance_of("--processes 4 --arrival 'sorted(size=1ms)'", folder.path() / "noise");
  const Ended ended = collsim(
      "run quickstart --backend fast --processes 4 --bytes 8 --algorithms ring --arrival " +
      (folder.path() / "noise" / "arrival.csv").string() + " --results " + (folder.path() / "run").string());
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("arrival.csv"));
}

TEST(Imbalance, MistakesAreOneLineAndExitWith2) {
  const testing::Folder folder;
  for (const auto& [arguments, reason] : std::vector<std::pair<std::string, std::string>>{
           {"", "no noise; right would be --arrival "},
           {"--processes 1 --arrival 'normal(size=20us)'", "imbalance is of several ranks"},
           {"--like " + folder.path().string(),
            "moments.csv is missing; right would be --like where collrun imbalance has written"},
           {"--processes 2 --arrival 'normal(size=-1s)'", "-1s"}}) {
    const Ended ended = imbalance_of(arguments, folder.path() / "results");
    EXPECT_EQ(ended.status, 2) << arguments;
    EXPECT_THAT(ended.output, HasSubstr(reason));
    EXPECT_EQ(std::ranges::count(ended.output, '\n'), 1) << ended.output;
  }
}

}  // namespace
}  // namespace collsim
