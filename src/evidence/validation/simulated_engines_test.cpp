#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <set>

#include "backends/backend.hpp"
#include "evidence/validation/engines.hpp"
#include "lab/scenarios/scenario.hpp"
#include "support/data_dir.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

/// The answers of both engines.
std::vector<Row> answered(Scenario scenario) {
  std::map<std::string, std::vector<Point>> groups;
  for (const Point& point : scenario.points) groups[point.platform].push_back(point);
  std::vector<Row> rows;
  for (const auto& [platform, points] : groups) {
    const auto note = [&, &asked = points](std::size_t index, const Outcome& outcome) {
      rows.push_back({.point = asked[index], .outcome = outcome});
    };
    answer(scenario.platforms.of_point(points.front()), points, 2, [] { return false; }, note,
           {.programs = std::filesystem::path(COLLSIM_PROGRAM).parent_path()});
  }
  return rows;
}

Scenario engines(const std::vector<std::string>& platforms, const std::set<std::string>& algorithms,
                 const Flags& flags) {
  Scenario scenario = parse_scenario(engines_scenario(platforms), "engines", flags);
  std::erase_if(scenario.points, [&](const Point& point) {
    return !algorithms.contains(point.collective + "/" + point.algorithm);
  });
  return scenario;
}

TEST(SimulatedEngines, KeepTheirLimits) {
  const std::set<std::string> algorithms = {
      "allgather/bruck",        "allgather/ring",      "allgatherv/blocked_ring", "allreduce/binary_blocks",
      "allreduce/rabenseifner", "allreduce/two_tree",  "alltoall/irecv_isend",    "alltoall/pairwise",
      "barrier/dissemination",  "bcast/circulant",     "bcast/split_binary",      "gatherv/binomial",
      "reduce/binomial",        "reduce_scatter/ring", "scan/dissemination",      "scatter/binomial"};
  const auto checks =
      check_engines(answered(engines({"star", "cray_t3e", "hamilton"}, algorithms, {{"processes", "4,16"}})));
  std::set<std::string> seen;
  for (const auto& check : checks) {
    EXPECT_TRUE(check.passed()) << to_table({check});
    EXPECT_EQ(check.deviations.size(), 3U) << check.algorithm;
    seen.insert(check.algorithm.substr(0, check.algorithm.find('(')));
  }
  EXPECT_EQ(seen.size(), algorithms.size());
}

/// The star with these settings in its <config>, and properties.
std::string star_with(const testing::Folder& folder, const std::map<std::string, std::string>& settings) {
  std::string text = testing::contents(data_dir() / "platforms" / "star.xml");
  std::string config = "<config>", sources;
  for (const auto& [name, value] : settings) {
    (name.starts_with("smpi/") ? config : sources) += "<prop id=\"" + name + "\" value=\"" + value + "\"/>";
    sources += "<prop id=\"source." + name + "\" value=\"chosen: test\"/>";
  }
  const auto zone = text.find("<zone ");
  text.insert(text.find('>', zone) + 1, sources);
  text.insert(zone, config + "</config>");
  const auto file = folder.path() / "other_star.xml";
  std::ofstream(file) << text;
  return file.string();
}

// Sends that do not wait for their receivers share links where others would not; SMPI and the fluid network
// share them alike.
TEST(SimulatedEngines, SendAlikeUnderOtherSettings) {
  const std::set<std::string> algorithms = {
      "allgather/ring", "allreduce/rabenseifner",       "allreduce/reduce_bcast", "alltoall/irecv_isend",
      "bcast/binomial", "bcast/scatter_ring_allgather", "gather/binomial",        "scan/dissemination"};
  using Settings = std::map<std::string, std::string>;
  for (const auto& settings :
       {Settings{{"smpi/async-small-thresh", "4096"}, {"smpi/send-is-detached-thresh", "65536"}},
        Settings{{"smpi/async-small-thresh", "0"}, {"smpi/send-is-detached-thresh", "65536"}},
        Settings{{"send_overhead", "3us"}},
        Settings{{"send_overhead", "3us"},
                 {"eager.copy", "500MBps"},
                 {"smpi/async-small-thresh", "4096"},
                 {"smpi/send-is-detached-thresh", "65536"}},
        Settings{{"network.latency", "3us"}},
        Settings{{"network.latency", "3us"}, {"smpi/lat-factor", "0:1.5;24:2"}},
        Settings{{"smpi/lat-factor", "0:1.5"}, {"smpi/bw-factor", "0:0.8"}},
        Settings{{"smpi/lat-factor", "0:1.5;24:2;1016:0.7;65536:4"}}}) {
    const testing::Folder folder;
    const auto rows = answered(engines({star_with(folder, settings)}, algorithms,
                                       {{"processes", "7"}, {"ppn", "1"}, {"network", "fluid"}}));
    std::size_t compared = 0;
    for (const auto& check : check_engines(rows))
      for (const auto& found : check.deviations) {
        EXPECT_LT(found.errors.worst, 1e-9) << check.algorithm << " with " << settings.begin()->first;
        EXPECT_TRUE(found.missing.empty());
        compared += found.errors.points;
      }
    // Three sizes of each algorithm, and five more operands of the three that combine.
    EXPECT_EQ(compared, 3 * algorithms.size() + 3 * 5);
  }
}

