#include "backends/native/job.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <thread>

#include "algorithms/algorithm.hpp"
#include "backends/native/ranks.hpp"
#include "backends/native/testing/world.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using testing::job;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

void forget(Comm& comm, const Allreduce& call, const Options&) {
  comm.copy(call.send, call.recv, call.count, call.type);
}
/// Rank 1 expects less than rank 0 sends, and drops it.
void truncate(Comm& comm, const Allreduce& call, const Options&) {
  if (comm.rank() == 0) comm.send(call.send, call.count, call.type, 1);
  if (comm.rank() == 1) comm.recv(call.recv, call.count - 1, call.type, 0);
}
void doze(Comm& comm, const Allreduce&, const Options&) {
  if (comm.rank() == 1) std::this_thread::sleep_for(std::chrono::milliseconds(2));
}
const Registration<Allreduce> forgetful{{.name = "test_forget", .source = "a test", .assumes = ""}, forget};
const Registration<Allreduce> truncating{{.name = "test_truncate", .source = "a test", .assumes = ""},
                                         truncate};
const Registration<Allreduce> dozing{{.name = "test_doze", .source = "a test", .assumes = ""}, doze};

Point point(const std::string& algorithm, int processes, std::int64_t count) {
  Point asked;
  asked.collective = "allreduce";
  asked.algorithm = algorithm;
  asked.options = describe("allreduce", algorithm).resolve({});
  asked.backend = "native";
  asked.platform = "star";
  asked.processes = processes;
  asked.count = count;
  return asked;
}

/// Rank 0: what the job answers. Elsewhere nothing: those ranks follow.
std::vector<Outcome> answers(const std::vector<Point>& points) {
  std::vector<Outcome> outcomes;
  job().lead([&] {
    job().answer(
        Platform(), points, 1, [] { return false; },
        [&](std::size_t index, const Outcome& outcome) {
          EXPECT_EQ(index, outcomes.size());
          outcomes.push_back(outcome);
        });
    EXPECT_EQ(outcomes.size(), points.size());
    return 0;
  });
  return outcomes;
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

TEST(Job, KnowsItsMachine) {
  Machine machine = job().machine();
  EXPECT_EQ(std::ssize(machine.hosts), job().size());
  EXPECT_FALSE(machine.mpi.empty());
  EXPECT_EQ(nlohmann::json(machine).get<Machine>().hosts, machine.hosts);
  const auto before = machine.identity(1);
  machine.hosts.back() = "elsewhere";
  EXPECT_EQ(machine.identity(job().size() - 1), job().machine().identity(job().size() - 1));
  EXPECT_NE(machine.identity(job().size()), job().machine().identity(job().size()));
  machine.settings["OMPI_MCA_btl"] = "tcp,self";
  EXPECT_NE(machine.identity(1), before);
}

/// Also where the ranks after it fail, or where it is the only one.
TEST(Job, TellsTheProblemOfTheFirstRankThatFails) {
  for (int first = 0; first < job().size(); ++first) {
    for (const int last : {first, job().size() - 1}) {
      const auto fail = [&] {
        const int rank = job().rank();
        if (first <= rank && rank <= last) throw Error("of rank " + std::to_string(rank));
      };
      const auto prepare = [&] { job().prepare(fail); };
      if (job().rank() == 0 || job().rank() == first)
        EXPECT_THAT(prepare, ThrowsMessage<Error>("of rank " + std::to_string(first)));
      else
        EXPECT_THROW(prepare(), Error);
    }
  }
}

TEST(Job, AnswersEveryAllreduce) {
  std::vector<Point> points;
  for (const auto* about : descriptions()) {
    if (about->collective != "allreduce" || about->name.starts_with("test_")) continue;
    if (about->needs_collective_network) continue;
    for (const int processes : {1, 2, job().size() - 1, job().size()})
      points.push_back(point(about->name, processes, 1000));
  }
  ASSERT_FALSE(points.empty());
  const auto outcomes = answers(points);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const Outcome& outcome = outcomes[i];
    const Description& about = describe("allreduce", points[i].algorithm);
    SCOPED_TRACE(about.name + " on " + std::to_string(points[i].processes));
    const std::string why = about.why_unsupported(points[i].shape(), points[i].options);
    EXPECT_EQ(outcome.status.text(), why.empty() ? "ok" : "unsupported: " + why);
    if (!outcome.ok()) continue;
    EXPECT_GT(outcome.seconds_low, 0);
    EXPECT_LE(outcome.seconds_low, outcome.seconds);
    EXPECT_LE(outcome.seconds, outcome.seconds_high);
    EXPECT_LE(outcome.since_last_arrival, outcome.seconds_high);
    EXPECT_GE(outcome.repetitions, 1);
    EXPECT_LE(outcome.repetitions, 100);
    std::int64_t bytes = 0;
    std::int64_t messages = 0;
    for (const auto& stage : about.cost ? about.cost(points[i].shape(), points[i].options) : Cost()) {
      bytes += stage.repeat * stage.volume;
      messages += stage.repeat * stage.messages;
    }
    EXPECT_EQ(outcome.bytes_sent, bytes);
    EXPECT_EQ(outcome.messages, messages);
  }
}

