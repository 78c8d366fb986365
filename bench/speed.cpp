// Speed and memory of collsim as a whole process, and ratios within one run: against plain smpirun, and -j 2
// against -j 1.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include "bench/command.hpp"

namespace {

using namespace collsim::bench;

/// `collsim run` of an allreduce on the star, without answers from earlier runs.
double collsim(const Words& flags) {
  const auto scenario = scratch("scenario.json");
  std::ofstream(scenario) << R"({"collective": "allreduce", "platform": "star", "backends": ["smpi"],
                                 "algorithms": ["ring"], "processes": 2, "count": 1})";
  const double seconds = collsim_run(scenario, flags);
  std::filesystem::remove(scenario);
  return seconds;
}

/// plain smpirun with the settings that collsim gives SMPI.
double smpirun(int processes, const Words& arguments) {
  const auto hosts = scratch("hosts");
  {
    std::ofstream list(hosts);
    for (int i = 0; i < processes; ++i) list << "node-" << i << "\n";
  }
  Words words = {"smpirun",   "-np", std::to_string(processes),  "-hostfile", hosts.string(),
                 "-platform", STAR,  "--log=root.thres:critical"};
  for (const char* setting : {"smpi/simulate-computation:no", "smpi/send-is-detached-thresh:0",
                              "network/TCP-gamma:0", "network/weight-S:0", "network/crosstraffic:0",
                              "smpi/lat-factor:0:1", "smpi/bw-factor:0:1", "smpi/host-speed:1Gf"})
    words.push_back(std::string("--cfg=") + setting);
  words.push_back(RING);
  words.insert(words.end(), arguments.begin(), arguments.end());
  const double seconds = seconds_of(words);
  std::filesystem::remove(hosts);
  return seconds;
}

/// 128 ranks, 40 rings of 100 doubles: 650 thousand messages.
void messages_per_second_against_smpirun(benchmark::State& state) {
  constexpr int processes = 128;
  constexpr int loops = 40;
  const double messages = 1.0 * loops * processes * (processes - 1);
  double ours = 0;
  double plain = 0;
  for (auto _ : state) {
    const double now = collsim({"--algorithms", "ring_full_vector", "--processes", std::to_string(processes),
                                "--count", "100", "--loop", std::to_string(loops), "--data", "verify"});
    ours += now;
    plain += smpirun(processes, {std::to_string(loops), "100"});
    state.SetIterationTime(now);
  }
  const auto runs = static_cast<double>(state.iterations());
  state.counters["messages_per_s"] = messages * runs / ours;
  state.counters["smpirun_messages_per_s"] = messages * runs / plain;
  state.counters["ratio"] = plain / ours;
}

/// 200 points of about 20 ms each.
void two_jobs_against_one(benchmark::State& state) {
  const Words sweep = {"--algorithms", "ring",          "--processes", "64",
                       "--count",      "1000..1199:+1", "--data",      "time"};
  double one = 0;
  double two = 0;
  for (auto _ : state) {
    Words flags = sweep;
    flags.insert(flags.end(), {"-j", "1"});
    one += collsim(flags);
    flags.back() = "2";
    const double now = collsim(flags);
    two += now;
    state.SetIterationTime(now);
  }
  state.counters["speed_up"] = one / two;
}

/// The fork scheme: 1000 points with hardly a message.
void milliseconds_per_trial(benchmark::State& state) {
  double total = 0;
  for (auto _ : state) {
    const double now = collsim({"--algorithms", "ring", "--processes", "2", "--count", "1..1000:+1"});
    total += now;
    state.SetIterationTime(now);
  }
  state.counters["ms_per_trial"] = total / static_cast<double>(state.iterations());
}

/// 128 ranks of 64 MiB in time mode.
void memory_of_time_mode(benchmark::State& state) {
  for (auto _ : state)
    state.SetIterationTime(
        collsim({"--algorithms", "rabenseifner", "--processes", "128", "--bytes", "64M", "--data", "time"}));
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  state.counters["largest_process_MiB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

constexpr int runs = 5;
// Memory first: the largest child counts.
BENCHMARK(memory_of_time_mode)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(messages_per_second_against_smpirun)
    ->Iterations(runs)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(two_jobs_against_one)->Iterations(runs)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(milliseconds_per_trial)->Iterations(runs)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
