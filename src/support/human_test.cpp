#include "support/human.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "support/error.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Human, TimesHaveTheUnitsPeopleUse) {
  for (const auto& [seconds, text] : {std::pair(0.0, "0 s"),
                                      {1.3e-6, "1.3 us"},
                                      {-2e-3, "-2 ms"},
                                      {59.5, "59.5 s"},
                                      {60.0, "1 min"},
                                      {83.4, "1 min 23 s"},
                                      {3599.6, "1 h"},
                                      {8040.0, "2 h 14 min"},
                                      {86399.0, "1 d"},
                                      {1e5, "1 d 4 h"},
                                      {1e9, "11574.1 d"}})
    EXPECT_EQ(human_seconds(seconds), text);
}

TEST(Human, WhatIsPrintedIsRead) {
  for (const double seconds : {0.0, 1.3e-6, 20e-6, 0.125, 59.5, 60.0, 83.0, 8040.0, 97200.0})
    EXPECT_DOUBLE_EQ(parse_seconds(human_seconds(seconds)), seconds);
  for (const std::int64_t bytes :
       {std::int64_t{0}, std::int64_t{12}, std::int64_t{8} << 10, std::int64_t{3} << 30})
    EXPECT_EQ(parse_size(human_bytes(bytes), Of::bytes), bytes);
}

TEST(Human, OneIsNoPlural) {
  EXPECT_EQ(counted(0, "cell"), "0 cells");
  EXPECT_EQ(counted(1, "cell"), "1 cell");
  EXPECT_EQ(counted(2, "cell"), "2 cells");
}

TEST(Human, ASizeThatBlocksMakeUnevenPrintsAsItWasAsked) {
  EXPECT_EQ(human_bytes(48 * 8 * 10923), "4 MiB");
  EXPECT_EQ(human_bytes(1000 * 4 * 262), "1 MiB");
  EXPECT_EQ(human_bytes(1023 << 10), "1023 KiB") << "that may have been asked";
  EXPECT_EQ(human_bytes(200 * 4 * 163), "127.3 KiB");
  EXPECT_EQ(human_bytes(1025), "1025 B");
  EXPECT_EQ(human_bytes(8724378), "8.32 MiB");
  EXPECT_EQ(human_bytes(8520 << 10), "8520 KiB") << "which is exact";
  EXPECT_EQ(human_bytes((12 << 20) + (512 << 10)), "12.5 MiB");
}

TEST(Human, ATimeIsTheNumberThatItsDecimalStandsFor) {
  EXPECT_EQ(parse_seconds("20us"), 2e-5);
  EXPECT_EQ(parse_seconds("20 us"), 2e-5);
  EXPECT_EQ(parse_seconds("0.7ms"), 7e-4);
  EXPECT_EQ(parse_seconds("3e-1us"), 3e-7);
  EXPECT_EQ(parse_seconds("0"), 0);
  EXPECT_EQ(exact_seconds(2e-5), "20us");
  EXPECT_EQ(exact_seconds(0.5), "500ms");
  EXPECT_EQ(exact_seconds(1.5e-12), "0.0015ns");
  EXPECT_EQ(exact_seconds(1e9), "1000000000s");
  std::mt19937_64 generator;
  std::uniform_real_distribution<> exponent(-30, 20);
  for (int i = 0; i < 10'000; ++i) {
    const double seconds = std::exp(exponent(generator));
    ASSERT_EQ(parse_seconds(exact_seconds(seconds)), seconds) << exact_seconds(seconds);
  }
}

TEST(Human, ATimeHasAUnit) {
  for (const auto& [text, complaint] :
       {std::pair("2e-5", "'2e-5' is a time without a unit; right would be 20us, if seconds are meant"),
        {"1.3", "'1.3' is a time without a unit; right would be 1.3us, or 1.3s if seconds are meant"},
        {"us", "'us' is no time; right would be a time such as 20us"},
        {"", "'' is no time"},
        {"nan", "'nan' is no time"},
        {"1e400s", "'1e400s' is too large or too small"},
        {"1us 2", "'1us 2' is a time without a unit"},
        {"3 parsecs", "'3 parsecs' has the unknown unit 'parsecs'"}})
    EXPECT_THAT([&text = text] { parse_seconds(text); }, ThrowsMessage<Error>(HasSubstr(complaint))) << text;
}

}  // namespace
}  // namespace collsim
