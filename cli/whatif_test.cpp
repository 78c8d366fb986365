#include <gmock/gmock.h>

#include "cli/testing/collsim.hpp"
#include "support/csv.hpp"
#include "testing/folder.hpp"

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
           {"quickstart", "'whatif' needs to know what to change; right would be --set link.bandwidth=x2"},
           {"--set link.bandwidth=x2", "'whatif' takes one scenario"},
           {"quickstart --set link.bandwith=x2", "did you mean 'link.bandwidth'?"},
           {"quickstart --set link.bandwidth=x0", "'x0' is no factor above 0"},
           {"quickstart --set copy=x2 --set copy=x2", "--set copy=x2 is given twice; right would be once"},
           {"quickstart --platform star,flat --set copy=x2",
            "quickstart.json: asks about several platforms; right would be one baseline, such as --platform "
            "star"},
           {"what_if --set copy=x2", "what_if.json: asks about several platforms"},
           {"quickstart --set copy=x2 --slurm", "--slurm means nothing to 'whatif'"}}) {
    const Ended ended = collsim("whatif " + arguments + " --results " + results.string());
    EXPECT_EQ(ended.status, 2) << arguments;
    EXPECT_THAT(ended.output, AllOf(StartsWith("collsim: "), HasSubstr(reason))) << arguments;
    EXPECT_EQ(ended.output.find('\n'), ended.output.size() - 1) << arguments << ": " << ended.output;
  }
  EXPECT_FALSE(std::filesystem::exists(results));
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

}  // namespace
}  // namespace collsim
