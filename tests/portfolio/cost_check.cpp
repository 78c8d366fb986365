#include "tests/portfolio/cost_check.hpp"

#include <cmath>
#include <set>
#include <vector>

#include "algorithms/facts/fold.hpp"
#include "models/hockney.hpp"
#include "models/hockney_clock.hpp"
#include "tests/portfolio/perform.hpp"
#include "tests/portfolio/world.hpp"

namespace collsim::testing {
namespace {

/// What happened, on rank 0.
struct Observed {
  std::vector<Trace> traces;  ///< of all ranks
  Traffic traffic;            ///< of all ranks together
};

/// Rank 0 gets everybody's objects, by rank. Point-to-point, which every world has; without a probe, which
/// takes SMPI long.
template <class T>
std::vector<std::vector<T>> gather(Comm& comm, const std::vector<T>& own) {
  std::vector<std::vector<T>> all(comm.rank() == 0 ? static_cast<std::size_t>(comm.size()) : 0);
  auto bytes = static_cast<std::int64_t>(own.size() * sizeof(T));
  if (comm.rank() > 0) {
    comm.send(&bytes, 1, mpi_int64, 0);
    comm.send(own.data(), bytes, mpi_byte, 0);
    return all;
  }
  all[0] = own;
  for (int source = 1; source < comm.size(); ++source) {
    comm.recv(&bytes, 1, mpi_int64, source);
    auto& place = all[static_cast<std::size_t>(source)];
    place.resize(static_cast<std::size_t>(bytes) / sizeof(T));
    comm.recv(place.data(), bytes, mpi_byte, source);
  }
  return all;
}

Observed observe(Transport& transport, const Case& test, Op op) {
  Trace trace;
  Comm comm(transport, &trace);
  const Layout layout = test.layout(comm.rank());
  std::vector<int> send(static_cast<std::size_t>(layout.send) + 1);
  std::vector<int> recv(static_cast<std::size_t>(layout.recv) + 1);
  perform(comm, test, send.data(), recv.data(), mpi_int, op);
  if (comm.result()) comm.release_result();
  Comm telling(transport);
  Observed seen{gather(telling, trace), {}};
  for (const auto& traffic : gather(telling, std::vector{comm.traffic()})) {
    seen.traffic.messages += traffic[0].messages;
    seen.traffic.bytes += traffic[0].bytes;
  }
  return seen;
}

std::string compare_traffic(const Cost& cost, const Traffic& counted) {
  Traffic stated;
  for (const Stage& stage : cost) {
    stated.messages += stage.repeat * stage.messages;
    stated.bytes += stage.repeat * stage.volume;
  }
  if (stated.messages == counted.messages && stated.bytes == counted.bytes) return {};
  return " cost states " + std::to_string(stated.messages) + " messages, " + std::to_string(stated.bytes) +
         " bytes; counted " + std::to_string(counted.messages) + ", " + std::to_string(counted.bytes) + ";";
}

/// In place, as every algorithm runs between nodes, ranks outside the only folding pair may copy while it folds: the sum
/// leaves that out, because copying takes no longer than sending and combining, except on a machine where nothing but
/// copying takes time.
bool copies_hide(const Case& test) {
  const int folding = test.nodes ? test.nodes->count() : test.processes;
  return (test.in_place || test.about->knows_nodes) && Fold(folding).pairs() == 1;
}

/// `exact`: the cost is the critical path; else it must not be less.
std::string compare_critical_path(const Cost& cost, bool exact, const Case& test,
                                  const std::vector<Trace>& traces) {
  constexpr Hockney copying{0, 0, 0, 1};
  std::vector<Hockney> machines = {{1, 0, 0, 0},
                                   {0, 1, 0, 0},
                                   {0, 0, 1, 0},
                                   {0, 0, 0, 0, 1},
                                   {.tau = 1},
                                   {.theta = 1},
                                   {1.7, 0.31, 0.23, 0.11, 0.7, 0, 1.3, 0.17}};
  if (!copies_hide(test)) machines.push_back(copying);
  std::string difference;
  for (const Hockney& machine : machines) {
    double measured = 0;
    for (const double finish : hockney_clock(traces, machine)) measured = std::max(measured, finish);
    const double stated = predict(cost, machine);
    const double deviation = exact ? std::abs(stated - measured) : measured - stated;
    if (deviation > 1e-12 * measured)
      difference += " at (" + std::to_string(machine.alpha) + ", " + std::to_string(machine.beta) + ", " +
                    std::to_string(machine.gamma) + ", " + std::to_string(machine.kappa) + ") cost states " +
                    std::to_string(stated) + ", the clock " + std::to_string(measured) + ";";
  }
  return difference;
}

std::string compare_pairs(const Cost& cost, const Shape& shape, const std::vector<Trace>& traces) {
  std::set<std::pair<int, int>> stated, used;
  for (const Stage& stage : cost)
    for (const auto& [from, to] : stage.pairs.list_of(shape)) {
      stated.insert({from, to});
      if (!stage.pairs.directed()) stated.insert({to, from});
    }
  for (std::size_t rank = 0; rank < traces.size(); ++rank)
    for (const Event& event : traces[rank])
      if (event.kind == Event::Kind::post_send) used.insert({static_cast<int>(rank), event.peer});
  std::string difference;
  for (const auto& [from, to] : used)
    if (!stated.contains({from, to}))
      difference += " no stage has the message " + std::to_string(from) + " -> " + std::to_string(to) + ";";
  for (const auto& [from, to] : stated)
    if (!used.contains({from, to}) && !used.contains({to, from}))
      difference += " no message goes between " + std::to_string(from) + " and " + std::to_string(to) + ";";
  return difference;
}

std::vector<int> counts_to_cost(const Collective& about, int p) {
  if (about.size == Collective::Size::nothing) return {0};
  if (about.size == Collective::Size::varied) return {0, 1, 12 * p};
  if (about.size == Collective::Size::blocks) return {0, p, 3 * p, 100 * p};
  return {0, 1, p - 1, p + 1, 1000, 12 * p * 32};
}

std::vector<Case> cases(const Description& about, const Options& options, int p,
                        const std::shared_ptr<const Nodes>& nodes) {
  const Collective& call = collective(about.collective);
  std::set<int> roots = {0};
  if (call.rooted) roots.insert({1 % p, p / 2, p - 1});
  std::vector<Case> all;
  for (const int root : roots)
    for (const int count : counts_to_cost(call, p))
      for (const bool in_place : call.in_place ? std::vector{false, true} : std::vector{false})
        for (const auto& [distribution, displaced] : arrangements(call))
          all.push_back({&about, options, p, count, in_place, root, distribution, displaced, nodes});
  return all;
}

/// a op b = a: neither the results nor the order matter here, only whether MPI is told that the operator
/// commutes.
void ignore(void*, void*, int*, Datatype*) {}

std::string compare(Transport& world, const Description& about, const Options& options,
                    const std::shared_ptr<const Nodes>& nodes = {}) {
  const int p = world.size();
  std::string complaint;
  for (const bool commutative : {true, false}) {
    if (!commutative && !collective(about.collective).combines) break;
    const auto operand = handles({"", "", sizeof(int), sizeof(int), ignore, commutative});
    for (const Case& test : cases(about, options, p, nodes)) {
      if (!test.why_unsupported(commutative, sizeof(int)).empty()) continue;
      const Shape shape = test.shape(commutative, sizeof(int));
      if (!about.has_cost(shape, options)) continue;
      const Observed seen = observe(world, test, operand->op());
      if (world.rank() != 0 || !complaint.empty()) continue;
      const Cost cost = about.cost(shape, options);
      const std::string difference =
          compare_traffic(cost, seen.traffic) +
          compare_critical_path(cost, about.is_exact(shape, options), test, seen.traces) +
          compare_pairs(cost, shape, seen.traces);
      if (!difference.empty())
        complaint = test.to_string() + (commutative ? ":" : " non-commutative:") + difference;
    }
  }
  return complaint;
}

}  // namespace

std::string check_cost(const Description& about, const std::map<std::string, std::string>& options) {
  const Options resolved = about.resolve(options);
  std::string complaints;
  for (const int p : feasible({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 31, 32, 33}))
    complaints += on_ranks(p, [&](Rank rank) { return compare(rank.transport, about, resolved); });
  return complaints;
}

std::string check_cost(const Description& about, const std::map<std::string, std::string>& options,
                       const std::shared_ptr<const Nodes>& nodes) {
  const Options resolved = about.resolve(options);
  return on_nodes(nodes, [&](Rank rank) { return compare(rank.transport, about, resolved, nodes); });
}

}  // namespace collsim::testing
