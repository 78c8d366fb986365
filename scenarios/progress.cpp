#include "scenarios/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "scenarios/row.hpp"

namespace collsim {

Progress::Progress(std::size_t total)
    : total_(total), terminal_(::isatty(STDERR_FILENO) == 1), next_(terminal_ ? 0 : 2) {}

Progress::~Progress() {
  if (terminal_ && shown_) fmt::print(stderr, "\n");
}

void Progress::advance() {
  ++done_;
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  const bool last = done_ == total_;
  if (elapsed < next_ && !(last && shown_)) return;
  show(elapsed);
  shown_ = true;
  next_ = elapsed + (terminal_ ? 0.1 : 10);
}

void Progress::show(double elapsed) const {
  const double rate = elapsed > 0 ? static_cast<double>(done_) / elapsed : 0;
  const double left = rate > 0 ? static_cast<double>(total_ - done_) / rate : 0;
  const std::string line = fmt::format("{} of {} points ({} %), {:.3g} points/s, {} left", done_, total_,
                                       100 * done_ / total_, rate, human_seconds(left));
  // On a terminal the line overwrites itself, and blanks the rest of a longer one.
  if (terminal_) {
    fmt::print(stderr, "\r{:<76}", line);
  } else {
    fmt::print(stderr, "{}\n", line);
  }
  std::fflush(stderr);
}

}  // namespace collsim
