#pragma once

#include <cstddef>

namespace collsim::fast {

/// Bytes.
constexpr std::size_t cache_line = 64;

/// Begins to fetch a cache line. The empty asm: GCC takes a function that only prefetches for one without effect, and
/// drops its calls.
inline void prefetch(const void* address) {
  __builtin_prefetch(address);
  asm volatile("");
}

inline void prefetch_lines(const void* first, std::size_t bytes) {
  for (std::size_t offset = 0; offset < bytes; offset += cache_line)
    prefetch(static_cast<const std::byte*>(first) + offset);
}

}  // namespace collsim::fast
