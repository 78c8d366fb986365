#include "lab/decisions/deviations.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/answered.hpp"

namespace collsim {
namespace {

using testing::answered;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Row answered_by(const char* backend, const char* network, std::int64_t count, double seconds) {
  Row row = answered(seconds);
  row.point.backend = backend;
  row.point.network = network;
  row.point.count = count;
  return row;
}

std::vector<std::string> cells(const std::vector<Row>& rows, std::size_t column) {
  std::vector<std::string> found;
  for (const Row& row : rows) {
    const Cell cell = deviation_columns(rows).at(column).cell(row);
    if (const double* share = std::get_if<double>(&cell))
      found.push_back(fmt::format("{:+.3f}", *share));
    else
      found.push_back(std::holds_alternative<std::string>(cell) ? std::get<std::string>(cell) : "");
  }
  return found;
}

TEST(Deviations, AreFromTheTruestAnswerToTheSameQuestion) {
  std::vector<Row> rows = {answered_by("model", "", 1, 3e-6), answered_by("smpi", "", 1, 2e-6),
                           answered_by("native", "", 1, 4e-6), answered_by("smpi", "", 2, 2e-6),
                           answered_by("model", "", 4, 1e-6)};
  EXPECT_THAT(cells(rows, 0), ElementsAre("-0.250", "-0.500", "", "", ""));
  EXPECT_THAT(cells(rows, 1), ElementsAre("native", "native", "", "", ""));
  rows[2].outcome = failed("a rank crashed");
  EXPECT_THAT(cells(rows, 0), ElementsAre("+0.500", "", "", "", ""));
  EXPECT_THAT(cells(rows, 1), ElementsAre("smpi", "", "", "", ""));
}

TEST(Deviations, TellNetworksApart) {
  const std::vector<Row> rows = {answered_by("fast", "links", 1, 3e-6),
                                 answered_by("fast", "fluid", 1, 2e-6)};
  EXPECT_THAT(cells(rows, 0), ElementsAre("+0.500", ""));
  EXPECT_THAT(cells(rows, 1), ElementsAre("fast/fluid", ""));
}

TEST(Deviations, AreSummedUpForEachPairThatMet) {
  std::vector<Row> rows;
  for (const auto& [count, seconds] : {std::pair{1, 2.2e-6}, {2, 1e-6}, {4, 2.02e-6}}) {
    rows.push_back(answered_by("smpi", "", count, 2e-6));
    rows.push_back(answered_by("model", "", count, seconds));
  }
  EXPECT_EQ(
      deviation_table(rows),
      "backend  against  points  off by: median  90th percentile   worst  at\n"
      "model    smpi          3          10.0 %           42.0 %  50.0 %  allreduce/ring, p = 4, 16 B\n");
}

TEST(Deviations, NeedTwoAnswers) {
  const std::vector<Row> rows = {answered_by("smpi", "", 1, 2e-6), answered_by("model", "", 2, 2e-6)};
  EXPECT_THAT(deviation_columns(rows), IsEmpty());
  EXPECT_EQ(deviation_table(rows), "");
}

}  // namespace
}  // namespace collsim
