#include "models/activity.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/traces.hpp"

namespace collsim {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// "waiting 0 3", as a text that says what differs.
std::vector<std::string> texts(const std::vector<Span>& spans) {
  std::vector<std::string> all;
  for (const Span& span : spans)
    all.push_back(fmt::format("{} {:g} {:g}", activity_names[static_cast<std::size_t>(span.activity)],
                              span.begin, span.end));
  return all;
}

/// A second a message and a quarter a byte.
std::vector<std::vector<Span>> activities_of(const std::vector<Trace>& traces) {
  return activities(traces, [](int, int, double) { return std::pair(1.0, 0.25); });
}

/// Rank 0 combines until 3, then sends until 5; rank 1 waits from the beginning, copies from 5 to 6.
std::vector<Trace> late_sender() {
  return {{combine(8, 0, 3), post_send(1, 8, 0, 3), collsim::testing::wait(1, 8, 0, 3, 5)},
          {post_recv(0, 8, 0), collsim::testing::wait(0, 8, 0, 0, 5), copy(8, 5, 6)}};
}

TEST(Activity, AReceiverWaitsUntilTheSenderPosts) {
  const auto spans = activities_of(late_sender());
  EXPECT_THAT(texts(spans[0]), ElementsAre("computing 0 3", "sending 3 5"));
  EXPECT_THAT(texts(spans[1]), ElementsAre("waiting 0 3", "receiving 3 5", "copying 5 6"));
  EXPECT_EQ(spans[1][1].peer, 0);
  EXPECT_EQ(spans[1][1].bytes, 8);
}

TEST(Activity, ASenderWaitsForItsReceiverUnlessItGoesOnWithoutIt) {
  const auto sender = [](double end) {
    return texts(activities_of({{post_send(1, 8, 0), collsim::testing::wait(1, 8, 0, 0, end)},
                                {post_recv(0, 8, 0, 4), collsim::testing::wait(0, 8, 0, 4, 6)}})[0]);
  };
  EXPECT_THAT(sender(6), ElementsAre("waiting 0 4", "sending 4 6"));
  EXPECT_THAT(sender(1), ElementsAre("sending 0 1"));
  EXPECT_THAT(sender(0), IsEmpty());
}

TEST(Activity, ASendrecvIsAnExchangeWhileBothMessagesAreUnderWay) {
  // Both post at 0; rank 1's 8 bytes take 3 s, rank 0's empty message 1 s.
  const auto both = [](int peer, std::int64_t out, std::int64_t in) {
    return Trace{post_recv(peer, in, 0), post_send(peer, out, 1), collsim::testing::wait(peer, in, 0, 0, 3),
                 collsim::testing::wait(peer, out, 1, 0, 3)};
  };
  const auto spans = activities_of({both(1, 0, 8), both(0, 8, 0)});
  EXPECT_THAT(texts(spans[0]), ElementsAre("exchanging 0 1", "receiving 1 3"));
  EXPECT_THAT(texts(spans[1]), ElementsAre("exchanging 0 1", "sending 1 3"));
  EXPECT_EQ(spans[0][0].bytes, 8) << "those that take longer";

  // What rank 0 receives is sent at 2: before, its own empty message goes, and then it waits.
  const auto late =
      activities_of({{post_recv(2, 8, 0), post_send(1, 0, 1), collsim::testing::wait(2, 8, 0, 0, 5),
                      collsim::testing::wait(1, 0, 1, 0, 5)},
                     {post_recv(0, 0, 0), collsim::testing::wait(0, 0, 0, 0, 1)},
                     {post_send(0, 8, 0, 2), collsim::testing::wait(0, 8, 0, 2, 5)}});
  EXPECT_THAT(texts(late[0]), ElementsAre("sending 0 1", "waiting 1 2", "receiving 2 5"));
}

TEST(Activity, AWaitForAFlagIsWaiting) {
  EXPECT_THAT(texts(activities_of(
                  {{{Event::Kind::await, 1, 1, -1, 0, 2}}, {{Event::Kind::raise, -1, 1, -1, 2, 2}}})[0]),
              ElementsAre("waiting 0 2"));
}

TEST(Activity, IdleIsWhoeverDoesNothing) {
  // Busy are 5 of 6 s of rank 0 and 3 of rank 1.
  const Balance found = balance(activities_of(late_sender()), 0);
  EXPECT_DOUBLE_EQ(found.seconds, 6);
  EXPECT_DOUBLE_EQ(found.idle_share, 1 - 8.0 / 12);
  EXPECT_DOUBLE_EQ(found.load_balance, 4 / 5.0);
  EXPECT_EQ(balance({{}}, 0).idle_share, 0);
  EXPECT_EQ(balance({{}}, 0).load_balance, 1);
}

}  // namespace
}  // namespace collsim
