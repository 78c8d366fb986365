#pragma once

#include <boost/context/stack_context.hpp>
// After the above, which it needs.
#include <boost/context/preallocated.hpp>
#include <cstddef>

namespace collsim::fast {

/// The stacks of all ranks, in one mapping: guard pages between them would be more maps than Linux allows.
/// Memory that a stack never touches is never there.
class Stacks {
 public:
  /// Throws Error if the addresses cannot be had.
  explicit Stacks(int count);
  ~Stacks();
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;

  boost::context::preallocated operator[](int index) const;
  /// Whether a frame at this address still leaves room on that stack.
  bool holds(int index, const void* frame) const { return frame > bottom(index) + reserve; }
  /// Whether that stack was ever deeper than it may: its lowest words, never written, were zero.
  bool overflowed(int index) const;

  static constexpr std::size_t bytes = 64 << 10;  ///< of each

 private:
  static constexpr std::size_t reserve = 1 << 10;
  static constexpr std::size_t canary = 256;

  std::byte* bottom(int index) const { return memory_ + static_cast<std::size_t>(index) * bytes; }

  std::byte* memory_;
  std::size_t total_;
};

}  // namespace collsim::fast
