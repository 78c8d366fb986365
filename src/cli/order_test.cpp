#include <gmock/gmock.h>

#include "cli/testing/collsim.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Ended order(const std::string& arguments) {
  return collsim("order " + arguments);
}

/// As Rabenseifner's page of 1997 brackets thirteen.
TEST(Order, OfThirteenRanksIsThePublishedOne) {
  const std::string published = "  {[(a+b)+(c+d)] + [(e+f)+(g+h)]} + {[(i+j)+k] + [l+m]}\n";
  for (const char* algorithm : {"reduce/rabenseifner", "reduce/binomial", "allreduce/rabenseifner"})
    for (const char* op : {"sum", "compose"})
      EXPECT_EQ(order(std::string(algorithm) + " --processes 13 --op " + op).output,
                std::string(algorithm) + ": all results in one order\n" + published);
}

TEST(Order, DiffersFromBlockToBlockOfARing) {
  EXPECT_EQ(order("allreduce/ring --processes 3 --count 9").output,
            "allreduce/ring: 3 orders\n"
            "  {a + b} + c   (9 elements)\n"
            "  a + {b + c}   (9 elements)\n"
            "  {a + c} + b   (9 elements)\n");
}

TEST(Order, OfManyRanksNumbersThem) {
  EXPECT_THAT(order("reduce/chain --processes 30").output, HasSubstr("28"));
}

TEST(Order, IsComparedWithAnotherAlgorithms) {
  const Ended same = order("reduce/rabenseifner --processes 13 --like reduce/binomial");
  EXPECT_EQ(same.status, 0);
  EXPECT_THAT(same.output, HasSubstr("The same: they may be mixed."));
  const Ended other = order("reduce/rabenseifner --processes 13 --like reduce/chain");
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.output, HasSubstr("Not the same"));
}

TEST(Order, MistakesAreOneLineAndExitWith2) {
  for (const auto& [arguments, reason] : std::vector<std::pair<std::string, std::string>>{
           {"", "'order' takes one name; right would be collsim order ALGORITHM"},
           {"bcast/binomial",
            "bcast/binomial: combines nothing; right would be a collective with an operator"},
           {"allreduce/ring --op compose", "the point is unsupported: "},
           {"allreduce/ring --like ring", "'ring' is no algorithm"},
           {"allreduce/library", "the library's messages leave no trace"},
           {"allreduce/ring --processes 2,3", "allreduce/ring is asked about one point, and these are 2"}}) {
    const Ended ended = order(arguments);
    EXPECT_EQ(ended.status, 2) << arguments;
    EXPECT_THAT(ended.output, StartsWith("collsim: " + reason)) << arguments;
  }
}

}  // namespace
}  // namespace collsim
