#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>

#include <fstream>
#include <iterator>
#include <map>

#include "algorithms/algorithm.hpp"
#include "backends/backend.hpp"
#include "backends/smpi/client/facts.hpp"
#include "support/children.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;

// Algorithms that do what no algorithm should: each trial must bear it alone.

void waits_forever(Comm& comm, const Allreduce& call, const Options&) {
  comm.recv(call.recv, call.count, call.type, (comm.rank() + 1) % comm.size());
}
void crashes(Comm& comm, const Allreduce&, const Options&) {
  if (comm.rank() == 1) raise(SIGSEGV);
}
void is_killed(Comm& comm, const Allreduce&, const Options&) {
  if (comm.rank() == 1) raise(SIGKILL);
}
void forgets_to_combine(Comm& comm, const Allreduce& call, const Options&) {
  comm.copy(call.send, call.recv, call.count, call.type);
}
void truncates(Comm& comm, const Allreduce& call, const Options&) {
  if (comm.rank() == 0) comm.send(call.send, call.count, call.type, 1);
  if (comm.rank() == 1) comm.recv(call.recv, call.count - 1, call.type, 0);
}
/// Every rank combines n bytes, then copies n bytes: what sharing costs, without messages.
void works_locally(Comm& comm, const Allreduce& call, const Options&) {
  comm.reduce_local(call.send, call.recv, call.count, call.type, call.op);
  comm.copy(call.send, call.recv, call.count, call.type);
}

Description named(const char* name) {
  Description about;
  about.name = name;
  return about;
}

const Registration<Allreduce> test_algorithms[] = {
    {named("test_waits_forever"), waits_forever}, {named("test_crashes"), crashes},
    {named("test_is_killed"), is_killed},         {named("test_forgets_to_combine"), forgets_to_combine},
    {named("test_truncates"), truncates},         {named("test_works_locally"), works_locally},
};

Point point_of(const std::string& algorithm, int processes = 4, std::int64_t count = 1000) {
  Point point;
  point.collective = "allreduce";
  point.algorithm = algorithm;
  point.options = describe("allreduce", algorithm).resolve({});
  point.backend = "smpi";
  point.platform = "star";
  point.processes = processes;
  point.count = count;
  return point;
}

std::vector<Outcome> answers(const std::vector<Point>& points, int jobs = 1,
                             const std::string& platform = "star") {
  std::vector<Outcome> outcomes(points.size());
  answer(
      Platform::load(platform), points, jobs, [] { return false; },
      [&](std::size_t index, const Outcome& outcome) { outcomes[index] = outcome; });
  return outcomes;
}

TEST(Answer, FailuresAreRowsAndCostNoOtherPoint) {
  const std::map<std::string, std::string> expected = {
      {"test_waits_forever",
       "failed: deadlock: rank 0 in MPI_Recv from 1, rank 1 in MPI_Recv from 2, rank 2 in MPI_Recv from 3, "
       "rank 3 in "
       "MPI_Recv from 0"},
      {"test_crashes", "failed: killed by signal 11"},
      {"test_is_killed", "failed: killed by signal 9"},
      {"test_forgets_to_combine", "failed: wrong result: element 0 on rank 0"},
      {"test_truncates", "failed: MPI_Recv failed: MPI_ERR_TRUNCATE"},
  };
  std::vector<Point> points;
  for (const auto& [algorithm, status] : expected) {
    points.push_back(point_of(algorithm));
    points.push_back(point_of("ring"));
  }
  const auto outcomes = answers(points, 2);
  for (std::size_t i = 0; i < points.size(); i += 2) {
    EXPECT_THAT(outcomes[i].status.text(), ::testing::StartsWith(expected.at(points[i].algorithm)));
    EXPECT_EQ(outcomes[i + 1].status.text(), "ok");
  }
}

TEST(Answer, IsTheSameToTheBitWhateverTheJobsOrderAndDataMode) {
  std::vector<Point> points;
  for (const char* algorithm : {"ring", "rabenseifner", "recursive_doubling", "library"})
    for (const int p : {3, 8, 13}) points.push_back(point_of(algorithm, p, 777));
  const auto once = answers(points, 1);
  std::vector<Point> reversed(points.rbegin(), points.rend());
  for (auto& point : reversed) point.data = Data::time;
  const auto again = answers(reversed, 2);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& other = again[points.size() - 1 - i];
    EXPECT_EQ(once[i].status.text(), "ok");
    EXPECT_EQ(once[i], other) << points[i].algorithm << " p=" << points[i].processes;
  }
}

TEST(Answer, HoldsTheLibraryWhereSmpiLeavesNoChoice) {
  for (const char* collective : {"scan", "exscan"}) {
    Point point = point_of("library");
    point.collective = collective;
    EXPECT_EQ(answers({point}).front().status.text(), "ok") << collective;
  }
}

TEST(Answer, LoopGivesTheTimeOfOneExecution) {
  Point once = point_of("ring");
  Point looped = once;
  looped.loop = 5;
  const auto outcomes = answers({once, looped});
  // On a symmetric network back-to-back rings do not overlap; rounding differs with the time of the start.
  EXPECT_NEAR(outcomes[1].seconds / outcomes[0].seconds, 1, 1e-12);
  EXPECT_EQ(outcomes[1].messages, outcomes[0].messages);
}

