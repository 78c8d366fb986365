#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "models/hockney.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& rabenseifner() {
  return describe("allreduce", "rabenseifner");
}
const Description& halving_doubling() {
  return describe("allreduce", "halving_doubling");
}

/// One implementation: the names differ in their folds only.
TEST(Rabenseifner, FoldsAsItsNameSaysUnlessTold) {
  const Shape shape{.processes = 6, .count = 96, .type_size = 4};
  const Hockney combining{.gamma = 1};
  const auto seconds = [&](const Description& about, const std::map<std::string, std::string>& options) {
    return predict(about.cost(shape, about.resolve(options)), combining);
  };
  EXPECT_EQ(seconds(rabenseifner(), {}), 384 * (1 + 0.75));
  EXPECT_EQ(seconds(halving_doubling(), {}), 384 * (0.5 + 0.75));
  EXPECT_EQ(seconds(rabenseifner(), {{"fold", "half"}}), seconds(halving_doubling(), {}));
  EXPECT_EQ(seconds(halving_doubling(), {{"fold", "whole"}}), seconds(rabenseifner(), {}));
}

TEST(Rabenseifner, RefusesAnUnknownFold) {
  EXPECT_THAT(
      [] {
        rabenseifner().resolve({{"fold", "third"}});
      },
      ::testing::ThrowsMessage<Error>("option 'fold' is 'third'; known: 'half', 'whole'"));
}

TEST(Rabenseifner, SegmentsLeaveTheResultRight) {
  for (const Description* about : {&rabenseifner(), &halving_doubling()})
    EXPECT_EQ(testing::oracle(*about, {{"segment_bytes", "120"}}), "");
}

TEST(Rabenseifner, SegmentsCostWhatTheyState) {
  for (const Description* about : {&rabenseifner(), &halving_doubling()})
    for (const char* bytes : {"500", "4000"})
      EXPECT_EQ(testing::check_cost(*about, {{"segment_bytes", bytes}}), "") << about->name << ' ' << bytes;
}

/// 10 ints on 2 ranks: halves of 5 elements, in segments of 2, 2 and 1.
TEST(Rabenseifner, CutsHalvesIntoSegments) {
  const Shape shape{.processes = 2, .count = 10, .type_size = 4};
  const Cost cost = rabenseifner().cost(shape, rabenseifner().resolve({{"segment_bytes", "8"}}));
  ASSERT_EQ(cost.size(), 5U);
  EXPECT_EQ(cost[1].repeat, 2);
  EXPECT_EQ(cost[1].bytes, 8);
  EXPECT_EQ(cost[2].bytes, 4);
  EXPECT_EQ(cost[2].volume, 2 * 4);
}

TEST(Rabenseifner, ThePublishedShapeIsRight) {
  for (const Description* about :
       {&rabenseifner(), &halving_doubling(), &describe("reduce", "rabenseifner")}) {
    EXPECT_EQ(testing::oracle(*about, {{"blocks", "first"}}), "");
    EXPECT_EQ(testing::check_cost(*about, {{"blocks", "first"}}), "");
  }
}

/// E = 2^17 doubles on 2^20 ranks. Spread, each of 17 rounds halves them, and 3 more send one each: E - 1 + 3
/// one way. Where the first 2^17 ranks have one each, 3 rounds send all, and 17 halve: 3 E + E - 1.
TEST(Rabenseifner, SpreadsFewElementsOverAllRanks) {
  constexpr std::int64_t elements = std::int64_t{1} << 17;
  const Shape shape{.processes = 1 << 20, .count = elements, .type_size = 8};
  const auto bytes = [&](const char* blocks) {
    return predict(rabenseifner().cost(shape, rabenseifner().resolve({{"blocks", blocks}})),
                   Hockney{.beta = 1});
  };
  EXPECT_EQ(bytes("spread"), 2 * 8 * (elements - 1 + 3));
  EXPECT_EQ(bytes("first"), 2 * 8 * (3 * elements + elements - 1));
}

/// No row of as many elements as ranks, or more, depends on the option.
TEST(Rabenseifner, SpreadsNothingWhereEveryRankHasAnElement) {
  for (const std::int64_t count : {16, 17, 100})
    for (const Hockney& machine : {Hockney{.alpha = 1}, {.beta = 1}, {.gamma = 1}}) {
      const Shape shape{.processes = 17, .count = count, .type_size = 8};
      const auto seconds = [&](const char* blocks) {
        return predict(rabenseifner().cost(shape, rabenseifner().resolve({{"blocks", blocks}})), machine);
      };
      EXPECT_EQ(seconds("spread"), seconds("first")) << count;
    }
}

}  // namespace
}  // namespace collsim
