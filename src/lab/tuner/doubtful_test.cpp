#include "lab/tuner/doubtful.hpp"

#include <gmock/gmock.h>

namespace collsim {
namespace {

using ::testing::ElementsAre;

std::vector<Row> three_of(int processes, double ring, double doubling, double tree) {
  std::vector<Row> rows;
  for (const auto& [name, seconds] : std::initializer_list<std::pair<const char*, double>>{
           {"ring", ring}, {"recursive_doubling", doubling}, {"tree", tree}})
    rows.push_back({{.collective = "allreduce",
                     .algorithm = name,
                     .options = describe("allreduce", name).resolve({}),
                     .backend = "fast",
                     .platform = "star",
                     .overrides = {},
                     .processes = processes,
                     .count = 1024},
                    {.seconds = seconds}});
  return rows;
}

TEST(DoubtfulRaces, AreThoseWhoseMarginIsWithinTheError) {
  auto rows = three_of(4, 1, 1.19, 1.5);
  for (Row& row : three_of(8, 1, 1.21, 1.5)) rows.push_back(std::move(row));
  const auto all = [](const Point&) { return std::vector<std::size_t>{0}; };
  EXPECT_THAT(doubtful_races(rows, all), ElementsAre(ElementsAre(0, 1)));
  const auto two = [](const Point& point) {
    return point.algorithm == "ring" ? std::vector<std::size_t>{0} : std::vector<std::size_t>{1};
  };
  EXPECT_THAT(doubtful_races(rows, two), ElementsAre()) << "each target has one that is near";
}

TEST(DoubtfulRaces, BelieveWhatWasMeasured) {
  Searched found{three_of(4, 1, 1.1, 1.5), {true, false, false}};
  EXPECT_EQ(believe({{0, 20.0}, {1, 18.0}}, found), 1U);
  EXPECT_DOUBLE_EQ(found.rows[0].outcome.seconds, 20);
  EXPECT_DOUBLE_EQ(found.rows[1].outcome.seconds, 18);
  EXPECT_DOUBLE_EQ(found.rows[2].outcome.seconds, 30) << "it looked 1.5 times as long as the first";
  EXPECT_THAT(found.answered, ElementsAre(true, true, false));
  EXPECT_EQ(believe({}, found), 0U);
}

}  // namespace
}  // namespace collsim
