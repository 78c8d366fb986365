// Temporary vectors whose pages are pinned for the network, by the fast engine and SMPI.
#include <gtest/gtest.h>

#include "backends/backend.hpp"
#include "tests/platform_of.hpp"

namespace collsim {
namespace {

constexpr std::int64_t block = 1 << 18;

/// A ring of so many ranks on nodes of `ppn`, which sums blocks in a copy of its contribution, of more than a megabyte.
Point ring(int processes, int ppn) {
  Point point;
  point.collective = "reduce_scatter_block";
  point.algorithm = "ring";
  point.options = describe(point.collective, point.algorithm).resolve({{"start", "copies"}});
  point.op = "user_sum";
  point.processes = processes;
  point.ppn = ppn;
  point.count = processes * block / 8;  // doubles
  return point;
}

/// Seconds by SMPI, and by the fast engine as fibers, recorded, and with data; all alike.
double seconds(const std::string& properties, Point point) {
  const std::string path = fmt::format("{}pinned_{}.xml", ::testing::TempDir(), getpid());
  const std::string nodes = cluster("core=\"2\" loopback_bw=\"1PBps\" loopback_lat=\"0\"", "0-7");
  const std::string memory =
      R"(<cluster id="memory" prefix="memory-" suffix="" radical="0-7" speed="400Gf" bw="1GBps" lat="0"/>)";
  std::ofstream(path) << platform_of(properties + nodes + memory, 0).xml();
  const Platform platform = Platform::load(path);
  point.platform = path;
  std::vector<Point> points;
  for (const auto& [name, network, schedule, data] : {std::tuple("smpi", "", RunsAs::fibers, Data::time),
                                                      {"smpi", "", RunsAs::fibers, Data::verify},
                                                      {"fast", "links", RunsAs::fibers, Data::verify},
                                                      {"fast", "links", RunsAs::fibers, Data::time},
                                                      {"fast", "links", RunsAs::recorded, Data::time}}) {
    points.push_back(point);
    points.back().backend = name;
    points.back().network = NetworkName(network);
    points.back().schedule = schedule;
    points.back().data = data;
  }
  std::vector<Outcome> found(points.size());
  answer(
      platform, points, 2, [] { return false; },
      [&](std::size_t index, const Outcome& outcome) { found[index] = outcome; },
      {.programs = std::filesystem::path(COLLSIM_PROGRAM).parent_path()});
  std::filesystem::remove(path);
  for (const Outcome& outcome : found) {
    EXPECT_EQ(outcome.status.text(), "ok");
    EXPECT_NEAR(outcome.seconds / found[0].seconds, 1, 1e-9);
  }
  return found[0].seconds;
}

/// The rank that sends blocks in falling order has k blocks pinned in step k, with 64 bytes for the sixteen before the vector.
TEST(Pinned, WhatARingSendsGrowsWithEveryStep) {
  const double none = seconds("", ring(4, 1));
  EXPECT_NEAR(seconds(R"(<prop id="pinned@1MiB" value="1GBps"/>)", ring(4, 1)) - none,
              ((1 + 2 + 3) * block + 3 * 64) / 1e9, 1e-9);
  EXPECT_NEAR(seconds(R"(<prop id="pinned@1MiB" value="1GBps"/><prop id="pinned.alignment" value="16"/>)",
                      ring(4, 1)) -
                  none,
              3 * block / 1e9, 1e-9)
      << "blocks that begin and end at edges of pieces do not meet";
  EXPECT_EQ(seconds(R"(<prop id="pinned@2MiB" value="1GBps"/>)", ring(4, 1)), none);
}

/// Two neighbours of four are on each node: one rank of a node sends to the other node, one receives from there.
TEST(Pinned, MessagesWithinANodePinNothing) {
  const double none = seconds("", ring(4, 2)),
               all = seconds(R"(<prop id="pinned@1MiB" value="1GBps"/>)", ring(4, 2));
  EXPECT_GT(all, none);
  EXPECT_EQ(seconds(R"(<prop id="pinned@1MiB" value="1GBps"/>)", ring(2, 2)), seconds("", ring(2, 2)));
}

}  // namespace
}  // namespace collsim
