#include "backends/native/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "backends/native/pattern_kinds.hpp"
#include "backends/native/ranks.hpp"
#include "backends/native/spread.hpp"
#include "backends/trial/memory.hpp"
#include "backends/trial/summary.hpp"
#include "backends/trial/trial.hpp"
#include "nodes/machine_node.hpp"
#include "support/quantile.hpp"
#include "transports/mpi_transport.hpp"

namespace collsim {

namespace {

constexpr std::size_t most_repetitions = 100;
constexpr int most_attempts = 300;        ///< late ones included
constexpr double attempts_patience = 30;  ///< seconds

/// What repetitions may take.
struct Budget {
  double seconds;     ///< no more, but for those that there have to be
  std::size_t least;  ///< these, within `attempts_patience`

  static Budget of(int launches) {
    constexpr double seconds = 1;
    constexpr int repetitions = 5;
    return {seconds / launches, static_cast<std::size_t>((repetitions + launches - 1) / launches)};
  }
};

class NativeTransport final : public MpiTransport {
 public:
  NativeTransport(MPI_Comm comm, Node* node) : MpiTransport(comm), node_(node) {}

  double now() override { return seconds_now(); }
  Node* node() override { return node_; }

 private:
  Node* node_;
};

/// What the ranks of the point's nodes share; none if its algorithm knows no nodes.
std::unique_ptr<Node> node_of(const Point& point, MPI_Comm comm) {
  if (!point.shape().nodes) return nullptr;
  const auto shares = machines(comm);
  std::vector<int> domains;
  for (int rank = 0; rank < point.processes; ++rank) domains.push_back(shares->domains().node_of(rank));
  const auto nodes = point.shape(domains).nodes;
  for (int rank = 0; rank < point.processes; ++rank)
    if (const int first = nodes->rank(nodes->node_of(rank), 0);
        shares->node_of(first) != shares->node_of(rank))
      throw Error(
          fmt::format("ranks {} and {} are to share a node, but run on different machines", first, rank));
  return std::make_unique<MachineNode>(comm, nodes, [] { return memory_available(); });
}

/// Repetitions on rank 0.
struct Samples {
  std::vector<double> seconds, mean, rank0, since_last_arrival, worst, early;
  int preempted = 0;

  void add(const std::vector<Lap>& laps) {
    double finish = 0;
    double last_start = 0;
    double sum = 0;
    double longest = 0;
    std::vector<RankResult> ranks;
    for (const auto& lap : laps) {
      finish = std::max(finish, lap.finish);
      last_start = std::max(last_start, lap.start);
      sum += lap.finish - lap.start;
      longest = std::max(longest, lap.finish - lap.start);
      ranks.push_back({.start = lap.start, .finish = lap.finish});
    }
    seconds.push_back(finish);
    mean.push_back(sum / static_cast<double>(laps.size()));
    rank0.push_back(laps.front().finish - laps.front().start);
    since_last_arrival.push_back(finish - last_start);
    worst.push_back(longest);
    early.push_back(early_mean(ranks));
    if (was_preempted(laps)) ++preempted;
  }

  static bool was_preempted(const std::vector<Lap>& laps) {
    return std::ranges::any_of(laps, [](const Lap& lap) { return lap.preempted > 0; });
  }
};

/// All that started on time.
struct Repetitions {
  Samples all, calm;

