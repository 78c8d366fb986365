// The same to the bit, however wide the windows of events are, and in whatever order ranks happen to run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "algorithms/comm.hpp"
#include "algorithms/prepare.hpp"
#include "backends/fast/own_handles.hpp"
#include "backends/fast/testing/points.hpp"
#include "backends/fast/testing/ranks.hpp"
#include "backends/trial/data.hpp"
#include "points/point.hpp"
#include "tests/platform_of.hpp"

namespace collsim::fast::testing {
namespace {

/// Combining and copying take time, some of it in the memory of its node.
class Charging final : public FiberTransport {
 public:
  using FiberTransport::FiberTransport;
  void charge_combine(std::int64_t bytes, int) override {
    runner().spend(static_cast<double>(bytes) * 1e-10);
  }
  void charge_copy(std::int64_t bytes, int) override {
    if (bytes > 0) runner().work(runner().node_of(rank()), static_cast<double>(bytes), 3e9);
  }
};

struct RankPlace {
  std::string platform;  ///< or with_levels
  int ppn, stride;       ///< node of rank r: r / ppn * stride
};

/// Nodes of pairs of cores that copy, whose flags take no time.
constexpr const char* with_levels = "nodes with levels";

Platform load(const std::string& platform) {
  if (platform != with_levels) return Platform::load(platform);
  std::string content;
  for (const char* property : {R"("levels" value="pair, node")", R"("level.pair.cores" value="2")",
                               R"("level.pair.latency" value="0.2us")", R"("level.pair.rate" value="9GBps")",
                               R"("level.node.cores" value="12")", R"("level.node.latency" value="0.5us")",
                               R"("level.node.rate" value="4GBps")", R"("copies" value="both")",
                               R"("copies.sender" value="0.75")", R"("copies.receiver" value="0.5")"})
    content += fmt::format("<prop id={}/>\n", property);
  return platform_of(content + cluster("core=\"12\"", "0-1"), 2);
}

/// Has ranks go on in another order, the last one first: a rank waits for its successor's flag, without simulated time.
void reverse(Engine& engine, int rank) {
  if (rank + 1 < engine.processes()) engine.await(rank + 1, 1);
  engine.raise(1);
}

constexpr int processes = 24;

/// What must not matter.
struct EngineOrder {
  double window = -1;  ///< least latencies; below 0: the lookahead
  bool reversed = false;
  int batches_above = processes;

