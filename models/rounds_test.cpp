#include "models/rounds.hpp"

#include <gmock/gmock.h>

#include "support/error.hpp"
#include "tests/traces.hpp"

namespace collsim {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Rounds, AMessageFollowsWhatItsSenderHasReceived) {
  // 0 -> 1 -> 2, as a chain.
  EXPECT_THAT(rounds_of({{post_send(1, 8, 0), wait(1, 8, 0)},
                         {post_recv(0, 8, 0), wait(0, 8, 0), post_send(2, 4, 1), wait(2, 4, 1)},
                         {post_recv(1, 4, 0), wait(1, 4, 0)}}),
              ElementsAre(RoundMessage{1, 0, 1, 8}, RoundMessage{2, 1, 2, 4}));
}

TEST(Rounds, WhatIsPostedAtOnceIsOneRound) {
  EXPECT_THAT(rounds_of({{post_recv(1, 8, 0), post_send(1, 8, 1), wait(1, 8, 0), wait(1, 8, 1)},
                         {post_recv(0, 8, 0), post_send(0, 8, 1), wait(0, 8, 0), wait(0, 8, 1)}}),
              ElementsAre(RoundMessage{1, 0, 1, 8}, RoundMessage{1, 1, 0, 8}));
}

TEST(Rounds, BothSidesDecide) {
  // Rank 2 receives from 0 first, so that the message of 1, posted at the beginning, belongs to the second round.
  EXPECT_THAT(rounds_of({{post_send(2, 8, 0), wait(2, 8, 0)},
                         {post_send(2, 4, 0), wait(2, 4, 0)},
                         {post_recv(0, 8, 0), wait(0, 8, 0), post_recv(1, 4, 1), wait(1, 4, 1)}}),
              ElementsAre(RoundMessage{1, 0, 2, 8}, RoundMessage{2, 1, 2, 4}));
}

TEST(Rounds, FlagsTellOfOtherRanksMessages) {
  const auto raise = [](std::int64_t steps) { return Event{Event::Kind::raise, -1, steps, -1, 0, 0}; };
  const auto await = [](int peer, std::int64_t steps) {
    return Event{Event::Kind::await, peer, steps, -1, 0, 0};
  };
  // Rank 2 sends once rank 1, on its node, has received; step 3 was done in an earlier call.
  EXPECT_THAT(rounds_of({{await(1, 9), post_recv(2, 4, 0), wait(2, 4, 0)},
                         {post_recv(3, 8, 0), wait(3, 8, 0), raise(4)},
                         {await(1, 3), await(1, 4), post_send(0, 4, 0), wait(0, 4, 0)},
                         {post_send(1, 8, 0), wait(1, 8, 0)}}),
              ElementsAre(RoundMessage{1, 3, 1, 8}, RoundMessage{2, 2, 0, 4}));
}

TEST(Rounds, ATraversalTellsAllOfWhatEachHasSeen) {
  // Rank 0 sends after it has met rank 2, which has received; ranks 0 and 3 meet the others once more.
  EXPECT_THAT(
      rounds_of(
          {{traverse(8), post_send(3, 4, 0), wait(3, 4, 0), traverse(8)},
           {post_send(2, 8, 0), wait(2, 8, 0), traverse(8), traverse(8), post_send(2, 1, 1), wait(2, 1, 1)},
           {post_recv(1, 8, 0), wait(1, 8, 0), traverse(8), traverse(8), post_recv(1, 1, 1), wait(1, 1, 1)},
           {traverse(8), post_recv(0, 4, 0), wait(0, 4, 0), traverse(8)}}),
      ElementsAre(RoundMessage{1, 1, 2, 8}, RoundMessage{2, 0, 3, 4}, RoundMessage{3, 1, 2, 1}));
  EXPECT_THAT(
      [] {
        rounds_of({{traverse(8)}, {}});
      },
      ThrowsMessage<Error>("rank 0 waits for what nobody does"));
}

TEST(Rounds, RefusesTracesThatNeverEnd) {
  EXPECT_THAT(
      [] {
        rounds_of({{post_recv(1, 8, 0), wait(1, 8, 0), post_send(1, 8, 1), wait(1, 8, 1)},
                   {post_recv(0, 8, 0), wait(0, 8, 0), post_send(0, 8, 1), wait(0, 8, 1)}});
      },
      ThrowsMessage<Error>(HasSubstr("waits for what nobody does")));
}

}  // namespace
}  // namespace collsim
