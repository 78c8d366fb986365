#include "backends/smpi/shared_node.hpp"
#include "backends/smpi/simulation.hpp"
#include "support/children.hpp"
#include "tests/portfolio/oracle.hpp"
#include "tests/portfolio/world.hpp"
#include "transports/mpi_transport.hpp"

namespace collsim::testing {
namespace {

Point world(int processes) {
  Point point;
  point.processes = processes;
  return point;
}

Simulation& simulation() {
  static Simulation star(Platform::load("star"), 13);  // as many as feasible() allows
  return star;
}

/// Runs body(rank) on every rank of a simulation in a forked child; each rank's words, in rank order, come
/// back.
std::string simulate(int processes, const std::function<std::string(int rank)>& body) {
  static_cast<void>(simulation());  // loaded once, before the fork
  std::string words;
  const auto work = [&](std::size_t) {
    std::vector<std::string> said(static_cast<std::size_t>(processes));
    std::vector<bool> done(said.size(), false);
    const auto waiting = [&] {
      std::string ranks;
      for (std::size_t rank = 0; rank < done.size(); ++rank)
        if (!done[rank]) ranks += " " + std::to_string(rank);
      return "ranks" + ranks + " never finished";
    };
    const auto rank_body = [&](int rank) {
      said[static_cast<std::size_t>(rank)] = body(rank);
      done[static_cast<std::size_t>(rank)] = true;
    };
    simulation().run(world(processes).placement(), rank_body, waiting);
    std::string all;
    for (const auto& text : said) all += text;
    return all;
  };
  in_children(
      1, 1, work, [] { return false; },
      [&](std::size_t, const ChildReport& report) { words = report.output + report.failure; });
  return words;
}

std::string perform(const Body& body, int rank, Node* node) {
  GuardedMemory memory;
  TestTransport<MpiTransport> transport(memory, node, Simulation::receiving_from_any());
  const std::string complaint = body({transport, memory});
  return complaint.empty() ? "" : "rank " + std::to_string(rank) + ": " + complaint + "\n";
}

}  // namespace

std::string on_ranks(int processes, const Body& body) {
  return simulate(processes, [&](int rank) { return perform(body, rank, nullptr); });
}

std::string on_nodes(const std::shared_ptr<const Nodes>& nodes, const Body& body) {
  Arena unused;
  NodeMemory shared(nodes, true, unused);
  const Platform& platform = simulation().platform();
  SimulatedFlags flags(platform.number("flag.latency"), platform.number("flag.transfer"), nodes->ranks());
  return simulate(nodes->ranks(), [&](int rank) {
    SmpiSharedNode node(shared, flags, rank, 0);
    return perform(body, rank, &node);
  });
}

std::vector<int> feasible(std::vector<int> processes) {
  std::erase_if(processes, [](int p) { return p > 6 && p != 8 && p != 13; });
  return processes;
}

bool has_collective_network() {
  return true;
}

int every_case_up_to() {
  return 3;
}

}  // namespace collsim::testing
