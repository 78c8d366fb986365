#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <memory>

namespace collsim::testing {

struct Unmap {
  std::size_t bytes;
  void operator()(char* memory) const { munmap(memory, bytes); }
};
using Memory = std::unique_ptr<char, Unmap>;

/// Zero; takes memory only where something is written. Null if there is no memory.
inline Memory zeros(std::int64_t count) {
  const auto bytes = static_cast<std::size_t>(count);
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return {nullptr, {0}};
  return {static_cast<char*>(memory), {bytes}};
}

/// A byte in every so many is marked, so that a piece out of place shows.
constexpr std::int64_t stride = 9'999'991;

inline char mark(int rank, std::int64_t index) {
  return static_cast<char>(1 + (index / stride + rank) % 100);
}
inline void put_marks(char* vector, std::int64_t count, int rank) {
  for (std::int64_t i = 0; i < count; i += stride) vector[i] = mark(rank, i);
}
inline bool has_marks(const char* vector, std::int64_t count, int rank) {
  for (std::int64_t i = 0; i < count; i += stride)
    if (vector[i] != mark(rank, i)) return false;
  return true;
}

}  // namespace collsim::testing
