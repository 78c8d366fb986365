// What `--dry-run` and progress bars forecast against what answering takes, in processor seconds: ratios forecast / actual of
// the scenarios that come with collsim and of jobs that were measured. The aim: within a factor of 2 of what takes up to a
// minute, of the right order beyond.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <fstream>

#include "bench/command.hpp"
#include "lab/scenarios/headway.hpp"

namespace {

using namespace collsim::bench;

/// Of all programs that were started and have ended.
double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double processor_seconds_of(const Words& words) {
  const double before = processor_seconds();
  seconds_of(words);
  return processor_seconds() - before;
}

/// Asked again, everything is in the store: what is left are starts and pictures, which nobody forecasts.
void compare(benchmark::State& state, Words words) {
  const auto results = scratch("forecasts");
  words.insert(words.begin(), COLLSIM);
  words.insert(words.end(), {"-j", "1", "--results", results.string()});
  for (auto _ : state) {
    const double whole = processor_seconds_of(words);
    const double forecast = collsim::headways(results).at(0).effort;
    const double actual = whole - processor_seconds_of(words);
    state.SetIterationTime(actual);
    state.counters["forecast_s"] = forecast;
    state.counters["ratio"] = forecast / actual;
    std::filesystem::remove_all(results);
  }
}

void register_comparison(const std::string& name, const Words& words) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { compare(state, words); })
      ->Iterations(1)
      ->UseManualTime()
      ->Unit(benchmark::kSecond);
}

/// 33 allreduces of a job on more nodes than any that calibrates.
std::filesystem::path large_job() {
  const auto file = scratch("large_job.csv");
  std::ofstream out(file);
  out << "machine,run,nodes,ranks,collective,algorithm,count,type,median_us\n";
  for (const char* algorithm : {"recursive_doubling", "rabenseifner", "ring"})
    for (int count = 2; count <= 2 << 20; count *= 4)
      out << fmt::format("lumi,large,2048,2048,allreduce,{},{},float,1\n", algorithm, count);
  return file;
}

}  // namespace

int main(int argc, char** argv) {
  for (const char* name : {"allgatherv_block_size",
                           "allgatherv_clusters",
                           "allgatherv_distributions",
                           "allgatherv_infiniband",
                           "allgatherv_nodes",
                           "allgatherv_scaling",
                           "allgatherv_sx8",
                           "allreduce_map_big",
                           "allreduce_million",
                           "hamilton_allreduce",
                           "leonardo_placements",
                           "mpich_allgather_map",
                           "mpich_allreduce_map",
                           "mpich_alltoall_map",
                           "mpich_bcast_map",
                           "mpich_reduce_map",
                           "mpich_reduce_scatter_block_map",
                           "quickstart",
                           "smp_clusters",
                           "star_allreduce_map",
                           "star_reduce_map",
                           "t3e_allreduce",
                           "t3e_allreduce_map",
                           "t3e_maxloc",
                           "t3e_neighbours",
                           "t3e_portfolio",
                           "t3e_reduce",
                           "t3e_reduce_map",
                           "what_if",
                           "xe6_blocks",
                           "xe6_results",
                           "xe6_senders"})
    register_comparison(fmt::format("scenario/{}", name), {"run", name});
  for (const char* name : {"allgatherv_bgp", "allgatherv_sicortex", "allreduce_xe6", "xe6_collectives",
                           "xe6_hierarchical", "xe6_imbalance", "xe6_winners"})
    register_comparison(fmt::format("long/{}", name), {"run", name});
  for (const auto& [machine, ranks] : std::vector<std::pair<std::string, std::string>>{{"lumi", "8"},
                                                                                       {"lumi", "100"},
                                                                                       {"leonardo", "32"},
                                                                                       {"leonardo", "200"},
                                                                                       {"leonardo", "512"},
                                                                                       {"leonardo", "1024"},
                                                                                       {"mare_nostrum", "32"},
                                                                                       {"fugaku", "8"},
                                                                                       {"fugaku", "64"}})
    register_comparison(fmt::format("measured/{}/{}", machine, ranks),
                        {"validate", "measured", machine, "--processes", ranks});
  const auto large = large_job();
  register_comparison("long/measured/lumi/2048",
                      {"validate", "measured", "lumi", "--cells", large.string(), "--network", "links"});
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  std::filesystem::remove(large);
}
