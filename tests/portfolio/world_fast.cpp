#include "backends/fast/engine/stack_switch.hpp"
#include "backends/fast/fast_transport.hpp"
#include "platforms/network.hpp"
#include "tests/portfolio/oracle.hpp"
#include "tests/portfolio/world.hpp"

namespace collsim::testing {
namespace {

/// Runs body(rank) on every rank of the ideal network. What ends the run is a complaint.
std::string simulate(int processes, const std::function<void(int rank)>& body) {
  static const Platform star = Platform::load("star");
  static const auto network = Network::of(star);
  std::vector<int> nodes;
  for (int rank = 0; rank < processes; ++rank) nodes.push_back(rank);
  try {
    fast::Engine(*network, protocol(star), "links", nodes, {}, {}).run(body);
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

}  // namespace

std::string on_ranks(int processes, const Body& body) {
  std::vector<std::string> said(static_cast<std::size_t>(processes));
  const std::string failure =
      simulate(processes, [&](int rank) { said[static_cast<std::size_t>(rank)] = body(MPI_COMM_WORLD); });
  std::string all;
  for (int rank = 0; rank < processes; ++rank)
    if (const std::string& complaint = said[static_cast<std::size_t>(rank)]; !complaint.empty())
      all += "rank " + std::to_string(rank) + ": " + complaint + "\n";
  return all + failure;
}

std::string on_nodes(const std::shared_ptr<const Nodes>& nodes, const BodyOnNode& body) {
  Arena unused;
  NodeMemory shared(nodes, true, unused);
  return on_ranks(nodes->ranks(), [&](MPI_Comm world) {
    int rank = 0;
    MPI_Comm_rank(world, &rank);
    fast::SharedNode node(fast::Engine::current(), shared, rank, 0);
    return body(world, node);
  });
}

// AddressSanitizer, under which a case takes ten times as long, looks at what a case does to memory: few stand for all.
std::vector<int> feasible(std::vector<int> processes) {
  if (fast::address_sanitizer) std::erase_if(processes, [](int p) { return p > 5 && p != 8 && p != 13; });
  return processes;
}

bool has_collective_network() {
  return true;
}

int every_case_up_to() {
  return fast::address_sanitizer ? 1 : 6;
}

}  // namespace collsim::testing
