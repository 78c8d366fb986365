#include "algorithms/patterns/circulant_reduction.hpp"

#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "models/hockney.hpp"

namespace collsim {
namespace {

double predicted(const char* collective, int processes, const Hockney& machine) {
  const Shape shape{.processes = processes, .count = 6 * processes, .type_size = 1};
  const Description& about = describe(collective, "circulant");
  return predict(about.cost(shape, {}), machine);
}

TEST(CirculantReduction, HalvesTheDistanceRoundedUp) {
  EXPECT_EQ(circulant_distances(1), (std::vector{1}));
  EXPECT_EQ(circulant_distances(13), (std::vector{13, 7, 4, 2, 1}));
  EXPECT_EQ(circulant_distances(16), (std::vector{16, 8, 4, 2, 1}));
}

/// No cliff behind a power of two: 33 ranks take one round more than 32, and send and combine p - 1 blocks.
TEST(CirculantReduction, IsOptimalForEveryNumberOfRanks) {
  EXPECT_EQ(predicted("allreduce", 32, {.alpha = 1}), 2 * 5);
  EXPECT_EQ(predicted("allreduce", 33, {.alpha = 1}), 2 * 6);
  for (const int processes : {2, 13, 33, 100}) {
    EXPECT_EQ(predicted("allreduce", processes, {.beta = 1}), 2 * 6 * (processes - 1));
    EXPECT_EQ(predicted("allreduce", processes, {.gamma = 1}), 6 * (processes - 1));
    EXPECT_EQ(predicted("reduce_scatter_block", processes, {.beta = 1}), 6 * (processes - 1));
  }
}

/// Blocks of 1, 5, 2, 4 elements: distance 2, the two largest neighbours have 7; then 5.
TEST(CirculantReduction, IrregularBlocksCostTheLargestMessageOfARound) {
  const Shape shape{.processes = 4, .count = 12, .type_size = 1, .counts = {1, 5, 2, 4}};
  const Description& about = describe("reduce_scatter", "circulant");
  EXPECT_EQ(predict(about.cost(shape, {}), {.beta = 1}), 7 + 5);
  EXPECT_FALSE(about.is_exact(shape, {}));
}

}  // namespace
}  // namespace collsim
