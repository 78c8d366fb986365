#include "models/loggp.hpp"

#include <gtest/gtest.h>

namespace collsim {
namespace {

double seconds(const Cost& cost, const LogGP& machine, double gamma = 0, double kappa = 0) {
  return predict(cost, {.processes = 2}, [&](int, int, double) { return machine; },
                 {.gamma = gamma, .kappa = kappa});
}

const Pairs neighbor = pairs::shift(1);

TEST(LogGP, AMessageTakesLatencyOverheadsAndItsBytes) {
  const LogGP machine = {.L = 100, .o_send = 10, .o_receive = 7, .g = 30, .G = 2, .O = 0.5, .envelope = 16};
  EXPECT_EQ(seconds({{.messages = 1, .bytes = 4, .pairs = neighbor}}, machine),
            10 + (4 + 16) * 2 + 100 + 7 + 2);
}

TEST(LogGP, RoundsFollowOneAnother) {
  const LogGP machine = {.L = 100, .o_send = 10, .o_receive = 10, .g = 30, .G = 2};
  const Cost cost = {{.repeat = 3, .messages = 1, .bytes = 4, .reduced = 7, .pairs = neighbor},
                     {.copied = 11}};
  EXPECT_EQ(seconds(cost, machine, 3, 5), 3 * (10 + 8 + 100 + 10 + 21) + 55);
}

TEST(LogGP, TheGapHoldsBackTheNextMessage) {
  const LogGP machine = {.L = 1, .o_send = 2, .o_receive = 2, .g = 50, .G = 1};
  // The first message leaves at 2 + 9 = 11 and is there at 14; combining ends at 34. The port is free at 61.
  const Cost cost = {{.messages = 1, .bytes = 9, .reduced = 20, .pairs = neighbor},
                     {.messages = 1, .bytes = 1, .pairs = neighbor}};
  EXPECT_EQ(seconds(cost, machine, 1), 61 + 1 + 1 + 2);
}

TEST(LogGP, AMessageKnowsNothingOfTheOneBefore) {
  const LogGP machine = {.L = 100, .G = 1};
  const Cost cost = {{.messages = 1, .bytes = 9, .pairs = neighbor},
                     {.messages = 1, .bytes = 9, .pairs = neighbor},
                     {.copied = 9},
                     {.messages = 1, .bytes = 4, .pairs = neighbor}};
  EXPECT_EQ(seconds(cost, machine), 109 + 109 + 104);
}

/// To the next rank 10 s and then 100 s until the port is free again, to the one after it 20 s and no gap.
TEST(LogGP, TheOrderOfRoundsTellsWhoseGapHoldsBackTheNext) {
  const LogGPWire wire = [](int from, int to, double) {
    const bool next = (to - from + 4) % 4 == 1;
    return LogGP{.L = next ? 10.0 : 20.0, .g = next ? 100.0 : 0.0, .G = 1};
  };
  const Stage one = {.messages = 4, .bytes = 4, .pairs = pairs::shift(1)},
              two = {.messages = 4, .bytes = 4, .pairs = pairs::shift(2)};
  // Left at 4 and there at 14; the port is free at 104.
  EXPECT_EQ(predict({one, two}, {.processes = 4}, wire, {}), 104 + 4 + 20);
  // Left at 4 and there at 24; the port has been free since 4.
  EXPECT_EQ(predict({two, one}, {.processes = 4}, wire, {}), 24 + 4 + 10);
}

TEST(LogGP, ARoundWaitsForItsSlowestPair) {
  const LogGPWire wire = [](int from, int, double) { return LogGP{.L = from == 1 ? 5.0 : 3.0}; };
  EXPECT_EQ(predict({{.messages = 3, .pairs = neighbor}}, {.processes = 3}, wire, {}), 5);
}

}  // namespace
}  // namespace collsim
