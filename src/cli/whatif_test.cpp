#include <gmock/gmock.h>

#include <map>
#include <sstream>

#include "cli/testing/collsim.hpp"
#include "support/csv.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(WhatIf, MistakesAreOneLineAndExitWith2) {
  const testing::Folder folder;
  const auto results = folder.path() / "results";
  for (const auto& [arguments, reason] : std::vector<std::pair<std::string, std::string>>{
           {"quickstart",
            "'whatif' takes one question; right would be --set link.bandwidth=x2, --tornado, --derivatives, "
            "or --until"},
           {"--set link.bandwidth=x2",
            "'whatif' takes one scenario; right would be collsim whatif SCENARIO, or --platform and "
            "--collective "
            "alone"},
           {"quickstart --set link.bandwith=x2", "did you mean 'link.bandwidth'?"},
           {"quickstart --set link.bandwidth=x0", "'x0' is no factor above 0"},
           {"quickstart --set copy=x2 --set copy=x2", "--set copy=x2 is given twice; right would be once"},
           {"quickstart --platform star,flat --set copy=x2",
            "quickstart.json: asks about several platforms; right would be one baseline, such as --platform "
            "star"},
           {"what_if --set copy=x2", "what_if.json: asks about several platforms"},
           {"quickstart --until ring=tree",
            "--until needs to know what to vary; right would be --vary link.latency"},
           {"quickstart --set copy=x2 --vary copy", "--vary means nothing without --until"},
           {"quickstart --set copy=x2 --factor x3", "--factor means nothing without --tornado"},
           {"quickstart --set copy=x2 --tornado", "'whatif' takes one question"},
           {"quickstart --tornado --factor x1",
            "--factor is 'x1'; right would be a factor above 1, such as x2"},
           {"quickstart --tornado --factor 2", "--factor is '2'; right would be a factor above 1"},
           {"quickstart --until ring=tree --vary copy --set copy=x2", "'whatif' takes one question"},
           {"quickstart --until ring --vary copy", "--until ring: names no two algorithms"},
           {"quickstart --until ring=ring --vary copy", "compares an algorithm with itself"},
           {"quickstart --until ring=rung --vary copy",
            "unknown algorithm 'rung' of allreduce; did you mean 'ring'?"},
           {"quickstart --until ring=bine --vary copy",
            "--until ring=bine: 'bine' is not among the scenario's algorithms; did you mean 'ring'?"},
           {"quickstart --until 'ring=rec*' --vary copy", "'rec*' is not among the scenario's algorithms"},
           {"quickstart --until ring=tree --vary cpoy", "star has no parameter 'cpoy'; did you mean 'copy'"},
           {"quickstart --until ring=tree --vary copy=x0..x2", "'x0' is no factor above 0"},
           {"quickstart --until ring=tree --vary copy --slurm", "--slurm means nothing to --until"},
           {"quickstart --until ring=tree --vary copy --dry-run", "--dry-run means nothing to --until"},
           {"quickstart --set copy=x2 --claims A", "--claims means nothing to 'whatif'"}}) {
    const Ended ended = collsim("whatif " + arguments + " --results " + results.string());
    EXPECT_EQ(ended.status, 2) << arguments;
    EXPECT_THAT(ended.output, AllOf(StartsWith("collsim: "), HasSubstr(reason))) << arguments;
    EXPECT_EQ(ended.output.find('\n'), ended.output.size() - 1) << arguments << ": " << ended.output;
  }
  EXPECT_FALSE(std::filesystem::exists(results));
}

TEST(WhatIf, DoesWithoutAScenarioAndFitsThePage) {
  const testing::Folder folder;
  const Ended ended = collsim(
      "whatif --platform leonardo --collective allreduce --processes 12 --bytes 64K --backend model --set "
      "link.bandwidth=x2 --results " +
      folder.path().string());
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_THAT(
      ended.output,
      AllOf(HasSubstr("\nlink.bandwidth=x2: trunk.bandwidth and leaf.bandwidth are unchanged\n"),
            HasSubstr("\n-: bucket, multiport: unsupported: no cost formula\n"), HasSubstr("of 1 cell")));
  std::istringstream lines(ended.output);
  for (std::string line; std::getline(lines, line);)
    if (line.find(folder.path().string()) == std::string::npos) {
      EXPECT_LE(line.size(), 100U) << line;
    }
}

TEST(WhatIf, TellsWhatItWouldTake) {
  const Ended ended = collsim("whatif quickstart --set copy=x2 --set copy=x3 --dry-run");
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.output, StartsWith("840 points: "));
}

