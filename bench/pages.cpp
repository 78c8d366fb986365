// What pages of a node's file cost a rank that maps it privately: platforms/README.md, `page.map` and those beside it.
#include <benchmark/benchmark.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstring>

namespace {

constexpr std::size_t page = 4096;

enum Phase { map, fault, copy, unmap };

/// Seconds of one phase of mapping a file in memory, reading or writing all its pages, and unmapping it. Whoever asks for
/// mapping leaves pages alone: repetitions end by the phase's own time, which faults would exceed many times over.
double seconds(Phase wanted, int file, std::size_t bytes) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  auto* memory = static_cast<char*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0));
  const auto mapped = Clock::now();
  for (std::size_t at = 0; wanted != map && at < bytes; at += page) {
    volatile char& first = memory[at];
    const char value = first;
    if (wanted == copy) first = value;
  }
  const auto used = Clock::now();
  munmap(memory, bytes);
  const auto end = Clock::now();
  const auto taken = wanted == map ? mapped - begin : wanted == unmap ? end - used : used - mapped;
  return std::chrono::duration<double>(taken).count();
}

void pages(benchmark::State& state, Phase phase) {
  const auto bytes = static_cast<std::size_t>(state.range(0));
  const int file = memfd_create("pages", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, state.range(0)) != 0) return state.SkipWithError("no file in memory");
  void* const shared = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  std::memset(shared, 1, bytes);
  double sum = 0;
  for (auto _ : state) {
    const double taken = seconds(phase, file, bytes);
    sum += taken;
    state.SetIterationTime(taken);
  }
  const double number = phase == map ? 1 : static_cast<double>(bytes / page);
  state.counters["each"] = sum / number / static_cast<double>(state.iterations());
  munmap(shared, bytes);
  close(file);
}

BENCHMARK_CAPTURE(pages, map, map)->RangeMultiplier(16)->Range(page, 16 << 20)->UseManualTime();
BENCHMARK_CAPTURE(pages, fault, fault)->RangeMultiplier(16)->Range(page, 16 << 20)->UseManualTime();
BENCHMARK_CAPTURE(pages, copy, copy)->RangeMultiplier(16)->Range(page, 16 << 20)->UseManualTime();
BENCHMARK_CAPTURE(pages, unmap, unmap)->RangeMultiplier(16)->Range(page, 16 << 20)->UseManualTime();

}  // namespace

BENCHMARK_MAIN();
