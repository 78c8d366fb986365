#include "algorithms/testing/oracle.hpp"

#include <gtest/gtest.h>

#include <set>

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Is every result of every algorithm right, and does it refuse the rest?
class Oracle : public ::testing::TestWithParam<const Description*> {};

TEST_P(Oracle, ResultsAreRight) {
  EXPECT_EQ(testing::oracle(*GetParam()), "");
}

std::string test_name(const ::testing::TestParamInfo<const Description*>& info) {
  return info.param->collective + "_" + info.param->name;
}

INSTANTIATE_TEST_SUITE_P(Algorithms, Oracle, ::testing::ValuesIn(descriptions()), test_name);

/// What may be refused, and nothing else: a silent refusal would leave the oracle nothing to check.
bool may_refuse(const std::string& algorithm, int p, bool commutative) {
  static const std::set<std::string> powers_of_two = {"allgather/recursive_doubling", "allreduce/tree",
                                                      "bcast/scatter_recursive_doubling_allgather"};
  static const std::set<std::string> even = {"allgather/neighbor_exchange"};
  static const std::set<std::string> commuting = {"allreduce/ring",
                                                  "allreduce/ring_full_vector",
                                                  "reduce/chain",
                                                  "reduce_scatter_block/pairwise",
                                                  "reduce_scatter_block/recursive_halving",
                                                  "reduce_scatter_block/ring"};
  return (powers_of_two.contains(algorithm) && (p & (p - 1)) != 0) ||
         (even.contains(algorithm) && p % 2 != 0 && p != 1) ||
         (commuting.contains(algorithm) && !commutative);
}

TEST(Refusals, AreThoseOfTheCatalogue) {
  for (const Description* about : descriptions())
    for (int p = 1; p <= 33; ++p)
      for (const bool commutative : {true, false}) {
        const std::string why =
            about->why_unsupported({.processes = p, .commutative = commutative}, about->resolve({}));
        EXPECT_EQ(!why.empty(), may_refuse(about->full_name(), p, commutative))
            << about->full_name() << " p=" << p << " " << why;
      }
}

}  // namespace
}  // namespace collsim
