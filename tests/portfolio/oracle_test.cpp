#include "tests/portfolio/oracle.hpp"

#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/test_name.hpp"

namespace collsim {
namespace {

/// Is every result of every algorithm right, and does it refuse the rest?
class Oracle : public ::testing::TestWithParam<const Description*> {};

TEST_P(Oracle, ResultsAreRight) {
  if (GetParam()->needs_collective_network && !testing::has_collective_network())
    GTEST_SKIP() << "no network that combines joins the processes of this machine";
  EXPECT_EQ(testing::oracle(*GetParam()), "");
}

INSTANTIATE_TEST_SUITE_P(Algorithms, Oracle, ::testing::ValuesIn(descriptions()), testing::test_name);

/// What may be refused, and nothing else: a silent refusal would leave the oracle nothing to check.
bool may_refuse(const std::string& assumes, int p, bool commutative) {
  const auto assumed = [&](const char* what) { return assumes.find(what) != std::string::npos; };
  return (assumed("p is a power of two") && (p & (p - 1)) != 0) ||
         (assumed("p is even") && p % 2 != 0 && p != 1) || (assumed("commutative operator") && !commutative);
}

TEST(Refusals, AreThoseThatTheAlgorithmStates) {
  for (const Description* about : descriptions())
    for (int p = 1; p <= 33; ++p)
      for (const bool commutative : {true, false}) {
        const std::string why =
            about->why_unsupported({.processes = p, .commutative = commutative}, about->resolve({}));
        EXPECT_EQ(!why.empty(), may_refuse(about->assumes, p, commutative))
            << about->full_name() << " p=" << p << " " << why;
      }
}

}  // namespace
}  // namespace collsim