TEST(Answer, LocalWorkTakesItsRate) {
  const Point point = point_of("test_works_locally", 2, 1 << 20);
  const auto platform = Platform::load("star");
  const double bytes = 8.0 * (1 << 20);
  const double expected =
      bytes / platform.combine_rate("arithmetic", "double", 0) + bytes / platform.copy_rate(0);
  Point timed = point;
  timed.data = Data::time;
  EXPECT_NEAR(answers({timed})[0].seconds / expected, 1, 1e-12);
}

TEST(Answer, RanksOfADomainShareItsMemory) {
  Point point = point_of("test_works_locally", 12, 1 << 20);
  point.data = Data::time;
  point.ppn = 12;
  const auto platform = Platform::load("hamilton", {{"memory.bandwidth", "12GBps"}});
  const double bytes = 8.0 * (1 << 20);
  std::vector<Outcome> outcomes(1);
  answer(
      platform, {point}, 1, [] { return false; }, [&](std::size_t i, const Outcome& o) { outcomes[i] = o; });
  // Twelve ranks of one socket: of their working sets of two vectors, what exceeds the cache passes through memory,
  // 3 bytes per byte combined and 2 per byte copied, at 1 GB/s of the 12 GB/s each.
  EXPECT_GT(platform.combine_rate("arithmetic", "double", point.bytes()) * 3, 1e9);
  const double outside = 1 - platform.number("memory.cache") / (12 * 2 * bytes);
  EXPECT_NEAR(outcomes[0].seconds / (outside * 5 * bytes / 1e9), 1, 1e-9);
}

TEST(Answer, RanksBeyondTheCoresTimeShareThem) {
  Point fits = point_of("test_works_locally", 21, 1000);
  fits.data = Data::time;
  fits.ppn = 21;
  Point crowded = fits;
  crowded.processes = 42;
  crowded.ppn = 42;
  const auto outcomes = answers({fits, crowded}, 1, "hamilton");
  EXPECT_EQ(Platform::load("hamilton").number("cores.effective"), 21);
  EXPECT_NEAR(outcomes[1].seconds / outcomes[0].seconds, 2, 1e-9);
}

TEST(Answer, TimeModeHoldsNoPayload) {
  Point point = point_of("recursive_doubling", 128, (64 << 20) / 8);
  point.data = Data::time;
  EXPECT_EQ(answers({point})[0].status, Status());
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  EXPECT_LT(usage.ru_maxrss, 256 << 10) << "KiB resident for 128 ranks of 64 MiB";
}

TEST(Answer, ModelEqualsSimulationWithoutContention) {
  Point simulated = point_of("halving_doubling", 16, 4096);
  Point modeled = simulated;
  modeled.backend = "model";
  const auto outcomes = answers({simulated, modeled});
  EXPECT_NEAR(outcomes[0].seconds / outcomes[1].seconds, 1, 1e-9);
  EXPECT_EQ(outcomes[0].messages, outcomes[1].messages);
  EXPECT_EQ(outcomes[0].bytes_sent, outcomes[1].bytes_sent);
}

TEST(Answer, AMessageIsExplainedByItsRouteAndItsEnvelope) {
  std::string wire;
  in_children(
      1, 1,
      [](std::size_t) {
        const Explained explained = simulator().explain(Platform::load("star"), point_of("ring"));
        const auto [alpha, beta] = explained.wire(0, 1, 1000);
        return fmt::format("{:.3f} ns and {:.3f} ns a byte", 1e9 * alpha, 1e9 * beta);
      },
      [] { return false; },
      [&](std::size_t, const ChildReport& report) { wire = report.output + report.failure; });
  EXPECT_EQ(wire, "1016.000 ns and 1.000 ns a byte") << "1 us, and 16 bytes at 1 GB/s";
}

TEST(Answer, StopsWhenAsked) {
  const std::vector<Point> points(50, point_of("ring", 32, 1000));
  int answered = 0;
  answer(
      Platform::load("star"), points, 1, [&] { return answered >= 3; },
      [&](std::size_t, const Outcome&) { ++answered; });
  EXPECT_EQ(answered, 3);
}

TEST(Answer, APlatformThatSimGridRefusesIsAnError) {
  const testing::Folder folder;
  const std::string file = folder.path() / "refused.xml";
  std::ifstream star(Platform::load("star").file());
  std::string xml{std::istreambuf_iterator<char>(star), {}};
  xml.replace(xml.find("speed=\"1Gf\""), 11, "colour=\"red\"");
  std::ofstream(file) << xml;
  try {
    answers({point_of("ring")}, 1, file);
    FAIL() << "an unknown attribute was accepted";
  } catch (const Error& error) {
    EXPECT_THAT(std::string(error.what()), HasSubstr("refused.xml: SimGrid refuses it")) << error.what();
  }
}

}  // namespace
}  // namespace collsim
