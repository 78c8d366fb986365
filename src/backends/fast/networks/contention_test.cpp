// What messages and local work do to one another. Alone, a message of n bytes takes 1 + n seconds.
#include <gtest/gtest.h>

#include "backends/fast/testing/ranks.hpp"
#include "support/error.hpp"

namespace collsim::fast::testing {
namespace {

/// A message of so many bytes: who sends it to whom when.
struct Message {
  int from, to;
  double at;
  int bytes;
};

/// When each message has arrived. Every sender sends without waiting for its receiver or for itself.
Times arrivals(Machine machine, const std::vector<Message>& messages) {
  Times ends(messages.size());
  if (machine.processes == 2) machine.processes = 6;
  machine.protocol.eager = machine.protocol.detached = 1000;
  run(machine, [&](int rank) {
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const auto& [from, to, at, bytes] = messages[i];
      if (from != rank) continue;
      spend(std::max(0., at - now()));
      send(bytes, to);
    }
    std::vector<std::vector<char>> data(messages.size());
    std::vector<Posted> posted(messages.size());
    for (std::size_t i = 0; i < messages.size(); ++i) {
      if (messages[i].to != rank) continue;
      data[i].resize(static_cast<std::size_t>(messages[i].bytes));
      posted[i] = transport().post_receive(bytes_in(data[i].data(), messages[i].bytes), messages[i].from);
    }
    for (std::size_t i = 0; i < messages.size(); ++i)
      if (messages[i].to == rank) ends[i] = end_of(posted[i]);
  });
  return ends;
}

Machine of(const char* model, Protocol protocol = {.envelope = 0}) {
  Machine machine;
  machine.model = model;
  machine.protocol = protocol;
  return machine;
}

/// Messages of 10 bytes and more have a connection of one byte per second.
Protocol exchanging() {
  return {.envelope = 0, .exchange = {.from = 10, .rate = 1}};
}

TEST(Links, LargerMessagesOfTwoNodesShareAConnectionWhicheverWayTheyGo) {
  EXPECT_EQ(arrivals(of("links"), {{0, 1, 0, 10}, {1, 0, 0, 10}}), Times({11, 11}));
  EXPECT_EQ(arrivals(of("links", exchanging()), {{0, 1, 0, 10}, {1, 0, 0, 10}}), Times({11, 21}));
  EXPECT_EQ(arrivals(of("links", exchanging()), {{0, 1, 0, 9}, {1, 0, 0, 9}}), Times({10, 10}));
  EXPECT_EQ(arrivals(of("links", exchanging()), {{0, 1, 0, 10}, {2, 0, 0, 10}, {1, 2, 0, 10}}),
            Times({11, 11, 11}));
}

TEST(Links, AConnectionMayBeSlowerThanItsLinks) {
  EXPECT_EQ(arrivals(of("links", {.envelope = 0, .exchange = {.from = 10, .rate = 0.5}}), {{0, 1, 0, 10}}),
            Times({21}));
}

/// Three groups of three nodes, whose ports are ten times as fast as the trunks that join any two groups. A message of n bytes
/// takes 1 s more for each trunk, and n seconds.
class Groups final : public Network {
 public:
  int links() const override { return 9 * 2 + 3 * 3; }
  std::string name(int link) const override { return std::to_string(link); }
  LinkClass class_of(int) const override { return {"links"}; }
  double bandwidth(int link) const override { return link < 18 ? 10 : 1; }
  bool shared(int) const override { return true; }
  double route(int from, int to, std::vector<int>& links) const override {
    links = {2 * from, 2 * to + 1};
    if (group(from) == group(to)) return 1;
    links.insert(links.begin() + 1, trunk(group(from), group(to)));
    return 2;
  }
  int groups() const override { return 3; }
  int group(int node) const override { return node / 3; }
  double detour(int from, int to, int by, std::vector<int>& links) const override {
    links = {2 * from, trunk(group(from), by), trunk(by, group(to)), 2 * to + 1};
    return 3;
  }
  double least_latency() const override { return 1; }
  bool uniform() const override { return false; }

