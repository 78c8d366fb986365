#include "algorithms/facts/nested.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collsim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::ThrowsMessage;

TEST(Written, HasANameAndOptions) {
  EXPECT_EQ(parse_written("ring").name, "ring");
  EXPECT_TRUE(parse_written("ring").options.empty());
  const Written nested = parse_written("outer(inter=ring(a=1,b=2); senders=4)");
  EXPECT_EQ(nested.name, "outer");
  EXPECT_THAT(nested.options, ElementsAre(Pair("inter", "ring(a=1,b=2)"), Pair("senders", "4")));
}

TEST(Written, IsRefusedWhereItIsNestedTooDeep) {
  std::string entry = "ring";
  for (int level = 0; level < 8; ++level) entry = "ring(a=" + entry + ")";
  EXPECT_NO_THROW(parse_written(entry));
  EXPECT_THAT([&] { parse_written("ring(a=" + entry + ")"); },
              ThrowsMessage<Error>(HasSubstr("is nested deeper than 8 levels; right would be fewer")));
}

TEST(Written, IsRefusedWhereItDoesNotEnd) {
  EXPECT_THAT([] { parse_written("ring(a=1"); }, ThrowsMessage<Error>(HasSubstr("does not end its options")));
  EXPECT_THAT([] { parse_written("ring(a)"); }, ThrowsMessage<Error>(HasSubstr("an option without a value")));
  EXPECT_THAT([] { parse_written("ring(a=1,a=2)"); },
              ThrowsMessage<Error>(HasSubstr("gives option 'a' twice")));
}

std::string options_of(const std::string& inter) {
  return describe("allreduce", "hierarchical").resolve({{"inter", inter}}).to_string();
}

TEST(Nested, IsAnOptionsValue) {
  EXPECT_EQ(options_of("ring(segment_bytes=8192)"),
            "inter=ring(segment_bytes=8192);levels=node;result=copy;senders=1;written=0");
  EXPECT_EQ(nested("allreduce", "ring(segment_bytes=8192)").options.integer("segment_bytes"), 8192);
  EXPECT_EQ(nested("allreduce", "ring").options.integer("segment_bytes"), 0);
}

TEST(Nested, IsCheckedLikeAnyAlgorithm) {
  const auto refused = [](const std::string& inter) { return [inter] { options_of(inter); }; };
  EXPECT_THAT(refused("rinq"), ThrowsMessage<Error>(HasSubstr("option 'inter' is 'rinq'; did you mean ")));
  EXPECT_THAT(refused("ring(segment=8)"), ThrowsMessage<Error>(HasSubstr("has no option 'segment'")));
  EXPECT_THAT(refused("ring(segment_bytes=8x)"), ThrowsMessage<Error>(HasSubstr("'segment_bytes' is '8x'")));
  EXPECT_THAT(refused("library"), ThrowsMessage<Error>(HasSubstr("option 'inter' is 'library'")));
  EXPECT_THAT(refused("hierarchical"), ThrowsMessage<Error>(HasSubstr("option 'inter' is 'hierarchical'")));
}

/// blocked_ring is of allgatherv alone, neighbor_exchange of allgather.
TEST(Nested, MayBeOfOneOfSeveralCollectives) {
  const auto used = [](const std::string& inter) {
    const Description& about = describe("allgather", "hierarchical");
    std::vector<std::string> names;
    for (const Description* each : algorithms_in(about, about.resolve({{"inter", inter}})))
      names.push_back(each->full_name());
    return names;
  };
  EXPECT_THAT(used("blocked_ring"), ElementsAre("allgather/hierarchical", "allgatherv/blocked_ring"));
  EXPECT_THAT(used("neighbor_exchange"),
              ElementsAre("allgather/hierarchical", "allgather/neighbor_exchange"));
  EXPECT_THAT(used("ring"), ElementsAre("allgather/hierarchical", "allgather/ring", "allgatherv/ring"));
}

}  // namespace
}  // namespace collsim
