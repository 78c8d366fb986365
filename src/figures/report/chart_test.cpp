#include "figures/report/chart.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "points/row.hpp"
#include "support/error.hpp"
#include "support/json.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

Row answer(const std::string& algorithm, int processes, std::int64_t count, const Outcome& outcome) {
  Point point;
  point.collective = "allreduce";
  point.algorithm = algorithm;
  point.backend = "smpi";
  point.platform = "star";
  point.processes = processes;
  point.count = count;
  return {point, outcome};
}

Outcome in_seconds(double seconds) {
  return {.seconds = seconds, .seconds_low = seconds, .seconds_high = seconds};
}

class Chart : public ::testing::Test {
 protected:
  std::string chart(const std::vector<Row>& rows) {
    std::ofstream(results()) << to_csv(rows);
    return chart_of(results(), folder_.path() / "report.csv");
  }
  nlohmann::json data(const std::vector<Row>& rows) {
    const std::string text = chart(rows), begin = "<script type=\"application/json\">";
    const std::size_t at = text.find(begin) + begin.size();
    return nlohmann::json::parse(text.substr(at, text.find("</script>", at) - at));
  }
  fs::path results() const { return folder_.path() / "results.csv"; }

 private:
  testing::Folder folder_;
};

TEST_F(Chart, HasAPanelForEachNumberOfProcessesAndALineForEachSeries) {
  const nlohmann::json drawn =
      data({answer("ring", 2, 1, in_seconds(1e-6)), answer("ring", 2, 2, in_seconds(2e-6)),
            answer("tree", 2, 2, in_seconds(3e-6)), answer("ring", 4, 1, in_seconds(4e-6))});
  EXPECT_EQ(drawn["x"], "bytes");
  ASSERT_EQ(drawn["panels"].size(), 2U);
  EXPECT_EQ(drawn["panels"][0]["lines"], nlohmann::json({"ring, simulated", "tree, simulated"}));
  EXPECT_EQ(drawn["panels"][0]["rows"], nlohmann::json::parse("[[8, 1e-6, null], [16, 2e-6, 3e-6]]"));
  EXPECT_EQ(drawn["panels"][1]["rows"], nlohmann::json::parse("[[8, 4e-6]]"));
}

TEST_F(Chart, IsOverProcessesWhereThereIsOneSize) {
  const std::vector<Row> rows = {answer("ring", 2, 512, in_seconds(1)),
                                 answer("ring", 4, 512, in_seconds(2))};
  EXPECT_EQ(data(rows)["x"], "p");
  EXPECT_THAT(chart(rows), HasSubstr("<option>4 KiB</option>"));
}

TEST_F(Chart, LeavesOutWhatHasNoAnswer) {
  EXPECT_EQ(chart({answer("ring", 2, 1, in_seconds(1)), answer("ring", 2, 2, failed("killed"))}), "")
      << "a single size is no line";
  EXPECT_EQ(chart({answer("ring", 2, 1, failed("killed"))}), "");
}

TEST_F(Chart, HasAtMostEightSeriesAndSaysSo) {
  std::vector<Row> rows;
  for (int i = 1; i <= 9; ++i)
    for (const int count : {1, 2}) rows.push_back(answer("a" + std::to_string(i), 2, count, in_seconds(i)));
  EXPECT_EQ(data(rows)["panels"][0]["lines"].size(), 8U);
  EXPECT_THAT(chart(rows), HasSubstr(" 8 of 9 series are shown, those nearest to the fastest.</p>"));
}

/// As in pictures.
TEST_F(Chart, HasTheColoursOfPictures) {
  EXPECT_THAT(chart_scripts(), AllOf(HasSubstr("const colours = [\"#0072b2\",\"#d55e00\","),
                                     HasSubstr("formula_grey = \"#808080\""),
                                     HasSubstr("formula_kind = \"model\", measured_kind = \"native\"")));
}

TEST_F(Chart, IsNotWhereThereIsNoRun) {
  EXPECT_EQ(chart_of(results(), {}), "");
  std::ofstream(results()) << "algorithm,seconds\nring,2e-6\n";
  EXPECT_EQ(chart_of(results(), {}), "");
}

TEST(ChartScripts, NeedNoNetwork) {
  EXPECT_THAT(chart_scripts(),
              AllOf(HasSubstr("Dygraph"), Not(HasSubstr("src=\"http")), Not(HasSubstr("@import"))));
}

}  // namespace
}  // namespace collsim
