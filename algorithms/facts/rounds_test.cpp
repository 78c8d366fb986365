#include "algorithms/facts/rounds.hpp"

#include <gtest/gtest.h>

#include <tuple>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/distribution.hpp"
#include "models/hockney.hpp"

namespace collsim {
namespace {

int right_of(int rank) {
  return (rank + 1) % 4;
}

/// On 4 ranks, the one that sends most is `large`: 5 bytes, the others 2.
Rounds::Bytes most_at(int large) {
  return [large](int rank) { return rank == large ? 5 : 2; };
}

TEST(Rounds, TakeAsLongAsTheirLargestMessage) {
  Rounds rounds(4);
  rounds.send(right_of, most_at(2), true);
  ASSERT_EQ(rounds.cost().size(), 1U);
  const Stage& stage = rounds.cost()[0];
  EXPECT_EQ(stage.messages, 4);
  EXPECT_EQ(stage.volume, 5 + 3 * 2);
  EXPECT_EQ(stage.bytes, 5);
  EXPECT_EQ(stage.reduced, 5);
}

TEST(Rounds, LeaveOutRanksThatSendNothing) {
  Rounds rounds(4);
  rounds.send([](int rank) { return rank == 1 ? 3 : -1; }, most_at(2));
  EXPECT_EQ(rounds.cost()[0].messages, 1);
  EXPECT_EQ(rounds.cost()[0].bytes, 2);
  EXPECT_EQ(rounds.cost()[0].pairs.list_of({.processes = 4}), (Pairs::List{{1, 3}}));
}

TEST(Rounds, HaveNoStageWithoutMessages) {
  Rounds rounds(4);
  rounds.send([](int) { return -1; }, most_at(2));
  EXPECT_TRUE(rounds.cost().empty());
}

TEST(Rounds, CountAlikeMessagesAsOneByOne) {
  Rounds alike(4), each(4);
  alike.send_alike(right_of, 5);
  each.send(right_of, [](int) { return 5; });
  ASSERT_EQ(alike.cost().size(), 1U);
  const Stage &one = alike.cost()[0], &other = each.cost()[0];
  EXPECT_EQ(std::tie(one.messages, one.volume, one.bytes, one.reduced, one.repeat),
            std::tie(other.messages, other.volume, other.bytes, other.reduced, other.repeat));
  EXPECT_EQ(one.pairs.list_of({.processes = 4}), other.pairs.list_of({.processes = 4}));
  EXPECT_EQ(alike.exact(), each.exact());
}

TEST(Rounds, RepeatAStageThatDoesNotChange) {
  Rounds rounds(4);
  rounds.send(right_of, most_at(2));
  rounds.send(right_of, most_at(2));
  rounds.send(right_of, most_at(2), true);
  ASSERT_EQ(rounds.cost().size(), 2U);
  EXPECT_EQ(rounds.cost()[0].repeat, 2);
}

/// From 2 to 3 and on to 0: a chain. From 0 to 1, then from 2: rank 2 can start before.
TEST(Rounds, AreExactWhereTheLargestMessagesFollowOneAnother) {
  Rounds chain(4);
  chain.send(right_of, most_at(2));
  chain.send(right_of, most_at(3));
  EXPECT_TRUE(chain.exact());
  Rounds apart(4);
  apart.send(right_of, most_at(0));
  apart.send(right_of, most_at(2));
  EXPECT_FALSE(apart.exact());
}

/// Only the receiver of a message combines it: rank 3 goes on later, rank 2 at once.
TEST(Rounds, LeadThroughTheRankThatCombines) {
  Rounds from_receiver(4);
  from_receiver.send(right_of, most_at(2), true);
  from_receiver.copy([](int rank) { return rank == 3 ? 7 : 0; });
  EXPECT_TRUE(from_receiver.exact());
  Rounds from_sender(4);
  from_sender.send(right_of, most_at(2), true);
  from_sender.copy([](int rank) { return rank == 2 ? 7 : 0; });
  EXPECT_FALSE(from_sender.exact());
}

/// Every rank has as much, and starts as early, as any other. Of blocks that meet in nodes only a bound is told.
TEST(Exactness, IsThereWhereBlocksAreEqual) {
  for (const Description* about : descriptions()) {
    // A butterfly's ranks do not do alike in the end (ButterflyReduceScatter.IsExactWhereAllRanksDoAlike).
    if (!about->exact || about->name == "hierarchical" || about->name == "butterfly" ||
        collective(about->collective).size != Collective::Size::varied)
      continue;
    const Options options = about->resolve({});
    for (int p = 1; p <= 70; ++p) {
      const Shape shape{
          .processes = p, .count = 5 * p, .type_size = 4, .counts = distribute("regular", 5 * p, p)};
      if (!about->why_unsupported(shape, options).empty()) continue;
      EXPECT_TRUE(about->is_exact(shape, options)) << about->full_name() << " p=" << p;
    }
  }
}

}  // namespace
}  // namespace collsim
