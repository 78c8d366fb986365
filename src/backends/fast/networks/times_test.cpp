// When messages end, where nothing else disturbs them: 1 + n seconds from node to node, 0.5 + n / 2 within
// one.
#include <gtest/gtest.h>

#include "backends/fast/testing/ranks.hpp"

namespace collsim::fast::testing {
namespace {

const Machine ideal;

Machine with(Protocol protocol) {
  Machine machine;
  machine.protocol = protocol;
  return machine;
}

TEST(Rendezvous, StartsWhenBothHavePosted) {
  // The later of the posts at 0 and 5, then 1 + 10.
  const auto late_sender = [] { spend(5), send(10, 1); };
  const auto late_receiver = [] { spend(5), recv(10, 0); };
  EXPECT_EQ(run(ideal, {[] { send(10, 1); }, [] { recv(10, 0); }}), Times({11, 11}));
  EXPECT_EQ(run(ideal, {late_sender, [] { recv(10, 0); }}), Times({16, 16}));
  EXPECT_EQ(run(ideal, {[] { send(10, 1); }, late_receiver}), Times({16, 16}));
}

TEST(Rendezvous, ReceiversOfLowerRankRunFirst) {
  EXPECT_EQ(run(ideal, {[] { recv(10, 1); }, [] { spend(5), send(10, 0); }}), Times({16, 16}));
  EXPECT_EQ(run(ideal, {[] { spend(7), recv(10, 1); }, [] { spend(5), send(10, 0); }}), Times({18, 18}));
}

TEST(Rendezvous, FactorsAndEnvelope) {
  // Latency 1 * 3, bandwidth 1 * 2, 10 bytes and 4 of envelope.
  const Machine machine = with({.envelope = 4, .latency_factor = 3, .bandwidth_factor = 2});
  EXPECT_EQ(run(machine, {[] { send(10, 1); }, [] { recv(10, 0); }}), Times({10, 10}));
}

TEST(Rendezvous, LatencyMayGrowWithTheSize) {
  // 10 bytes and 4 of envelope are above 13: latency 1 * 5; 9 and 4 are not: 1 * 2.
  Machine machine = with({.envelope = 4, .latency_factor = SizeFactor("0:2;13:5")});
  for (const char* model : {"hockney", "loggp", "links", "fluid"}) {
    machine.model = model;
    EXPECT_EQ(run(machine, {[] { send(10, 1); }, [] { recv(10, 0); }}), Times({19, 19})) << model;
    EXPECT_EQ(run(machine, {[] { send(9, 1); }, [] { recv(9, 0); }}), Times({15, 15})) << model;
  }
}

TEST(NetworkLatency, IsBetweenNodesOnlyAndHasNoFactor) {
  Machine machine = with({.envelope = 0, .latency_factor = 3, .network_latency = 7});
  for (const char* model : {"hockney", "loggp", "links", "fluid"}) {
    machine.model = model;
    machine.ppn = 1;
    EXPECT_EQ(run(machine, {[] { send(10, 1); }, [] { recv(10, 0); }}), Times({20, 20})) << model;
    machine.ppn = 2;
    EXPECT_EQ(run(machine, {[] { send(10, 1); }, [] { recv(10, 0); }}), Times({6.5, 6.5})) << model;
  }
}

// The second message leaves when the first has left, 4 s after it, as if both took no time on their way.
TEST(NetworkLatency, KeepsNobodyBusy) {
  char data[4] = {};
  const auto sends = [&] {
    std::vector<Posted> posted;
    for (int i = 0; i < 2; ++i) posted.push_back(transport().post_send(bytes_out(data, 4), 1));
    wait(posted);
  };
  const auto receives = [&] {
    std::vector<Posted> posted;
    for (int i = 0; i < 2; ++i) posted.push_back(transport().post_receive(bytes_in(data, 4), 0));
    wait(posted);
  };
  Machine machine = with({.envelope = 0, .network_latency = 7});
  for (const char* model : {"loggp", "links"}) {
    machine.model = model;
    EXPECT_EQ(run(machine, {sends, receives}), Times({16, 16})) << model;
  }
}

TEST(Rendezvous, ChainsAddUp) {
  // 0 -> 1 -> 2 -> 3, three times 1 + 3.
  Machine machine;
  machine.processes = 4;
  const auto ends = run(machine, [](int rank) {
    if (rank > 0) recv(3, rank - 1);
    if (rank < 3) send(3, rank + 1);
  });
  EXPECT_EQ(ends, Times({4, 8, 12, 12}));
}

TEST(Rendezvous, WithinANodeTheLoopbackCarries) {
  Machine machine;
  machine.ppn = 2;
  for (const char* model : {"hockney", "loggp", "links", "fluid"}) {
    machine.model = model;
    EXPECT_EQ(run(machine, {[] { send(10, 1); }, [] { recv(10, 0); }}), Times({5.5, 5.5}));
  }
}

TEST(Rendezvous, ToOneself) {
  const auto ends = run(ideal, {[] {
                          int got = 0;
                          Posted posted = transport().post_receive(int_in(got), 0);
                          spend(1);
                          send_value(5, 0);
                          EXPECT_EQ(now(), 3.5);  // 1 + 0.5 + 4 / 2
                          transport().wait(posted);
                          EXPECT_EQ(got, 5);
                        }});
  EXPECT_EQ(ends, Times({3.5}));
}

/// Rank 1 receives 10 bytes at `receives`, rank 0 has sent them at 5.
Times from_five(const Machine& machine, double receives) {
  return run(machine, {[] { spend(5), send(10, 1); }, [=] { spend(receives), recv(10, 0); }});
}

TEST(Eager, SetsOutWithoutItsReceiver) {
  const Machine machine = with({.envelope = 0, .eager = 11});
  // On its way from 5 to 5 + 1 + 10, whatever the receiver does; the sender waits until then.
  EXPECT_EQ(from_five(machine, 0), Times({16, 16}));
  EXPECT_EQ(from_five(machine, 9), Times({16, 16}));
  EXPECT_EQ(from_five(machine, 40), Times({16, 40}));
}

TEST(Eager, BelowTheThresholdOnly) {
  EXPECT_EQ(from_five(with({.envelope = 0, .eager = 10}), 40), Times({51, 51}));
  EXPECT_EQ(from_five(with({.envelope = 0, .detached = 10}), 40), Times({51, 51}));
  EXPECT_EQ(from_five(with({.envelope = 0, .detached = 11}), 40), Times({5, 51}));
}

TEST(Detached, TheSenderGoesOnAndTheMessageWaits) {
  const Machine machine = with({.envelope = 0, .detached = 11});
  EXPECT_EQ(from_five(machine, 0), Times({5, 16}));
  EXPECT_EQ(from_five(machine, 9), Times({5, 20}));
}

TEST(Detached, EagerToo) {
  const Machine machine = with({.envelope = 0, .eager = 11, .detached = 11});
  EXPECT_EQ(from_five(machine, 0), Times({5, 16}));
  EXPECT_EQ(from_five(machine, 9), Times({5, 16}));
  EXPECT_EQ(from_five(machine, 40), Times({5, 40}));
}

TEST(Detached, TheBufferMayBeUsedAgain) {
  for (const Protocol& protocol :
       {Protocol{.envelope = 0, .eager = 11, .detached = 11}, Protocol{.envelope = 0, .detached = 11}})
    run(with(protocol), {[] {
                           int value = 7;
                           transport().send(int_out(value), 1, 0);
                           value = 8;
                           transport().send(int_out(value), 1, 0);
                           value = 9;
                         },
                         [] {
                           EXPECT_EQ(recv_value(0), 7);
                           EXPECT_EQ(recv_value(0), 8);
                         }});
}

TEST(Sendrecv, BothWaysAtOnce) {
  // The larger of the two messages, from the later post on.
  const std::vector<std::function<void()>> bodies = {[] { exchange(10, 1, 20, 1); },
                                                     [] { spend(3), exchange(20, 0, 99, 0); }};
  EXPECT_EQ(run(ideal, bodies), Times({3 + 21, 3 + 21}));
  // Detached: rank 0 needs only what rank 1 sends at 3; rank 1 what rank 0 sent, at its own post.
  EXPECT_EQ(run(with({.envelope = 0, .detached = 15}), bodies), Times({3 + 21, 3 + 21}));
  EXPECT_EQ(run(with({.envelope = 0, .eager = 50, .detached = 50}), bodies), Times({3 + 21, 11}));
}

TEST(Sendrecv, WhatIsReceivedLiesElsewhere) {
  run(ideal, {[] {
        int value = 1, other = 2;
        const auto exchange = [&](int sent, int received, int& into) {
          transport().exchange({&value, sent, mpi_int, 4 * sent}, 0, {&into, received, mpi_int, 4 * received},
                               0);
        };
        EXPECT_THROW(exchange(1, 1, value), MpiError);
        EXPECT_NO_THROW(exchange(0, 1, value)) << "nothing is sent that could be overwritten";
        EXPECT_NO_THROW(exchange(0, 0, value));
        exchange(1, 1, other);
        EXPECT_EQ(other, 1);
      }});
}

TEST(Overlap, NonBlockingMessagesGoOnWhileTheirRanksWork) {
  // Posted at 0, over at 11; work ends at 4 and at 30.
  const auto ends = run(ideal, {[] {
                                  const char data[10] = {};
                                  Posted posted = transport().post_send(bytes_out(data, 10), 1);
                                  spend(4);
                                  transport().wait(posted);
                                },
                                [] {
                                  char data[10];
                                  Posted posted = transport().post_receive(bytes_in(data, 10), 0);
                                  spend(30);
                                  transport().wait(posted);
                                }});
  EXPECT_EQ(ends, Times({11, 30}));
}

}  // namespace
}  // namespace collsim::fast::testing
