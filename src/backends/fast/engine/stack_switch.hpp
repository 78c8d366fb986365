#pragma once

#include <cstddef>

// GCC says it one way, Clang the other.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace collsim::fast {

/// Whether AddressSanitizer watches: frames are larger then, and it finds first what is wrong on a stack.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool address_sanitizer = true;
#else
constexpr bool address_sanitizer = false;
#endif

/// Where a stack is.
struct StackBounds {
  const void* bottom = nullptr;
  std::size_t size = 0;
};

/// Tells AddressSanitizer that other code goes on, on another stack; without it, does nothing. Each stack
/// that is left for a while has one of its own.
class StackSwitch {
 public:
#if defined(__SANITIZE_ADDRESS__)
  /// Right before the switch to that stack.
  void leave(const StackBounds& to) {
    __sanitizer_start_switch_fiber(&fake_, to.bottom, to.size);
  }
  /// Right before the last switch from a stack.
  static void leave_for_good(const StackBounds& to) {
    __sanitizer_start_switch_fiber(nullptr, to.bottom, to.size);
  }
  /// Right after the switch back. Returns where the stack is that was left.
  StackBounds come_back() {
    StackBounds from;
    __sanitizer_finish_switch_fiber(fake_, &from.bottom, &from.size);
    return from;
  }

 private:
  void* fake_ = nullptr;
#else
  void leave(const StackBounds&) {}
  static void leave_for_good(const StackBounds&) {}
  StackBounds come_back() {
    return {};
  }
#endif
};

/// Tells AddressSanitizer that these stacks are gone: it keeps what it knows of frames by address, and others may come to lie
/// there.
inline void forget_frames([[maybe_unused]] const StackBounds& stacks) {
#if defined(__SANITIZE_ADDRESS__)
  __asan_unpoison_memory_region(stacks.bottom, stacks.size);
#endif
}

}  // namespace collsim::fast
