#include "models/loggp.hpp"

#include <gtest/gtest.h>

namespace collsim {
namespace {

TEST(LogGP, AMessageTakesLatencyTwoOverheadsAndTheOtherBytes) {
  const LogGP machine = {.L = 100, .o = 10, .g = 30, .G = 2};
  EXPECT_EQ(predict({{.messages = 1, .bytes = 5}}, machine), 100 + 2 * 10 + 4 * 2);
  EXPECT_EQ(predict({{.messages = 1, .bytes = 0}}, machine), 100 + 2 * 10);
}

TEST(LogGP, RoundsFollowOneAnother) {
  const LogGP machine = {.L = 100, .o = 10, .g = 30, .G = 2};
  const Cost cost = {{.repeat = 3, .messages = 1, .bytes = 5, .reduced = 7}, {.copied = 11}};
  EXPECT_EQ(predict(cost, machine, 3, 5), 3 * (128 + 21) + 55);
}

TEST(LogGP, TheGapHoldsBackTheNextMessage) {
  const LogGP machine = {.L = 1, .o = 2, .g = 50, .G = 1};
  // A round takes 1 + 4 + 9 = 14, then the port is free at 2 + 9 + 50 = 61 only; combining fills part of the
  // gap.
  const Cost cost = {{.repeat = 2, .messages = 1, .bytes = 10, .reduced = 20}, {.messages = 1, .bytes = 1}};
  EXPECT_EQ(predict(cost, machine, 1), 61 + 61 + 5);
}

}  // namespace
}  // namespace collsim
