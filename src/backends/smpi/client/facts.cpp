#include "backends/smpi/client/facts.hpp"

#include <nlohmann/json.hpp>

#include "backends/answering_program.hpp"
#include "backends/service.hpp"
#include "backends/simgrid_version.hpp"
#include "backends/trial/memory.hpp"
#include "backends/trial/traffic.hpp"
#include "platforms/levels.hpp"
#include "platforms/network/for_simgrid.hpp"
#include "support/process.hpp"

namespace collsim {
namespace {

// Measured with a release build on a virtual x86 machine of 2 cores: processor time of `collsim run` on all platforms that come
// with collsim, 2 to 256 ranks, 8 B to 4 MiB. A factor of two is not rare for a single trial.
constexpr double smpi_seconds_per_trial = 2e-3;  // fork, bookkeeping
constexpr double smpi_seconds_per_node = 12e-6;  // of those that nobody uses, too
constexpr double smpi_seconds_per_rank = 60e-6;
constexpr double smpi_seconds_per_message = 6e-6;
constexpr double smpi_seconds_per_message_and_rank = 25e-9;  // the simulator's queues grow with the ranks

// Measured with 1024 ranks: stack, envelopes, MPI's own.
constexpr std::int64_t memory_per_rank = 200 << 10;

// Each takes two memory maps, of which Linux allows a process 65,530.
constexpr int most_smpi_ranks = 30'000;

AnsweringProgram program_of(const Setup& setup) {
  return {.file = setup.programs.empty() ? program_beside("collsim") : program_at(setup.programs / "collsim"),
          .word = smpi_word,
          .plugins = setup.plugins};
}

class Smpi final : public Backend {
 public:
  BackendName name() const override { return "smpi"; }
  Kind kind() const override { return Kind::simulated; }
  std::string caption(const Point&) const override { return "simulated: SimGrid/SMPI"; }
  std::string series() const override { return "simulated"; }
  std::string version() const override { return "SimGrid " + simgrid_version(); }

  int most_ranks() const override { return most_smpi_ranks; }
  std::string module() const override { return simulator().serve ? "" : "collsim_simgrid"; }

  std::string use() const override { return "judging the others: SimGrid's MPI, real data, its own library"; }

  std::string why_unsupported(const Point& point, const Platform& platform) const override {
    if (point.processes > most_smpi_ranks)
      return "SMPI cannot hold more than " + std::to_string(most_smpi_ranks) +
             " ranks; choose the backend fast or model";
    const bool charges_messages = platform.overhead() > 0 || platform.overhead(Level::node) > 0 ||
                                  platform.overhead(Level::domain) > 0 ||
                                  platform.number("arrival", point.bytes()) > 0 ||
                                  platform.number("send_overhead") > 0 || platform.number("eager.copy") > 0 ||
                                  !Levels::of_platform(platform).none();
    if (point.asks_library() && charges_messages)
      return "the library's own messages cannot be charged this platform's software; choose another "
             "algorithm, or a platform without overhead, arrival and levels";
    if (point.asks_library() && point.options.text("forced") != "none")
      return "only the installed library can be forced; choose a selector";
    return {};
  }
  double effort(const Point& point, const Platform& platform) const override {
    const PointTraffic all = traffic(point);
    const double ranks = point.processes;
    return smpi_seconds_per_trial + nodes_always_simulated(platform) * smpi_seconds_per_node +
           ranks * smpi_seconds_per_rank +
           all.messages * (smpi_seconds_per_message + ranks * smpi_seconds_per_message_and_rank) +
           seconds_for_data(point, all);
  }
  std::int64_t memory(const Point& point) const override {
    // Unlike our own engine SMPI writes to what all ranks share in time mode.
    const std::int64_t shared = point.data == Data::time ? point.bytes() : 0;
    return point.processes * memory_per_rank + shared + memory_of_calls(point) + memory_of_counts(point) +
           memory_of_traces(point);
  }

  void answer(const Platform& platform, const std::vector<Point>& points, int jobs, const Stop& stop,
              const Done& done, const Setup& setup) const override {
    const auto serve = [&](const std::vector<Point>& asked, int out) {
      if (simulator().serve) return simulator().serve(platform, asked, jobs, stop, out);
      const AnsweringProgram program = program_of(setup);
      become(program, request("answer", program, platform, asked, jobs), out);
    };
    // SimGrid ends the process over some platforms, instead of throwing.
    const auto refuse = [&](const std::string& end) {
      throw PlatformError(platform.file(), 0, "SimGrid refuses it: " + end);
    };
    ask({"the process that simulates " + platform.name(), serve, refuse}, points, stop, done);
  }
  Explained explain(const Platform& platform, const Point& point, const Setup& setup) const override {
    return simulator().explain ? simulator().explain(platform, point)
                               : Backend::explain(platform, point, setup);
  }
};

}  // namespace

const Backend& smpi_backend() {
  static const Smpi smpi;
  return smpi;
}

Simulator& simulator() {
  static Simulator own;
  return own;
}

}  // namespace collsim