  Settings settings(double latency) const {
    return {.window = window < 0 ? window : window * latency, .batches_above = batches_above};
  }
};
constexpr EngineOrder one_by_one{.window = 0};
constexpr EngineOrder others[] = {{}, {.window = 1. / 7}, {.reversed = true}, {.batches_above = 1}};

/// When each rank ends, in full; ranks begin at different times.
std::string outcome(const RankPlace& place, const std::string& model, const std::string& collective,
                    const std::string& algorithm, const EngineOrder& way) {
  const Platform platform = load(place.platform);
  const auto network = Network::of_platform(platform);
  std::vector<int> nodes;
  for (int rank = 0; rank < processes; ++rank) nodes.push_back(rank / place.ppn * place.stride);
  const std::vector<double> memories(static_cast<std::size_t>(nodes.back()) + 1, 5e9);
  Protocol rules = protocol(platform);
  rules.eager = rules.detached = 300;
  Settings settings = way.settings(network->least_latency());
  if (Levels levels = Levels::of_platform(platform); !levels.none()) {
    std::vector<int> cores;
    for (int rank = 0; rank < processes; ++rank) cores.push_back(rank % place.ppn);
    settings.inside = std::make_shared<const InsideNodes>(std::move(levels), nodes, cores);
  }
  Engine engine(*network, rules, model, nodes, memories, settings);
  Point point;
  point.collective = collective;
  point.algorithm = algorithm;
  point.processes = processes;
  point.count = processes * 32;
  const Description& about = describe(collective, algorithm);
  const Options options = about.resolve({});
  const Operands operands(point.type, point.op, own_handles);
  engine.run([&](int rank) {
    Charging transport(engine, rank, processes);
    Comm comm(transport);
    if (way.reversed) reverse(engine, rank);
    std::mt19937 random(static_cast<unsigned>(rank));
    engine.spend(static_cast<double>(random() % 8) * network->least_latency() / 2);
    const Layout layout = collsim::collective(collective).layout(point.shape(), {}, rank);
    const Scratch out = comm.scratch(layout.send, operands.type()),
                  in = comm.scratch(layout.recv, operands.type());
    prepare(about, options,
            {point.shape(), rank, out.data(), in.data(), operands.type(), operands.op()})(comm);
  });
  std::string text;
  for (int rank = 0; rank < processes; ++rank) text += fmt::format("{:a} ", engine.rank(rank).now);
  return text;
}

const std::vector<std::pair<std::string, std::string>> algorithms = {{"allreduce", "ring"},
                                                                     {"allreduce", "recursive_doubling"},
                                                                     {"allreduce", "rabenseifner"},
                                                                     {"bcast", "binomial"},
                                                                     {"bcast", "scatter_ring_allgather"},
                                                                     {"allgather", "ring"},
                                                                     {"allgather", "bruck"},
                                                                     {"alltoall", "pairwise"},
                                                                     {"alltoall", "irecv_isend"},
                                                                     {"reduce", "binomial"},
                                                                     {"reduce", "rabenseifner"},
                                                                     {"barrier", "dissemination"}};
const std::vector<RankPlace> places = {
    {"star", 1, 1}, {"star", 4, 1}, {"blue_gene_p", 1, 37}, {"blue_gene_p", 3, 64}, {with_levels, 12, 1}};
constexpr const char* models[] = {"hockney", "loggp", "links", "fluid", "tcp"};

TEST(Determinism, NeitherWindowsNorTheOrderInWhichRanksRunChangeAnything) {
  for (const auto& place : places)
    for (const std::string model : models)
      for (const auto& [collective, algorithm] : algorithms) {
        if (place.platform == with_levels && model == "tcp") continue;  // it knows no levels
        SCOPED_TRACE(fmt::format("{} {} {} {} {}", place.platform, place.ppn, model, collective, algorithm));
        const std::string expected = outcome(place, model, collective, algorithm, one_by_one);
        for (const EngineOrder& way : others)
          EXPECT_EQ(outcome(place, model, collective, algorithm, way), expected);
      }
}

TEST(Determinism, ReversedRanksRunInAnotherOrder) {
  std::vector<int> order;
  Machine machine;
  machine.processes = 5;
  run(machine, [&](int rank) {
    reverse(*running.engine, rank);
    order.push_back(rank);
  });
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
}

/// Wildcards on shared links, at times that often tie. What every rank got, and when.
std::string free_for_all(const char* model, const EngineOrder& way, unsigned seed) {
  Machine machine;
  machine.processes = 12;
  machine.ppn = 2;
  machine.model = model;
  machine.settings = way.settings(machine.numbers.latency);
  machine.numbers.loopback_shared = seed % 2 == 0;
  machine.protocol.eager = seed % 3 == 0 ? 6 : 0;
  machine.protocol.detached = 9;
  std::vector<std::string> said(12);
  const auto ends = run(machine, [&](int rank) {
    if (way.reversed) reverse(*running.engine, rank);
    std::string& text = said[static_cast<std::size_t>(rank)];
    std::mt19937 random(seed * 100 + static_cast<unsigned>(rank));
    std::vector<std::vector<char>> data(11, std::vector<char>(16));
    std::vector<Posted> posted;
    for (int i = 1; i < 12; ++i) {
      spend(static_cast<double>(random() % 4) / 4);
      const auto place = static_cast<std::size_t>(i - 1);
      posted.push_back(transport().post_send(bytes_out(data[place].data(), static_cast<int>(random() % 16)),
                                             (rank + i) % 12));
    }
    // One rank in three takes some from whom it knows, others all from anyone.
    for (int i = 1; i < 12; ++i) {
      char in[16];
      if (rank % 3 == 0 && i < 4) transport().receive(bytes_in(in, 16), (rank + 12 - i) % 12);
      const int source = rank % 3 == 0 && i < 4 ? -1 : transport().receive_any(bytes_in(in, 16), 0).source;
      text += fmt::format("{}@{:a} ", source, now());
    }
    for (const Posted& sent : posted) text += fmt::format("{:a} ", end_of(sent));
  });
  return fmt::format("{}", fmt::join(said, "\n"));
}

TEST(Determinism, RoundingBringsNoEffectIntoTheWindowOfItsCause) {
  // After an even number of messages between 0 and 1 without bytes, 0.1 seconds each, rank 0 sends to rank 3;
  // so does rank 2 at the very same time, a sum of as many 0.1, and must wait: its rank is higher.
  for (int messages = 2; messages < 60; messages += 2) {
    Machine machine;
    machine.processes = 4;
    machine.model = "links";
    machine.numbers.latency = 0.1;
    machine.protocol.eager = machine.protocol.detached = 100;
    run(machine, [&](int rank) {
      for (int i = 0; i < messages && rank < 2; ++i) rank == i % 2 ? send(0, 1 - rank) : recv(0, 1 - rank);
      for (int i = 0; i < messages && rank == 2; ++i) spend(0.1);
      if (rank == 0 || rank == 2) send(10, 3);
      if (rank < 3) return;
      recv(10, 0);
      const double first = now();
      recv(10, 2);
      EXPECT_NEAR(now() - first, 10, 1e-9) << messages;
    });
  }
}

TEST(Determinism, WildcardsToo) {
  for (unsigned seed = 0; seed < 30; ++seed)
    for (const char* model : models) {
      SCOPED_TRACE(fmt::format("model {}, seed {}", model, seed));
      const std::string expected = free_for_all(model, one_by_one, seed);
      for (const EngineOrder& way : others) EXPECT_EQ(free_for_all(model, way, seed), expected);
    }
}

}  // namespace
}  // namespace collsim::fast::testing
