#include "backends/fast/engine/stack_switch.hpp"
#include "backends/fast/fast_transport.hpp"
#include "backends/fast/own_handles.hpp"
#include "backends/fast/types/type_map.hpp"
#include "platforms/network/network.hpp"
#include "tests/portfolio/oracle.hpp"
#include "tests/portfolio/world.hpp"

namespace collsim::testing {
namespace {

/// Says what goes wrong on a rank of an engine.
using BodyInEngine = std::function<std::string(fast::Engine& engine, int rank)>;

/// On every rank of the ideal network. What ends the run is a complaint.
std::string simulate(int processes, const BodyInEngine& body) {
  static const Platform star = Platform::load("star");
  static const auto network = Network::of_platform(star);
  std::vector<int> nodes;
  for (int rank = 0; rank < processes; ++rank) nodes.push_back(rank);
  std::vector<std::string> said(nodes.size());
  std::string failure;
  try {
    fast::Engine engine(*network, protocol(star), "links", nodes, {}, {});
    engine.run([&](int rank) { said[static_cast<std::size_t>(rank)] = body(engine, rank); });
  } catch (const std::exception& error) {
    failure = error.what();
  }
  std::string all;
  for (int rank = 0; rank < processes; ++rank)
    if (const std::string& complaint = said[static_cast<std::size_t>(rank)]; !complaint.empty())
      all += "rank " + std::to_string(rank) + ": " + complaint + "\n";
  return all + failure;
}

std::string perform(const Body& body, fast::Engine& engine, int rank, Node* node) {
  GuardedMemory memory;
  TestTransport<fast::FiberTransport> transport(memory, node, engine, rank, engine.processes());
  return body({transport, memory});
}

}  // namespace

std::string on_ranks(int processes, const Body& body) {
  return simulate(processes,
                  [&](fast::Engine& engine, int rank) { return perform(body, engine, rank, nullptr); });
}

std::string on_nodes(const std::shared_ptr<const Nodes>& nodes, const Body& body) {
  Arena unused;
  NodeMemory shared(nodes, true, unused);
  return simulate(nodes->ranks(), [&](fast::Engine& engine, int rank) {
    fast::SharedNode<fast::Engine> node(engine, shared, rank, 0);
    return perform(body, engine, rank, &node);
  });
}

std::unique_ptr<OperandHandles> handles(const OperandSpec& operand) {
  return fast::own_handles(operand);
}

Datatype two_ints(std::ptrdiff_t place, std::ptrdiff_t distance, bool resized) {
  const int ones[] = {1, 1};
  const Aint places[] = {place, place + distance};
  const fast::TypeMap placed(ones, places, fast::TypeMap::of_type(mpi_int));
  return (new fast::TypeMap(resized ? placed.resized(0, sizeof(int)) : placed))->handle();
}

Datatype told_type(Datatype* argument) {
  return *argument;
}

bool library_is_simulated() {
  return false;  // there is none
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
