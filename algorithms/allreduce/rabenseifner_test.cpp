#include <gtest/gtest.h>

#include "algorithms/algorithm.hpp"
#include "models/hockney.hpp"

namespace collsim {
namespace {

const Description& rabenseifner() {
  return describe("allreduce", "rabenseifner");
}
const Description& halving_doubling() {
  return describe("allreduce", "halving_doubling");
}

/// One implementation: the names differ in their folds only.
TEST(Rabenseifner, FoldsAsItsNameSaysUnlessTold) {
  const Shape shape{.processes = 6, .count = 96, .type_size = 4};
  const Hockney combining{.gamma = 1};
  const auto seconds = [&](const Description& about, const std::map<std::string, std::string>& options) {
    return predict(about.cost(shape, about.resolve(options)), combining);
  };
  EXPECT_EQ(seconds(rabenseifner(), {}), 384 * (1 + 0.75));
  EXPECT_EQ(seconds(halving_doubling(), {}), 384 * (0.5 + 0.75));
  EXPECT_EQ(seconds(rabenseifner(), {{"fold", "half"}}), seconds(halving_doubling(), {}));
  EXPECT_EQ(seconds(halving_doubling(), {{"fold", "whole"}}), seconds(rabenseifner(), {}));
}

TEST(Rabenseifner, RefusesAnUnknownFold) {
  EXPECT_THROW(rabenseifner().resolve({{"fold", "third"}}), Error);
}

}  // namespace
}  // namespace collsim
