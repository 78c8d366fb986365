#include "backends/native/shared_clock.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "backends/native/testing/world.hpp"

namespace collsim {
namespace {

using testing::job;

/// Ranks of one host share a clock, so that what is put on it is all there is.
bool shared() {
  return job().machine().hosts.front() == job().machine().hosts.back();
}

/// How far it is ahead of this machine's clock, by the reading that was least disturbed.
double ahead(const SharedClock& clock) {
  double found = 0, least = 1;
  for (int i = 0; i < 20; ++i) {
    const double before = seconds_now(), read = clock.now(), after = seconds_now();
    if (after - before >= least) continue;
    least = after - before;
    found = read - (before + after) / 2;
  }
  return found;
}

TEST(SharedClock, FollowsOneThatRunsApart) {
  if (!shared()) GTEST_SKIP() << "several hosts";
  const int rank = job().rank();
  // A millisecond a second: far more than crystals do, so that rank 1, if it did not follow, would be 500 us off.
  const auto own = [&] { return 1000.0 * rank + (1 + 1e-3 * rank) * seconds_now(); };
  SharedClock clock(own);
  clock.compare(MPI_COMM_WORLD);
  double error = clock.error();
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  clock.compare(MPI_COMM_WORLD);
  error += clock.error();
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_NEAR(ahead(clock), 0, 3 * error + 1e-5) << "as far as the comparisons can tell";
}

TEST(SharedClock, BelievesInNoDriftWithoutEvidence) {
  if (!shared()) GTEST_SKIP() << "several hosts";
  SharedClock clock;
  for (int i = 0; i < 3; ++i) clock.compare(MPI_COMM_WORLD);
  const double before = ahead(clock);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_NEAR(ahead(clock), before, 1e-5);
}

}  // namespace
}  // namespace collsim
