#include "backends/fast/simulate.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>

#include "backends/fast/fast_transport.hpp"
#include "backends/fast/own_handles.hpp"
#include "backends/fast/schedules/evaluate.hpp"
#include "backends/trial/summary.hpp"
#include "backends/trial/trial.hpp"

namespace collsim {

namespace fast {
namespace {

/// Bytes per second of each memory domain that the ranks use; none where no rank waits for memory.
std::vector<double> memories(const Platform& platform, const AllRates& ranks) {
  const Placement& placement = ranks.placement();
  for (int rank = 0; rank < placement.processes(); ++rank)
    if (ranks[rank].through_memory > 0)
      return std::vector<double>(static_cast<std::size_t>(placement.nodes() * platform.domains()),
                                 platform.memory_bandwidth());
  return {};
}

/// A point under way: what its ranks share, and what becomes of each.
class Execution {
 public:
  /// With every rank coming when `arrivals` says; empty: all at once. `point` must outlive it.
  Execution(const Platform& platform, const Point& point, std::vector<double> arrivals,
            std::vector<Trace>* traces, const Operands::Element* element = nullptr, Around around = {})
      : point_(point),
        plan_(std::make_shared<const Plan>(point, own_handles, element)),
        rates_(platform, point),
        carries_data_(point.data != Data::time),
        arrivals_(std::move(arrivals)),
        results_(static_cast<std::size_t>(point.processes)),
        traces_(traces),
        around_(std::move(around)) {
    if (traces) traces->assign(results_.size(), {});
    if (plan_->shape.nodes) shared_.emplace(rates_.shape().nodes, carries_data_, arena_);
  }
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  std::unique_ptr<Engine> engine(const Platform& platform, const Network& network) const {
    return std::make_unique<Engine>(network, protocol(platform), point_.network.text(), hosts(),
                                    memories(platform, rates_),
                                    Settings{.carries_data = carries_data_,
                                             .carries_control = plan_->serving.about->reads_messages,
                                             .payload = &arena_,
                                             .flag_latency = platform.number("flag.latency"),
                                             .flag_transfer = platform.number("flag.transfer"),
                                             .inside = inside()});
  }
  /// The host of each rank.
  std::vector<int> hosts() const {
    std::vector<int> all;
    for (int rank = 0; rank < point_.processes; ++rank) all.push_back(rates_.placement().host_of(rank));
    return all;
  }
  /// Null where no two ranks are on one node, so that nothing happens inside nodes.
  std::shared_ptr<const InsideNodes> inside() const {
    return rates_.placement().most_on_a_node() > 1 ? rates_.inside() : nullptr;
  }
  /// What the rank does, as a fiber of the engine.
  void run(Engine& engine, int rank) {
    FiberRank transport(engine, rates_, rank, carries_data_, arena_, shared());
    perform(rank, transport, [&](const Trial& trial) {
      engine.rank().touched = {&trial.comm(), &transport};
    });
  }
  /// Has the same written down only.
  void record(Recorder& recorder, int rank) {
    RecordedRank transport(recorder, rates_, rank, carries_data_, arena_, shared());
    perform(rank, transport, [](const Trial&) {});
  }
  /// Says when ranks end that only wrote down what they do.
  void finish(const FinishTimes& ends) {
    for (std::size_t rank = 0; rank < ends.size(); ++rank) results_[rank].finish = ends[rank];
  }
  Outcome outcome() const { return summarize(results_, point_.loop); }

 private:
  NodeMemory* shared() { return shared_ ? &*shared_ : nullptr; }
  template <class Rank, class Ready>
  void perform(int rank, Rank& transport, const Ready& ready) {
    const auto index = static_cast<std::size_t>(rank);
    const auto noted = around_ ? around_(transport) : nullptr;
    const auto trial = make_trial(plan_, noted ? *noted : static_cast<Transport&>(transport),
                                  traces_ ? &(*traces_)[index] : nullptr);
    transport.begin_calls();
    ready(*trial);
    RankResult& result = results_[index];
    if (!arrivals_.empty()) transport.come_late(result.start = arrivals_[index]);
    trial->run([&] { transport.enter_call(); });
    result.finish = transport.now();
    result.messages = trial->comm().traffic().messages;
    result.bytes = trial->comm().traffic().bytes;
    result.wrong = trial->check();
  }

