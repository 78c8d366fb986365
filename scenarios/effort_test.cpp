#include "scenarios/effort.hpp"

#include <gtest/gtest.h>

namespace collsim {
namespace {

Point ring(int processes, std::int64_t count, const std::string& data = "time") {
  Point point;
  point.collective = "allreduce";
  point.algorithm = "ring";
  point.backend = "smpi";
  point.processes = processes;
  point.options = describe("allreduce", "ring").resolve({});
  point.count = count;
  point.data = data;
  return point;
}

TEST(Effort, CountsEveryExecution) {
  const auto looped = [](int loop) {
    Point point = ring(8, 1024);
    point.loop = loop;
    return effort(point);
  };
  EXPECT_GT(looped(2), looped(1));
  EXPECT_NEAR(looped(3) - looped(2), looped(2) - looped(1), 1e-12);
}

TEST(Effort, DataCostsTimeOnlyWhereItMoves) {
  EXPECT_NEAR(effort(ring(8, 1 << 20)), effort(ring(8, 1 << 10)), 1e-12);
  // 2 (p - 1) n bytes sent, 3 p n bytes held
  const double byte = (effort(ring(8, 1 << 20, "verify")) - effort(ring(8, 1 << 20))) / (8.0 * (1 << 20));
  EXPECT_NEAR(byte, 1.1e-9 * (14 + 24), 1e-12);
}

TEST(Effort, AMessageCostsMoreAmongManyRanks) {
  // 2 p (p - 1) messages
  const auto per_message = [](Point point) {
    const double once = effort(point);
    point.loop = 2;
    return (effort(point) - once) / (2.0 * point.processes * (point.processes - 1));
  };
  EXPECT_GT(per_message(ring(64, 64)), per_message(ring(8, 64)));
}

TEST(Effort, TheFastEnginesMessagesCostMoreBeyondTheCacheAndWhereTheyContend) {
  const auto per_message = [](int processes, const std::string& network, int ppn) {
    Point point = ring(processes, 64);
    point.backend = "fast";
    point.network = network;
    point.ppn = ppn;
    const double once = effort(point);
    EXPECT_LT(once, effort(ring(processes, 64)) / 8);
    point.loop = 2;
    return (effort(point) - once) / (2.0 * processes * (processes - 1));
  };
  EXPECT_NEAR(per_message(64, "loggp", 1), 110e-9, 1e-15);
  EXPECT_NEAR(per_message(64, "links", 1), 230e-9, 1e-15);
  EXPECT_NEAR(per_message(64, "fluid", 1), 230e-9, 1e-15);
  EXPECT_NEAR(per_message(64, "hockney", 4), 510e-9, 1e-15);
  EXPECT_NEAR(per_message(16384, "links", 4), 1136e-9, 1e-12);
}

TEST(Effort, AFormulaCostsNextToNothing) {
  Point point = ring(64, 64);
  point.backend = "model";
  EXPECT_LT(effort(point), 1e-3);
}

}  // namespace
}  // namespace collsim
