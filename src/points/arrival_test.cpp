#include "points/arrival.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/error.hpp"

namespace collsim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::vector<double> times(const std::string& text, const Placement& placement, double balanced = 0) {
  return Arrival::parse(text).times(placement, balanced);
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}
double deviation(const std::vector<double>& values) {
  const double middle = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - middle) * (value - middle);
  return std::sqrt(sum / static_cast<double>(values.size()));
}

const Placement many(40'000, 40, Mapping::block);

TEST(Arrival, IsWrittenAsItIsRead) {
  for (const char* text : {"uniform(size=20us)", "normal(size=x0.5;within=0.25;seed=7)",
                           "one_late_node(size=1ms;seed=0)", "sorted(size=x1)"})
    EXPECT_EQ(Arrival::parse(text).text(), text);
  EXPECT_EQ(Arrival::parse("uniform(size=20us, within=1, seed=1)").text(), "uniform(size=20us)");
  EXPECT_EQ(Arrival::parse("uniform(size=20 us)").size, 2e-5);
  EXPECT_EQ(Arrival::parse("none"), Arrival());
  EXPECT_EQ(Arrival().text(), "");
}

TEST(Arrival, ComplainsInALine) {
  for (const auto& [text, complaint] :
       {std::pair("unifrom(size=1s)", "did you mean 'uniform'"),
        {"uniform", "has no size; right would be uniform(size="},
        {"uniform(size=-1us)", "gives size the value '-1us'; right would be size=20us or size=x0.5"},
        {"uniform(size=2e-5)", "'2e-5' is a time without a unit; right would be 20us, if seconds are meant"},
        {"uniform(size=x0.5us)", "gives size the value '0.5us'"},
        {"normal(size=1s;within=2)", "within=0 to 1"},
        {"normal(size=nan)", "'nan'"},
        {"normal(size=1s;sed=2)", "no option 'sed'; did you mean 'seed'"},
        {"none(size=1)", "right would be 'none' alone"},
        {"sorted(size=1s;seed=x)", "gives seed the value 'x'"}})
    EXPECT_THAT([&text = text] { Arrival::parse(text); }, ThrowsMessage<Error>(HasSubstr(complaint))) << text;
}

TEST(Arrival, TheFirstComesAtZero) {
  for (const char* pattern : {"uniform", "normal", "exponential", "one_late_rank", "one_late_node", "sorted"})
    for (const int processes : {1, 2, 7}) {
      const auto all = times(std::string(pattern) + "(size=1s)", Placement(processes, 2, Mapping::block));
      EXPECT_EQ(*std::ranges::min_element(all), 0) << pattern << processes;
    }
}

TEST(Arrival, DistributionsHaveTheirMoments) {
  // 40,000 draws: the standard error of a mean is a two hundredth of the deviation.
  const auto uniform = times("uniform(size=3s)", many);
  EXPECT_NEAR(mean(uniform), 1.5, 0.02);
  EXPECT_NEAR(*std::ranges::max_element(uniform), 3, 0.001);
  const auto exponential = times("exponential(size=3s)", many);
  EXPECT_NEAR(mean(exponential), 3, 0.06);
  EXPECT_NEAR(deviation(exponential), 3, 0.06);
  const auto normal = times("normal(size=3s)", many);
  EXPECT_NEAR(deviation(normal), 3, 0.06);
  // Four standard deviations to either side hold all but one of 16,000.
  EXPECT_NEAR(mean(normal), 12, 1.5);
}

TEST(Arrival, DiffersBetweenNodesAndWithinThem) {
  const auto by_node = times("uniform(size=1s;within=0)", many);
  for (int rank = 0; rank < many.processes(); ++rank)
    EXPECT_EQ(by_node[static_cast<std::size_t>(rank)],
              by_node[static_cast<std::size_t>(many.rank_at(many.node_of(rank), 0))]);
  EXPECT_GT(deviation(by_node), 0.25);
  const auto mixed = times("uniform(size=1s;within=0.25)", many);
  std::vector<double> first_node(mixed.begin(), mixed.begin() + 40);
  EXPECT_NEAR(*std::ranges::max_element(first_node) - *std::ranges::min_element(first_node), 0.25, 0.05);
}

TEST(Arrival, OneIsLate) {
  const Placement placement(6, 2, Mapping::round_robin);
  const auto rank = times("one_late_rank(size=2s)", placement);
  EXPECT_EQ(std::ranges::count(rank, 2.0), 1);
  EXPECT_EQ(std::ranges::count(rank, 0.0), 5);
  const auto node = times("one_late_node(size=2s)", placement);
  EXPECT_EQ(std::ranges::count(node, 2.0), 2);
  // Ranks r and r + 3 share a node.
  for (std::size_t r = 0; r < 3; ++r) EXPECT_EQ(node[r], node[r + 3]);
}

TEST(Arrival, SortedIsInOrderOfRank) {
  EXPECT_THAT(times("sorted(size=4s)", Placement(5, 1, Mapping::block)), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(times("sorted(size=4s;within=0)", Placement(4, 2, Mapping::block)), ElementsAre(0, 0, 4, 4));
}

TEST(Arrival, SizesMayBeMultiplesOfTheBalancedTime) {
  EXPECT_THAT(times("sorted(size=x0.5)", Placement(3, 1, Mapping::block), 8), ElementsAre(0, 2, 4));
}

TEST(Arrival, MeasuredMomentsCountFromTheFirst) {
  const Arrival measured{.pattern = ArrivalPattern::measured, .moments = {"a file", {5, 3, 3.5}}};
  EXPECT_THAT(measured.times(Placement(3, 1, Mapping::block), 0), ElementsAre(2, 0, 0.5));
  EXPECT_EQ(measured.text(), "a file");
}

TEST(Arrival, FollowsItsSeedAndNotTheNumberOfRanks) {
  const auto few = times("exponential(size=1s)", Placement(4, 1, Mapping::block));
  const auto more = times("exponential(size=1s)", Placement(8, 1, Mapping::block));
  EXPECT_NE(few, times("exponential(size=1s;seed=2)", Placement(4, 1, Mapping::block)));
  EXPECT_DOUBLE_EQ(few[1] - few[0], more[1] - more[0]);
}

}  // namespace
}  // namespace collsim
