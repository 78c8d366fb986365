#include <gtest/gtest.h>

#include "backends/backend.hpp"
#include "tests/messages_between_nodes.hpp"

namespace collsim {
namespace {

/// Across the bisection where there are few nodes: SimGrid takes seconds for a thousand ranks and more.
TEST(EveryPlatform, TakesMessagesAsItsNumbersSay) {
  const auto ask = [](const Platform& platform, const std::vector<Point>& points) {
    std::vector<Outcome> found(points.size());
    answer(
        platform, points, 1, [] { return false; },
        [&](std::size_t index, const Outcome& outcome) { found[index] = outcome; });
    return found;
  };
  for (const std::string& name : platform_names()) testing::expect_messages(name, "smpi", "", 600, ask);
}

}  // namespace
}  // namespace collsim
