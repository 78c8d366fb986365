#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "backends/backend.hpp"
#include "platforms/platform.hpp"
#include "support/data_dir.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using ::testing::Contains;

/// With nodes of four cores, two in each memory domain.
Platform ideal_star(std::map<std::string, std::string> overrides = {}) {
  overrides.emplace("cores", "4");
  return Platform::load("star_of_nodes", overrides);
}

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
                      .count = collective == "barrier" ? 0 : 4096,
                      .data = Data::time});
  std::map<std::string, Outcome> found;
  answer(
      platform, points, 2, [] { return false; },
      [&](std::size_t index, const Outcome& outcome) { found[points[index].backend.text()] = outcome; },
      {.programs = std::filesystem::path(COLLSIM_PROGRAM).parent_path()});
  return found;
}

struct Composition {
  std::string collective;
  std::map<std::string, std::string> options;

  bool operator==(const Composition&) const = default;
};

/// Compositions whose formula is exact where messages of a node do not wait for one another.
const std::vector<Composition>& exact() {
  static const std::vector<Composition> all = [] {
    std::vector<Composition> read;
    const auto file = read_json_file(data_dir() / "validation/exact_compositions.json");
    for (const auto& entry : file.at("exact"))
      read.push_back({entry.at("collective"), entry.value("options", std::map<std::string, std::string>())});
    return read;
  }();
  return all;
}

TEST(ExactCompositions, AreNotFewerThanOnce) {
  const std::vector<Composition> once = {
      {"allgather", {}},
      {"allgather", {{"senders", "4"}}},
      {"allgather", {{"inter", "recursive_doubling"}, {"levels", "node+domain"}}},
      {"allreduce", {}},
      {"allreduce", {{"senders", "4"}}},
      {"allreduce", {{"inter", "ring(segment_bytes=4000)"}}},
      {"allreduce", {{"inter", "rabenseifner"}, {"senders", "4"}}},
      {"allreduce", {{"result", "shared"}, {"senders", "4"}}},
      {"allreduce", {{"levels", "node+domain"}}},
      {"alltoall", {}},
      {"alltoall", {{"senders", "4"}}},
      {"alltoall", {{"inter", "bruck"}}},
      {"barrier", {}},
      {"barrier", {{"inter", "tree"}}},
      {"bcast", {}},
      {"bcast", {{"senders", "4"}}},
      {"bcast", {{"result", "shared"}}},
      {"bcast", {{"inter", "chain(segment_bytes=4000)"}}},
      {"bcast", {{"levels", "node+domain"}, {"senders", "4"}}},
      {"reduce", {}},
      {"reduce", {{"senders", "4"}}},
      {"reduce", {{"inter", "rabenseifner"}}},
  };
  for (const Composition& composition : once)
    EXPECT_THAT(exact(), Contains(composition))
        << composition.collective << " " << Options(composition.options).to_string();
}

/// The formula itself says so.
TEST(ExactCompositions, AreStatedToBeExact) {
  const auto nodes =
      std::make_shared<const Nodes>(std::vector{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3},
                                    std::vector{0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1});
  for (const auto& [collective, options] : exact()) {
    const Description& about = describe(collective, "hierarchical");
    const Shape shape{.processes = 16, .count = collective == "barrier" ? 0 : 4096, .nodes = nodes};
    EXPECT_TRUE(about.is_exact(shape, about.resolve(options)))
        << collective << " " << Options(options).to_string();
  }
}

TEST(SimulatedNodes, FormulaAndEnginesAgreeOnTheIdealStar) {
  const Platform star = ideal_star();
  for (const auto& [collective, options] : exact()) {
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
  const Platform star = ideal_star({{"flag.latency", "100ns"}, {"flag.transfer", "30ns"}});
  for (const auto& [collective, options] : exact()) {
    auto found = answers(star, collective, options);
    const std::string name = std::string(collective) + " " + Options(options).to_string();
    EXPECT_NEAR(found["fast"].seconds / found["smpi"].seconds, 1, 1e-9) << name;
    EXPECT_GT(found["fast"].seconds, answers(ideal_star(), collective, options)["fast"].seconds);
  }
}

/// Two ranks of each core: whoever waits for a flag or a message has its turn a quantum after that has come.
TEST(SimulatedNodes, FormulaAndEnginesAgreeOnRanksThatTakeTurns) {
  const auto with_quantum = [](const char* seconds) {
    return ideal_star({{"cores", "2"}, {"quantum", seconds}});
  };
  for (const auto& [collective, options] : exact()) {
    auto found = answers(with_quantum("2us"), collective, options);
    const std::string name = std::string(collective) + " " + Options(options).to_string();
    EXPECT_NEAR(found["smpi"].seconds / found["model"].seconds, 1, 1e-9) << name;
    EXPECT_NEAR(found["fast"].seconds / found["model"].seconds, 1, 1e-9) << name;
    EXPECT_GT(found["fast"].seconds, answers(with_quantum("0s"), collective, options)["fast"].seconds + 2e-6)
        << name;
  }
}

/// Their results are checked.
TEST(SimulatedNodes, NodeAwareAlgorithmsOfSmpiAreBaselines) {
  const Platform star = ideal_star();
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
