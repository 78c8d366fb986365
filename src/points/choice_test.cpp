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

std::vector<std::string> chosen(const std::string& entry) {
  std::vector<std::string> all;
  for (const Choice& choice : choose("allreduce", entry))
    all.push_back(choice.about->name + " " + choice.options.to_string());
  return all;
}

TEST(Choose, TakesOptionsOfOptions) {
  using ::testing::ElementsAre;
  EXPECT_THAT(
      chosen("hierarchical(inter=ring(segment_bytes=8K),senders=2)"),
      ElementsAre("hierarchical inter=ring(segment_bytes=8192);levels=node;result=copy;senders=2;written=0"));
  EXPECT_THAT(chosen("hierarchical(inter=ring;senders=1..4:x4)"),
              ElementsAre("hierarchical inter=ring;levels=node;result=copy;senders=1;written=0",
                          "hierarchical inter=ring;levels=node;result=copy;senders=4;written=0"));
  EXPECT_THAT(
      chosen("hierarchical(inter=ring(segment_bytes=1K..4K:x4))"),
      ElementsAre("hierarchical inter=ring(segment_bytes=1024);levels=node;result=copy;senders=1;written=0",
                  "hierarchical inter=ring(segment_bytes=4096);levels=node;result=copy;senders=1;written=0"));
}

TEST(Choose, RefusesOptionsOfOptionsInALine) {
  EXPECT_THAT([] { choose("allreduce", "hierarchical(inter=rinq(segment_bytes=8K))"); },
              ThrowsMessage<Error>(HasSubstr("option 'inter' is 'rinq(segment_bytes=8K)'; did you mean ")));
  EXPECT_THAT([] { choose("allreduce", "hierarchical(inter=ring(segment_bytes=many))"); },
              ThrowsMessage<Error>(HasSubstr("many")));
  EXPECT_THAT([] { choose("allreduce", "hierarchical(inter=ring(size=8))"); },
              ThrowsMessage<Error>(HasSubstr("allreduce/ring has no option 'size'")));
  EXPECT_THAT([] { choose("allreduce", "hierarchical(inter=ring(segment_bytes=8)"); },
              ThrowsMessage<Error>(HasSubstr("'ring(segment_bytes=8' does not end its options")));
}

}  // namespace
}  // namespace collsim
