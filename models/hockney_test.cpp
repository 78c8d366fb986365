#include "models/hockney.hpp"

#include <gtest/gtest.h>

namespace collsim {
namespace {

// A ring of 4: three rounds of 10 bytes that combine 5, then a copy of 7 bytes without messages.
const Cost ring_and_copy = {
    {.repeat = 3, .messages = 4, .volume = 40, .bytes = 10, .reduced = 5, .pairs = pairs::shift(1)},
    {.copied = 7}};

TEST(Predict, SumsTheStages) {
  EXPECT_EQ(predict(ring_and_copy, {.alpha = 1}), 3);  // the copy costs no alpha
  EXPECT_EQ(predict(ring_and_copy, {.beta = 1}), 30);
  EXPECT_EQ(predict(ring_and_copy, {.gamma = 1}), 15);
  EXPECT_EQ(predict(ring_and_copy, {.kappa = 1}), 7);
  EXPECT_EQ(predict(ring_and_copy, {100, 2, 3, 4}), 3 * (100 + 20 + 15) + 28);
}

/// Nodes of two ranks: 1 s and 1 s/B within, 10 s and 2 s/B between them.
std::pair<double, double> two_level(int from, int to, double) {
  return from / 2 == to / 2 ? std::pair(1.0, 1.0) : std::pair(10.0, 2.0);
}

TEST(Predict, CountsFlagsAndWhoLooksAtThemBefore) {
  const Cost waits = {{.repeat = 2, .copied = 3, .flags = 5, .lookers = 7}};
  EXPECT_EQ(predict(waits, {.kappa = 1, .phi = 10, .psi = 100}), 2 * (3 + 50 + 700));
}

TEST(Predict, EachStageWaitsForItsSlowestPair) {
  const Cost doubling = {{.messages = 4, .bytes = 8, .pairs = pairs::exchange(1)},
                         {.messages = 4, .bytes = 8, .reduced = 4, .pairs = pairs::exchange(2)}};
  EXPECT_EQ(predict(doubling, {.processes = 4}, two_level, {.gamma = 0.5}), (1 + 8) + (10 + 16 + 2));
  EXPECT_EQ(predict(ring_and_copy, {.processes = 4}, two_level, {.gamma = 1, .kappa = 1}),
            3 * (10 + 20 + 5) + 7);
}

TEST(Predict, AsksForTheWireOfEachStagesMessages) {
  const Wire wire = [](int, int, double bytes) { return std::pair(bytes > 8 ? 5.0 : 3.0, 0.0); };
  const Cost growing = {{.messages = 4, .bytes = 8, .pairs = pairs::exchange(1)},
                        {.messages = 4, .bytes = 16, .pairs = pairs::exchange(2)}};
  EXPECT_EQ(predict(growing, {.processes = 4}, wire, {}), 3 + 5);
}

/// A pipeline's stages have the same messages, and a wire tells of them once.
TEST(Predict, AsksAgainOnlyForOtherMessages) {
  int asked = 0;
  const Wire wire = [&](int, int, double) {
    ++asked;
    return std::pair(1.0, 1.0);
  };
  const auto shift = [](std::int64_t bytes, std::int64_t reduced) {
    return Stage{.messages = 4, .bytes = bytes, .reduced = reduced, .pairs = pairs::shift(1)};
  };
  const Cost cost = {shift(8, 0), shift(8, 2), shift(4, 2), {.copied = 1}, shift(4, 2)};
  EXPECT_EQ(predict(cost, {.processes = 4}, wire, {.gamma = 1, .kappa = 1}), 9 + 11 + 7 + 1 + 7);
  EXPECT_EQ(asked, 3 * 4);
}

/// One second to the next rank and ten to the one after it; the closed form's alpha is the same for both.
TEST(Predict, AsksAgainForOtherPairsOfAsManyBytes) {
  const Wire wire = [](int from, int to, double) {
    return std::pair((to - from + 4) % 4 == 1 ? 1.0 : 10.0, 0.0);
  };
  const auto shift = [](std::int64_t distance, std::int64_t repeat) {
    return Stage{.repeat = repeat, .messages = 4, .bytes = 8, .pairs = pairs::shift(distance)};
  };
  EXPECT_EQ(predict({shift(1, 1), shift(2, 1)}, {.processes = 4}, wire, {}), 1 + 10);
  EXPECT_EQ(predict({shift(2, 3), shift(1, 2), shift(2, 1)}, {.processes = 4}, wire, {}),
            3 * 10 + 2 * 1 + 10);
}

TEST(Predict, AgreesWithTheClosedFormWhereAllPairsAreAlike) {
  const Hockney machine = {3e-6, 1e-9, 2e-9, 5e-10};
  const Wire wire = [&](int, int, double) { return std::pair(machine.alpha, machine.beta); };
  EXPECT_EQ(predict(ring_and_copy, {.processes = 4}, wire, machine), predict(ring_and_copy, machine));
}

}  // namespace
}  // namespace collsim
