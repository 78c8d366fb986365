#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

using BucketValues = std::map<std::string, std::string>;

const Description& bucket() {
  return describe("allreduce", "bucket");
}

TEST(AllreduceBucket, IsRightOnTori) {
  for (const BucketValues& values :
       {BucketValues{{"dims", "2x2x2"}, {"ports", "6"}}, BucketValues{{"dims", "4x4"}, {"ports", "4"}},
        BucketValues{{"dims", "3x1x5"}, {"ports", "2"}}, BucketValues{{"ports", "2"}}}) {
    EXPECT_EQ(testing::oracle(bucket(), values), "");
    EXPECT_EQ(testing::check_cost(bucket(), values), "");
  }
}

/// 3 and 2 rounds one way and as many back, instead of 11 for a ring.
TEST(AllreduceBucket, HasARoundForEachNeighbourInADimension) {
  const Shape shape{.processes = 12, .count = 12, .in_place = true};
  std::int64_t rounds = 0;
  for (const Stage& stage : bucket().cost(shape, bucket().resolve({{"dims", "4x3"}})))
    rounds += stage.messages > 0 ? stage.repeat : 0;
  EXPECT_EQ(rounds, 2 * (3 + 2));
}

TEST(AllreduceBucket, RefusesMorePortsThanLinks) {
  const auto refusal = [&](const BucketValues& values) {
    return bucket().why_unsupported({.processes = 12}, bucket().resolve(values));
  };
  EXPECT_EQ(refusal({{"dims", "4x3"}, {"ports", "4"}}), "");
  EXPECT_EQ(refusal({{"dims", "4x3"}, {"ports", "5"}}), "this torus has links for 4 ports, not for 5");
}

}  // namespace
}  // namespace collsim
