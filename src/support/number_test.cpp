#include "support/number.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace collsim {
namespace {

TEST(Number, IsWholeText) {
  EXPECT_EQ(number_in<int>("42"), 42);
  EXPECT_EQ(number_in<int>("-7"), -7);
  EXPECT_EQ(number_in<double>("2.5e-6"), 2.5e-6);
  for (const std::string text : {"", " 42", "42 ", "+42", "42us", "4.2", "x"})
    EXPECT_FALSE(number_in<int>(text)) << "'" << text << "'";
}

TEST(Number, FitsItsType) {
  EXPECT_FALSE(number_in<int>("2147483648"));
  EXPECT_EQ(number_in<std::int64_t>("2147483648"), 2147483648);
  EXPECT_FALSE(number_in<unsigned>("-1"));
  EXPECT_FALSE(number_in<double>("1e999"));
}

}  // namespace
}  // namespace collsim
