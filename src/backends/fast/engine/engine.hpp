#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "backends/fast/engine/event_loop.hpp"
#include "backends/fast/engine/fibers.hpp"
#include "backends/fast/engine/flags.hpp"
#include "backends/fast/engine/memories.hpp"
#include "backends/fast/engine/messages.hpp"
#include "backends/fast/networks/modelled_network.hpp"

namespace collsim::fast {

/// Simulates ranks that run as fibers: what a transport's calls ask of it, and the loop in which ranks go on and events happen.
///
/// A rank's clock is its own: it runs ahead until it needs something that is not known yet. What other ranks
/// can see of it, messages above all, becomes an event where the order matters (who is first on a link), and
/// events are worked off in one total order. An engine runs once, and is of no use after it has thrown.
class Engine {
 public:
  /// `model`: one of network_models(). `nodes`: of each rank. `memories`: bytes per second of each memory
  /// that work() can name.
  Engine(const Network& network, const Protocol& protocol, const std::string& model, std::vector<int> nodes,
         const std::vector<double>& memories, const Settings& settings);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Runs body(rank) on every rank, from time 0 on. Throws what a body throws, and Error on a deadlock, a
  /// message without a partner, a stack that was too small.
  void run(const std::function<void(int rank)>& body);

  /// Runs all ranks by another runner (ready_queue.hpp), until neither a rank nor an event is left.
  template <class Runner>
  void run_by(Runner& runner);

  /// The one whose code runs.
  Rank& rank() { return ranks_.running(); }
  Rank& rank(int number) { return ranks_[number]; }
  int processes() const { return ranks_.size(); }
  int node_of(int number) const { return ranks_.node_of(number); }
  const ModelledNetwork& network() const { return network_; }

  // For the rank that runs:

  /// Sends or receives from now on. The request stays where it is until it is done.
  void post(Request& request) { messages_.post(rank(), request); }
  /// Waits until all are done. Does not look at errors.
  void wait(std::span<Request* const> requests);
  /// Waits until the messages of its blocking call are done.
  void finish_call();
  /// Lets time pass.
  void spend(double seconds) { rank().now += seconds; }
  /// Moves bytes through a memory, at most `bound` bytes per second.
  void work(int memory, double bytes, double bound);
  /// raise(): its flag says so many steps from now on. await(): it waits until the flag of that rank does.
  void raise(std::int64_t steps);
  void await(int flag, std::int64_t steps);
  /// Does what Node::compare_exchange() does, on the word of that node.
  int compare_exchange(int node, std::int64_t call, int expected, int desired);
  /// Waits until all ranks have called. Who comes last puts together what all have given, and is the first to go on.
  void meet(const Contribution& own, const Together& together, const char* call);

  /// Creates and frees requests, and knows how long they last.
  Messages& messages() { return messages_; }

  // What else a runner asks:
  Ranks& ranks() { return ranks_; }
  Memories& memories() { return memories_; }
  EngineFlags& flags() { return flags_; }

 private:
  /// All ranks on their way to a call that nobody leaves before all have come.
  struct Meeting {
    std::vector<Contribution> given;
    int present = 0;
    double last = 0;  ///< when the last one came, seconds
  };

  void handle(const TimelineEvent& event);
  void end_flow(const Flows::Owner& owner, double time);

  Ranks ranks_;
  const ModelledNetwork network_;
  Flows flows_;
  EventLoop events_;
  ReadyQueue ready_;
  Messages messages_;
  Memories memories_;
  EngineFlags flags_;
  Meeting meeting_;
  std::unique_ptr<Fibers> fibers_;  ///< while bodies run
};

template <class Runner>
void Engine::run_by(Runner& runner) {
  constexpr std::size_t many = 128;
  for (const Rank& rank : ranks_) ready_.push(rank);
  do {
    while (!runner.failed() && !(ready_.empty() && messages_.undelivered() == 0)) {
      ready_.run_batch(ranks_, runner);
      if (ready_.empty() || messages_.undelivered() >= many) messages_.deliver_all();
    }
  } while (!runner.failed() &&
           events_.advance([this](const TimelineEvent& event) { handle(event); },
                           [this](const Flows::Owner& owner, double time) { end_flow(owner, time); }));
}

}  // namespace collsim::fast
