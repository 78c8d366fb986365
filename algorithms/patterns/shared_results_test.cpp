#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/facts/alone.hpp"
#include "algorithms/facts/description.hpp"
#include "models/hockney.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"
#include "tests/portfolio/placed.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using Given = std::map<std::string, std::string>;

const auto uneven = testing::placed({0, 0, 0, 1, 1, 2, 2}),
           unevenly_dealt_out = testing::placed({0, 1, 0, 1, 1, 0}),
           even = testing::placed({0, 0, 0, 1, 1, 1}),
           in_domains = testing::placed({0, 0, 0, 1, 1, 2, 2}, {0, 1, 0, 0, 0, 1, 0});

std::string why(const char* collective, const Given& options, const std::shared_ptr<const Nodes>& nodes) {
  const Description& about = describe(collective, "hierarchical");
  const Shape shape{.processes = nodes->ranks(), .count = 12 * nodes->ranks(), .nodes = nodes};
  return about.why_unsupported(shape, about.resolve(options));
}

/// Also in private pages that ranks write to, in a call whose segment others have written to before.
TEST(ResultsInTheNodesMemory, AreRight) {
  for (const char* result : {"shared", "cow"})
    for (const char* collective : {"allreduce", "bcast", "allgather"}) {
      const Description& about = describe(collective, "hierarchical");
      EXPECT_EQ(testing::oracle(about, {{"result", result}}, uneven), "");
      EXPECT_EQ(testing::oracle(about, {{"result", result}}, unevenly_dealt_out), "");
      EXPECT_EQ(testing::oracle(about, {{"result", result}, {"senders", "2"}}, even), "");
      EXPECT_EQ(testing::oracle(about, {{"result", result}, {"levels", "node+domain"}}, in_domains), "");
    }
}

TEST(ResultsInTheNodesMemory, AreNotCopied) {
  for (const char* collective : {"allreduce", "bcast"}) {
    const Description& about = describe(collective, "hierarchical");
    EXPECT_EQ(testing::check_cost(about, {{"result", "shared"}}, even), "");
    const Shape shape{.processes = 6, .count = 100, .type_size = 8, .nodes = even};
    const auto copied = [&](const Given& options) {
      return predict(about.cost(shape, about.resolve(options)), {.kappa = 1});
    };
    EXPECT_DOUBLE_EQ(copied({}), 1600);
    EXPECT_DOUBLE_EQ(copied({{"result", "shared"}}), 800);
  }
}

TEST(ResultsInTheNodesMemory, AreRefusedWhereTheyWouldNotLieThere) {
  EXPECT_EQ(why("allreduce", {{"result", "shared"}, {"senders", "2"}}, even), "");
  EXPECT_EQ(why("allgather", {{"result", "cow"}}, even), "");
  EXPECT_THAT(why("allgather", {{"result", "cow"}, {"senders", "2"}}, even), HasSubstr("needs one sender"));
  EXPECT_THAT(why("allgather", {{"result", "shared"}}, unevenly_dealt_out), HasSubstr("follow each other"));
  EXPECT_EQ(why("bcast", {{"result", "cow"}, {"written", "100"}}, even), "");
  const auto refused = [](const Given& options) {
    return [options] { static_cast<void>(describe("bcast", "hierarchical").resolve(options)); };
  };
  using ::testing::ThrowsMessage;
  EXPECT_THAT(refused({{"result", "cow"}, {"written", "101"}}),
              ThrowsMessage<Error>("option 'written' is '101'; right would be a whole number from 0 to 100"));
  EXPECT_THAT(
      refused({{"result", "shared"}, {"written", "1"}}),
      ThrowsMessage<Error>("bcast/hierarchical: written=1 means nothing with result=shared; right would "
                           "be result=cow, or written=0"));
}

TEST(ResultsInTheNodesMemory, AreReleasedBeforeTheNextCall) {
  Alone node(1, 0);
  node.begin_call(1);
  node.result = Result{};
  EXPECT_THAT([&] { node.begin_call(1); },
              ::testing::ThrowsMessage<Error>(HasSubstr("the result of the last call is still held")));
  node.result.reset();
  EXPECT_EQ(node.begin_call(1), 1);
}

}  // namespace
}  // namespace collsim
