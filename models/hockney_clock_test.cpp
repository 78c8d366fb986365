#include "models/hockney_clock.hpp"

#include <gtest/gtest.h>

#include "support/error.hpp"
#include "tests/traces.hpp"

namespace collsim {
namespace {

using namespace testing;

constexpr Hockney machine = {.alpha = 100, .beta = 2, .gamma = 3, .kappa = 5};

void append_sendrecv(Trace& trace, int to, int from, std::int64_t bytes, int first_request) {
  trace.insert(trace.end(), {post_recv(from, bytes, first_request), post_send(to, bytes, first_request + 1),
                             wait(from, bytes, first_request), wait(to, bytes, first_request + 1)});
}

/// A message of 10 bytes: alpha + 10 beta.
constexpr double ten_bytes = 100 + 10 * 2;

std::string error_of(const std::vector<Trace>& traces) {
  try {
    hockney_clock(traces, machine);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(HockneyClock, LocalWork) {
  EXPECT_EQ(hockney_clock({{combine(7), copy(2)}, {}}, machine), (std::vector<double>{7 * 3 + 2 * 5, 0}));
}

TEST(HockneyClock, PairsMayDiffer) {
  const Wire wire = [](int from, int to, double bytes) {
    return std::pair(from + to == 1 ? 10. : 100., bytes > 5 ? 2. : 1.);
  };
  const std::vector<Trace> traces = {{post_send(1, 5, 0), wait(1, 5, 0), post_send(2, 10, 1), wait(2, 10, 1)},
                                     {post_recv(0, 5, 0), wait(0, 5, 0)},
                                     {post_recv(0, 10, 0), wait(0, 10, 0)}};
  EXPECT_EQ(hockney_clock(traces, wire, {}), (std::vector<double>{15 + 120, 15, 15 + 120}));
}

TEST(HockneyClock, RingOfSendrecv) {
  constexpr int processes = 5;
  std::vector<Trace> traces(processes);
  for (int rank = 0; rank < processes; ++rank)
    for (int round = 0; round < processes - 1; ++round) {
      Trace& trace = traces[static_cast<std::size_t>(rank)];
      append_sendrecv(trace, (rank + 1) % processes, (rank + processes - 1) % processes, 10, 2 * round);
      trace.push_back(combine(10));
    }
  const double round = 100 + 10 * 2 + 10 * 3;
  EXPECT_EQ(hockney_clock(traces, machine), std::vector<double>(processes, 4 * round));
}

TEST(HockneyClock, BinomialBroadcast) {
  std::vector<Trace> traces(8);
  for (int distance = 1; distance < 8; distance *= 2)
    for (int from = 0; from < distance; ++from) {
      Trace& sender = traces[static_cast<std::size_t>(from)];
      Trace& receiver = traces[static_cast<std::size_t>(from + distance)];
      int request = 0;
      for (const Event& event : sender) request += event.kind == Event::Kind::wait;
      sender.insert(sender.end(),
                    {post_send(from + distance, 10, request), wait(from + distance, 10, request)});
      receiver = {post_recv(from, 10, 0), wait(from, 10, 0)};
    }
  EXPECT_EQ(hockney_clock(traces, machine), std::vector<double>(8, 3 * ten_bytes));
}

TEST(HockneyClock, ASendWaitsForItsReceive) {
  const std::vector<Trace> traces = {{post_send(1, 10, 0), wait(1, 10, 0)},
                                     {combine(50), post_recv(0, 10, 0), wait(0, 10, 0)}};
  EXPECT_EQ(hockney_clock(traces, machine), (std::vector<double>{50 * 3 + ten_bytes, 50 * 3 + ten_bytes}));
}

TEST(HockneyClock, APostIsNoWait) {
  const std::vector<Trace> traces = {{post_send(1, 10, 0), combine(30), wait(1, 10, 0)},
                                     {post_recv(0, 10, 0), combine(50), wait(0, 10, 0)}};
  EXPECT_EQ(hockney_clock(traces, machine), (std::vector<double>{ten_bytes, 50 * 3}));
}

TEST(HockneyClock, ThePortSerialisesInPostingOrder) {
  std::vector<Trace> traces(16);
  for (int i = 0; i < 15; ++i) {
    const int receiver = 15 - i;  // posted from the last rank to the first
    traces[0].push_back(post_send(receiver, 10, i));
    traces[static_cast<std::size_t>(receiver)] = {post_recv(0, 10, 0), wait(0, 10, 0)};
  }
  for (int i = 0; i < 15; ++i) traces[0].push_back(wait(15 - i, 10, i));
  const auto finish = hockney_clock(traces, machine);
  EXPECT_EQ(finish[0], 15 * ten_bytes);
  for (int i = 0; i < 15; ++i) EXPECT_EQ(finish[static_cast<std::size_t>(15 - i)], (i + 1) * ten_bytes);
}

TEST(HockneyClock, APortServesWhoeverIsReadyFirst) {
  // Both want to send to rank 2; rank 1 is ready at 30, rank 0, posted first, at 60.
  const std::vector<Trace> traces = {
      {combine(20), post_send(2, 10, 0), wait(2, 10, 0)},
      {combine(10), post_send(2, 10, 0), wait(2, 10, 0)},
      {post_recv(0, 10, 0), post_recv(1, 10, 1), wait(0, 10, 0), wait(1, 10, 1)}};
  EXPECT_EQ(hockney_clock(traces, machine),
            (std::vector<double>{30 + 2 * ten_bytes, 30 + ten_bytes, 30 + 2 * ten_bytes}));
}

TEST(HockneyClock, MessagesOfAPairMatchInPostingOrder) {
  const std::vector<Trace> traces = {
      {post_send(1, 10, 0), post_send(1, 20, 1), wait(1, 20, 1), wait(1, 10, 0)},
      {post_recv(0, 10, 0), wait(0, 10, 0), combine(40), post_recv(0, 20, 1), wait(0, 20, 1)}};
  EXPECT_EQ(hockney_clock(traces, machine), (std::vector<double>(2, ten_bytes + 40 * 3 + (100 + 20 * 2))));
}

TEST(HockneyClock, AFlagIsSeenAfterItWasRaised) {
  const auto flag = [](Event::Kind kind, int rank, std::int64_t steps) {
    return Event{kind, rank, steps, -1, 0, 0};
  };
  const auto raise = [&](std::int64_t steps) { return flag(Event::Kind::raise, -1, steps); };
  const auto await = [&](int rank, std::int64_t steps) { return flag(Event::Kind::await, rank, steps); };
  constexpr Hockney seen{.gamma = 3, .phi = 10};
  EXPECT_EQ(hockney_clock({{combine(7), raise(1), combine(5), raise(3)},
                           {await(0, 1)},
                           {await(0, 2), combine(1)},
                           {combine(50), await(0, 1)}},
                          seen),
            (std::vector<double>{36, 21 + 10, 36 + 10 + 3, 150 + 10}));
  EXPECT_EQ(error_of({{raise(1)}, {await(0, 2)}}), "deadlock; rank 1 waits for the flag of rank 0");
  EXPECT_EQ(hockney_clock({{await(1, 3), raise(4)}, {await(0, 3), raise(4)}}, seen),
            (std::vector<double>{0, 0}));
  EXPECT_EQ(error_of({{await(1, 1)}, {}}), "deadlock; rank 0 waits for the flag of rank 1");
}

constexpr Hockney combining_network = {.alpha = 100, .beta = 2, .gamma = 3, .tau = 1000, .theta = 7};
constexpr double ten_traverse = 1000 + 10 * 7;

TEST(HockneyClock, TheLastRankAtTheCollectiveNetworkLetsAllGoOn) {
  EXPECT_EQ(
      hockney_clock({{traverse(10), combine(5)}, {combine(4), traverse(10)}, {combine(9), traverse(10)}},
                    combining_network),
      (std::vector<double>{27 + ten_traverse + 15, 27 + ten_traverse, 27 + ten_traverse}));
}

TEST(HockneyClock, ARankComesOnceToTheCollectiveNetworkWhateverItsMessagesDo) {
  // The message ends while both of its ranks are at the network, and rank 2 is not.
  EXPECT_EQ(hockney_clock({{post_send(1, 10, 0), traverse(10), wait(1, 10, 0)},
                           {post_recv(0, 10, 0), traverse(10), wait(0, 10, 0)},
                           {post_recv(3, 90, 0), wait(3, 90, 0), traverse(10)},
                           {post_send(2, 90, 0), wait(2, 90, 0), traverse(10)}},
                          combining_network),
            std::vector<double>(4, 100 + 90 * 2 + ten_traverse));
}

TEST(HockneyClock, TraversesOftenWithManyRanks) {
  constexpr std::size_t ranks = 1000, times = 300;
  EXPECT_EQ(hockney_clock(std::vector<Trace>(ranks, Trace(times, traverse(10))), combining_network),
            std::vector<double>(ranks, times * ten_traverse));
}

TEST(HockneyClock, NamesWhoWaitsAtTheCollectiveNetwork) {
  EXPECT_EQ(error_of({{traverse(1)}, {}}), "deadlock; rank 0 waits for others at the collective network");
}

TEST(HockneyClock, NamesTheRanksOfADeadlock) {
  const Trace first = {post_send(1, 10, 0), wait(1, 10, 0), post_recv(1, 20, 1), wait(1, 20, 1)};
  const Trace second = {post_send(0, 20, 0), wait(0, 20, 0), post_recv(0, 10, 1), wait(0, 10, 1)};
  EXPECT_EQ(error_of({first, second}),
            "deadlock; rank 0 waits for its send of 10 bytes to rank 1; rank 1 waits for its send of 20 "
            "bytes to rank 0");
}

TEST(HockneyClock, NamesMessagesWithoutPartner) {
  EXPECT_EQ(error_of({{}, {post_recv(0, 8, 0), wait(0, 8, 0)}}),
            "deadlock; rank 1 waits for its receive of 8 bytes from rank 0");
  EXPECT_EQ(error_of({{post_send(1, 8, 0)}, {}}), "without partner; rank 0: send of 8 bytes to rank 1");
  EXPECT_EQ(error_of({{post_send(3, 8, 0)}}), "trace of rank 0: there is no rank 3, only 0..0");
}

}  // namespace
}  // namespace collsim
