#include <gmock/gmock.h>

#include "backends/fast/testing/ranks.hpp"

namespace collsim::fast::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;

/// When rank 0 ends in each of three lanes, rank 1 in each, ...; nothing where they cannot be evaluated together.
std::optional<Times> ends(const Machine& machine, const std::function<void(int rank, int lane)>& body) {
  const Flat network = network_of(machine);
  const auto engine = engine_of(machine, network);
  const auto [schedule, alike] =
      record(machine.processes, 3, [&](int rank, std::size_t lane) { body(rank, static_cast<int>(lane)); });
  const auto by_lane =
      evaluate(schedule, alike, engine->ranks().node_of_each(), Networks(3, &engine->network()));
  Times by_rank;
  for (int rank = 0; rank < machine.processes; ++rank)
    for (const auto& its : by_lane) {
      if (!its) return std::nullopt;
      by_rank.push_back((*its)[static_cast<std::size_t>(rank)]);
    }
  return by_rank;
}

/// Rank 0 sends n bytes in lane n; rank 1 comes 2 n late.
void late_receiver(int rank, int lane) {
  if (rank == 0) return send(lane, 1);
  spend(2 * lane);
  recv(10, 0);
}

TEST(Lanes, HaveTheirOwnSizesAndClocks) {
  // The message sets out at 2 n and takes 1 + n.
  EXPECT_THAT(ends({}, late_receiver), Optional(ElementsAre(1, 4, 7, 1, 4, 7)));
}

/// Rank 0 sends n bytes to rank 1, which waits at once, then to rank 2.
TEST(Lanes, WaitAtPorts) {
  const auto body = [](int rank, int lane) {
    if (rank == 0) {
      send(lane, 1);
      send(lane, 2);
    } else {
      recv(10, 0);
    }
  };
  // Each message takes 1 + n; the port out is busy for n + 5.
  const Machine machine = {.processes = 3, .model = "loggp", .protocol = {.envelope = 0, .gap = 5}};
  EXPECT_THAT(ends(machine, body), Optional(ElementsAre(6, 8, 10, 1, 2, 3, 6, 8, 10)));
}

/// Three ranks each send to the one on their right and receive from the one on their left, then to and from themselves; rank 0
/// comes n late in lane n.
TEST(Lanes, ExchangeAroundARingAndWithThemselves) {
  const auto body = [](int rank, int lane) {
    if (rank == 0) spend(lane);
    exchange(1, (rank + 1) % 3, 1, (rank + 2) % 3);
    exchange(1, rank, 1, rank);
  };
  // A message takes 1 + 1, to the same rank 0.5 + 0.5; ranks 1 and 2 wait for one side each of rank 0.
  EXPECT_THAT(ends({.processes = 3}, body), Optional(ElementsAre(3, 4, 5, 3, 4, 5, 3, 4, 5)));
}

TEST(Lanes, AreNotEvaluatedWhereTagsDiffer) {
  const auto body = [](int rank, int) { rank == 0 ? send(1, 1, 3) : recv(1, 0); };
  EXPECT_EQ(ends({}, body), std::nullopt);
}

/// Ranks 0 and 1 send 4 bytes to rank 2, rank 1 after 1.5 seconds, rank 0 after as many as its lane says: when each ends.
std::optional<Times> ends_at_a_link(const std::vector<double>& seconds) {
  const auto body = [&](int rank, int lane) {
    if (rank < 2) {
      spend(rank == 1 ? 1.5 : seconds[static_cast<std::size_t>(lane)]);
      return send(4, 2);
    }
    char data[2][4];
    std::vector<Posted> posted;
    for (const int from : {0, 1}) posted.push_back(transport().post_receive(bytes_in(data[from], 4), from));
    wait(posted);
  };
  return ends({.processes = 3, .model = "links"}, body);
}

// A message takes 1 + 4 seconds, and the link to rank 2 serves each for 4.
TEST(Lanes, ComeToALinkInTheirOwnOrder) {
  EXPECT_THAT(ends_at_a_link({0, 1, 2}), Optional(ElementsAre(5, 6, 10.5, 9, 10, 6.5, 9, 10, 10.5)));
}

TEST(Lanes, ComeInTheOrderOfRanksAtOneTime) {
  EXPECT_THAT(ends_at_a_link({0, 1.5, 1}), Optional(ElementsAre(5, 6.5, 6, 9, 10.5, 10, 9, 10.5, 10)));
  EXPECT_THAT(ends_at_a_link({2, 1.5, 1}),
              Optional(ElementsAre(10.5, 6.5, 6, 6.5, 10.5, 10, 10.5, 10.5, 10)));
}

TEST(Lanes, AreNotEvaluatedWhereAReceiveHasNoRoomInOne) {
  const auto body = [](int rank, int lane) { rank == 0 ? send(lane, 1) : recv(1, 0); };
  EXPECT_EQ(ends({}, body), std::nullopt);
}

TEST(Lanes, AreNotEvaluatedWhereTheOrderAtAPortMayDiffer) {
  const auto two_at_once = [](int rank, int) {
    if (rank > 0) return send(1, 0);
    char data[2];
    std::vector<Posted> posted;
    for (const int from : {1, 2})
      posted.push_back(transport().post_receive(bytes_in(&data[from - 1], 1), from));
    wait(posted);
  };
  EXPECT_EQ(ends({.processes = 3, .model = "loggp"}, two_at_once), std::nullopt);
  EXPECT_NE(ends({.processes = 3}, two_at_once), std::nullopt);
}

TEST(Lanes, AreNotEvaluatedWhereMessagesMeetElsewhere) {
  EXPECT_EQ(ends({.model = "fluid"}, late_receiver), std::nullopt);
  EXPECT_EQ(ends({.model = "links", .protocol = {.envelope = 0, .exchange = {.from = 10, .rate = 1}}},
                 late_receiver),
            std::nullopt);
  EXPECT_EQ(ends({.ppn = 2, .model = "loggp"}, late_receiver), std::nullopt);
  EXPECT_EQ(ends({.protocol = {.envelope = 0, .eager = 1}}, late_receiver), std::nullopt);
  EXPECT_EQ(ends({.protocol = {.envelope = 0, .detached = 1}}, late_receiver), std::nullopt);
}

TEST(Lanes, AreNotEvaluatedWhereNobodyAnswers) {
  EXPECT_EQ(ends({}, [](int rank, int) { send(1, 1 - rank); }), std::nullopt);
  EXPECT_EQ(ends({},
                 [](int rank, int) {
                   if (rank == 0) recv(1, 1);
                 }),
            std::nullopt);
}

/// Lane 2 sends twice.
TEST(Lanes, ThatDoOtherwiseAreLeftOut) {
  const auto [schedule, alike] = record(2, 3, [](int rank, std::size_t lane) {
    for (std::size_t i = 0; i < (lane == 2 ? 2 : 1); ++i) rank == 0 ? send(1, 1) : recv(1, 0);
  });
  EXPECT_THAT(alike, ElementsAre(0, 1));
}

}  // namespace
}  // namespace collsim::fast::testing
