#pragma once

#include <boost/context/stack_context.hpp>
// After the above, which it needs.
#include <boost/context/preallocated.hpp>
#include <cstddef>
#include <memory>
#include <string_view>

#include "backends/fast/engine/stack_switch.hpp"

namespace collsim::fast {

/// The stacks of all ranks, in one mapping: guard pages between them would be more maps than Linux allows.
/// Memory that a stack never touches is never there. Where one was deeper than it may, its neighbour's is
/// broken: if the program then dies, it says whose stack it was and exits with code 2. At most one object at
/// a time.
class Stacks {
 public:
  /// Throws Error if the addresses cannot be had.
  explicit Stacks(int count);
  ~Stacks();
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;

  boost::context::preallocated operator[](int index) const;
  StackBounds bounds(int index) const { return {bottom(index), bytes}; }
  /// Whether a frame at this address still leaves room on that stack.
  bool holds(int index, const void* frame) const { return frame > bottom(index) + reserve; }
  /// Whether that stack was ever deeper than it may: its lowest words, never written, were zero.
  bool overflowed(int index) const;

  static constexpr std::size_t bytes = (address_sanitizer ? 256 : 32) << 10;  ///< of each
  /// What is said of a rank and the stacks' size in KiB. SimGrid's stacks are of 8 MiB.
  static constexpr std::string_view complaint =
      "rank {} needs more than its stack of {} KiB; backend smpi has 8 MiB";

 private:
  struct Watch;
  static constexpr std::size_t reserve = 1 << 10;
  static constexpr std::size_t canary = 256;

  std::byte* bottom(int index) const { return memory_ + static_cast<std::size_t>(index) * bytes; }

  int count_;
  std::byte* memory_;
  std::unique_ptr<Watch> watch_;
};

}  // namespace collsim::fast
