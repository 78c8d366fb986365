// The fast engine: messages per second of CPU time within one process, set-up apart, and whole commands against
// SMPI.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <numeric>

#include "backends/fast/fast_transport.hpp"
#include "backends/fast/own_handles.hpp"
#include "backends/fast/schedules/evaluate.hpp"
#include "backends/trial/trial.hpp"
#include "bench/command.hpp"

using namespace collsim;
using namespace collsim::bench;

namespace {

/// A file with a torus of split-duplex links, one rank per node.
std::string torus(const std::string& dimensions, int nodes) {
  const auto file = scratch("torus_" + std::to_string(nodes) + ".xml");
  constexpr const char* text = R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="torus" routing="Full">
    <prop id="unsaid" value="nothing"/>
    <prop id="source.nodes" value="chosen: benchmark"/>
    <prop id="source.topology" value="chosen: benchmark"/>
    <prop id="source.link.bandwidth" value="chosen: benchmark"/>
    <prop id="source.link.latency" value="chosen: benchmark"/>
    <prop id="source.memory.bandwidth" value="chosen: benchmark"/>
    <prop id="combine.arithmetic" value="1GBps"/>
    <prop id="source.combine.arithmetic" value="chosen: benchmark"/>
    <prop id="copy" value="4GBps"/>
    <prop id="source.copy" value="chosen: benchmark"/>
    <cluster id="nodes" prefix="node-" suffix="" radical="0-{0}" speed="1Gf" bw="1GBps" lat="100ns"
             topology="TORUS" topo_parameters="{1}" sharing_policy="SPLITDUPLEX"/>
    <cluster id="memory" prefix="memory-" suffix="" radical="0-{0}" speed="1Pf" bw="1GBps" lat="0"/>
  </zone>
</platform>
)";
  std::ofstream(file) << fmt::format(text, nodes - 1, dimensions);
  return file.string();
}

/// What is asked; one double per rank or block.
struct Case {
  std::string platform;
  int processes;
  std::string network;
  std::string collective = "allreduce";
  std::string algorithm = "recursive_doubling";

  Point point() const {
    Point asked;
    asked.collective = collective;
    asked.algorithm = algorithm;
    asked.options = describe(collective, algorithm).resolve({});
    asked.network = network;
    asked.processes = processes;
    asked.count = 1;
    asked.data = Data::time;
    return asked;
  }
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Measured {
  double setup = 0, simulation = 0;  ///< CPU seconds
  double elapsed = 0;                ///< during the simulation, seconds
  double messages = 0;
  double mebibytes = 0;  ///< the process's largest size
};

double largest_size() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (double kibibytes = 0; word == "VmHWM:" && status >> kibibytes) return kibibytes / 1024;
  return 0;
}

/// All that it takes, from the platform's network on; the loading of its XML left out. With `recorded`, the set-up
/// ends when the schedule is there; else all is called set-up.
Measured execute(const Platform& platform, const Point& point, bool recorded) {
  Measured measured;
  const double start = cpu_seconds();
  const auto network = Network::of_platform(platform);
  const auto plan = std::make_shared<const Plan>(point, fast::own_handles);
  AllRates rates(platform, point);
  Arena arena;
  std::vector<int> nodes(static_cast<std::size_t>(point.processes));
  std::iota(nodes.begin(), nodes.end(), 0);
  fast::Engine engine(*network, protocol(platform), point.network.text(), nodes, {},
                      {.carries_data = false, .carries_control = false});
  const auto run = [&](Transport& transport, const auto& ready) {
    const auto trial = make_trial(plan, transport);
    ready(*trial);
    trial->run([] {});
    measured.messages += static_cast<double>(trial->comm().traffic().messages);
  };
  if (recorded) {
    const auto schedule = fast::record(point.processes, [&](fast::Recorder& recorder, int rank) {
      fast::RecordedRank transport(recorder, rates, rank, false, arena, nullptr);
      run(transport, [](const Trial&) {});
    });
    measured.setup = cpu_seconds() - start;
    const auto begin = std::chrono::steady_clock::now();
    fast::evaluate(schedule, engine);
    measured.elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    measured.simulation = cpu_seconds() - start - measured.setup;
  } else {
    engine.run([&](int rank) {
      fast::FiberRank transport(engine, rates, rank, false, arena, nullptr);
      run(transport, [&](const Trial& trial) { engine.rank().touched = {&trial.comm(), &transport}; });
    });
    measured.setup = cpu_seconds() - start;
  }
  measured.mebibytes = largest_size();
  return measured;
}