  const Point& point_;
  const std::shared_ptr<const Plan> plan_;
  const AllRates rates_;
  const bool carries_data_;
  const std::vector<double> arrivals_;
  Arena arena_;
  std::optional<NodeMemory> shared_;
  std::vector<RankResult> results_;
  std::vector<Trace>* traces_;
  const Around around_;
};

Outcome simulate_with(const std::vector<double>& arrivals, const Platform& platform, const Point& point,
                      std::vector<Trace>* traces, const Operands::Element* element, const Around& around,
                      std::int64_t room) {
  const auto network = network_of(platform);
  Execution execution(platform, point, arrivals, traces, element, around);
  const auto engine = execution.engine(platform, *network);
  if (point.schedule == RunsAs::recorded && !traces) {
    const Schedule schedule = record(
        point.processes, [&](Recorder& recorder, int rank) { execution.record(recorder, rank); }, room);
    execution.finish(evaluate(schedule, *engine));
  } else {
    engine->run([&](int rank) { execution.run(*engine, rank); });
  }
  return execution.outcome();
}

Outcome simulate_within(std::int64_t room, const Platform& platform, const Point& point,
                        std::vector<Trace>* traces = nullptr, const Operands::Element* element = nullptr,
                        const Around& around = {}) {
  if (point.arrival.none()) return simulate_with({}, platform, point, traces, element, around, room);
  const double balanced =
      point.arrival.relative
          ? simulate_with({}, platform, point, nullptr, nullptr, {}, room).seconds * point.loop
          : 0;
  return simulate_with(point.arrival.times(point.placement(), balanced), platform, point, traces, element,
                       around, room);
}

}  // namespace

std::shared_ptr<const Network> network_of(const Platform& platform) {
  static std::map<std::string, std::shared_ptr<const Network>> known;
  std::shared_ptr<const Network>& network = known[platform.xml()];
  if (!network) network = Network::of_platform(platform);
  return network;
}

Outcome simulate(const Platform& platform, const Point& point, std::vector<Trace>* traces,
                 const Operands::Element* element, const Around& around) {
  return simulate_within(unlimited, platform, point, traces, element, around);
}

Outcome simulate_recorded(const Platform& platform, Point point, std::int64_t room) {
  point.schedule = RunsAs::recorded;
  return simulate_within(room, platform, point);
}

std::vector<std::optional<Outcome>> simulate_together(std::span<const Platform* const> platforms,
                                                      std::span<const Point> points) {
  std::deque<Execution> lanes;
  std::map<const Platform*, ModelledNetwork> variants;
  Networks networks;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& point = points[i];
    auto arrivals = point.arrival.none() ? std::vector<double>() : point.arrival.times(point.placement(), 0);
    const Platform* const platform = platforms[i];
    const Execution& lane = lanes.emplace_back(*platform, point, std::move(arrivals), nullptr);
    if (!variants.contains(platform))
      variants.try_emplace(platform, point.network.text(), *network_of(*platform), protocol(*platform),
                           1 + std::ranges::max(lane.hosts()), lane.inside());
    networks.push_back(&variants.at(platform));
  }
  auto [schedule, alike] =
      record(points.front().processes, lanes.size(),
             [&](Recorder& recorder, int rank, std::size_t lane) { lanes[lane].record(recorder, rank); });
  const std::vector<int> hosts = lanes.front().hosts();
  std::erase_if(alike, [&](std::size_t lane) { return lanes[lane].hosts() != hosts; });
  const auto ends = evaluate(schedule, alike, hosts, networks);
  std::vector<std::optional<Outcome>> outcomes(points.size());
  for (const std::size_t lane : alike) {
    if (!ends[lane]) continue;
    lanes[lane].finish(*ends[lane]);
    outcomes[lane] = lanes[lane].outcome();
  }
  return outcomes;
}

}  // namespace fast
}  // namespace collsim
