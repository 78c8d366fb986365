#include "backends/fast/engine/stacks.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "support/error.hpp"

namespace collsim::fast {

/// Looks, when the program is about to die, whether a stack was too small. On a stack of its own, for that of
/// the rank that runs may be used up.
struct Stacks::Watch {
  explicit Watch(const Stacks& stacks) {
    watched = &stacks;
    const stack_t own = {.ss_sp = memory.data(), .ss_flags = 0, .ss_size = memory.size()};
    sigaltstack(&own, &stack_before);
    struct sigaction action = {};
    action.sa_sigaction = &blame;
    action.sa_flags = SA_ONSTACK | SA_SIGINFO;
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &action, &before[i]);
  }
  ~Watch() {
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before[i], nullptr);
    sigaltstack(&stack_before, nullptr);
  }

  static void blame(int signal, siginfo_t* info, void*) {
    const auto* place = static_cast<const std::byte*>(info->si_addr);
    const bool below = place < watched->memory_ && place >= watched->memory_ - bytes;
    for (int index = 0; index < watched->count_; ++index) {
      if (!(index == 0 && below) && !watched->overflowed(index)) continue;
      std::array<char, 128> text;
      const auto end = fmt::format_to_n(text.data(), text.size() - 1, complaint, index, bytes >> 10U).out;
      *end = '\n';
      const auto length = static_cast<std::size_t>(end + 1 - text.data());
      _exit(write(STDERR_FILENO, text.data(), length) < 0 ? 1 : 2);
    }
    std::signal(signal, SIG_DFL);  // it was something else, and happens again
  }

  static constexpr std::array signals = {SIGSEGV, SIGBUS, SIGILL, SIGABRT};
  static inline const Stacks* watched = nullptr;
  std::array<std::byte, 1 << 14> memory;
  stack_t stack_before = {};
  std::array<struct sigaction, signals.size()> before = {};
};

Stacks::Stacks(int count) : count_(count) {
  // One more than stacks, that nobody may touch: the first has no neighbour.
  const std::size_t total = (static_cast<std::size_t>(count) + 1) * bytes;
  void* memory = mmap(nullptr, total, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED)
    throw Error(fmt::format("cannot have the addresses of {} stacks of {} KiB: {}", count, bytes >> 10U,
                            std::strerror(errno)));
  mprotect(memory, bytes, PROT_NONE);
  memory_ = static_cast<std::byte*>(memory) + bytes;
  // A huge page would bring 32 stacks' worth of memory for the two pages that each of them touches.
  madvise(memory, total, MADV_NOHUGEPAGE);
  watch_ = std::make_unique<Watch>(*this);
}

Stacks::~Stacks() {
  watch_.reset();
  forget_frames({memory_, static_cast<std::size_t>(count_) * bytes});
  munmap(memory_ - bytes, (static_cast<std::size_t>(count_) + 1) * bytes);
}

boost::context::preallocated Stacks::operator[](int index) const {
  // Tops at different places within their pages, or all would compete for the same sets of the caches.
  constexpr std::size_t step = 256;  // Boost's own alignment
  constexpr std::size_t colours = 8;
  const std::size_t size = bytes - static_cast<std::size_t>(index) % colours * step;
  boost::context::stack_context context;
  context.size = size;
  context.sp = bottom(index) + size;
  return {context.sp, size, context};
}

bool Stacks::overflowed(int index) const {
  const std::byte* lowest = bottom(index);
  return std::any_of(lowest, lowest + canary, [](std::byte value) { return value != std::byte{}; });
}

}  // namespace collsim::fast
