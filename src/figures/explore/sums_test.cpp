#include "figures/explore/sums.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace collsim {
namespace {

const std::vector<std::vector<double>> places = {{1, 1}, {1, 4}, {10, 1}, {10, 4}};

template <class Time>
std::vector<double> told(Time time) {
  std::vector<double> times;
  for (const auto& place : places) times.push_back(time(place[0], place[1]));
  return as_few_numbers(times, places);
}

TEST(Sums, TellTimesThatAreSums) {
  EXPECT_THAT(told([](double x, double y) { return 5 + 2 * x + 3 * y; }),
              ::testing::ElementsAre(::testing::DoubleNear(5, 1e-12), ::testing::DoubleNear(2, 1e-12),
                                     ::testing::DoubleNear(3, 1e-12)));
}

TEST(Sums, LeaveOtherTimesAsTheyAre) {
  EXPECT_THAT(told([](double x, double y) { return std::max(x, y); }), ::testing::ElementsAre(1, 4, 10, 10));
}

}  // namespace
}  // namespace collsim
