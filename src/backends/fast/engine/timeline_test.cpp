#include "backends/fast/engine/timeline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace collsim::fast {
namespace {

TimelineEvent event(double time, int destination = 0, int source = 0, unsigned sequence = 0,
                    TimelineEvent::Kind kind = TimelineEvent::Kind::set_out) {
  return {time, destination, source, sequence, kind, {}};
}

bool same(const TimelineEvent& a, const TimelineEvent& b) {
  return !(a < b) && !(b < a);
}

/// Few different values, so that ties are many; sequences differ, as those of one source do.
std::vector<TimelineEvent> random_events(int count, double longest, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<TimelineEvent> events;
  for (unsigned i = 0; i < static_cast<unsigned>(count); ++i) {
    // Most near, some very far.
    const double scale = random() % 8 == 0 ? longest : longest / 1e4;
    const double time = scale * static_cast<double>(random() % 64) / 64;
    events.push_back(event(time, static_cast<int>(random() % 3), static_cast<int>(random() % 3), i));
  }
  return events;
}

class TimelineWidth : public ::testing::TestWithParam<double> {};

TEST_P(TimelineWidth, PopsInTheOrderOfASort) {
  std::vector<TimelineEvent> events = random_events(3000, 1e4, 1);
  Timeline timeline(GetParam());
  for (const TimelineEvent& each : events) timeline.push(each);
  std::sort(events.begin(), events.end());
  for (const TimelineEvent& expected : events) {
    EXPECT_EQ(timeline.first(), expected.time);
    ASSERT_TRUE(same(timeline.pop(), expected));
  }
  EXPECT_EQ(timeline.first(), std::numeric_limits<double>::infinity());
}

TEST_P(TimelineWidth, TakesLateEventsIntoAccount) {
  // Every event popped brings up to two more, from its own time on: into the open window, the next, far ones.
  std::mt19937 random(2);
  Timeline timeline(GetParam());
  std::vector<TimelineEvent> known = random_events(50, 1e4, 3);
  for (const TimelineEvent& each : known) timeline.push(each);
  unsigned sequence = 1000;
  for (int popped = 0; !known.empty(); ++popped) {
    const auto least = std::min_element(known.begin(), known.end());
    const TimelineEvent expected = *least;
    known.erase(least);
    ASSERT_TRUE(same(timeline.pop(), expected)) << popped;
    for (unsigned i = 0; i < random() % 3 && sequence < 3000; ++i) {
      const double delays[] = {0, 1e-9, 0.3, 1, 7, 5e3, 1e6};
      known.push_back(
          event(expected.time + delays[random() % 7], static_cast<int>(random() % 3), 0, sequence++));
      timeline.push(known.back());
    }
  }
}

TEST_P(TimelineWidth, WindowsFollowOneAnotherInOrder) {
  std::vector<TimelineEvent> events = random_events(2000, 1e4, 5);
  Timeline timeline(GetParam());
  for (const TimelineEvent& each : events) timeline.push(each);
  std::sort(events.begin(), events.end());
  std::size_t next = 0;
  while (next < events.size()) {
    const double begin = timeline.first();
    do {
      ASSERT_TRUE(same(timeline.pop(), events[next]));
      // No integer counts windows of 1e-30.
      if (GetParam() > 1e-15) {
        EXPECT_LE(events[next].time - begin, GetParam());
      }
      ++next;
    } while (timeline.in_window());
  }
  EXPECT_EQ(timeline.first(), std::numeric_limits<double>::infinity());
}

INSTANTIATE_TEST_SUITE_P(, TimelineWidth, ::testing::Values(0, 1e-30, 1e-6, 0.01, 1, 37.5, 1e9, 1e30));

TEST(Timeline, EventsThatFallIntoTheOpenWindowBelongToIt) {
  Timeline timeline(10);
  for (const double time : {1., 2., 8., 12.}) timeline.push(event(time));
  EXPECT_FALSE(timeline.in_window());
  EXPECT_EQ(timeline.pop().time, 1);  // opens the window [0, 10)
  timeline.push(event(3));
  timeline.push(event(9));
  for (const double time : {2., 3., 8., 9.}) {
    EXPECT_TRUE(timeline.in_window());
    EXPECT_EQ(timeline.pop().time, time);
  }
  EXPECT_FALSE(timeline.in_window());
  EXPECT_EQ(timeline.pop().time, 12);
}

TEST(Timeline, WithoutWidthEveryEventIsAWindow) {
  Timeline timeline(0);
  for (const double time : {1., 2., 8.}) timeline.push(event(time));
  EXPECT_EQ(timeline.first(), 1);
  EXPECT_EQ(timeline.pop().time, 1);
  EXPECT_FALSE(timeline.in_window());
}

TEST(Timeline, OneMomentIsOrderedByDestinationSourceSequenceAndKind) {
  constexpr auto pass = TimelineEvent::Kind::pass;
  const std::vector<TimelineEvent> expected = {event(1, 0, 5, 9, pass), event(1, 1, 2, 7, pass),
                                               event(1, 1, 3, 1, pass), event(1, 1, 3, 2, pass),
                                               event(1, 1, 3, 2, TimelineEvent::Kind::deliver)};
  for (const double width : {0., 10.}) {
    Timeline timeline(width);
    for (const int index : {3, 0, 4, 2, 1}) timeline.push(expected[static_cast<std::size_t>(index)]);
    for (const TimelineEvent& each : expected) EXPECT_TRUE(same(timeline.pop(), each));
  }
}

TEST(Timeline, AMessageSetsOutAtItsSource) {
  Timeline timeline(10);
  timeline.push(event(1, 1, 3));
  timeline.push(event(1, 2, 0, 0, TimelineEvent::Kind::pass));
  EXPECT_EQ(timeline.pop().source, 0);
}

}  // namespace
}  // namespace collsim::fast
