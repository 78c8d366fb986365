#pragma once

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "support/error.hpp"
#include "support/human.hpp"

namespace collsim {

/// Memory that all ranks of a *time* mode trial share: whatever they write there means nothing. All payload of such a trial
/// lies there; what algorithms tell one another does not. Pages that nobody writes to take no memory, so that vectors may be
/// larger than the machine.
class Arena {
 public:
  /// Throws Error where the process may not have so many addresses.
  std::byte* at_least(std::size_t bytes) {
    if (blocks_.empty() || bytes > blocks_.back().size) {
      if (bytes == 0) return nullptr;
      // Earlier blocks stay: ranks hold pointers into them.
      // One byte more than asked for: Comm::sendrecv() receives a byte beyond where it sends from.
      blocks_.push_back({std::unique_ptr<std::byte, Unmap>(mapped(bytes + 1), {bytes + 1}), bytes});
    }
    return blocks_.back().memory.get();
  }
  /// Memory that overlaps none that has another number, nor the rest.
  std::byte* apart(std::size_t number, std::size_t bytes) {
    if (number >= apart_.size()) apart_.resize(number + 1);
    return apart_[number].at_least(bytes);
  }
  bool contains(const void* address) const {
    if (std::ranges::any_of(apart_, [=](const Arena& other) { return other.contains(address); })) return true;
    const auto* const byte = static_cast<const std::byte*>(address);
    return std::ranges::any_of(blocks_, [byte](const Block& block) {
      return !std::less<>()(byte, block.memory.get()) && std::less<>()(byte, block.memory.get() + block.size);
    });
  }

 private:
  struct Unmap {
    std::size_t size;
    void operator()(std::byte* memory) const { munmap(memory, size); }
  };
  struct Block {
    std::unique_ptr<std::byte, Unmap> memory;
    std::size_t size;
  };

  static std::byte* mapped(std::size_t bytes) {
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);  // asks for no memory yet
    if (memory != MAP_FAILED) return static_cast<std::byte*>(memory);
    throw Error(
        fmt::format("a vector of {} is more than this process may address (ulimit -v, overcommit_memory)",
                    human_bytes(static_cast<std::int64_t>(bytes))));
  }

  std::vector<Block> blocks_;
  std::vector<Arena> apart_;
};

}  // namespace collsim
