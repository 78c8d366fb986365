#include "backends/fast/engine/network_thread.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/error.hpp"

namespace collsim::fast {
namespace {

constexpr double lookahead = 2;

/// Every message arrives a lookahead after it set out; those to rank 1 wait half of one first.
class Network final : public NetworkModel {
 public:
  Network() : NetworkModel({.answers_beside = true}) {}

  std::optional<double> alone(const Message&, double) override { return std::nullopt; }
  Progress set_out(const Message& message, double time, Flows& flows) override {
    return message.to == 1 ? Progress::later(time + lookahead / 2) : pass(message, time, flows);
  }
  Progress pass(const Message& message, double time, Flows&) override {
    if (message.bytes < 0) throw Error("less than nothing");
    threads.insert(std::this_thread::get_id());
    seen.push_back(time);
    return Progress::arrives(time + lookahead);
  }

  std::set<std::thread::id> threads;
  std::vector<double> seen;  ///< when they passed
};

class NetworkThreads : public ::testing::Test {
 protected:
  Event sent(double time, int from, int to, std::int64_t bytes = 0) {
    return {time, to, from, sequence_++, Event::Kind::set_out, {&request_}, bytes};
  }
  /// Has the network tell of all arrivals; after each, `next(time)`.
  void follow(NetworkThread& thread, const std::function<void(double)>& next) {
    while (thread.advance([&](Request&, double time) { next(time); })) {
    }
  }

  NetworkThreads() { request_.owner = request_.peer = 0; }

  Request request_;
  std::uint32_t sequence_ = 0;
  Ranks ranks_{{0, 1, 2, 3, 3}};
  Network network_;
  Flows flows_{{}, {}};
  Timeline timeline_{lookahead / Timeline::per_lookahead};
};

TEST_F(NetworkThreads, WorkInOrderOfTimeWhateverTheRanksCauseMeanwhile) {
  for (int i = 0; i < 3000; ++i) timeline_.push(sent(i % 7 / 8., i % 4, (i + 1) % 4));
  NetworkThread thread(timeline_, ranks_, network_, flows_);
  int left = 20000;
  std::size_t arrivals = 0;
  follow(thread, [&](double time) {
    ++arrivals;
    if (--left > 0) thread.schedule(sent(time + left % 5 / 8., left % 4, (left + 1) % 4));
  });
  EXPECT_EQ(arrivals, 3000U + 19999U);
  EXPECT_EQ(network_.seen.size(), arrivals);
  EXPECT_TRUE(std::ranges::is_sorted(network_.seen));
  EXPECT_EQ(network_.threads.size(), 1U);
  EXPECT_FALSE(network_.threads.contains(std::this_thread::get_id()));
}

TEST_F(NetworkThreads, LeaveToTheRanksWhatHasNoLookahead) {
  timeline_.push(sent(0, 0, 1));
  NetworkThread thread(timeline_, ranks_, network_, flows_);
  follow(thread, [&](double time) {
    thread.schedule(sent(time + 1, 2, 3));
    thread.schedule(sent(time, 3, 4));
  });
  EXPECT_EQ(network_.seen.size(), 1U);
  EXPECT_EQ(timeline_.pop().source, 3);
  EXPECT_EQ(timeline_.pop().source, 2);
}

TEST_F(NetworkThreads, PassOnWhatTheNetworkThrows) {
  for (int i = 0; i < 100; ++i) timeline_.push(sent(0, 0, 2, i < 99 ? 0 : -1));
  NetworkThread thread(timeline_, ranks_, network_, flows_);
  EXPECT_THROW(follow(thread, [](double) {}), Error);
}

TEST_F(NetworkThreads, EndWhenRanksDoNotGoOn) {
  for (int i = 0; i < 50000; ++i) timeline_.push(sent(0, 0, 2));
  NetworkThread thread(timeline_, ranks_, network_, flows_);
  EXPECT_TRUE(thread.advance([](Request&, double) {}));
}

}  // namespace
}  // namespace collsim::fast
