#include "evidence/validation/repeated.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "points/row.hpp"
#include "support/error.hpp"
#include "tests/answered.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;

Row measured(std::int64_t count, double seconds, double low, double high) {
  Row row = testing::answered(seconds);
  row.point.backend = "native";
  row.point.count = count;
  row.outcome.interval = RealInterval{low, high};
  return row;
}

CsvTable table_of(const std::vector<Row>& rows) {
  const testing::Folder folder;
  const auto file = folder.path() / "results.csv";
  std::ofstream(file) << to_csv(rows);
  return read_csv(file);
}

TEST(Repeated, SaysWhereRunsDiffer) {
  Row once = measured(4, 1, 1, 1);
  once.outcome.interval.reset();
  const Repeated found = compare_runs(
      table_of({measured(1, 1, 0.9, 1.1), measured(2, 1, 0.9, 1.1), measured(3, 1, 1, 1), once,
                testing::answered(1)}),
      table_of({measured(2, 1.5, 1.4, 1.6), measured(1, 1.1, 1, 1.3), once, testing::answered(1)}));
  ASSERT_EQ(found.points.size(), 2U);
  EXPECT_EQ(found.without_interval, 1U);
  EXPECT_TRUE(found.points[0].same());
  EXPECT_DOUBLE_EQ(found.points[0].ratio, 1.1);
  EXPECT_DOUBLE_EQ(found.points[0].interval.low, 1 / 1.1);
  EXPECT_DOUBLE_EQ(found.points[0].interval.high, 1.3 / 0.9);
  EXPECT_FALSE(found.points[1].same());
  const std::string text = to_text(found);
  EXPECT_THAT(text,
              HasSubstr("Of 2 points, the interval of the ratio of both runs contains 1 in 1 (50.0 %)."));
  EXPECT_THAT(text, HasSubstr("worst 50.0 %."));
  EXPECT_THAT(text, HasSubstr("| allreduce/ring, p 4, bytes 16 | 1.500 | 1.273 .. 1.778 |")) << text;
}

TEST(Repeated, WithoutIntervalsThereIsNothingToSay) {
  EXPECT_THROW(to_text(compare_runs(table_of({testing::answered(1)}), table_of({testing::answered(1)}))),
               Error);
}

}  // namespace
}  // namespace collsim
