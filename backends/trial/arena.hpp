#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace collsim {

/// Memory that all ranks of a *time* mode trial share: whatever they write there means nothing. All payload of such a trial
/// lies there; what algorithms tell one another does not.
class Arena {
 public:
  std::byte* at_least(std::size_t bytes) {
    if (blocks_.empty() || bytes > blocks_.back().size) {
      if (bytes == 0) return nullptr;
      // Earlier blocks stay: ranks hold pointers into them.
      // One byte more than asked for: Comm::sendrecv() receives a byte beyond where it sends from.
      blocks_.push_back({std::unique_ptr<std::byte[]>(new std::byte[bytes + 1]), bytes});
    }
    return blocks_.back().memory.get();
  }
  bool contains(const void* address) const {
    const auto* const byte = static_cast<const std::byte*>(address);
    return std::ranges::any_of(blocks_, [byte](const Block& block) {
      return !std::less<>()(byte, block.memory.get()) && std::less<>()(byte, block.memory.get() + block.size);
    });
  }

 private:
  struct Block {
    std::unique_ptr<std::byte[]> memory;
    std::size_t size;
  };
  std::vector<Block> blocks_;
};

}  // namespace collsim