TEST(Job, RefusesWhatThisMachineCannotDo) {
  const std::string size = std::to_string(job().size());
  Point large = point("ring", 2 * job().size(), 8);
  Point changed = point("ring", 2, 8);
  changed.overrides = {{"link.bandwidth", "x2"}};
  Point selected = point("library", 2, 8);
  selected.options = describe("allreduce", "library").resolve({{"selector", "mpich"}});
  const auto outcomes = answers({large, changed, selected});
  if (job().rank() != 0) return;
  EXPECT_EQ(outcomes[0].status.text(),
            "unsupported: needs " + std::to_string(large.processes) + " processes, the job has " + size);
  EXPECT_THAT(outcomes[1].status.text(), StartsWith("unsupported: overrides"));
  EXPECT_THAT(outcomes[2].status.text(), StartsWith("unsupported: selectors are SMPI's"));
}

/// Where Open MPI heeds what a program sets: the test native_forced.
TEST(Job, ForcesTheLibrarysAlgorithms) {
  const auto forcing = [](const std::string& theirs) {
    Point asked = point("library", job().size(), 100);
    asked.options = describe("allreduce", "library").resolve({{"forced", theirs}});
    return asked;
  };
  const auto outcomes = answers({forcing("ring"), forcing("segmented_ring(segsize=8)"), forcing("rign"),
                                 forcing("ring(segsise=8)"), forcing("ring(segsize=8K)"), forcing("none")});
  if (job().rank() != 0) return;
  if (!getenv("OMPI_MCA_coll_tuned_use_dynamic_rules")) {
    EXPECT_THAT(outcomes[0].status.text(), StartsWith("failed: the installed library "));
    return;
  }
  EXPECT_TRUE(outcomes[0].ok()) << outcomes[0].status.text();
  EXPECT_TRUE(outcomes[1].ok()) << outcomes[1].status.text();
  EXPECT_THAT(outcomes[2].status.text(), HasSubstr("no algorithm 'rign' of allreduce; did you mean 'ring'"));
  EXPECT_THAT(outcomes[3].status.text(), HasSubstr("no parameter 'segsise'; did you mean 'segsize'"));
  EXPECT_THAT(outcomes[4].status.text(), HasSubstr("right would be a whole number"));
  EXPECT_TRUE(outcomes[5].ok());
}

TEST(Job, FailedPointsLeaveTheOthersAlone) {
  const int p = job().size();
  Point unchecked = point("test_forget", p, 100);
  Point truncated = point("test_truncate", p, 100);
  unchecked.data = truncated.data = Data::time;
  const auto outcomes = answers({point("test_forget", p, 100), truncated, unchecked, point("ring", p, 100)});
  if (job().rank() != 0) return;
  EXPECT_EQ(outcomes[0].status.text(), "failed: rank 0: wrong result: element 0 on rank 0");
  EXPECT_THAT(outcomes[1].status.text(), StartsWith("failed: rank 1: MPI_Recv failed: "));
  EXPECT_EQ(outcomes[2].status.text(), "ok");
  EXPECT_EQ(outcomes[3].status.text(), "ok");
}

