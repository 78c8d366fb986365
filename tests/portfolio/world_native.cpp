#include <algorithm>
#include <cstdio>
#include <limits>
#include <numeric>

#include "nodes/machine_node.hpp"
#include "tests/portfolio/oracle.hpp"
#include "tests/portfolio/world.hpp"
#include "transports/mpi_transport.hpp"

namespace collsim::testing {
namespace {

int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int world_size() {
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

/// The texts of all ranks, in rank order, on rank 0.
std::string gather(const std::string& text) {
  const int length = static_cast<int>(text.size());
  std::vector<int> lengths(static_cast<std::size_t>(world_size()));
  MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::vector<int> places(lengths.size());
  std::exclusive_scan(lengths.begin(), lengths.end(), places.begin(), 0);
  std::string all(static_cast<std::size_t>(places.back() + lengths.back()), ' ');
  MPI_Gatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), places.data(), MPI_CHAR, 0,
              MPI_COMM_WORLD);
  return world_rank() == 0 ? all : std::string();
}

using BodyOfJob = std::function<std::string(MPI_Comm comm)>;

/// A rank that gives up would leave the others waiting, so it ends the job.
std::string run(const BodyOfJob& body, MPI_Comm comm) {
  try {
    return body(comm);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rank %d: %s\n", world_rank(), error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
    throw;
  }
}

std::string on_first(int processes, const BodyOfJob& body) {
  const int rank = world_rank();
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank < processes ? 0 : MPI_UNDEFINED, -rank,
                 &comm);  // not the world in small
  std::string complaint;
  if (comm != MPI_COMM_NULL) {
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    complaint = run(body, comm);
    MPI_Comm_free(&comm);
  }
  return gather(complaint.empty() ? "" : "rank " + std::to_string(rank) + ": " + complaint + "\n");
}

std::string perform(const Body& body, MPI_Comm comm, Node* node) {
  GuardedMemory memory;
  TestTransport<MpiTransport> transport(memory, node, comm);
  return body({transport, memory});
}

}  // namespace

std::string on_ranks(int processes, const Body& body) {
  return on_first(processes, [&](MPI_Comm comm) { return perform(body, comm, nullptr); });
}

std::string on_nodes(const std::shared_ptr<const Nodes>& nodes, const Body& body) {
  return on_first(nodes->ranks(), [&](MPI_Comm comm) {
    MachineNode node(comm, nodes, [] { return std::numeric_limits<std::int64_t>::max() / 2; });
    return perform(body, comm, &node);
  });
}

std::vector<int> feasible(std::vector<int> processes) {
  std::erase_if(processes, [](int p) { return p > world_size(); });
  return processes;
}

bool has_collective_network() {
  return false;
}

int every_case_up_to() {
  return 4;
}

}  // namespace collsim::testing
