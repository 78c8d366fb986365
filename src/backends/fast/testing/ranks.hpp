/// Runs code on ranks of a machine whose times can be told by hand.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "backends/fast/engine/fiber_transport.hpp"
#include "backends/fast/schedules/evaluate.hpp"
#include "backends/fast/schedules/recording_transport.hpp"

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

using Times = std::vector<double>;

/// What runs ranks now: an engine, or its recorder.
struct Running {
  Engine* engine = nullptr;
  Recorder* recorder = nullptr;
  std::vector<std::unique_ptr<Transport>> transports = {};  ///< by rank; of the one that is recorded
};
inline Running running;

// For the rank that runs, whether it is recorded or not:

inline Transport& transport() {
  return *running.transports[running.recorder ? 0 : static_cast<std::size_t>(running.engine->rank().number)];
}
inline double now() {
  return transport().now();
}
/// The rank that runs works on its own.
inline void spend(double seconds) {
  running.recorder ? running.recorder->spend(seconds) : running.engine->spend(seconds);
}
inline SendBuffer bytes_out(const void* data, std::int64_t bytes) {
  return {data, bytes, mpi_byte, bytes};
}
inline ReceiveBuffer bytes_in(void* data, std::int64_t bytes) {
  return {data, bytes, mpi_byte, bytes};
}
/// Bytes without meaning.
inline void send(int bytes, int to, int tag = 0) {
  const std::vector<char> data(static_cast<std::size_t>(bytes));
  transport().send(bytes_out(data.data(), bytes), to, tag);
}
inline void recv(int bytes, int from) {
  std::vector<char> data(static_cast<std::size_t>(bytes));
  transport().receive(bytes_in(data.data(), bytes), from);
}
inline void exchange(int out, int to, int in, int from) {
  const std::vector<char> sent(static_cast<std::size_t>(out));
  std::vector<char> received(static_cast<std::size_t>(in));
  transport().exchange(bytes_out(sent.data(), out), to, bytes_in(received.data(), in), from);
}
/// One int, which is carried whatever the mode.
inline SendBuffer int_out(const int& value) {
  return {&value, 1, mpi_int, sizeof value};
}
inline ReceiveBuffer int_in(int& value) {
  return {&value, 1, mpi_int, sizeof value};
}
inline void send_value(int value, int to, int tag = 0) {
  transport().send(int_out(value), to, tag);
}
inline int recv_value(int from) {
  int value = -1;
  transport().receive(int_in(value), from);
  return value;
}
inline void wait(std::vector<Posted> messages) {
  for (Posted& message : messages) transport().wait(message);
}
/// Waits for a message that was posted, and says when it was over, in seconds. Nobody may wait for it again.
inline double end_of(const Posted& message) {
  auto* const request = reinterpret_cast<Request*>(message.handle);
  running.engine->wait(std::array{request});
  return request->over();
}

/// An engine whose ranks are the machine's.
inline std::unique_ptr<Engine> engine_of(const Machine& machine, const Network& network) {
  std::vector<int> nodes;
  for (int rank = 0; rank < machine.processes; ++rank) nodes.push_back(rank / machine.ppn);
  return std::make_unique<Engine>(network, machine.protocol, machine.model, nodes, machine.memories,
                                  machine.settings);
}
inline Flat network_of(const Machine& machine) {
  return {(machine.processes - 1) / machine.ppn + 1, machine.numbers};
}
inline Times ends_of(Engine& engine) {
  Times ends;
  for (int rank = 0; rank < engine.processes(); ++rank) ends.push_back(engine.rank(rank).now);
  return ends;
}

/// Runs body(rank) on every rank of the engine.
inline void run_on(Engine& engine, const std::function<void(int rank)>& body) {
  running = {&engine, nullptr, {}};
  running.transports.resize(static_cast<std::size_t>(engine.processes()));
  engine.run([&](int rank) {
    running.transports[static_cast<std::size_t>(rank)] =
        std::make_unique<FiberTransport>(engine, rank, engine.processes());
    body(rank);
  });
}
/// Has body(rank, lane) written down.
inline auto record(int processes, std::size_t lanes,
                   const std::function<void(int rank, std::size_t lane)>& body) {
  const auto result = fast::record(processes, lanes, [&](Recorder& recorder, int rank, std::size_t lane) {
    running = {nullptr, &recorder, {}};
    running.transports.push_back(std::make_unique<RecordingTransport>(recorder, rank, processes));
    body(rank, lane);
  });
  running = {};
  return result;
}
inline Schedule record(int processes, const std::function<void(int rank)>& body) {
  return record(processes, 1, [&](int rank, std::size_t) { body(rank); }).first;
}

/// When each rank ended. Throws what Engine::run does.
inline Times run(const Machine& machine, const std::function<void(int rank)>& body) {
  const Flat network = network_of(machine);
  const auto engine = engine_of(machine, network);
  run_on(*engine, body);
  return ends_of(*engine);
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
inline Times run(const Machine& machine, const std::vector<std::function<void()>>& bodies) {
  Machine exactly = machine;
  exactly.processes = static_cast<int>(bodies.size());
  return run(exactly, [&](int rank) { bodies[static_cast<std::size_t>(rank)](); });
}

}  // namespace collsim::fast::testing