TEST(Job, TimesTheLastRankAndDividesByTheLoop) {
  Point looped = point("test_doze", 2, 0);
  looped.loop = 3;
  const auto outcomes = answers({point("test_doze", 2, 0), looped});
  for (const auto& outcome : outcomes) {
    EXPECT_GE(outcome.seconds, 2e-3);
    EXPECT_LT(outcome.seconds, 6e-3);  // three laps take no less
    EXPECT_LT(outcome.seconds_rank0, 1e-3);
    EXPECT_GE(outcome.seconds_mean, 1e-3);
    EXPECT_LT(outcome.seconds_mean, 3e-3);
  }
}

TEST(Job, RefusesAFileThatHasRanksElsewhere) {
  const auto& hosts = job().machine().hosts;
  if (hosts[0] != hosts[1]) GTEST_SKIP() << "several hosts";
  Point together = point("ring", 2, 8);
  together.places = {"places.csv", {{4}, {4}}};
  Point apart = point("ring", 2, 8);
  apart.places = {"places.csv", {{4}, {2}}};
  const auto outcomes = answers({together, apart});
  if (job().rank() != 0) return;
  EXPECT_EQ(outcomes[0].status.text(), "ok");
  EXPECT_THAT(outcomes[1].status.text(), StartsWith("unsupported: ranks 0 and 1 are on one host, "));
}

TEST(Job, RanksWaitForTheirMoment) {
  Point late = point("ring", 2, 8);
  late.arrival = {.pattern = ArrivalPattern::measured, .moments = {"moments.csv", {3e-3, 0}}};
  Point relative = point("test_doze", 2, 0);
  relative.arrival = Arrival::parse("sorted(size=x2)");
  const auto outcomes = answers({late, relative});
  if (job().rank() != 0) return;
  EXPECT_GE(outcomes[0].seconds, 3e-3);
  EXPECT_LE(outcomes[0].since_last_arrival, outcomes[0].seconds - 3e-3 + 1e-9);
  EXPECT_LE(outcomes[0].seconds_rank0, outcomes[0].seconds_worst);
  EXPECT_GE(outcomes[0].seconds_worst, 3e-3);
  EXPECT_GE(outcomes[0].seconds_early, 3e-3);
  // Rank 1 comes twice the balanced 2 ms later and then dozes for 2 ms.
  EXPECT_GE(outcomes[1].seconds, 6e-3);
  EXPECT_LE(outcomes[1].since_last_arrival, outcomes[1].seconds - 4e-3 + 1e-9);
}

TEST(Job, CountsOneExecutionOfALoop) {
  Point looped = point("ring", 2, 100);
  looped.loop = 5;
  for (const auto& outcome : answers({looped})) EXPECT_EQ(outcome.messages, 4);
}

TEST(Job, KeepsAnswersOfInPlaceCallsRight) {
  Point in_place = point("ring", 2, 100);
  in_place.in_place = true;
  in_place.loop = 2;
  for (const auto& outcome : answers({in_place})) EXPECT_EQ(outcome.status.text(), "ok");
}

TEST(Job, UnusedRanksSleep) {
  const double wall = seconds_now();
  const double cpu = cpu_seconds();
  const std::vector<Point> points(100, point("test_doze", 2, 0));
  answers(points);
  if (job().rank() < 2) return;
  EXPECT_GT(seconds_now() - wall, 1);
  EXPECT_LT(cpu_seconds() - cpu, 0.1 * (seconds_now() - wall));
}

TEST(Job, RethrowsOnRankZeroAndGoesOn) {
  const auto fail = []() -> int { throw Error("no such scenario"); };
  if (job().rank() == 0) {
    EXPECT_THAT([&] { job().lead(fail); }, ThrowsMessage<Error>("no such scenario"));
  } else {
    EXPECT_EQ(job().lead(fail), 0);
  }
  for (const auto& outcome : answers({point("ring", 2, 1)})) EXPECT_EQ(outcome.status.text(), "ok");
}

}  // namespace
}  // namespace collsim
