#include "cli/draw.hpp"

#include <gmock/gmock.h>

#include <filesystem>

#include "backends/trial/traffic.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::string drawn(const std::string& algorithm, const Flags& flags = {}) {
  CommandLine arguments;
  arguments.words = {"draw", algorithm};
  arguments.scenario = flags;
  return draw_rounds(arguments, algorithm,
                     {.programs = std::filesystem::path(COLLSIM_PROGRAM).parent_path()});
}

int arrows(const std::string& picture) {
  int found = 0;
  for (std::size_t at = 0; (at = picture.find("marker-end", at)) != std::string::npos; ++at) ++found;
  return found;
}

TEST(Draw, EveryAlgorithmHasAnArrowForEachMessageThatItsCostCounts) {
  for (const Description* about : descriptions()) {
    if (about->name == "library" || about->needs_collective_network) continue;
    Point point;
    point.collective = about->collective;
    point.algorithm = about->name;
    point.options = about->resolve({});
    point.platform = "star";
    point.processes = 8;
    point.count = 128;
    const int found = arrows(drawn(about->full_name()));
    if (about->cost) {
      EXPECT_EQ(found, traffic(point).messages) << about->full_name();
    } else {
      EXPECT_GT(found, 0) << about->full_name();
    }
  }
}

TEST(Draw, TakesOptionsAndFlags) {
  EXPECT_THAT(drawn("allreduce/recursive_doubling"),
              HasSubstr("p = 8, 1024 bytes: 24 messages in 3 rounds<"));
  EXPECT_THAT(drawn("bcast/chain(segment_bytes=512)", {{"processes", "3"}}),
              HasSubstr("bcast/chain(segment_bytes=512), p = 3, 1024 bytes: 4 messages in 3 rounds<"));
  EXPECT_THAT(drawn("allreduce/hierarchical(inter=ring)", {{"platform", "star_of_nodes"}, {"ppn", "4"}}),
              HasSubstr("4 messages in 2 rounds<"));
}

TEST(Draw, RefusesWhatHasNoPicture) {
  EXPECT_THAT(
      [] { drawn("rings"); },
      ThrowsMessage<Error>("'rings' is no algorithm; right would be COLLECTIVE/ALGORITHM, as collsim list "
                           "algorithms has them"));
  EXPECT_THAT([] { drawn("chain"); },
              ThrowsMessage<Error>("'chain' is no algorithm; did you mean 'bcast/chain', 'reduce/chain'?"));
  EXPECT_THAT(
      [] {
        drawn("allreduce/ring", {{"processes", "2,4"}});
      },
      ThrowsMessage<Error>(
          "allreduce/ring is asked about one point, and these are 2; right would be one value of each flag"));
  EXPECT_THAT([] { drawn("allreduce/library"); },
              ThrowsMessage<Error>("the library's messages leave no trace; choose another algorithm"));
  EXPECT_THAT(
      [] {
        drawn("allreduce/tree", {{"processes", "6"}});
      },
      ThrowsMessage<Error>(HasSubstr("the point is unsupported: ")));
}

}  // namespace
}  // namespace collsim
