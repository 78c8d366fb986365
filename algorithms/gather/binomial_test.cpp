#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "algorithms/facts/distribution.hpp"

namespace collsim {
namespace {

/// 8 ranks with 10 elements of 4 bytes each: 3 rounds of sums in 8 bytes, then blocks of 1, 2 and 4 ranks.
TEST(BinomialGatherv, AddsUpSizesBeforeItGathers) {
  const Shape shape{.processes = 8, .count = 80, .type_size = 4, .counts = distribute("regular", 80, 8)};
  std::vector<std::int64_t> bytes;
  for (const Stage& stage : describe("gatherv", "binomial").cost(shape, {}))
    for (int i = 0; i < stage.repeat && stage.messages > 0; ++i) bytes.push_back(stage.bytes);
  EXPECT_EQ(bytes, (std::vector<std::int64_t>{8, 8, 8, 40, 80, 160}));
}

TEST(BinomialScatterv, AddsUpSizesBeforeItScatters) {
  const Shape shape{.processes = 8, .count = 80, .type_size = 4, .counts = distribute("regular", 80, 8)};
  std::vector<std::int64_t> bytes;
  for (const Stage& stage : describe("scatterv", "binomial").cost(shape, {}))
    if (stage.messages > 0) bytes.push_back(stage.bytes);
  EXPECT_EQ(bytes, (std::vector<std::int64_t>{8, 8, 8, 160, 80, 40}));
}

/// Gather knows all sizes.
TEST(BinomialGather, SendsNoSizes) {
  std::int64_t messages = 0;
  for (const Stage& stage : describe("gather", "binomial").cost({.processes = 8, .count = 80}, {}))
    messages += stage.messages;
  EXPECT_EQ(messages, 7);
}

/// Of 4 ranks the root receives ranks 2 and 3 in one message, and only this one holds several blocks.
TEST(BinomialGatherv, RootCopiesBlocksThatDoNotFollowOneAnother) {
  Shape shape{.processes = 4, .count = 40, .type_size = 1, .counts = {10, 10, 10, 10}};
  const auto copied = [&] {
    std::int64_t bytes = 0;
    for (const Stage& stage : describe("gatherv", "binomial").cost(shape, {})) bytes += stage.copied;
    return bytes;
  };
  EXPECT_EQ(copied(), 10);
  shape.displacements = {0, 11, 33, 22};
  EXPECT_EQ(copied(), 10 + 20);
}

}  // namespace
}  // namespace collsim
