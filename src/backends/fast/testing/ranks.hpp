/// Runs code on ranks of a machine whose times can be told by hand.
#pragma once

#include <mpi.h>

#include <functional>
#include <string>
#include <vector>

#include "backends/fast/engine/engine.hpp"

namespace collsim::fast::testing {

/// Nodes around a switch without limits: each has a link to it, one from it, and a loopback.
class Flat final : public Network {
 public:
  struct Numbers {
    double latency = 1, bandwidth = 1;  ///< of a route between nodes: seconds, bytes per second
    double loopback_latency = 0.5, loopback_bandwidth = 2;
    bool loopback_shared = false;
  };

  Flat(int nodes, const Numbers& numbers) : nodes_(nodes), numbers_(numbers) {}

  int links() const override { return 3 * nodes_; }
  std::string name(int link) const override { return std::to_string(link); }
  LinkClass class_of(int) const override { return {"nodes"}; }
  double bandwidth(int link) const override {
    return is_loopback(link) ? numbers_.loopback_bandwidth : numbers_.bandwidth;
  }
  bool shared(int link) const override { return !is_loopback(link) || numbers_.loopback_shared; }
  double route(int from, int to, std::vector<int>& links) const override {
    links = {2 * from, 2 * to + 1};
    if (from != to) return numbers_.latency;
    links = {2 * nodes_ + from};
    return numbers_.loopback_latency;
  }
  double least_latency() const override { return numbers_.latency; }
  bool uniform() const override { return true; }

 private:
  bool is_loopback(int link) const { return link >= 2 * nodes_; }

  int nodes_;
  Numbers numbers_;
};

/// What a test runs on. Without other numbers a message of n bytes takes 1 + n seconds from node to node,
/// 0.5 + n / 2 within one.
struct Machine {
  int processes = 2;
  int ppn = 1;  ///< ranks 0..ppn-1 are on node 0
  const char* model = "hockney";
  Protocol protocol = {.envelope = 0};
  Flat::Numbers numbers = {};
  std::vector<double> memories = {};  ///< bytes per second
  Settings settings = {};
};

inline double now() {
  return MPI_Wtime();
}
/// The running rank works on its own.
inline void spend(double seconds) {
  Engine::current().rank().now += seconds;
}
inline int rank_in(MPI_Comm comm) {
  int rank = -1;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

/// Bytes without meaning.
inline void send(int bytes, int to, int tag = 0, MPI_Comm comm = MPI_COMM_WORLD) {
  const std::vector<char> data(static_cast<std::size_t>(bytes));
  MPI_Send(data.data(), bytes, MPI_CHAR, to, tag, comm);
}
inline MPI_Status recv(int bytes, int from, int tag = 0, MPI_Comm comm = MPI_COMM_WORLD) {
  std::vector<char> data(static_cast<std::size_t>(bytes));
  MPI_Status status = {};
  MPI_Recv(data.data(), bytes, MPI_CHAR, from, tag, comm, &status);
  return status;
}
/// One int, which is carried whatever the mode.
inline void send_value(int value, int to, int tag = 0, MPI_Comm comm = MPI_COMM_WORLD) {
  MPI_Send(&value, 1, MPI_INT, to, tag, comm);
}
inline int recv_value(int from, int tag = 0, MPI_Comm comm = MPI_COMM_WORLD) {
  int value = -1;
  MPI_Recv(&value, 1, MPI_INT, from, tag, comm, MPI_STATUS_IGNORE);
  return value;
}

/// When each rank ended. Throws what Engine::run does.
inline std::vector<double> run(const Machine& machine, const std::function<void(int rank)>& body) {
  std::vector<int> nodes;
  for (int rank = 0; rank < machine.processes; ++rank) nodes.push_back(rank / machine.ppn);
  const Flat network(nodes.back() + 1, machine.numbers);
  Engine engine(network, machine.protocol, machine.model, nodes, machine.memories, machine.settings);
  engine.run(body);
  std::vector<double> ends;
  for (int rank = 0; rank < machine.processes; ++rank) ends.push_back(engine.rank(rank).now);
  return ends;
}

/// What a run dies of, empty if of nothing.
inline std::string failure(const Machine& machine, const std::function<void(int rank)>& body) {
  try {
    run(machine, body);
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

/// What rank 0 does, what rank 1 does, ...
inline std::vector<double> run(const Machine& machine, const std::vector<std::function<void()>>& bodies) {
  Machine exactly = machine;
  exactly.processes = static_cast<int>(bodies.size());
  return run(exactly, [&](int rank) { bodies[static_cast<std::size_t>(rank)](); });
}

using Times = std::vector<double>;

}  // namespace collsim::fast::testing
