#include "support/processors.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <vector>

namespace collsim {
namespace {

TEST(Processors, AreThoseOfTheProcess) {
  cpu_set_t all, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  const auto before = allowed_processors();
  ASSERT_FALSE(before.empty());
  CPU_ZERO(&one);
  CPU_SET(before.back(), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(allowed_processors(), std::vector<int>{before.back()});
  ASSERT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
  EXPECT_EQ(allowed_processors(), before);
}

}  // namespace
}  // namespace collsim
