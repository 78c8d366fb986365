// How long a folder of a million answers takes to open: 20 writers' files, in memory already.
#include "lab/scenarios/store.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "bench/command.hpp"

using namespace collsim;
using namespace collsim::bench;

namespace {

constexpr int writers = 20;
constexpr int answers_each = 50'000;

Store open(const std::filesystem::path& folder) {
  return Store(folder, [](const std::string& problem) { throw std::runtime_error(problem); });
}

std::string key(int writer, int answer) {
  return sha256(fmt::format("{}/{}", writer, answer));
}

void fill(const std::filesystem::path& folder) {
  Outcome outcome;
  for (int writer = 0; writer < writers; ++writer) {
    Store store = open(folder);
    for (int answer = 0; answer < answers_each; ++answer) {
      outcome.seconds = 1e-9 * (1 + answer);
      store.save(key(writer, answer), outcome);
    }
  }
}

void open_million(benchmark::State& state) {
  const auto folder = scratch("store");
  fill(folder);
  for (auto _ : state) {
    const Store store = open(folder);
    if (!store.find(key(writers - 1, answers_each - 1))) state.SkipWithError("an answer is not found");
  }
  std::filesystem::remove_all(folder);
}
BENCHMARK(open_million)->Unit(benchmark::kMillisecond)->UseRealTime()->MeasureProcessCPUTime();

}  // namespace

BENCHMARK_MAIN();
