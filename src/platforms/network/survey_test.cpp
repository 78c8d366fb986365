#include "platforms/network/survey.hpp"

#include <gmock/gmock.h>

#include "tests/machines.hpp"

namespace collsim {
namespace {

using ::testing::DoubleNear;

TEST(Survey, OfEveryPlatform) {
  for (const auto& name : platform_names()) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(testing::machines.contains(name));
    const testing::Machine& wanted = testing::machines.at(name);
    const Platform platform = Platform::load(name);
    const Survey found = survey(platform);
    EXPECT_EQ(platform.nodes(), wanted.nodes);
    EXPECT_EQ(platform.cores(), wanted.cores);
    EXPECT_EQ(found.links, wanted.links);
    EXPECT_THAT(found.nearest * 1e6, DoubleNear(wanted.nearest, 1e-9));
    EXPECT_THAT(found.farthest * 1e6, DoubleNear(wanted.farthest, 1e-9));
    EXPECT_THAT(found.halves / 1e6, DoubleNear(wanted.halves, 1e-6));
    EXPECT_THAT(found.all_pairs / 1e6, DoubleNear(wanted.all_pairs, 1e-6));
  }
}

}  // namespace
}  // namespace collsim
