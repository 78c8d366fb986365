#include "models/critical_path.hpp"

#include <gtest/gtest.h>

#include "tests/traces.hpp"

namespace collsim {

static bool operator==(const Segment& a, const Segment& b) {
  return a.kind == b.kind && a.rank == b.rank && a.from == b.from && a.to == b.to && a.bytes == b.bytes &&
         a.begin == b.begin && a.end == b.end;
}

static void PrintTo(const Segment& s, std::ostream* out) {
  *out << "{kind " << static_cast<int>(s.kind) << ", rank " << s.rank << ", " << s.from << "->" << s.to
       << ", " << s.bytes << " B, " << s.begin << ".." << s.end << "}";
}

namespace {

using namespace testing;
using Kind = Segment::Kind;
using Segments = std::vector<Segment>;

/// 2 s and 0.25 s/B: 8 bytes take 4 s.
const Wire wire = [](int, int, double) { return std::pair(2.0, 0.25); };

/// So slow that no local work takes longer than it would undisturbed.
const Work work = [](int) { return std::pair(100.0, 100.0); };

void expect_shares(const CriticalPath& path, const Shares& expected) {
  EXPECT_EQ(path.shares.alpha, expected.alpha);
  EXPECT_EQ(path.shares.beta, expected.beta);
  EXPECT_EQ(path.shares.gamma, expected.gamma);
  EXPECT_EQ(path.shares.copying, expected.copying);
  EXPECT_EQ(path.shares.waiting, expected.waiting);
  const Shares& s = path.shares;
  EXPECT_DOUBLE_EQ(s.alpha + s.beta + s.gamma + s.copying + s.waiting, path.end - path.begin);
}

TEST(CriticalPath, JumpsToAPartnerThatPostedLater) {
  const std::vector<Trace> traces = {{combine(6, 0, 5), post_send(1, 8, 0, 5), wait(1, 8, 0, 5, 9)},
                                     {post_recv(0, 8, 0, 0), wait(0, 8, 0, 0, 9), copy(3, 9, 10)}};
  const CriticalPath path = critical_path(traces, 0, wire, work);
  EXPECT_EQ(path.segments, (Segments{{Kind::combine, 0, -1, -1, 6, 0, 5},
                                     {Kind::message, 1, 0, 1, 8, 5, 9},
                                     {Kind::copy, 1, -1, -1, 3, 9, 10}}));
  expect_shares(path, {.alpha = 2, .beta = 2, .gamma = 5, .copying = 1, .waiting = 0});
}

TEST(CriticalPath, StaysWithTheRankWhosePartnerWaited) {
  const std::vector<Trace> traces = {
      {post_send(1, 8, 0, 0), wait(1, 8, 0, 0, 9)},
      {combine(6, 0, 5), post_recv(0, 8, 0, 5), wait(0, 8, 0, 5, 9), copy(3, 9, 10)}};
  const CriticalPath path = critical_path(traces, 0, wire, work);
  EXPECT_EQ(path.segments, (Segments{{Kind::combine, 1, -1, -1, 6, 0, 5},
                                     {Kind::message, 1, 0, 1, 8, 5, 9},
                                     {Kind::copy, 1, -1, -1, 3, 9, 10}}));
}

TEST(CriticalPath, LeavesOutWorkThatAMessageHid) {
  // The receive is posted at 0 and waited for at 3, after a combine; the send is posted at 1.
  const std::vector<Trace> traces = {{post_recv(1, 8, 0, 0), combine(6, 0, 3), wait(1, 8, 0, 3, 5)},
                                     {copy(3, 0, 1), post_send(0, 8, 0, 1), wait(0, 8, 0, 1, 5)}};
  const CriticalPath path = critical_path(traces, 0, wire, work);
  EXPECT_EQ(path.segments, (Segments{{Kind::copy, 1, -1, -1, 3, 0, 1}, {Kind::message, 0, 1, 0, 8, 1, 5}}));
  expect_shares(path, {.alpha = 2, .beta = 2, .gamma = 0, .copying = 1, .waiting = 0});
}

TEST(CriticalPath, LeavesOutAMessageThatWorkHid) {
  const std::vector<Trace> traces = {{post_recv(1, 8, 0, 0), combine(6, 0, 7), wait(1, 8, 0, 7, 7)},
                                     {post_send(0, 8, 0, 0), wait(0, 8, 0, 0, 4)}};
  const CriticalPath path = critical_path(traces, 0, wire, work);
  EXPECT_EQ(path.segments, (Segments{{Kind::combine, 0, -1, -1, 6, 0, 7}}));
  expect_shares(path, {.gamma = 7});
}

TEST(CriticalPath, CountsContentionAsWaiting) {
  const std::vector<Trace> traces = {{post_send(1, 8, 0, 0), wait(1, 8, 0, 0, 7)},
                                     {post_recv(0, 8, 0, 0), wait(0, 8, 0, 0, 7)}};
  expect_shares(critical_path(traces, 0, wire, work), {.alpha = 2, .beta = 2, .waiting = 3});
}

TEST(CriticalPath, AsksForTheWireOfItsMessage) {
  const Wire by_size = [](int, int, double bytes) { return std::pair(bytes < 8 ? 1.0 : 3.0, 0.25); };
  const std::vector<Trace> traces = {{post_send(1, 8, 0, 0), wait(1, 8, 0, 0, 5)},
                                     {post_recv(0, 8, 0, 0), wait(0, 8, 0, 0, 5)}};
  expect_shares(critical_path(traces, 0, by_size, work), {.alpha = 3, .beta = 2});
}

TEST(CriticalPath, CountsTimeWithoutEventsAsWaiting) {
  const std::vector<Trace> traces = {{combine(6, 2, 5), combine(1, 6, 8)}};
  const CriticalPath path = critical_path(traces, 1, wire, work);
  EXPECT_EQ(path.segments, (Segments{{Kind::wait, 0, -1, -1, 0, 1, 2},
                                     {Kind::combine, 0, -1, -1, 6, 2, 5},
                                     {Kind::wait, 0, -1, -1, 0, 5, 6},
                                     {Kind::combine, 0, -1, -1, 1, 6, 8}}));
  expect_shares(path, {.gamma = 5, .waiting = 2});
}

TEST(CriticalPath, FollowsTheLaterMessageOfASendrecv) {
  // Rank 0 sends to rank 2, which is ready at once, and receives from rank 1, which copies first.
  const std::vector<Trace> traces = {
      {post_recv(1, 8, 0, 0), post_send(2, 8, 1, 0), wait(1, 8, 0, 0, 8), wait(2, 8, 1, 0, 8)},
      {copy(3, 0, 4), post_send(0, 8, 0, 4), wait(0, 8, 0, 4, 8)},
      {post_recv(0, 8, 0, 0), wait(0, 8, 0, 0, 4)}};
  const CriticalPath path = critical_path(traces, 0, wire, work);
  EXPECT_EQ(path.segments, (Segments{{Kind::copy, 1, -1, -1, 3, 0, 4}, {Kind::message, 0, 1, 0, 8, 4, 8}}));
}

TEST(CriticalPath, TakesAnEagerSendForLocalTime) {
  const std::vector<Trace> traces = {{post_send(1, 8, 0, 0), wait(1, 8, 0, 0, 1), combine(6, 1, 20)},
                                     {combine(6, 0, 2), post_recv(0, 8, 0, 2), wait(0, 8, 0, 2, 6)}};
  const CriticalPath path = critical_path(traces, 0, wire, work);
  EXPECT_EQ(path.segments,
            (Segments{{Kind::wait, 0, -1, -1, 0, 0, 1}, {Kind::combine, 0, -1, -1, 6, 1, 20}}));
}

TEST(CriticalPath, CountsWorkThatOthersSlowedDownAsWaiting) {
  const std::vector<Trace> traces = {{combine(6, 0, 9), copy(3, 9, 14)}};
  const Work a_second_per_byte = [](int) { return std::pair(1.0, 1.0); };
  expect_shares(critical_path(traces, 0, wire, a_second_per_byte), {.gamma = 6, .copying = 3, .waiting = 5});
}

TEST(CriticalPath, LeadsFromTheCollectiveNetworkToWhoCameLast) {
  // Rank 1 is the last to come to the first traversal, rank 0 to the second.
  const std::vector<Trace> traces = {
      {combine(1, 0, 2), traverse(8, 2, 9), combine(2, 9, 13), traverse(8, 13, 18)},
      {combine(3, 0, 5), traverse(8, 5, 9), traverse(8, 9, 18), copy(3, 18, 19)}};
  const CriticalPath path = critical_path(traces, 0, wire, work);
  EXPECT_EQ(path.segments, (Segments{{Kind::combine, 1, -1, -1, 3, 0, 5},
                                     {Kind::wait, 1, -1, -1, 0, 5, 9},
                                     {Kind::combine, 0, -1, -1, 2, 9, 13},
                                     {Kind::wait, 0, -1, -1, 0, 13, 18},
                                     {Kind::copy, 1, -1, -1, 3, 18, 19}}));
  expect_shares(path, {.gamma = 9, .copying = 1, .waiting = 9});
}

TEST(CriticalPath, OfNothingIsEmpty) {
  const CriticalPath path = critical_path({{}, {}}, 3, wire, work);
  EXPECT_TRUE(path.segments.empty());
  EXPECT_EQ(path.end, 3);
}

TEST(LinkLoads, SortsByTheTimeALinkNeeds) {
  const std::vector<Trace> traces = {{post_send(1, 8, 0), post_send(2, 4, 1)},
                                     {post_recv(0, 8, 0), post_send(2, 6, 1)},
                                     {post_recv(0, 4, 0), post_recv(1, 6, 1)}};
  const LinksBetween route = [](int from, int to) {
    const std::string down = "down-" + std::to_string(to);
    return std::vector<std::pair<std::string, double>>{{"up-" + std::to_string(from), 2.0},
                                                       {down, down == "down-1" ? 1.0 : 2.0}};
  };
  const auto loads = link_loads(traces, route);
  ASSERT_EQ(loads.size(), 4U);
  const LinkLoad expected[] = {{"down-1", 8, 8.0}, {"up-0", 12, 6.0}, {"down-2", 10, 5.0}, {"up-1", 6, 3.0}};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(loads[i].link, expected[i].link);
    EXPECT_EQ(loads[i].bytes, expected[i].bytes);
    EXPECT_EQ(loads[i].seconds, expected[i].seconds);
  }
}

}  // namespace
}  // namespace collsim
