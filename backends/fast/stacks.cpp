#include "backends/fast/stacks.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "algorithms/error.hpp"

namespace collsim::fast {

Stacks::Stacks(int count) : total_(static_cast<std::size_t>(count) * bytes) {
  void* memory = mmap(nullptr, total_, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED)
    throw Error(fmt::format("cannot have the addresses of {} stacks of {} KiB: {}", count, bytes >> 10U,
                            std::strerror(errno)));
  memory_ = static_cast<std::byte*>(memory);
  // A huge page would bring 32 stacks' worth of memory for the two pages that each of them touches.
  madvise(memory, total_, MADV_NOHUGEPAGE);
}

Stacks::~Stacks() {
  munmap(memory_, total_);
}

boost::context::preallocated Stacks::operator[](int index) const {
  // Tops at different places within their pages, or all would compete for the same sets of the caches.
  constexpr std::size_t line = 64;
  constexpr std::size_t colours = 31;
  const std::size_t size = bytes - static_cast<std::size_t>(index) % colours * line;
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
