#include "points/point.hpp"

#include <gtest/gtest.h>

namespace collsim {
namespace {

TEST(PointLabel, LeavesOutDefaultValues) {
  EXPECT_EQ(label("allreduce", "ring", "segment_bytes=0"), "ring");
  EXPECT_EQ(label("allreduce", "ring", "segment_bytes=8192"), "ring(segment_bytes=8192)");
  EXPECT_EQ(label("allreduce", "halving_doubling", "fold=half"), "halving_doubling");
  EXPECT_EQ(label("allreduce", "rabenseifner", "fold=half"), "rabenseifner(fold=half)");
  EXPECT_EQ(label("allreduce", "tree", ""), "tree");
}

TEST(PointLabel, KeepsWhatItDoesNotKnow) {
  EXPECT_EQ(label("reduce", "hoped_for", "a=1;b=2"), "hoped_for(a=1;b=2)");
}

TEST(PointLabel, OfAPoint) {
  Point point;
  point.collective = "allreduce";
  point.algorithm = "ring";
  point.options = describe("allreduce", "ring").resolve({{"segment_bytes", "64"}});
  EXPECT_EQ(label(point), "ring(segment_bytes=64)");
}

}  // namespace
}  // namespace collsim
