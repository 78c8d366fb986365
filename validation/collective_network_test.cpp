#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "algorithms/facts/distribution.hpp"
#include "backends/backend.hpp"
#include "platforms/platform.hpp"

namespace collsim {
namespace {

const std::vector<std::string>& collectives() {
  static const std::vector<std::string> all = {"allgatherv", "allreduce", "bcast", "reduce"};
  return all;
}

Point over_network(const std::string& collective, int processes, int ppn, std::int64_t count) {
  Point point;
  point.collective = collective;
  point.algorithm = "collective_network";
  point.options = describe(collective, "collective_network").resolve({});
  point.platform = "blue_gene_p";
  point.processes = processes;
  point.ppn = ppn;
  point.count = count;
  point.data = Data::verify;
  return point;
}

/// By backend.
std::map<std::string, Outcome> answers(const Point& point) {
  std::vector<Point> points;
  for (const char* name : {"model", "smpi", "fast"}) {
    points.push_back(point);
    points.back().backend = name;
    if (name == std::string("fast")) points.back().network = "links";
  }
  std::map<std::string, Outcome> found;
  answer(
      Platform::load("blue_gene_p"), points, 2, [] { return false; },
      [&](std::size_t index, const Outcome& outcome) { found[points[index].backend.text()] = outcome; },
      {.programs = std::filesystem::path(COLLSIM_COLLFAST).parent_path()});
  return found;
}

/// To 1e-12: what is left of adding the same times in another order. Results are right, too: SMPI and the fast engine verify
/// them.
void expect_agreement(const Point& point, const std::string& name) {
  auto found = answers(point);
  for (const auto& [backend, outcome] : found)
    EXPECT_TRUE(outcome.ok()) << name << " " << backend << ": " << outcome.status.text();
  const double formula = found["model"].seconds;
  EXPECT_NEAR(found["smpi"].seconds, formula, 1e-12 * formula) << name;
  EXPECT_NEAR(found["fast"].seconds, formula, 1e-12 * formula) << name;
  EXPECT_EQ(found["fast"].messages, 0) << name;
}

TEST(CollectiveNetwork, FormulaAndEnginesAgree) {
  for (const std::string& collective : collectives())
    for (const int processes : {1, 2, 13})
      for (const int ppn : {1, 4})
        for (const std::int64_t count : {0, 1000 * processes})
          expect_agreement(over_network(collective, processes, ppn, count),
                           collective + " of " + std::to_string(count) + " on " + std::to_string(processes) +
                               " ranks, " + std::to_string(ppn) + " a node");
}

/// Also with empty blocks, and with one that is all.
TEST(CollectiveNetwork, FormulaAndEnginesAgreeOnBlocksOfAnySize) {
  for (const std::string& distribution : distributions())
    for (const char* by : {"reduction", "broadcasts"}) {
      Point point = over_network("allgatherv", 8, 1, 1000);
      point.options = describe("allgatherv", "collective_network").resolve({{"by", by}});
      point.distribution = distribution;
      expect_agreement(point, distribution + " by " + by);
    }
}

/// Without data; the formula's n does not fit an int.
TEST(CollectiveNetwork, FormulaAndEnginesAgreeOnMoreBytesThanAnIntHolds) {
  for (const std::string& collective : collectives()) {
    Point point = over_network(collective, 2, 1, std::int64_t{1} << 29);
    point.data = Data::time;
    expect_agreement(point, collective);
  }
}

/// 64 MiB at 700 MB/s, of which four ranks of a node have a quarter each, 5 us after the last of them has come.
TEST(CollectiveNetwork, TakesItsLatencyAndItsRate) {
  constexpr std::int64_t count = 8 << 20;
  auto alone = answers(over_network("bcast", 16, 1, count)),
       shared = answers(over_network("bcast", 16, 4, count));
  for (const char* backend : {"model", "smpi", "fast"}) {
    EXPECT_NEAR(alone[backend].seconds, 5e-6 + count * 8 / 700e6, 1e-12) << backend;
    EXPECT_NEAR(shared[backend].seconds, 5e-6 + 4 * count * 8 / 700e6, 1e-12) << backend;
  }
}

/// Who comes late holds all others up.
TEST(CollectiveNetwork, WaitsForTheLast) {
  for (const std::string& collective : collectives()) {
    Point late = over_network(collective, 8, 1, 8000);
    const double balanced = answers(late)["model"].seconds;
    late.arrival = Arrival::parse("one_late_rank(size=0.01)");
    auto found = answers(late);
    EXPECT_NEAR(found["smpi"].since_last_arrival / balanced, 1, 1e-6) << collective;
    EXPECT_NEAR(found["fast"].since_last_arrival / balanced, 1, 1e-6) << collective;
  }
}

}  // namespace
}  // namespace collsim