  void add(const std::vector<Lap>& laps) {
    all.add(laps);
    if (!Samples::was_preempted(laps)) calm.add(laps);
  }
  /// The calm ones, where they are many or suffice. Ranks that outnumber their cores have none, and then all count.
  const Samples& counting() const {
    constexpr std::size_t suffice = 6;  // for an interval
    const std::size_t found = calm.seconds.size();
    return found >= suffice || 2 * found >= all.seconds.size() ? calm : all;
  }
};

void summarize(const Pace::Watched<Samples>& watched, int loop, Outcome& outcome) {
  const Samples& samples = watched.value;
  if (samples.seconds.empty()) {
    outcome.status = {Status::Kind::failed, "none of its repetitions could start on time"};
    return;
  }
  if (!watched.steady) {
    outcome.status = {Status::Kind::failed, "round trips around it were not as usual (--pace)"};
    return;
  }
  const Spread total = spread(samples.seconds);
  outcome.seconds = total.median / loop;
  outcome.seconds_low = total.low / loop;
  outcome.seconds_high = total.high / loop;
  outcome.seconds_mean = median(samples.mean) / loop;
  outcome.seconds_rank0 = median(samples.rank0) / loop;
  outcome.since_last_arrival = median(samples.since_last_arrival) / loop;
  outcome.seconds_worst = median(samples.worst) / loop;
  outcome.seconds_early = median(samples.early) / loop;
  outcome.repetitions = static_cast<int>(samples.seconds.size());
  outcome.preempted = samples.preempted;
}

/// The first execution: checked, unless the point is about time only, and its traffic counted, into rank 0's
/// outcome.
void rehearse(const Point& point, const Control& control, Transport& transport, Outcome& outcome) {
  Point once = point;
  once.loop = 1;
  Traffic mine;
  together(control.handle, [&] {
    const auto trial = make_trial(std::make_shared<const Plan>(once, mpi_handles), transport);
    trial->run([] {});
    mine = trial->comm().traffic();
    const std::string wrong = point.data == Data::verify ? trial->check() : std::string();
    if (!wrong.empty()) throw Error(wrong);
  });
  MPI_Reduce(&mine.messages, &outcome.messages, 1, MPI_INT64_T, MPI_SUM, 0, control.handle);
  MPI_Reduce(&mine.bytes, &outcome.bytes_sent, 1, MPI_INT64_T, MPI_SUM, 0, control.handle);
}

bool enough(const Repetitions& repetitions, const Budget& budget, int attempts, double elapsed) {
  const Samples& samples = repetitions.counting();
  if (samples.seconds.empty()) return attempts >= most_attempts || elapsed > attempts_patience;
  // A few that were preempted are repeated, so that their median is not that of a single one.
  const std::size_t calm = repetitions.calm.seconds.size(), all = repetitions.all.seconds.size();
  const bool lacking = calm < budget.least && all < std::max<std::size_t>(budget.least, 3);
  const double limit = lacking ? attempts_patience : budget.seconds;
  return attempts >= most_attempts || samples.seconds.size() >= most_repetitions || elapsed > limit ||
         spread(samples.seconds).precision < wanted_precision;
}

/// Repetitions in which this rank comes `later` than the common start, until rank 0 has enough.
Samples repeat(Trial& trial, Window& window, const Control& control, const Budget& budget, bool refills,
               double later, const std::function<bool()>& stop) {
  Repetitions repetitions;
  const double begin = seconds_now();
  const auto done = [&](int attempts) {
    return stop() || enough(repetitions, budget, attempts, seconds_now() - begin);
  };
  for (int attempts = 0; window.announce(!done(attempts)); ++attempts) {
    Lap lap{};
    together(control.handle, [&] {
      lap = window.run([&] { trial.run([] {}); }, later);
      if (refills) trial.refill();  // sums of sums would overflow
    });
    const auto laps = window.collect(lap);
    if (!laps.empty()) repetitions.add(laps);
  }
  return repetitions.counting();
}

/// Half a round trip between the first two ranks, on all of them, which call this together.
double look_at_pace(const Control& control) {
  double seconds = 0;
  if (control.rank < 2) {
    Team two{
        .comm = some_ranks(control.handle, {0, 1}), .rank = control.rank, .size = 2, .out = {}, .in = {}};
    seconds = pace(two, Pace::bytes);
    MPI_Comm_free(&two.comm);
  }
  MPI_Bcast(&seconds, 1, MPI_DOUBLE, 0, control.handle);
  return seconds;
}

/// Samples at one pace, where somebody watches it and the first two ranks share a node.
template <class Sample>
Pace::Watched<Samples> watched(const Point& point, const Control& control, std::optional<Pace>& pace,
                               const Sample& sample, const std::function<bool()>& stop) {
  const Placement placement = point.placement();
  if (!pace || point.processes < 2 || placement.node_of(0) != placement.node_of(1))
    return {.value = sample(), .steady = true};
  return pace->steady(
      control.handle, [&] { return look_at_pace(control); }, sample, stop);
}

/// The median on rank 0, made known to all; 0 without samples.
double agreed_median(const Control& control, const Samples& samples) {
  double seconds = samples.seconds.empty() ? 0 : median(samples.seconds);
  MPI_Bcast(&seconds, 1, MPI_DOUBLE, 0, control.handle);
  return seconds;
}

}  // namespace

std::optional<Outcome> measure(const Point& point, MPI_Comm comm, Instruments& instruments, int launches,
                               const std::function<bool()>& stop) {
  const Control control(comm);
  const auto node = node_of(point, comm);
  NativeTransport transport(comm, node.get());
  Outcome outcome;
  rehearse(point, control, transport, outcome);
  Point timed = point;
  timed.data =
      Data::time;  // what a result is checked for in the node's memory, where it is released, takes time
  std::unique_ptr<Trial> trial;
  together(control.handle, [&] {
    trial = make_trial(std::make_shared<const Plan>(timed, mpi_handles), transport);
    trial->run([] {});
  });
  Window window(control, instruments);
  const auto sampled = [&](double later) {
    return repeat(*trial, window, control, Budget::of(launches), point.in_place, later, stop);
  };
  double later = 0;
  if (!point.arrival.none()) {
    const double balanced = point.arrival.relative ? agreed_median(control, sampled(0)) : 0;
    later = point.arrival.times(point.placement(), balanced)[static_cast<std::size_t>(control.rank)];
  }
  const auto found = watched(
      point, control, instruments.pace, [&] { return sampled(later); }, stop);
  if (stop()) return std::nullopt;
  if (control.rank == 0) summarize(found, point.loop, outcome);
  return outcome;
}

}  // namespace collsim