 private:
  static int trunk(int from, int to) { return 18 + 3 * from + to; }
};

/// When messages of 10 bytes arrive that set out together, each between two nodes.
Times arrivals_between_groups(bool adaptive, const std::vector<std::pair<int, int>>& messages) {
  const Groups network;
  const Protocol protocol{.envelope = 0, .adaptive = adaptive};
  const auto links = make_network_model("links", {network, protocol, 9});
  Flows none({}, {});
  Times ends;
  for (const auto& [from, to] : messages)
    ends.push_back(links->set_out({from, to, 10, {to, from, 0}, nullptr}, 0, none).time);
  return ends;
}

TEST(Links, MessagesGoAroundFullTrunksWhereRoutingIsAdaptive) {
  const std::vector<std::pair<int, int>> all = {{0, 3}, {1, 4}, {2, 5}, {6, 7}};
  EXPECT_EQ(arrivals_between_groups(false, all), Times({12, 22, 32, 2}));
  EXPECT_EQ(arrivals_between_groups(true, all), Times({12, 13, 22, 2}))
      << "the third waits for its trunk as long as for the others, and takes the shortest way";
  EXPECT_EQ(arrivals_between_groups(true, {{0, 3}, {6, 4}, {1, 5}}), Times({12, 12, 22}))
      << "one of the trunks of the way around is taken";
  const Flat flat(9, {});
  const Protocol adaptive{.adaptive = true};
  EXPECT_THROW(make_network_model("links", {flat, adaptive, 9}), Error);
}

TEST(Links, ASenderSpendsItsOverheadOnOneMessageAfterTheOther) {
  // The links would take an empty message to each at once.
  const Protocol protocol = {.envelope = 0, .send_overhead = 2};
  EXPECT_EQ(arrivals(of("links", protocol), {{0, 1, 0, 0}, {0, 2, 0, 0}, {0, 3, 0, 0}}), Times({3, 5, 7}));
  EXPECT_EQ(arrivals(of("links", {.envelope = 0}), {{0, 1, 0, 0}, {0, 2, 0, 0}, {0, 3, 0, 0}}),
            Times({1, 1, 1}));
}

TEST(Links, ASenderCopiesWhatItSendsEagerlyToAnotherNode) {
  const Protocol protocol = {.envelope = 0, .copy_in = {.below = 10, .per_byte = 0.5}};
  // 4.5 seconds for each copy; the second message waits for the link until 13.5.
  EXPECT_EQ(arrivals(of("links", protocol), {{0, 1, 0, 9}, {0, 2, 0, 9}}), Times({14.5, 23.5}));
  EXPECT_EQ(arrivals(of("links", protocol), {{0, 1, 0, 10}, {0, 2, 0, 10}}), Times({11, 21}));
  Machine machine = of("links", protocol);
  machine.ppn = 2;
  EXPECT_EQ(arrivals(machine, {{0, 1, 0, 9}}), Times({5}));
}

TEST(Hockney, NothingIsShared) {
  EXPECT_EQ(arrivals(of("hockney"), {{0, 1, 0, 10}, {0, 2, 0, 10}, {3, 1, 0, 10}}), Times({11, 11, 11}));
}

TEST(Loggp, APortSendsOneAtATime) {
  // Port free after 10 and 10 + 20 seconds.
  EXPECT_EQ(arrivals(of("loggp"), {{0, 1, 0, 10}, {0, 2, 0, 20}, {0, 3, 0, 5}}), Times({11, 31, 36}));
}

TEST(Loggp, APortReceivesOneAtATime) {
  EXPECT_EQ(arrivals(of("loggp"), {{1, 0, 0, 10}, {2, 0, 1, 20}, {3, 0, 50, 5}}), Times({11, 31, 56}));
}

TEST(Loggp, PortsSendAndReceiveAtOnce) {
  EXPECT_EQ(arrivals(of("loggp"), {{0, 1, 0, 10}, {1, 0, 0, 10}}), Times({11, 11}));
}

TEST(Loggp, TheGapFollowsTheLastByteAndTheOverheadComesFirst) {
  // The sender's processor: 2 + 2 seconds. The port: from 2, 10 bytes and 4; the second from 16 on.
  const Protocol protocol = {.envelope = 0, .send_overhead = 2, .gap = 4};
  EXPECT_EQ(arrivals(of("loggp", protocol), {{0, 1, 0, 10}, {0, 2, 0, 10}}), Times({13, 27}));
  // From two senders: the receiver's port is free at 16, too.
  EXPECT_EQ(arrivals(of("loggp", protocol), {{0, 2, 0, 10}, {1, 2, 0, 10}}), Times({13, 27}));
  // Of these links knows the overhead: the second leaves at 12, when the port is free.
  EXPECT_EQ(arrivals(of("links", protocol), {{0, 1, 0, 10}, {0, 2, 0, 10}}), Times({13, 23}));
}

TEST(Loggp, TheEnvelopeOccupiesPortsToo) {
  EXPECT_EQ(arrivals(of("loggp", {.envelope = 3}), {{0, 1, 0, 10}, {0, 2, 0, 10}}), Times({14, 27}));
}

TEST(Loggp, RanksOfANodeShareItsPort) {
  Machine machine = of("loggp");
  machine.ppn = 2;
  EXPECT_EQ(arrivals(machine, {{0, 2, 0, 10}, {1, 4, 0, 10}}), Times({11, 21}));
  // Not for what stays on the node.
  EXPECT_EQ(arrivals(machine, {{0, 1, 0, 10}, {1, 4, 0, 10}}), Times({5.5, 11}));
}

/// Segments of one byte without headers, unless a test says otherwise; the second link of a route adds a segment's second.
Protocol stream(Protocol protocol) {
  protocol.envelope = 0;
  protocol.tcp.header = 0;
  protocol.tcp.segment = 1;
  return protocol;
}
Machine tcp(const Protocol& protocol = {}) {
  return of("tcp", stream(protocol));
}

TEST(Tcp, ConnectionsShareALinkTwoSegmentsInTurn) {
  EXPECT_EQ(arrivals(tcp(), {{0, 1, 0, 10}, {0, 2, 0, 10}}), Times({20, 22}));
  EXPECT_EQ(arrivals(tcp(), {{0, 1, 0, 10}, {1, 0, 0, 10}}), Times({12, 12}));
}

TEST(Tcp, MessagesOfAConnectionGoOneAfterTheOther) {
  EXPECT_EQ(arrivals(tcp(), {{0, 1, 0, 10}, {0, 1, 0, 10}}), Times({12, 22}));
  EXPECT_EQ(arrivals(of("fluid"), {{0, 1, 0, 10}, {0, 1, 0, 10}}), Times({21, 21}));
}

TEST(Tcp, ASenderGoesOnWhenTheBufferHoldsTheRest) {
  // The sixth byte of the first message arrives at 8, and with it the third acknowledgement: four are left. The second message
  // finds two segments before its own at 9.
  const auto sends = [] { send(10, 1), send(10, 2); };
  const auto receives = [] { recv(10, 0); };
  EXPECT_EQ(run(tcp({.detached = 4}), {sends, receives, receives}), Times({18, 12, 22}));
  // Without a buffer it waits for all of the first.
  EXPECT_EQ(run(tcp(), {sends, receives, receives}), Times({24, 12, 24}));
}

TEST(Tcp, SmallMessagesWaitForRoomInTheBuffer) {
  const auto sends = [](int times) {
    return [times] {
      for (int i = 0; i < times; ++i) send(3, 1);
    };
  };
  const auto receives = [](int times) {
    return [times] {
      for (int i = 0; i < times; ++i) recv(3, 0);
    };
  };
  const Machine machine = tcp({.eager = 100, .detached = 4});
  EXPECT_EQ(run(machine, {sends(1), receives(1)}), Times({0, 5}));
  EXPECT_EQ(run(machine, {sends(2), receives(2)}), Times({4, 8}));
  EXPECT_EQ(run(machine, {sends(3), receives(3)}), Times({8, 11}));
}

TEST(Tcp, AMessageLongerThanTheBufferNeedNotWaitForItsReceiver) {
  const auto receives = [] { spend(100), recv(10, 0); };
  const auto sends = [] { send(10, 1); };
  EXPECT_EQ(run(tcp({.eager = 5, .detached = 4}), {sends, receives}), Times({108, 112}));
  EXPECT_EQ(run(tcp({.eager = 5, .detached = 4, .tcp = {.eager = 11}}), {sends, receives}), Times({8, 100}));
}

TEST(Tcp, ALinkThatHasRestedPassesAsMuchAtOnce) {
  const Machine machine = tcp({.tcp = {.rest = 4}});
  // Four of ten bytes at once; the second message finds the buckets empty, the third one those of a rest of three seconds.
  EXPECT_EQ(arrivals(machine, {{0, 1, 0, 10}, {0, 1, 0, 10}, {0, 1, 19, 10}}), Times({7, 17, 27}));
  EXPECT_EQ(arrivals(machine, {{0, 1, 0, 3}, {0, 1, 100, 3}}), Times({1, 101}));
  // Rank 0's link is not at rest when the second one begins.
  EXPECT_EQ(arrivals(machine, {{0, 1, 0, 10}, {0, 2, 1, 10}}), Times({11, 17}));
}

/// Nodes with two processors between them; two bytes come 3 s after they are handed over.
Protocol two_cores() {
  Protocol protocol = stream({.eager = 100, .detached = 100});
  protocol.tcp.cores = 2;
  protocol.tcp.receive = 7;
  return protocol;
}
const auto idle = [] {};

TEST(Tcp, NodesOfOneProcessorTakeTurns) {
  Protocol protocol = two_cores();
  protocol.tcp.hand_over = 2;
  const Machine machine = of("tcp", protocol);
  const auto sends = [](int to) { return [to] { send(2, to); }; };
  const auto receives = [](int from) { return [from] { recv(2, from); }; };
  // Ranks 0 and 2 hand over until 4 and 8, and two bytes come to ranks 1 and 3 at 7 and 11, who share the other processor.
  EXPECT_EQ(run(machine, {sends(1), receives(0), sends(3), receives(2)}), Times({4, 14, 8, 21}));
  // To ranks 2 and 3 at 7, who share none.
  EXPECT_EQ(run(machine, {sends(2), sends(3), receives(0), receives(1)}), Times({4, 4, 14, 14}));
}

TEST(Tcp, ANodeFindsAllThatHasComeInItsTurn) {
  Protocol protocol = two_cores();
  protocol.tcp.hand_over = 0.5;
  protocol.tcp.poll = 10;
  const auto sends = [] { send(2, 1); };
  const auto sends_twice = [] { send(2, 1), send(2, 1); };
  const auto receives_twice = [](int first, int second) {
    return [first, second] { recv(2, first), recv(2, second); };
  };
  const auto receives = [] { recv(2, 0); };
  // Rank 0 looks for 10 s and hands over. What comes at 14 waits until rank 3 has looked in vain, too, at 20, and a look more.
  EXPECT_EQ(run(of("tcp", protocol), {sends, receives, idle, idle}), Times({11, 37, 0, 0}));
  // What has come on one connection until then is received at once, and that on another one takes as long again.
  EXPECT_EQ(run(of("tcp", protocol), {sends_twice, receives_twice(0, 0), idle, idle}), Times({12, 37, 0, 0}));
  EXPECT_EQ(run(of("tcp", protocol), {sends, receives_twice(0, 2), sends, idle}), Times({11, 44, 22, 0}));
  protocol.tcp.acknowledge = 100;
  EXPECT_EQ(run(of("tcp", protocol), {sends, receives, idle, idle}), Times({11, 137, 0, 0}));
  const auto exchanges = [](int other) { return [other] { send(2, other), recv(2, other); }; };
  EXPECT_EQ(run(of("tcp", protocol), {exchanges(1), exchanges(0), idle, idle}), Times({38, 38, 0, 0}));
}

TEST(Tcp, TheFirstTurnIsThatOfTheFirstNode) {
  Protocol protocol = two_cores();
  protocol.tcp.hand_over = 0.5;
  protocol.tcp.poll = 10;
  const auto sends = [](int to) { return [to] { spend(1), send(2, to); }; };
  // At 1 both ranks of a processor have something to send. Rank 0 looks and hands over until 12, rank 2 after it until 23.
  EXPECT_EQ(run(of("tcp", protocol), {sends(1), [] { recv(2, 0); }, sends(3), [] { recv(2, 2); }}),
            Times({12, 37, 23, 54}));
}

TEST(Tcp, ANodeGoesOnUntilTheNextOneHasLooked) {
  Protocol protocol = two_cores();
  protocol.tcp.hand_over = 0.5;
  protocol.tcp.poll = 10;
  // Rank 3 would look until 47, but rank 1 sends at 42, until 43.
  EXPECT_EQ(
      run(of("tcp", protocol), {[] { send(2, 1), recv(2, 1); }, [] { recv(2, 0), spend(5), send(2, 0); },
                                [] { send(2, 3); }, [] { recv(2, 2); }}),
      Times({79, 43, 22, 60}));
}

TEST(Tcp, HostsSendPiecesOfSeveralSegments) {
  Protocol protocol = stream({.eager = 100, .detached = 100});
  protocol.tcp.packets = 5;
  // The second link begins with a piece when it is all there.
  EXPECT_EQ(arrivals(of("tcp", protocol), {{0, 1, 0, 10}}), Times({16}));
  // Of the one processor each message takes 1 s, and 20 s for each of its two pieces at sender, switch and receiver: the call
  // hands the first one over with both until 41, the second one until 42. The pieces of that come to their link at 46 and 51,
  // and the receiver has its turn only when nothing is left to send.
  protocol.tcp.cores = 1;
  protocol.tcp.forward = 20 / 3.;
  protocol.tcp.hand_over = 0.1;
  const auto sends = [] { send(10, 1), send(10, 1); };
  const auto receives = [] { recv(10, 0), recv(10, 0); };
  EXPECT_EQ(run(of("tcp", protocol), {sends, receives}), Times({42, 86}));
}

TEST(Tcp, NoMoreThanAWindowIsUnderWay) {
  // Two bytes every three seconds: through two links, and the acknowledgement takes none.
  EXPECT_EQ(arrivals(tcp({.tcp = {.window = 2}}), {{0, 1, 0, 10}}), Times({16}));
}

TEST(Tcp, HeadersAndAcknowledgementsTakeTheirPartOfTheLinks) {
  Protocol protocol = stream({});
  protocol.tcp.header = 5;
  protocol.tcp.segment = 10;
  // Full segments have the links' rates: 10 s a link. Nine of fifteen bytes take 6 s.
  EXPECT_EQ(arrivals(of("tcp", protocol), {{0, 1, 0, 10}}), Times({21}));
  EXPECT_EQ(arrivals(of("tcp", protocol), {{0, 1, 0, 4}}), Times({13}));
  // At 31 rank 1 acknowledges two segments, which takes its link 10/3 s. With data for rank 0 it takes none.
  EXPECT_EQ(arrivals(of("tcp", protocol), {{0, 1, 0, 20}, {1, 2, 31, 10}}), Times({31, 31 + 10 / 3. + 20}));
  EXPECT_EQ(arrivals(of("tcp", protocol), {{0, 1, 0, 20}, {1, 0, 9, 30}}), Times({31, 50}));
  // What a piece of two brings at 41 is acknowledged at once, before the fourth piece back, which comes to its link at 50.
  protocol.tcp.packets = 2;
  EXPECT_EQ(arrivals(of("tcp", protocol), {{0, 1, 0, 20}, {1, 0, 9, 80}}), Times({41, 110 + 10 / 3.}));
}

TEST(Tcp, KeepsWhatItsSenderOverwrites) {
  Machine machine = of("tcp", {.envelope = 0, .eager = 100, .detached = 4});
  char got = 0;
  run(machine, {[] {
                  char data = 'a';
                  transport().send(bytes_out(&data, 1), 1, 0);
                  data = 'b';
                },
                [&] {
                  spend(5);
                  transport().receive(bytes_in(&got, 1), 0);
                }});
  EXPECT_EQ(got, 'a');
}

TEST(Links, AreTakenFirstComeFirstServed) {
  // To rank 0 from 2 at 3, from 1 at 1: in the order of time, not of ranks.
  EXPECT_EQ(arrivals(of("links"), {{1, 0, 3, 10}, {2, 0, 1, 10}}), Times({22, 12}));
  // At one time: the lower source first.
  EXPECT_EQ(arrivals(of("links"), {{2, 0, 1, 10}, {1, 0, 1, 10}}), Times({22, 12}));
  // 0 -> 2 waits for 0's link until 10, then for 2's, which 3 -> 2 has had since 2, until 12.
  EXPECT_EQ(arrivals(of("links"), {{0, 1, 0, 10}, {0, 2, 1, 10}, {3, 2, 2, 10}}), Times({11, 23, 13}));
  EXPECT_EQ(arrivals(of("links"), {{0, 1, 0, 10}, {2, 3, 0, 10}, {1, 0, 0, 10}}), Times({11, 11, 11}));
}

TEST(Links, AnEagerMessageTakesThemBeforeItsReceiverAsks) {
  Machine machine = of("links");
  machine.processes = 3;
  machine.protocol.eager = 100;
  const auto ends = run(machine, [](int rank) {
    if (rank == 0) send(10, 2);
    if (rank == 1) spend(1), send(10, 2);
    if (rank == 2) spend(5), recv(10, 1), recv(10, 0);
  });
  EXPECT_EQ(ends, Times({11, 21, 21}));
}

TEST(Links, ASharedLoopbackServesOneAtATime) {
  // 0 -> 1 on one node: 0.5 + 10 / 2; the other way waits 5 seconds.
  Machine machine = of("links");
  machine.ppn = 2;
  machine.numbers.loopback_shared = true;
  EXPECT_EQ(arrivals(machine, {{0, 1, 0, 10}, {1, 0, 0, 10}, {2, 3, 0, 10}}), Times({5.5, 10.5, 5.5}));
}

TEST(Links, WhatASharedLoopbackBringsComesBeforeLaterMessages) {
  // 0 -> 1 on one node until 0.5, sooner than any other route; 1 -> 4 from then on, before 2 -> 4 from 0.75
  // on.
  for (const double window : {0., -1.}) {
    Machine machine = of("links", {.envelope = 0, .eager = 100, .detached = 100});
    machine.processes = 6;
    machine.ppn = 2;
    machine.numbers.loopback_shared = true;
    machine.settings.window = window;
    const auto ends = run(machine, [](int rank) {
      if (rank == 0) send(0, 1);
      if (rank == 1) recv(0, 0), send(10, 4);
      if (rank == 2) spend(0.75), send(10, 4);
      if (rank == 4) recv(10, 1), send(1, 5), recv(10, 2);
      if (rank == 5) recv(1, 4);
    });
    // 4 -> 5, from 11.5 on: 0.5 + 1 / 2.
    EXPECT_EQ(ends[4], 21.5) << window;
    EXPECT_EQ(ends[5], 12.5) << window;
  }
}

TEST(Fluid, TwoFlowsShareALink) {
  // Both share the link into node 0 from 1 on: 10 bytes each at half speed.
  EXPECT_EQ(arrivals(of("fluid"), {{1, 0, 0, 10}, {2, 0, 0, 10}}), Times({21, 21}));
  // 10 bytes and 20: shared until 21, then the other ten alone.
  EXPECT_EQ(arrivals(of("fluid"), {{1, 0, 0, 10}, {2, 0, 0, 20}}), Times({21, 31}));
  EXPECT_EQ(arrivals(of("fluid"), {{0, 1, 0, 10}, {2, 3, 0, 10}, {1, 0, 0, 10}}), Times({11, 11, 11}));
}

TEST(Fluid, AFlowThatBeginsLaterFindsWhatIsLeft) {
  // The first moves bytes from 1 on, the second from 5: 4 + 2 * 6 seconds, then 4 bytes alone.
  EXPECT_EQ(arrivals(of("fluid"), {{1, 0, 0, 10}, {2, 0, 4, 10}}), Times({17, 21}));
}

TEST(Fluid, AFlowThatHasEndedDoesNotHoldUpOneThatBeginsWithinALatency) {
  // [1, 1.25] and [1.5, 11.5]; then three in one latency.
  Machine machine = of("fluid");
  machine.numbers.bandwidth = 8;
  EXPECT_EQ(arrivals(machine, {{1, 0, 0, 2}, {2, 0, 0.5, 80}}), Times({1.25, 11.5}));
  EXPECT_EQ(arrivals(machine, {{1, 0, 0, 2}, {2, 0, 0.5, 2}, {3, 0, 0.875, 8}}), Times({1.25, 1.75, 2.875}));
}

/// Ranks 0..ranks-1 of a node each move 12 bytes through a memory of 4 bytes per second, rank r from `begins`
/// on.
Times memory_work(const Times& begins, double bound) {
  Machine machine;
  machine.processes = machine.ppn = static_cast<int>(begins.size());
  machine.memories = {4};
  return run(machine, [&](int rank) {
    spend(begins[static_cast<std::size_t>(rank)]);
    running.engine->work(0, 12, bound);
  });
}

TEST(Memory, RanksOfANodeShareIt) {
  EXPECT_EQ(memory_work({0}, 100), Times({3}));
  EXPECT_EQ(memory_work({0}, 2), Times({6}));
  EXPECT_EQ(memory_work({0, 0, 0}, 2), Times({9, 9, 9}));
  // Alone for a second: 8 bytes left at 1, half speed until 5; then 4 bytes alone.
  EXPECT_EQ(memory_work({0, 1}, 100), Times({5, 6}));
}

TEST(Memory, WorkThatEndsWithinALatencyComesBeforeLaterMessages) {
  // Rank 0 works until 0.25 and sends; rank 1 sends to the same node at 0.5, rank 2 elsewhere at 0.
  for (const double window : {0., -1.}) {
    Machine machine = of("links", {.envelope = 0, .detached = 100});
    machine.protocol.eager = 100;
    machine.processes = 5;
    machine.memories = {4};
    machine.settings.window = window;
    double first = 0;
    const auto ends = run(machine, [&](int rank) {
      if (rank == 0) running.engine->work(0, 1, 100), send(10, 3);
      if (rank == 1) spend(0.5), send(10, 3);
      if (rank == 2) send(10, 4);
      if (rank == 3) recv(10, 0), first = now(), recv(10, 1);
      if (rank == 4) recv(10, 2);
    });
    EXPECT_EQ(first, 11.25) << window;
    EXPECT_EQ(ends[3], 21.25) << window;
  }
}

TEST(Memory, DoesNotDisturbMessages) {
  for (const char* model : {"hockney", "loggp", "links", "fluid"}) {
    Machine machine = of(model);
    machine.memories = {4, 4};
    const auto ends = run(machine, {[] {
                                      const char data[10] = {};
                                      Posted posted = transport().post_send(bytes_out(data, 10), 1);
                                      running.engine->work(0, 40, 8);
                                      EXPECT_EQ(now(), 10);
                                      transport().wait(posted);
                                    },
                                    [] { recv(10, 0); }});
    EXPECT_EQ(ends, Times({11, 11}));
  }
}

}  // namespace
}  // namespace collsim::fast::testing
