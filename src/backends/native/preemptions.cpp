#include "backends/native/preemptions.hpp"

#include <sys/resource.h>

#include <fstream>
#include <string>

#include "backends/native/ranks.hpp"

namespace collsim {
namespace {

/// How often this thread lost its core.
long involuntary_switches() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nivcsw;
}

/// The eighth number of the line "cpu" (proc(5)), in hundredths of a second; 0 where the kernel does not tell.
long stolen_from_machine() {
  std::ifstream stat("/proc/stat");
  std::string word;
  stat >> word;
  long value = 0;
  for (int number = 1; number <= 8; ++number)
    if (!(stat >> value)) return 0;
  return value;
}

}  // namespace

void Preemptions::begin() {
  switches_ = involuntary_switches();
}

bool Preemptions::left_core() const {
  return involuntary_switches() != switches_;
}

bool Preemptions::machine_was_robbed() {
  constexpr double tick = 0.01;
  const double now = seconds_now();
  if (!watches_machine_ || now - looked_ < tick) return false;
  looked_ = now;
  const long before = stolen_;
  stolen_ = stolen_from_machine();
  return before >= 0 && stolen_ != before;
}

}  // namespace collsim
