#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

/// By rank, from rank 0 on.
std::vector<int> parents_at_once(const char* algorithm, int processes,
                                 const std::map<std::string, std::string>& values) {
  const Description& about = describe("bcast", algorithm);
  const Shape shape{.processes = processes, .count = 1};
  std::vector<int> parents(static_cast<std::size_t>(processes), -1);
  for (const Stage& stage : about.cost(shape, about.resolve(values)))
    for (const auto& [from, to] : stage.pairs.list_of(shape)) parents[static_cast<std::size_t>(to)] = from;
  return parents;
}

TEST(BcastAtOnce, IsRightWithPartsAndEitherDigit) {
  const Description& about = describe("bcast", "knomial_at_once");
  for (const char* radix : {"2", "3"})
    for (const char* parts : {"1", "3"}) {
      EXPECT_EQ(testing::oracle(about, {{"cleared", "highest"}, {"radix", radix}, {"parts", parts}}), "");
      EXPECT_EQ(testing::check_cost(about, {{"cleared", "highest"}, {"radix", radix}, {"parts", parts}}), "");
    }
}

/// As the comments of Open MPI's coll_base_topo.c draw them.
TEST(BcastAtOnce, HasOpenMpisTrees) {
  EXPECT_EQ(parents_at_once("knomial_at_once", 8, {{"cleared", "highest"}}),
            std::vector({-1, 0, 0, 1, 0, 1, 2, 3}));
  EXPECT_EQ(parents_at_once("knomial_at_once", 10, {{"radix", "3"}}),
            std::vector({-1, 0, 0, 0, 3, 3, 0, 6, 6, 0}));
  EXPECT_EQ(parents_at_once("binary_at_once", 7, {}), std::vector({-1, 0, 0, 1, 2, 1, 2}));
}

}  // namespace
}  // namespace collsim
