#include "backends/native/preemptions.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <thread>
#include <vector>

#include "backends/native/ranks.hpp"
#include "backends/native/testing/world.hpp"

namespace collsim {
namespace {

void work_for(double seconds) {
  const double end = seconds_now() + seconds;
  while (seconds_now() < end) {
  }
}

/// Keeps the calling thread, and what it starts, on one core.
class OnOneCore {
 public:
  OnOneCore() {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<unsigned>(sched_getcpu()), &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  ~OnOneCore() { sched_setaffinity(0, sizeof before_, &before_); }
  OnOneCore(const OnOneCore&) = delete;
  OnOneCore& operator=(const OnOneCore&) = delete;

 private:
  cpu_set_t before_{};
};

TEST(Preemptions, SeeAnotherOnTheCore) {
  if (testing::job().rank() != 0) return;
  const OnOneCore core;
  std::atomic<bool> stop = false;
  std::thread other([&] {
    while (!stop) {
    }
  });
  Preemptions preemptions(false);
  preemptions.begin();
  work_for(0.2);  // several turns of any scheduler
  EXPECT_TRUE(preemptions.left_core());
  stop = true;
  other.join();
}

TEST(Preemptions, LeavingTheCoreIsNone) {
  if (testing::job().rank() != 0) return;
  Preemptions preemptions(false);
  // Others may come in between on a busy machine, but not every time.
  int calm = 0;
  for (int i = 0; i < 100; ++i) {
    preemptions.begin();
    std::this_thread::sleep_for(std::chrono::microseconds(10));
    if (!preemptions.left_core()) ++calm;
  }
  EXPECT_GT(calm, 0);
}

}  // namespace
}  // namespace collsim
