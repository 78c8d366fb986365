#pragma once

#include <exception>
#include <functional>
#include <memory>

#include "backends/fast/engine/rank.hpp"
#include "backends/fast/engine/stack_switch.hpp"
#include "backends/fast/engine/stacks.hpp"

namespace collsim::fast {

/// Ranks as fibers, each on a stack of its own: their code runs until it blocks, and goes on when it is
/// resumed. A fiber that has not ended when the object goes is unwound, as if what it waits in had thrown.
class Fibers {
 public:
  /// Throws Error if there are no addresses for so many stacks.
  explicit Fibers(Ranks& ranks);
  ~Fibers();
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  /// Prepares a rank to run `body`, which must stay until the end.
  void start(Rank& rank, const std::function<void(int rank)>& body);
  /// Lets a rank run; must not be called from within a fiber.
  void resume(Rank& rank);
  /// Stops the rank that runs, from within its fiber, until it is resumed. Throws Error where its stack is used up.
  void block();

  /// Whether a body has thrown.
  bool failed() const { return failure_ != nullptr; }
  /// Throws what a body has thrown, or Error for a stack that was too small.
  void check() const;

  // The rank goes on soon:
  static void prefetch(const Rank& rank) { fast::prefetch(&rank.fiber); }
  static void prefetch_code(const Rank& rank);

 private:
  struct Unwind {};  ///< what a blocked fiber throws to end

  void run(Rank& rank, const std::function<void(int)>& body);
  [[noreturn]] static void refuse_depth(int rank);

  Ranks& ranks_;
  Stacks stacks_;
  boost::context::fiber main_;
  StackBounds main_stack_;
  std::exception_ptr failure_;
  bool unwinding_ = false;
};

}  // namespace collsim::fast
