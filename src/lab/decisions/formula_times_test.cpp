#include "lab/decisions/formula_times.hpp"

#include <gtest/gtest.h>

#include "backends/backend.hpp"
#include "points/words.hpp"
#include "support/data_dir.hpp"

namespace collsim {
namespace {

TEST(FormulaTimes, AreThoseOfCallsThatTheAlgorithmSupports) {
  const Platform star = Platform::load((data_dir() / "platforms" / "star.xml").string(), {});
  FormulaTimes formulas(star);
  Point point{.collective = "allgather",
              .algorithm = "neighbor_exchange",
              .options = describe("allgather", "neighbor_exchange").resolve({}),
              .backend = "fast",
              .platform = "star",
              .overrides = {},
              .processes = 4,
              .count = 4 << 10};
  const auto even = formulas.seconds(point);
  ASSERT_TRUE(even);
  EXPECT_GT(*even, 0);
  const auto terms = formulas.terms(point);
  ASSERT_TRUE(terms);
  EXPECT_NEAR(terms->seconds(), *even, 1e-6 * *even);
  EXPECT_GT(terms->messages, 0);
  EXPECT_GT(terms->bytes, 0);
  point.overrides = {{"link.latency", "x2"}};
  EXPECT_GT(*formulas.seconds(point), *even);
  point.processes = 3;
  EXPECT_FALSE(formulas.seconds(point));
}

}  // namespace
}  // namespace collsim
