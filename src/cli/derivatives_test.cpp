#include "lab/decisions/derivatives.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>

#include "backends/backend.hpp"
#include "backends/trial/undisturbed.hpp"
#include "cli/testing/collsim.hpp"
#include "lab/decisions/winners.hpp"
#include "lab/scenarios/place_rules.hpp"
#include "platforms/variants.hpp"
#include "points/choice.hpp"
#include "support/csv.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;

Setup setup() {
  return {.programs = std::filesystem::path(COLLSIM_PROGRAM).parent_path()};
}

Point point_of(const std::string& algorithm, const std::string& platform, int processes, std::int64_t count,
               const std::string& network = "links") {
  Point point;
  point.collective = "allreduce";
  point.algorithm = algorithm;
  point.options = choose("allreduce", algorithm).front().options;
  point.backend = "fast";
  point.network = network;
  point.schedule = RunsAs::fibers;
  point.platform = platform;
  point.processes = processes;
  point.count = count;
  point.data = Data::time;
  return point;
}

CriticalPath path_of(const Platform& platform, const Point& point) {
  const Explained run = backend(point).explain(platform, point, setup());
  return critical_path(run.traces, run.begin(), run.wire, undisturbed_work(platform, point));
}

double simulated(const Platform& platform, const Point& point) {
  double seconds = 0;
  answer(
      platform, {point}, 1, [] { return false; },
      [&](std::size_t, const Outcome& outcome) {
        EXPECT_TRUE(outcome.ok()) << outcome.status;
        seconds = outcome.seconds;
      },
      setup());
  return seconds;
}

TEST(Derivatives, OfThePathAreThoseOfTheSimulation) {
  for (const Point& point :
       {point_of("ring", "star", 8, 8192), point_of("recursive_doubling", "cray_t3e", 4, 100, "hockney"),
        point_of("rabenseifner", "star", 6, 20000, "fluid")}) {
    const Platform platform = Platform::load(point.platform);
    const CriticalPath path = path_of(platform, point);
    const double total = path.end - path.begin;
    ASSERT_NEAR(undisturbed_seconds(platform, point, path), total, tie_tolerance * total) << label(point);
    const auto of_path = derivatives(
        platform, [&](const Platform& changed) { return undisturbed_seconds(changed, point, path); });
    const auto of_simulation =
        derivatives(platform, [&](const Platform& changed) { return simulated(changed, point); });
    ASSERT_EQ(of_path.size(), of_simulation.size());
    double all = 0;
    for (std::size_t i = 0; i < of_path.size(); ++i) {
      EXPECT_NEAR(of_path[i].elasticity, of_simulation[i].elasticity, 1e-8)
          << label(point) << ", " << of_path[i].parameter.name;
      all += std::abs(of_path[i].elasticity);
    }
    EXPECT_NEAR(all, 1, 1e-8) << "all times and inverse rates twice as long take twice as long";
  }
}

TEST(Derivatives, OfAPathWithContentionAreNotKnown) {
  const Point point = [] {
    Point four = point_of("recursive_doubling", "star", 8, 8192);
    four.ppn = 4;
    return four;
  }();
  const Platform platform = Platform::load("star");
  const CriticalPath path = path_of(platform, point);
  EXPECT_LT(undisturbed_seconds(platform, point, path), 0.9 * (path.end - path.begin));
}

TEST(Derivatives, AreExplained) {
  const std::string ask = "explain quickstart --algorithms ring --bytes 64K --point 1 --derivatives ";
  const std::string exact = collsim(ask + "--processes 8 --backend smpi").output;
  EXPECT_THAT(exact, HasSubstr("\nDerivatives, of the critical path, exact while it is the critical one:\n"));
  // 14 rounds over two links each, of 8 KiB and an envelope of 16 B.
  EXPECT_THAT(exact, HasSubstr("28 times\n"));
  EXPECT_THAT(exact, HasSubstr("114912 B\n"));
  const std::string contended = "--processes 16 --ppn 8 --platform lumi --backend ";
  EXPECT_THAT(collsim(ask + contended + "fast").output,
              HasSubstr("\nDerivatives, by simulating again with each number a thousandth less and more, as "
                        "there is waiting:\n"));
  EXPECT_THAT(collsim(ask + contended + "smpi").output,
              HasSubstr("\nDerivatives: unknown, as there is waiting on the path; right would be --backend "
                        "fast, or collsim "
                        "whatif --tornado --factor x1.001\n"));
  EXPECT_THAT(collsim("explain quickstart --algorithms ring --point 1").output,
              ::testing::Not(HasSubstr("Derivatives")));
}

/// The columns of one row against what the critical path or, where messages wait, a twentieth of the step say.
TEST(Derivatives, AreColumnsOnRequest) {
  const testing::Folder folder;
  struct Asked {
    const char *algorithm, *platform, *network;
    int processes;
    bool waits;
    std::string placement = "contiguous(first=0,ppn=1)";
  };
  for (const Asked& asked :
       {Asked{"ring", "star", "links", 8, false},
        {"rabenseifner", "star", "hockney", 6, false},
        {"recursive_doubling", "flat", "loggp", 16, true},
        {"recursive_doubling", "cray_t3e", "links", 64, true},
        {"rabenseifner", "cray_t3e", "fluid", 27, true},
        // Over two classes of links: two nodes at the end of a cell, and two beyond the trunk.
        {"ring", "leonardo", "links", 4, true, "contiguous(first=178,ppn=1)"}}) {
    const std::string results = (folder.path() / asked.network).string() + std::to_string(asked.processes);
    const Ended ended = collsim(fmt::format(
        "whatif quickstart --derivatives --backend fast --data time --platform {} "
        "--network {} --algorithms {} "
        "--processes {} --count 5000 --placement '{}' --results {}",
        asked.platform, asked.network, asked.algorithm, asked.processes, asked.placement, results));
    ASSERT_EQ(ended.status, 0) << ended.output;
    const CsvTable table = read_csv(results + "/derivatives.csv");
    Point point = point_of(asked.algorithm, asked.platform, asked.processes, 5000, asked.network);
    const Platform platform = Platform::load(point.platform);
    point.places = {asked.placement, places_by_rule(asked.placement, asked.processes, platform)};
    const double total = simulated(platform, point);
    const CriticalPath path = path_of(platform, point);
    for (const Parameter& each : parameters(platform)) {
      if (each.zero) continue;
      const auto seconds = [&](double factor) {
        const Platform changed = Platform::load(
            platform.file(),
            replaced(platform.overrides(), scaled(platform.overrides(), each.numbers, factor)));
        return asked.waits ? simulated(changed, point) : undisturbed_seconds(changed, point, path);
      };
      const double step = 1.00005;
      const double expected = (seconds(step) - seconds(1 / step)) / (step - 1 / step) / total;
      const bool bent = table.cell(table.rows.at(0), "bent").find(each.name) != std::string::npos;
      EXPECT_NEAR(table.number<double>(table.cell(table.rows.at(0), "d_" + each.name)), expected,
                  bent ? 1e-4 : 1e-7)
          << asked.network << ", " << each.name;
      EXPECT_FALSE(bent && !asked.waits) << each.name;
      if (each.name == "link.latency" || each.name == "trunk.latency") {
        EXPECT_GT(expected, 0) << each.name << " of a class that is used";
      }
    }
  }
}

}  // namespace
}  // namespace collsim