/// Measures in a process of its own, which shows its memory.
Measured apart(const Platform& platform, const Point& point, bool recorded) {
  const MemoryFile result;
  Child child([&] {
    const Measured measured = execute(platform, point, recorded);
    result.write({reinterpret_cast<const char*>(&measured), sizeof measured});
  });
  const std::string failure = child.failure(child.wait());
  if (!failure.empty()) throw std::runtime_error(failure);
  Measured measured;
  std::memcpy(&measured, result.text().data(), sizeof measured);
  return measured;
}

/// With fibers, ranks are set up while others run already: set-up is what the same costs without the collective.
Measured measure(const Case& asked, bool recorded) {
  const Platform platform = Platform::load(asked.platform);
  Point point = asked.point();
  if (recorded) return apart(platform, point, true);
  Measured measured = apart(platform, point, false);
  point.loop = 0;
  const double setup = apart(platform, point, false).setup;
  measured.simulation = measured.setup - setup;
  measured.setup = setup;
  return measured;
}

void in_process(benchmark::State& state, const Case& asked, bool recorded) {
  for (auto _ : state) {
    const Measured measured = measure(asked, recorded);
    state.SetIterationTime(measured.setup + measured.simulation);
    state.counters["setup_s"] = measured.setup;
    state.counters["simulation_s"] = measured.simulation;
    state.counters["messages_per_s"] = measured.messages / measured.simulation;
    state.counters["MiB"] = measured.mebibytes;
  }
}

/// `collsim run` from the start of the process to its end, wall-clock seconds.
double whole_command(const Case& asked, const std::string& backend) {
  const auto scenario = scratch("scenario.json");
  std::ofstream(scenario) << fmt::format(
      R"({{"collective": "{}", "platform": "{}", "network": "{}", "algorithms": ["{}"],
           "processes": {}, "count": 1, "data": "time"}})",
      asked.collective, asked.platform, asked.network, asked.algorithm, asked.processes);
  const double seconds = collsim_run(scenario, {"--backend", backend});
  std::filesystem::remove(scenario);
  return seconds;
}

void whole(benchmark::State& state, const Case& asked) {
  for (auto _ : state) state.SetIterationTime(whole_command(asked, "fast"));
}

void against_smpi(benchmark::State& state, const Case& asked) {
  for (auto _ : state) {
    const double fast = whole_command(asked, "fast");
    const double smpi = whole_command(asked, "smpi");
    state.SetIterationTime(fast);
    state.counters["smpi_s"] = smpi;
    state.counters["ratio"] = smpi / fast;
  }
}

/// 8 algorithms, 20 numbers of processes up to 4096, 24 sizes.
void winner_map(benchmark::State& state) {
  for (auto _ : state) state.SetIterationTime(collsim_run("allreduce_map_big", {"-j", "2"}));
}

void measured(const std::string& name, const std::function<void(benchmark::State&)>& run) {
  benchmark::RegisterBenchmark(name.c_str(), run)->Iterations(1)->UseManualTime()->Unit(benchmark::kSecond);
}

/// As fibers and as recorded schedules.
void both(const std::string& name, const Case& asked) {
  for (const bool recorded : {false, true})
    measured(name + (recorded ? "/recorded" : "/fibers"),
             [=](benchmark::State& state) { in_process(state, asked, recorded); });
}

}  // namespace

int main(int argc, char** argv) {
  const std::string small = torus("16,8,8", 1024);
  const std::string cube = torus("16,16,16", 4096);
  const std::string large = torus("64,32,32", 65536);
  const Case million{"flat", 1 << 20, "loggp"};
  both("flat_65536/recursive_doubling", {"flat", 1 << 16, "loggp"});
  both("flat_1048576/recursive_doubling", million);
  both("torus_65536/recursive_doubling", {large, 1 << 16, "links"});
  both("torus_4096/ring", {cube, 4096, "links", "allreduce", "ring_full_vector"});
  both("torus_4096/pairwise", {cube, 4096, "links", "alltoall", "pairwise"});
  measured("whole/flat_1048576", [=](benchmark::State& state) { whole(state, million); });
  const auto compare = [](const char* name, const Case& asked) {
    measured(name, [=](benchmark::State& state) { against_smpi(state, asked); });
  };
  compare("against_smpi/star_1024/ring", {"star", 1024, "loggp", "allreduce", "ring_full_vector"});
  compare("against_smpi/torus_1024/ring", {small, 1024, "links", "allreduce", "ring_full_vector"});
  measured("winner_map", winner_map);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  for (const auto& file : {small, cube, large}) std::filesystem::remove(file);
}
