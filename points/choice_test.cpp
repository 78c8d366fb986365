#include "points/choice.hpp"

#include <gmock/gmock.h>

#include "support/error.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Choose, RefusesOptionsThatMultiplyToMoreThanAnybodyMeans) {
  EXPECT_EQ(choose("allreduce", "recursive_multiplying(radix=2..4:+1)").size(), 3U);
  EXPECT_THAT([] { choose("allgatherv", "blocked_ring(alpha_ns=1..1000:+1,bytes_per_us=1..1000:+1)"); },
              ThrowsMessage<Error>(HasSubstr(
                  "has more than 10000 combinations of these options; right would be fewer values")));
  EXPECT_THAT([] { choose("allreduce", "ring(segment_bytes=1..1000000000:+1)"); },
              ThrowsMessage<Error>(HasSubstr("has more than 100000 values; right would be a larger step")));
}

}  // namespace
}  // namespace collsim