TEST(WhatIf, ComparesVariantsWithTheBaseline) {
  const testing::Folder folder;
  const std::string results = (folder.path() / "results").string();
  const std::string ask =
      "whatif quickstart --platform cray_t3e --backend fast,model --network hockney --algorithms "
      "ring,recursive_doubling "
      "--processes 4 "
      "--bytes 8,1M --set link.bandwidth=x2,arrival=x2 --set combine.arithmetic=x2 --results " +
      results;
  const Ended first = collsim(ask);
  EXPECT_EQ(first.status, 0) << first.output;
  EXPECT_THAT(first.output,
              AllOf(HasSubstr("24 points: 24 computed"), HasSubstr("Ratios: " + results + "/whatif.csv\n"),
                    HasSubstr("Figure: " + results + "/what_if.svg\n"), Not(HasSubstr("report"))));
  EXPECT_THAT(collsim(ask).output, HasSubstr("24 points: 0 computed, 24 found in the store"));
  EXPECT_THAT(testing::contents(results + "/what_if.svg"),
              AllOf(HasSubstr("time / baseline"), HasSubstr("ring ")));

  // Without contention all is a sum of latencies, bytes over rates, and combines, whose rates depend on the size.
  const CsvTable ratios = read_csv(results + "/whatif.csv");
  ASSERT_EQ(ratios.rows.size(), 16U);
  for (const auto& row : ratios.rows) {
    const auto number = [&](const char* name) { return ratios.number<double>(ratios.cell(row, name)); };
    EXPECT_DOUBLE_EQ(number("ratio"), number("seconds") / number("baseline_seconds"));
    const bool large = ratios.cell(row, "bytes") == "1048576";
    EXPECT_TRUE(large ? number("ratio") < 0.95 && number("ratio") > 0.5
                      : number("ratio") > 0.95 && number("ratio") < 1)
        << number("ratio");
  }
  const auto page = (folder.path() / "report.html").string();
  EXPECT_EQ(collsim("report " + results + " --out " + page).status, 0);
  EXPECT_THAT(testing::contents(page),
              AllOf(HasSubstr("<code>collsim whatif quickstart --set link.bandwidth=x2,arrival=x2 --set "
                              "combine.arithmetic=x2 "),
                    HasSubstr("Times over the baseline")));
}

/// Seconds by algorithm.
std::map<std::string, double> times_in(const std::string& results) {
  std::map<std::string, double> found;
  const CsvTable table = read_csv(results);
  for (const auto& row : table.rows)
    found[table.cell(row, "algorithm")] = table.number<double>(table.cell(row, "seconds"));
  return found;
}

TEST(WhatIf, FindsWhereAnotherAlgorithmBecomesFaster) {
  const testing::Folder folder;
  const std::string results = (folder.path() / "results").string(),
                    there = (folder.path() / "there").string();
  for (const std::string backend : {"fast --network links", "model"}) {
    const std::string ask =
        "quickstart --algorithms ring,recursive_doubling --processes 16 --bytes 4K --backend " + backend;
    const Ended ended =
        collsim("whatif " + ask +
                " --until 'ring=recursive_doubling' --vary link.latency=50ns..5us --results " + results);
    EXPECT_EQ(ended.status, 0) << ended.output;
    // Both take rounds times latency plus a constant: 30 (2 l + ...) and 4 (2 l + ...).
    EXPECT_THAT(ended.output, AllOf(HasSubstr("ring until 400.6 ns, then recursive_doubling\n"),
                                    HasSubstr("Crossings: " + results + "/crossings.csv\n")));
    const CsvTable crossings = read_csv(results + "/crossings.csv");
    ASSERT_EQ(crossings.rows.size(), 1U);
    EXPECT_EQ(crossings.cell(crossings.rows[0], "then_faster"), "recursive_doubling");
    const std::string value = crossings.cell(crossings.rows[0], "value");
    collsim("run " + ask + " --overrides link.latency=" + value + " --results " + there);
    const auto times = times_in(there + "/results.csv");
    EXPECT_NEAR(times.at("ring") / times.at("recursive_doubling"), 1, 1e-8) << backend;
  }
}

TEST(WhatIf, RanksTheNumbersOfThePlatform) {
  const testing::Folder folder;
  const std::string results = folder.path().string();
  const Ended ended = collsim(
      "whatif quickstart --tornado --factor x4 --processes 4 --bytes 8,1M --algorithms "
      "ring,recursive_doubling --backend model --results " +
      results);
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_THAT(
      ended.output,
      AllOf(HasSubstr("By model: times over the baseline's with a parameter divided | multiplied by 4\n"),
            HasSubstr("  without effect: combine.location, "), HasSubstr("/tornado.svg\n"),
            HasSubstr("/whatif.csv\n")));
  const CsvTable table = read_csv(results + "/tornado.csv");
  // Ring at 8 bytes and 4 processes: 6 rounds of 2 latencies of 500 ns, 6.17 us in all; recursive doubling: 2 rounds of 2.066.
  const auto& row = table.rows.at(1);
  EXPECT_EQ(table.cell(row, "parameter") + table.cell(row, "bytes") + " x" + table.cell(row, "factor"),
            "link.latency8 x4");
  EXPECT_NEAR(table.number<double>(table.cell(row, "most_ratio")), (6.17 + 18) / 6.17, 1e-3);
  EXPECT_NEAR(table.number<double>(table.cell(row, "least_ratio")), (2.066 + 6) / 2.066, 1e-3);
}

TEST(WhatIf, SaysThatNothingCrosses) {
  const testing::Folder folder;
  const Ended ended = collsim(
      "whatif quickstart --processes 4 --bytes 8 --backend model --until ring=recursive_doubling --vary "
      "combine.arithmetic=x0.5..x2 --results " +
      folder.path().string());
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(
      ended.output,
      StartsWith(
          "collsim: --until: no crossing of ring and recursive_doubling for combine.arithmetic from x0.5 "
          "(500 MB/s) to x2 (2 GB/s): recursive_doubling throughout; right would be a wider range"));
}

}  // namespace
}  // namespace collsim
