#include "backends/fast/simulate.hpp"

#include "backends/fast/rank_local.hpp"
#include "backends/trial/summary.hpp"
#include "backends/trial/trial.hpp"

namespace collsim {

MPI_Op library_operator(MPI_Op, Local&) {
  throw Error("the fast engine has no library of collectives");
}

namespace fast {
namespace {

/// Bytes per second of each memory domain that the point uses; none where no rank waits for memory.
std::vector<double> memories(const Platform& platform, const Point& point, AllRates& rates) {
  for (int rank = 0; rank < point.processes; ++rank)
    if (rates[rank].through_memory > 0)
      return std::vector<double>(static_cast<std::size_t>(point.nodes() * platform.domains()),
                                 platform.memory_bandwidth());
  return {};
}

std::vector<int> nodes(const Point& point) {
  std::vector<int> all;
  for (int rank = 0; rank < point.processes; ++rank) all.push_back(point.node_of(rank));
  return all;
}

}  // namespace

Outcome simulate(const Platform& platform, const Point& point, std::vector<Trace>* traces) {
  const auto network = Network::of(platform);
  const auto plan = std::make_shared<const Plan>(point);
  AllRates rates(platform, point);
  Arena arena;
  std::vector<RankResult> results(static_cast<std::size_t>(point.processes));
  if (traces) traces->assign(results.size(), {});
  Engine engine(*network, protocol(platform), point.network.text(), nodes(point),
                memories(platform, point, rates),
                {.carries_data = point.data != Data::time, .carries_control = plan->about.reads_messages});
  const auto body = [&](int rank) {
    const auto index = static_cast<std::size_t>(rank);
    const int memory = point.node_of(rank) * platform.domains() + domain_of(platform, point, rank);
    RankLocal local(engine, point, rank, rates[rank], arena, memory);
    const auto trial = make_trial(plan, MPI_COMM_WORLD, local, traces ? &(*traces)[index] : nullptr);
    engine.rank().touched = {&trial->comm(), &local};
    RankResult& result = results[index];
    result.start = local.now();
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

}  // namespace fast
}  // namespace collsim
