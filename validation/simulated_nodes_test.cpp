#include <gtest/gtest.h>

#include <cmath>

#include "backends/backend.hpp"
#include "platforms/platform.hpp"

namespace collsim {
namespace {

/// By backend, of one call on four nodes of four ranks each.
std::map<std::string, Outcome> answers(const Platform& platform, const std::string& collective,
                                       const std::map<std::string, std::string>& options) {
  std::vector<Point> points;
  for (const char* name : {"model", "smpi", "fast"})
    points.push_back({.collective = collective,
                      .algorithm = "hierarchical",
                      .options = describe(collective, "hierarchical").resolve(options),
                      .backend = name,
                      .network = name == std::string("fast") ? NetworkName("links") : NetworkName(),
                      .platform = platform.name(),
                      .overrides = platform.overrides(),
                      .processes = 16,
                      .ppn = 4,
                      .count = collective == "barrier" ? 0 : 4000,
                      .data = Data::time});
  std::map<std::string, Outcome> found;
  answer(
      platform, points, 2, [] { return false; },
      [&](std::size_t index, const Outcome& outcome) { found[points[index].backend.text()] = outcome; },
      {.programs = std::filesystem::path(COLLSIM_COLLFAST).parent_path()});
  return found;
}

/// Compositions whose formula is exact where messages of a node do not wait for one another.
struct Composition {
  const char* collective;
  std::map<std::string, std::string> options;
};
const std::vector<Composition> exact = {
    {"allreduce", {}},
    {"allreduce", {{"senders", "4"}}},
    {"allreduce", {{"inter", "ring(segment_bytes=4000)"}}},
    {"allreduce", {{"inter", "rabenseifner"}, {"senders", "4"}}},
    {"allreduce", {{"result", "shared"}, {"senders", "4"}}},
    {"barrier", {}},
    {"barrier", {{"inter", "tree"}}},
    {"bcast", {}},
    {"bcast", {{"senders", "4"}}},
    {"bcast", {{"result", "shared"}}},
    {"bcast", {{"inter", "chain(segment_bytes=4000)"}}},
    {"reduce", {}},
    {"reduce", {{"senders", "4"}}},
    {"reduce", {{"inter", "rabenseifner"}}},
};

TEST(SimulatedNodes, FormulaAndEnginesAgreeOnTheIdealStar) {
  const Platform star = Platform::load("star_of_nodes");
  for (const auto& [collective, options] : exact) {
    auto found = answers(star, collective, options);
    const std::string name = std::string(collective) + " " + Options(options).to_string();
    for (const auto& [backend, outcome] : found)
      EXPECT_TRUE(outcome.ok()) << name << " " << backend << ": " << outcome.status.text();
    EXPECT_NEAR(found["smpi"].seconds / found["model"].seconds, 1, 1e-9) << name;
    EXPECT_NEAR(found["fast"].seconds / found["model"].seconds, 1, 1e-9) << name;
    EXPECT_EQ(found["smpi"].messages, found["model"].messages) << name;
    EXPECT_EQ(found["fast"].bytes_sent, found["model"].bytes_sent) << name;
  }
}

/// Flags that take their time, with a sender: all ranks of a node look at its flag.
TEST(SimulatedNodes, EnginesAgreeOnFlagsThatTakeTheirTime) {
  const Platform star =
      Platform::load("star_of_nodes", {{"flag.latency", "100ns"}, {"flag.transfer", "30ns"}});
  for (const auto& [collective, options] : exact) {
    auto found = answers(star, collective, options);
    const std::string name = std::string(collective) + " " + Options(options).to_string();
    EXPECT_NEAR(found["fast"].seconds / found["smpi"].seconds, 1, 1e-9) << name;
    EXPECT_GT(found["fast"].seconds,
              answers(Platform::load("star_of_nodes"), collective, options)["fast"].seconds);
  }
}

/// Their results are checked.
TEST(SimulatedNodes, NodeAwareAlgorithmsOfSmpiAreBaselines) {
  const Platform star = Platform::load("star_of_nodes");
  std::vector<Point> points;
  for (const auto& [collective, selector] : {std::pair("allgather", "SMP_NTS"),
                                             {"allgather", "smp_simple"},
                                             {"allgather", "mvapich2_smp"},
                                             {"allreduce", "mvapich2_two_level"},
                                             {"barrier", "mpich_smp"},
                                             {"bcast", "SMP_binomial"},
                                             {"gather", "mvapich2_two_level"},
                                             {"scatter", "mvapich2_two_level_binomial"},
                                             {"scatter", "mvapich2_two_level_direct"}})
    points.push_back({.collective = collective,
                      .algorithm = "library",
                      .options = describe(collective, "library").resolve({{"selector", selector}}),
                      .backend = "smpi",
                      .platform = star.name(),
                      .overrides = {},
                      .processes = 16,
                      .ppn = 4,
                      .count = collective == std::string("barrier") ? 0 : 1600});
  answer(
      star, points, 2, [] { return false; },
      [&](std::size_t index, const Outcome& outcome) {
        EXPECT_EQ(outcome.status.text(), "ok") << label(points[index]);
      },
      {});
}

}  // namespace
}  // namespace collsim
