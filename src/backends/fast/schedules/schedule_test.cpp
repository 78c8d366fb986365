#include <gtest/gtest.h>

#include <fstream>

#include "algorithms/facts/collective.hpp"
#include "backends/fast/simulate.hpp"
#include "backends/fast/testing/points.hpp"
#include "support/data_dir.hpp"
#include "tests/folder.hpp"

namespace collsim::fast {
namespace {

Point point_of(const Description& about, const std::string& platform, int processes) {
  Point point = testing::point_of(about, platform, processes);
  point.count = collective(about.collective).fitting(1000, processes);
  return point;
}

/// Empty, or how the recorded schedule's outcome differs: it must not, in any bit.
std::string difference(const Platform& platform, Point point) {
  if (!describe(point.collective, point.algorithm).why_unsupported(point.shape(), point.options).empty())
    return {};
  const Outcome fibers = simulate(platform, point);
  point.schedule = RunsAs::recorded;
  const Outcome recorded = simulate(platform, point);
  const bool same = fibers.ok() && recorded.ok() && fibers.seconds == recorded.seconds &&
                    fibers.seconds_mean == recorded.seconds_mean &&
                    fibers.seconds_rank0 == recorded.seconds_rank0 && fibers.messages == recorded.messages &&
                    fibers.bytes_sent == recorded.bytes_sent;
  if (same) return {};
  return point.collective + "/" + point.algorithm + " on " + point.platform + ", " + point.network.text() +
         ", p = " + std::to_string(point.processes) + ": " + std::to_string(fibers.seconds) +
         " s, recorded " + std::to_string(recorded.seconds) + " s; ";
}

class Recorded : public ::testing::TestWithParam<const char*> {};

TEST_P(Recorded, GivesTheSameBitsAsFibers) {
  std::string differences;
  int compared = 0;
  for (const char* name : {"star", "cray_t3e", "hamilton"}) {
    const Platform platform = Platform::load(name);
    for (const Description* about : descriptions()) {
      if (about->reads_messages || about->needs_collective_network) continue;
      for (const int processes : {7, 8}) {
        Point point = point_of(*about, name, processes);
        point.ppn = platform.cores() > 1 ? 3 : 1;
        point.network = GetParam();
        differences += difference(platform, point);
        ++compared;
      }
    }
  }
  EXPECT_EQ(differences, "");
  EXPECT_GT(compared, 400);
}

INSTANTIATE_TEST_SUITE_P(Networks, Recorded, ::testing::Values("hockney", "loggp", "links", "fluid", "tcp"));

/// The star, whose senders do not wait for messages below 200 bytes, of which those below 100 set out without
/// their receiver.
Platform eager_star() {
  std::string xml = collsim::testing::contents(data_dir() / "platforms/star.xml");
  std::string config = "<config>", sources;
  for (const auto& [setting, value] :
       {std::pair("smpi/async-small-thresh", "100"), std::pair("smpi/send-is-detached-thresh", "200")}) {
    config += std::string("<prop id=\"") + setting + "\" value=\"" + value + "\"/>";
    sources += std::string("<prop id=\"source.") + setting + "\" value=\"chosen: for a test\"/>";
  }
  const auto zone = xml.find("<zone");
  xml.insert(xml.find('>', zone) + 1, sources);
  xml.insert(zone, config + "</config>");
  const collsim::testing::Folder folder;
  const auto file = folder.path() / "eager_star.xml";
  std::ofstream(file) << xml;
  return Platform::load(file.string());
}

/// Their requests outlive the steps that post them.
TEST(RecordedSchedule, KnowsEagerAndDetachedSends) {
  const Platform star = eager_star();
  for (const auto* about : {&describe("allreduce", "rabenseifner"), &describe("bcast", "binomial"),
                            &describe("alltoall", "irecv_isend")})
    for (const int count : {12, 24, 240, 2400}) {
      Point point = point_of(*about, "star", 12);
      point.network = "links";
      point.count = count;
      point.loop = 3;
      EXPECT_EQ(difference(star, point), "");
    }
}

/// So the test above is about something: a root that does not wait sends to the next while the first is on
/// its way.
TEST(RecordedSchedule, IsFasterWhereSendersDoNotWait) {
  Point point = point_of(describe("bcast", "binomial"), "star", 12);
  point.network = "links";
  point.count = 12;
  point.schedule = RunsAs::recorded;
  EXPECT_LT(simulate(eager_star(), point).seconds, 0.9 * simulate(Platform::load("star"), point).seconds);
}

/// Whose ranks all do the same, of which one is written down, has room where its messages alone, by the dozen bytes, have not.
TEST(RecordedSchedule, NeedsRoomForWhatDiffersOnly) {
  const Platform star = Platform::load("star");
  Point pairwise = point_of(describe("alltoall", "pairwise"), "star", 60),
        binomial = point_of(describe("bcast", "binomial"), "star", 60);
  pairwise.network = binomial.network = "links";
  const std::int64_t room = 60 * 59 * 12;
  EXPECT_EQ(simulate_recorded(star, pairwise, room).seconds, simulate(star, pairwise).seconds);
  EXPECT_THROW(simulate_recorded(star, binomial, 100), Error);
}

/// Ranks in one place of their nodes do the same, each through the memory of its own node: that of one node is written down.
TEST(RecordedSchedule, HasOneProgramForAPlaceOfAllNodes) {
  const Platform xe6 = Platform::load("cray_xe6");
  Point point = point_of(describe("reduce_scatter_block", "hierarchical"), "cray_xe6", 480);
  point.network = "links";
  point.ppn = 24;
  point.count = 480 * 1000;
  const std::int64_t room = 20 * 24 * 10 * 32;  // ten steps of every rank
  EXPECT_EQ(simulate_recorded(xe6, point, room).seconds, simulate(xe6, point).seconds);
}

/// Sizes that only other ranks know are not there while a schedule is recorded.
TEST(RecordedSchedule, IsNotForAlgorithmsThatReadMessages) {
  for (const Description* about : descriptions()) {
    const bool rooted = about->collective.starts_with("gather") || about->collective.starts_with("scatter");
    const bool adds_up = about->name == "binomial" && rooted && about->collective.ends_with("v");
    const bool tells_sizes = about->name == "hierarchical" && (rooted || about->collective == "alltoallv");
    const bool by_arrival = about->name == "imbalance_tolerant" && about->collective != "alltoall";
    EXPECT_EQ(about->reads_messages, adds_up || tells_sizes || by_arrival) << about->full_name();
  }
}

}  // namespace
}  // namespace collsim::fast
