#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& tree() {
  return describe("allreduce", "sorted_linear_tree");
}

TEST(SortedLinearTree, SegmentsLeaveTheResultRightAndCostWhatTheyState) {
  const std::map<std::string, std::string> segmented = {{"segment_bytes", "100"}, {"first", "2"}};
  for (const int p : {3, 7}) {
    EXPECT_EQ(testing::oracle(tree(), segmented, std::make_shared<const Nodes>(p)), "");
    EXPECT_EQ(testing::check_cost(tree(), segmented, std::make_shared<const Nodes>(p)), "");
  }
}

TEST(SortedLinearTree, BeginsWithARankOfTheCall) {
  const auto why = [](const char* first) {
    return tree().why_unsupported({.processes = 4, .count = 8}, tree().resolve({{"first", first}}));
  };
  EXPECT_EQ(why("3"), "");
  EXPECT_EQ(why("4"), "rank 4 is not among 4");
}

}  // namespace
}  // namespace collsim
