#include <gtest/gtest.h>

#include "backends/fast/simulate.hpp"
#include "tests/messages_between_nodes.hpp"

namespace collsim::fast {
namespace {

/// All but `flat`, of which every node is as any other, across the bisection.
TEST(EveryPlatform, TakesMessagesAsItsNumbersSay) {
  const auto ask = [](const Platform& platform, const std::vector<Point>& points) {
    std::vector<Outcome> found;
    for (const Point& point : points) found.push_back(simulate(platform, point));
    return found;
  };
  for (const std::string& name : platform_names())
    for (const char* network : {"links", "fluid"})
      collsim::testing::expect_messages(name, "fast", network, 10'000, ask);
}

}  // namespace
}  // namespace collsim::fast
