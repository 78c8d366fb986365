// What two cores that share memory cost each other, beside `flag.latency`, `copy` and `combine` of a platform: until one sees a flag that the
// other has raised, and copying and combining where lines are in the other's cache.
#include <benchmark/benchmark.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <numeric>
#include <thread>
#include <vector>

namespace {

void stay_on(unsigned core) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  pthread_setaffinity_np(pthread_self(), sizeof cores, &cores);
}

/// A thread on the second core that answers each raised flag, after what it does before.
class Partner {
 public:
  explicit Partner(std::function<void()> before) {
    stay_on(0);
    thread_ = std::thread([this, before = std::move(before)] {
      stay_on(1);
      for (long step = 1;; ++step) {
        while (asked_.load(std::memory_order_acquire) < step) {
        }
        if (ended_) return;
        before();
        answered_.store(step, std::memory_order_release);
      }
    });
  }
  ~Partner() {
    ended_ = true;
    asked_.store(step_ + 1, std::memory_order_release);
    thread_.join();
  }
  Partner(const Partner&) = delete;
  Partner& operator=(const Partner&) = delete;

  void answer() {
    asked_.store(++step_, std::memory_order_release);
    while (answered_.load(std::memory_order_acquire) < step_) {
    }
  }

 private:
  alignas(128) std::atomic<long> asked_ = 0;
  alignas(128) std::atomic<long> answered_ = 0;
  alignas(128) bool ended_ = false;
  long step_ = 0;
  std::thread thread_;
};

/// Half of a question and its answer: from when one core raises a flag until the other sees it.
void flag(benchmark::State& state) {
  Partner partner([] {});
  for (auto _ : state) partner.answer();
  state.counters["each"] =
      benchmark::Counter(2, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

enum Lines { own, written_by_other, read_by_other };

/// Work on lines that the other core has written, or whose result's lines it has read, or neither.
void working(benchmark::State& state, bool combines, Lines lines) {
  std::vector<double> from(static_cast<std::size_t>(state.range(0)) / sizeof(double), 1), to = from;
  Partner partner([&] {
    if (lines == written_by_other) std::ranges::fill(from, 2);
    if (lines == read_by_other) benchmark::DoNotOptimize(std::accumulate(to.begin(), to.end(), 0.0));
  });
  using Clock = std::chrono::steady_clock;
  for (auto _ : state) {
    partner.answer();
    const auto begin = Clock::now();
    if (combines)
      std::ranges::transform(from, to, to.begin(), std::plus());
    else
      std::memcpy(to.data(), from.data(), static_cast<std::size_t>(state.range(0)));
    benchmark::ClobberMemory();
    state.SetIterationTime(std::chrono::duration<double>(Clock::now() - begin).count());
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}

void sizes(benchmark::internal::Benchmark* each) {
  each->Arg(4 << 10)->Arg(256 << 10)->UseManualTime();
}

BENCHMARK(flag)->UseRealTime();
BENCHMARK_CAPTURE(working, copy / own, false, own)->Apply(sizes);
BENCHMARK_CAPTURE(working, copy / written_by_other, false, written_by_other)->Apply(sizes);
BENCHMARK_CAPTURE(working, copy / read_by_other, false, read_by_other)->Apply(sizes);
BENCHMARK_CAPTURE(working, combine / own, true, own)->Apply(sizes);
BENCHMARK_CAPTURE(working, combine / written_by_other, true, written_by_other)->Apply(sizes);

}  // namespace

BENCHMARK_MAIN();
