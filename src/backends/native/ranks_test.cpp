#include "backends/native/ranks.hpp"

#include <gtest/gtest.h>

#include "backends/native/clock_offset.hpp"
#include "backends/native/testing/world.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

using testing::job;

TEST(ClockOffset, FindsASkewWithinHalfARoundTrip) {
  // Ranks of one host share a clock, so the skews put on it are all there is.
  if (job().machine().hosts.front() != job().machine().hosts.back()) GTEST_SKIP() << "several hosts";
  const double skew = 1000.0 * job().rank();
  const ClockOffset offset = clock_offset(MPI_COMM_WORLD, [&] { return seconds_now() + skew; });
  EXPECT_LT(offset.round_trip, 1);
  EXPECT_LE(std::abs(offset.seconds + skew), offset.round_trip / 2 + 1e-9);
}

TEST(Together, ReturnsWhereNoRankFails) {
  EXPECT_NO_THROW(together(MPI_COMM_WORLD, [] {}));
}

TEST(Together, ThrowsTheFirstRanksReasonOnAll) {
  const int last = job().size() - 1;
  const auto work = [&] {
    if (job().rank() >= last - 1) throw Error("bad luck of " + std::to_string(job().rank()));
  };
  try {
    together(MPI_COMM_WORLD, work);
    ADD_FAILURE() << "nothing thrown";
  } catch (const Error& error) {
    const std::string first = std::to_string(last - 1);
    EXPECT_EQ(error.what(), "rank " + first + ": bad luck of " + first);
  }
}

/// A test of its own, `native_gives_up`, because it ends the job.
TEST(Together, DISABLED_EndsTheJobWhereOthersWaitForever) {
  const auto work = [] {
    if (job().rank() == 0) throw Error("bad luck");
    MPI_Recv(nullptr, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  };
  together(MPI_COMM_WORLD, work, 0.1);
}

TEST(Text, ArrivesInOrderAndMayBeEmpty) {
  if (job().rank() == 0) {
    for (const char* text : {"one", "", "three"}) send_text(text, job().size() - 1, MPI_COMM_WORLD);
  } else if (job().rank() == job().size() - 1) {
    for (const char* text : {"one", "", "three"}) EXPECT_EQ(await_text(0, MPI_COMM_WORLD), text);
  }
}

}  // namespace
}  // namespace collsim