/// Checks what SMPI and the formula say of a broadcast of 1 and 4 KiB by a binomial tree.
void expect_of_both(const std::string& platform, int processes,
                    const std::function<double(double)>& expected) {
  Scenario scenario = parse_scenario(
      R"({"collective": "bcast", "algorithms": ["binomial"], "backends": ["smpi", "model"],
          "bytes": [1024, 4096]})",
      "formula", {{"platform", platform}, {"processes", std::to_string(processes)}});
  std::vector<double> seconds(scenario.points.size());
  answer(
      scenario.platforms.of_point(scenario.points.front()), scenario.points, 1, [] { return false; },
      [&](std::size_t index, const Outcome& outcome) { seconds[index] = outcome.seconds; });
  for (std::size_t i = 0; i < scenario.points.size(); ++i)
    EXPECT_NEAR(seconds[i] / expected(static_cast<double>(scenario.points[i].bytes())), 1, 1e-9)
        << scenario.points[i].backend;
  EXPECT_EQ(seconds.size(), 4U);
}

/// The formula's wires obey the factors, too.
TEST(SimulatedEngines, ModelsTakeTheFactorsOfTheSettings) {
  const testing::Folder folder;
  // Three rounds of 1.5 x 1 us and n + 16 bytes at 0.8 x 1 GB/s.
  expect_of_both(star_with(folder, {{"smpi/lat-factor", "0:1.5"}, {"smpi/bw-factor", "0:0.8"}}), 8,
                 [](double bytes) { return 3 * (1.5e-6 + (bytes + 16) / 0.8e9); });
}

TEST(SimulatedEngines, ModelsAddTheNetworksLatency) {
  const testing::Folder folder;
  expect_of_both(star_with(folder, {{"smpi/lat-factor", "0:1.5"}, {"network.latency", "3us"}}), 8,
                 [](double bytes) { return 3 * (1.5e-6 + 3e-6 + (bytes + 16) / 1e9); });
}

/// What a backend says of an algorithm on eight nodes of a torus, 1 to 3 hops apart, where nothing disturbs a message.
double on_a_torus(const std::string& latency, const std::string& backend, const std::string& network = "",
                  RunsAs schedule = RunsAs::fibers) {
  Scenario scenario = parse_scenario(
      R"({"collective": "allgather", "algorithms": ["recursive_doubling"], "backends": ["fast"], "bytes": [4096]})",
      "torus",
      {{"platform", "fugaku_utofu"},
       {"processes", "8"},
       {"overrides", "topology=2x2x2,network.latency=" + latency}});
  Point point = scenario.points.front();
  point.backend = backend;
  point.network = network;
  point.schedule = schedule;
  double seconds = 0;
  answer(
      scenario.platforms.of_point(point), {point}, 1, [] { return false; },
      [&](std::size_t, const Outcome& outcome) { seconds = outcome.seconds; },
      {.programs = std::filesystem::path(COLLSIM_PROGRAM).parent_path()});
  return seconds;
}

TEST(SimulatedEngines, AllAddTheNetworksLatencyToEachOfThreeRounds) {
  const double formula = on_a_torus("4us", "model");
  EXPECT_NEAR(formula - on_a_torus("1us", "model"), 3 * 3e-6, 1e-14);
  EXPECT_NEAR(on_a_torus("4us", "smpi") / formula, 1, 1e-9);
  for (const char* network : {"hockney", "loggp", "links", "fluid"})
    for (const RunsAs schedule : {RunsAs::fibers, RunsAs::recorded})
      EXPECT_NEAR(on_a_torus("4us", "fast", network, schedule) / formula, 1, 1e-9) << network;
}

TEST(SimulatedEngines, ModelsCopyEagerMessages) {
  const testing::Folder folder;
  const std::string platform = star_with(folder, {{"eager.copy", "500MBps"},
                                                  {"smpi/async-small-thresh", "4096"},
                                                  {"smpi/send-is-detached-thresh", "4096"}});
  // 1 us and n + 16 bytes at 1 GB/s; of 1024 bytes a copy at 4 GB/s and one at 0.5 GB/s.
  expect_of_both(platform, 2, [](double bytes) {
    return 1e-6 + (bytes + 16) / 1e9 + (bytes < 4096 ? bytes / 4e9 + bytes / 0.5e9 : 0);
  });
}

}  // namespace
}  // namespace collsim
