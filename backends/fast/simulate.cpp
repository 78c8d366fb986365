#include "backends/fast/simulate.hpp"

#include <optional>

#include "backends/fast/rank_local.hpp"
#include "backends/trial/summary.hpp"
#include "backends/trial/trial.hpp"

namespace collsim {

MPI_Op library_operator(MPI_Op, Local&) {
  throw Error("the fast engine has no library of collectives");
}

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

std::vector<int> hosts(const Placement& placement) {
  std::vector<int> all;
  for (int rank = 0; rank < placement.processes(); ++rank) all.push_back(placement.host_of(rank));
  return all;
}

/// With every rank coming when `arrivals` says; empty: all at once.
Outcome simulate_with(const std::vector<double>& arrivals, const Platform& platform, const Point& point,
                      std::vector<Trace>* traces) {
  const auto network = Network::of(platform);
  const auto plan = std::make_shared<const Plan>(point);
  const AllRates ranks(platform, point);
  const bool carries_data = point.data != Data::time;
  Arena arena;
  std::vector<RankResult> results(static_cast<std::size_t>(point.processes));
  if (traces) traces->assign(results.size(), {});
  std::optional<NodeMemory> shared;
  if (plan->shape.nodes) shared.emplace(plan->shape.nodes, carries_data, arena);
  Engine engine(*network, protocol(platform), point.network.text(), hosts(ranks.placement()),
                memories(platform, ranks),
                {.carries_data = carries_data,
                 .carries_control = plan->serving.about->reads_messages,
                 .flag_latency = platform.flag_latency(),
                 .flag_transfer = platform.flag_transfer()});
  const auto body = [&](int rank) {
    const auto index = static_cast<std::size_t>(rank);
    RankLocal local(engine, ranks, rank, carries_data, arena, shared ? &*shared : nullptr);
    const auto trial = make_trial(plan, MPI_COMM_WORLD, local, traces ? &(*traces)[index] : nullptr);
    engine.rank().touched = {&trial->comm(), &local};
    RankResult& result = results[index];
    if (!arrivals.empty()) engine.spend(result.start = arrivals[index]);
    trial->run();
    result.finish = local.now();
    result.messages = trial->comm().traffic().messages;
    result.bytes = trial->comm().traffic().bytes;
    result.wrong = trial->check();
  };
  if (point.schedule == collsim::Schedule::recorded && !traces) {
    engine.run(engine.record(body));
    for (int rank = 0; rank < point.processes; ++rank)
      results[static_cast<std::size_t>(rank)].finish = engine.rank(rank).now;
  } else {
    engine.run(body);
  }
  return summarize(results, point.loop);
}

}  // namespace

Outcome simulate(const Platform& platform, const Point& point, std::vector<Trace>* traces) {
  if (point.arrival.none()) return simulate_with({}, platform, point, traces);
  const double balanced =
      point.arrival.relative ? simulate_with({}, platform, point, nullptr).seconds * point.loop : 0;
  return simulate_with(point.arrival.times(point.placement(), balanced), platform, point, traces);
}

}  // namespace fast
}  // namespace collsim
