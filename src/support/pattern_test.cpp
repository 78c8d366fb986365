#include "support/pattern.hpp"

#include <gmock/gmock.h>

#include "support/error.hpp"

namespace collsim {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;

TEST(Pattern, FindsTheGroupsOfTheFirstMatch) {
  const Pattern address("x([0-9]+)c([0-9]+)");
  EXPECT_EQ(address.groups(), 2u);
  EXPECT_THAT(address.search("node x1000c3, x2c4"), Optional(ElementsAre("1000", "3")));
  EXPECT_EQ(address.search("node 7"), std::nullopt);
}

TEST(Pattern, ReplacesEveryMatch) {
  EXPECT_EQ(Pattern("\\bn\\b").replaced("n + min(n, m)", "(n/2)"), "(n/2) + min((n/2), m)");
}

TEST(Pattern, RefusesWhatIsNoExpression) {
  EXPECT_THROW(Pattern("x("), Error);
}

}  // namespace
}  // namespace collsim
