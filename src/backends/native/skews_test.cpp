#include "backends/native/skews.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "backends/native/testing/world.hpp"

namespace collsim {
namespace {

using testing::job;

TEST(Skews, AreOfWorkThatTakesAsLongAsAsked) {
  const Moments moments = measure_skews(MPI_COMM_WORLD, {.seconds = 1e-3, .repetitions = 10});
  if (job().rank() != 0) {
    EXPECT_TRUE(moments.empty());
    return;
  }
  ASSERT_FALSE(moments.empty());
  EXPECT_LE(moments.size(), 10U);
  double least = 1;  // on rank 0, whose clock is that of all
  for (const auto& each : moments) {
    EXPECT_EQ(each.size(), static_cast<std::size_t>(job().size()));
    least = std::min(least, each.front());
  }
  EXPECT_GT(least, 0.5e-3);
  EXPECT_LT(least, 10e-3) << "at its quickest";
}

}  // namespace
}  // namespace collsim
