#include "backends/native/pace.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <thread>
#include <vector>

#include "algorithms/facts/description.hpp"
#include "backends/native/measure.hpp"
#include "backends/native/testing/world.hpp"

namespace collsim {
namespace {

using testing::job;

/// A look after the other, and the last again and again.
class Looks {
 public:
  explicit Looks(std::vector<double> all) : all_(std::move(all)) {}
  double operator()() { return all_[std::min(next_++, all_.size() - 1)]; }

 private:
  std::vector<double> all_;
  std::size_t next_ = 0;
};

/// Returns how often it was called.
auto counting() {
  return [called = 0]() mutable { return ++called; };
}

TEST(Pace, WhatLiesBetweenEqualLooksIsMeasuredOnce) {
  Pace pace;
  const auto found = pace.steady(MPI_COMM_SELF, Looks({1e-6, 1.4e-6}), counting());
  EXPECT_EQ(found.value, 1);
  EXPECT_TRUE(found.steady);
  EXPECT_EQ(
      pace.text(),
      "half a round trip of 4 KiB took 1 us to 1.4 us, usually 1 us; 0 of 1 measured again, 0 left out");
  EXPECT_EQ(Pace().text(), "") << "where nobody looks";
}

TEST(Pace, OthersAreMeasuredAgain) {
  Pace pace;
  // The second has a slow look after it, the third before it.
  const auto found = pace.steady(MPI_COMM_SELF, Looks({1e-6, 3e-6, 3e-6, 1e-6, 1e-6}), counting());
  EXPECT_EQ(found.value, 4);
  EXPECT_TRUE(found.steady);
  // What is usual is known from the first on.
  EXPECT_EQ(pace.steady(MPI_COMM_SELF, Looks({0.5e-6, 0.5e-6, 1e-6, 1e-6}), counting()).value, 3);
  EXPECT_THAT(pace.text(),
              ::testing::EndsWith("took 500 ns to 3 us, usually 1 us; 2 of 2 measured again, 0 left out"));
}

TEST(Pace, PatienceEnds) {
  auto wait = [calls = 0]() mutable {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return ++calls;
  };
  Pace pace(1e-6, 12e-3);
  const auto found = pace.steady(MPI_COMM_SELF, Looks({2e-6}), wait);
  EXPECT_FALSE(found.steady);
  EXPECT_GE(found.value, 2);
  EXPECT_EQ(pace.steady(MPI_COMM_SELF, Looks({2e-6}), counting()).value, 1) << "of all points together";
  EXPECT_THAT(pace.text(), ::testing::EndsWith("; 0 of 2 measured again, 2 left out"));
}

TEST(Pace, WhoStopsIsNotAskedAgain) {
  Pace pace(1e-6, 1e9);
  const auto found = pace.steady(MPI_COMM_SELF, Looks({2e-6}), counting(), [] { return true; });
  EXPECT_EQ(found.value, 1);
}

Point ring(int ppn) {
  Point point;
  point.collective = "allreduce";
  point.algorithm = "ring";
  point.options = describe("allreduce", "ring").resolve({});
  point.backend = "native";
  point.platform = "star";
  point.processes = job().size();
  point.ppn = ppn;
  point.count = 100;
  return point;
}

/// Of all ranks; where half a round trip would have to take a second.
Outcome measured_at_no_pace(const Point& point) {
  Instruments instruments{.preemptions = Preemptions(job().rank() == 0), .pace = Pace(1, 0)};
  return *measure(point, MPI_COMM_WORLD, instruments, 1, [] { return false; });
}

TEST(Pace, PointsOfAnotherHaveFailed) {
  const Outcome outcome = measured_at_no_pace(ring(job().size()));
  if (job().rank() != 0) return;
  EXPECT_EQ(outcome.status.text(), "failed: round trips around it were not as usual (--pace)");
}

TEST(Pace, IsOfRanksThatShareANode) {
  const Outcome outcome = measured_at_no_pace(ring(1));
  if (job().rank() != 0) return;
  EXPECT_TRUE(outcome.ok()) << outcome.status.text();
}

}  // namespace
}  // namespace collsim
