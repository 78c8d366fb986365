#include "backends/fast/orders.hpp"

#include <gtest/gtest.h>

#include "backends/fast/testing/points.hpp"

namespace collsim::fast {
namespace {

std::vector<Order> orders_of(const std::string& algorithm, int processes, std::int64_t count) {
  Point point = testing::point_of(describe("allreduce", algorithm), "star", processes);
  point.network = "hockney";
  point.data = Data::verify;
  point.count = count;
  return orders(Platform::load("star"), point);
}

/// From the outermost on: none, {}, [], ().
TEST(Orders, TellDepthsByTheirBrackets) {
  EXPECT_EQ(orders_of("recursive_doubling", 16, 1),
            (std::vector<Order>{{"{[(a+b)+(c+d)] + [(e+f)+(g+h)]} + {[(i+j)+(k+l)] + [(m+n)+(o+p)]}", 16}}));
}

TEST(Orders, CountElementsOfAllResults) {
  EXPECT_EQ(orders_of("ring", 3, 9),
            (std::vector<Order>{{"{a + b} + c", 9}, {"a + {b + c}", 9}, {"{a + c} + b", 9}}));
}

}  // namespace
}  // namespace collsim::fast
