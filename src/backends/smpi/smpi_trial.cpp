#include "backends/smpi/smpi_trial.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <simgrid/s4u.hpp>
#include <string>

#include "backends/smpi/shared_node.hpp"
#include "backends/smpi/smpi_transport.hpp"
#include "backends/trial/arena.hpp"
#include "backends/trial/summary.hpp"
#include "backends/trial/trial.hpp"
#include "points/serving.hpp"
#include "support/memory_file.hpp"
#include "support/process.hpp"

namespace collsim {
namespace {

/// One rank of a trial, kept outside the rank's stack for the reports.
struct RankRecord {
  std::unique_ptr<SmpiSharedNode> node;
  std::unique_ptr<SmpiTransport> transport;
  std::unique_ptr<Trial> trial;
  RankResult result;
  bool done = false;
};

/// "rank 0 in MPI_Recv from 1, rank 1 in MPI_Recv from 0".
std::string who_waits(const std::vector<RankRecord>& ranks) {
  std::string text;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    if (ranks[rank].done) continue;
    const Pending pending = ranks[rank].transport ? ranks[rank].transport->pending : Pending{};
    text += fmt::format("{}rank {} in {}", text.empty() ? "" : ", ", rank,
                        pending.call ? pending.call : "the MPI library");
    if (pending.to >= 0) text += fmt::format(" to {}", pending.to);
    if (pending.from >= 0) text += fmt::format(" from {}", pending.from);
  }
  return text;
}

/// What the calls of a point take if all ranks come at once: from a process of its own, since one holds one simulation.
double balanced_seconds(Simulation& simulation, Point point) {
  point.arrival = {};
  const MemoryFile result;
  Child child([&] { result.write(fmt::format("{}", simulate(simulation, point).seconds * point.loop)); });
  if (const std::string failure = child.failure(child.wait()); !failure.empty())
    throw Error("if all ranks come at once: " + failure);
  return std::stod(result.text());
}

/// When ranks come; empty: all at once.
std::vector<double> arrivals_of(Simulation& simulation, const Point& point, const Placement& placement) {
  if (point.arrival.none()) return {};
  return point.arrival.times(placement, point.arrival.relative ? balanced_seconds(simulation, point) : 0);
}

/// Where the payload of this process's simulation lies; null: also in memory of SMPI's library.
const Arena* payload = nullptr;

/// In time mode no payload moves, whatever library or algorithm sends it; but algorithms tell one another sizes, and the
/// first call of a library that knows of nodes exchanges ranks, as single integers.
void copy_control_data(smx_activity_t activity, void* data, std::size_t bytes) {
  if (payload ? payload->contains(data) : bytes > sizeof(std::int64_t)) return;
  smpi_comm_copy_buffer_callback(reinterpret_cast<simgrid::kernel::activity::CommImpl*>(activity), data,
                                 bytes);
}

}  // namespace

Outcome simulate(Simulation& simulation, const Point& point, std::vector<Trace>* traces) {
  const AllRates all(simulation.platform(), point);
  const auto arrivals = arrivals_of(simulation, point, all.placement());
  if (point.asks_library()) {
    Simulation::select(point.collective, point.options.text("selector"));
    simulation.charge_loopback(all);
  }
  if (point.data == Data::time) smpi_comm_set_copy_data_callback(copy_control_data);
  std::vector<RankRecord> ranks(static_cast<std::size_t>(point.processes));
  if (traces) traces->assign(ranks.size(), {});
  Arena arena;
  payload = point.asks_library() ? nullptr : &arena;
  const Shape shape = all.shape();
  std::optional<NodeMemory> shared;
  if (shape.nodes) shared.emplace(shape.nodes, point.data != Data::time, arena);
  SimulatedFlags flags(simulation.platform().number("flag.latency"),
                       simulation.platform().number("flag.transfer"), point.processes);
  MeetingPoint meeting(point.processes);
  NodeCopies copies(all, simulation.platform());
  const bool by_messages = serving(point).about->reads_messages;
  const auto barrier = simgrid::s4u::Barrier::create(static_cast<unsigned>(point.processes));
  const auto body = [&](int rank) {
    auto& record = ranks[static_cast<std::size_t>(rank)];
    if (shared)
      record.node =
          std::make_unique<SmpiSharedNode>(*shared, flags, rank, all[rank].turn, all.inside().get());
    const MPI_Comm world = by_messages ? Simulation::receiving_from_any() : MPI_COMM_WORLD;
    record.transport = std::make_unique<SmpiTransport>(world, all, rank, point.data != Data::time, arena,
                                                       meeting, copies, record.node.get());
    Trace* trace = traces ? &(*traces)[static_cast<std::size_t>(rank)] : nullptr;
    record.trial = make_trial(std::make_shared<const Plan>(point, mpi_handles), *record.transport, trace,
                              charged_operator);
    record.transport->begin_calls();
    if (point.asks_library()) {
      record.trial->run([] {});  // the library sets up what it keeps with a communicator
      record.trial->refill();
    }
    barrier->wait();
    if (!arrivals.empty()) record.transport->come_late(arrivals[static_cast<std::size_t>(rank)]);
    record.result.start = record.transport->now();
    record.trial->run([&] { record.transport->enter_call(); });
    record.result.finish = record.transport->now();
    record.done = true;
    const Traffic& sent = record.trial->comm().traffic();
    record.result.messages = sent.messages;
    record.result.bytes = sent.bytes;
    record.result.wrong = record.trial->check();
  };
  simulation.run(all.placement(), body, [&] { return who_waits(ranks); });
  std::vector<RankResult> results;
  for (const auto& rank : ranks) results.push_back(rank.result);
  return summarize(results, point.loop);
}

}  // namespace collsim
