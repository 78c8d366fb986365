#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& pre_reduced_ring() {
  return describe("allreduce", "pre_reduced_ring");
}

TEST(PreReducedRing, IsRightAndCostsWhatItStatesForAnyNumberOfSegmentsAndAnyFirstRank) {
  for (const char* early : {"1", "2", "9"}) {
    const std::map<std::string, std::string> options = {{"early", early}, {"first", "1"}};
    for (const int p : {2, 5, 6}) {
      EXPECT_EQ(testing::oracle(pre_reduced_ring(), options, std::make_shared<const Nodes>(p)), "");
      EXPECT_EQ(testing::check_cost(pre_reduced_ring(), options, std::make_shared<const Nodes>(p)), "");
    }
  }
}

TEST(PreReducedRing, BeginsWithARankOfTheCall) {
  const auto why = [](const char* first) {
    return pre_reduced_ring().why_unsupported({.processes = 4, .count = 8},
                                              pre_reduced_ring().resolve({{"first", first}}));
  };
  EXPECT_EQ(why("3"), "");
  EXPECT_EQ(why("4"), "rank 4 is not among 4");
}

}  // namespace
}  // namespace collsim
