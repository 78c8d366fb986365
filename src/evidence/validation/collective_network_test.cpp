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
  point.overrides = {{"topology", "4,4,4"}};  // SMPI copies the platform for each point
  point.processes = processes;
  point.ppn = ppn;
  point.count = count;
  point.data = Data::verify;
  return point;
}

/// Of each point, by backend.
std::vector<std::map<std::string, Outcome>> answers(const std::vector<Point>& asked) {
  const std::vector<std::string> backends = {"model", "smpi", "fast"};
  std::vector<Point> points;
  for (const Point& point : asked)
    for (const std::string& name : backends) {
      points.push_back(point);
      points.back().backend = name;
      if (name == "fast") points.back().network = "links";
    }
  std::vector<std::map<std::string, Outcome>> found(asked.size());
  answer(
      Platform::load("blue_gene_p", asked.front().overrides), points, 2, [] { return false; },
      [&](std::size_t index, const Outcome& outcome) {
        found[index / backends.size()][points[index].backend.text()] = outcome;
      },
      {.programs = std::filesystem::path(COLLSIM_PROGRAM).parent_path()});
  return found;
}

/// To 1e-12: what is left of adding the same times in another order. Results are right, too, where data is carried: SMPI and
/// the fast engine verify them.
void expect_agreement(const std::vector<Point>& points) {
  const auto all = answers(points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& point = points[i];
    SCOPED_TRACE(point.collective + "(" + point.options.to_string() + ") " + point.distribution + ", count " +
                 std::to_string(point.count) + ", p " + std::to_string(point.processes) + ", ppn " +
                 point.ppn.text());
    for (const auto& [backend, outcome] : all[i])
      EXPECT_TRUE(outcome.ok()) << backend << ": " << outcome.status.text();
    const double formula = all[i].at("model").seconds;
    EXPECT_NEAR(all[i].at("smpi").seconds, formula, 1e-12 * formula);
    EXPECT_NEAR(all[i].at("fast").seconds, formula, 1e-12 * formula);
    EXPECT_EQ(all[i].at("fast").messages, 0);
  }
}

TEST(CollectiveNetwork, FormulaAndEnginesAgree) {
  std::vector<Point> points;
  for (const std::string& collective : collectives())
    for (const int processes : {1, 2, 13})
      for (const int ppn : {1, 4})
        for (const std::int64_t count : {0, 1000 * processes})
          points.push_back(over_network(collective, processes, ppn, count));
  expect_agreement(points);
}

/// Also with empty blocks, and with one that is all.
TEST(CollectiveNetwork, FormulaAndEnginesAgreeOnBlocksOfAnySize) {
  std::vector<Point> points;
  for (const std::string& distribution : distributions())
    for (const char* by : {"reduction", "broadcasts"}) {
      points.push_back(over_network("allgatherv", 8, 1, 1000));
      points.back().options = describe("allgatherv", "collective_network").resolve({{"by", by}});
      points.back().distribution = distribution;
    }
  expect_agreement(points);
}

/// Without data.
TEST(CollectiveNetwork, FormulaAndEnginesAgreeOnMoreBytesThanAnIntHolds) {
  std::vector<Point> points;
  for (const std::string& collective : collectives()) {
    points.push_back(over_network(collective, 2, 1, std::int64_t{1} << 29));
    points.back().data = Data::time;
  }
  expect_agreement(points);
}

/// 64 MiB at 700 MB/s, of which four ranks of a node have a quarter each, 5 us after the last of them has come.
TEST(CollectiveNetwork, TakesItsLatencyAndItsRate) {
  constexpr std::int64_t count = 8 << 20;
  std::vector<Point> points = {over_network("bcast", 16, 1, count), over_network("bcast", 16, 4, count)};
  for (Point& point : points) point.data = Data::time;
  auto found = answers(points);
  for (const char* backend : {"model", "smpi", "fast"}) {
    EXPECT_NEAR(found[0][backend].seconds, 5e-6 + count * 8 / 700e6, 1e-12) << backend;
    EXPECT_NEAR(found[1][backend].seconds, 5e-6 + 4 * count * 8 / 700e6, 1e-12) << backend;
  }
}

/// Who comes late holds all others up.
TEST(CollectiveNetwork, WaitsForTheLast) {
  std::vector<Point> points;
  for (const std::string& collective : collectives())
    for (const char* arrival : {"none", "one_late_rank(size=10ms)"}) {
      points.push_back(over_network(collective, 8, 1, 8000));
      points.back().arrival = Arrival::parse(arrival);
    }
  auto found = answers(points);
  for (std::size_t i = 0; i < found.size(); i += 2) {
    const double balanced = found[i]["model"].seconds;
    EXPECT_NEAR(found[i + 1]["smpi"].since_last_arrival / balanced, 1, 1e-6) << points[i].collective;
    EXPECT_NEAR(found[i + 1]["fast"].since_last_arrival / balanced, 1, 1e-6) << points[i].collective;
  }
}

}  // namespace
}  // namespace collsim
