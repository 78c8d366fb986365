#include "lab/scenarios/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/human.hpp"

namespace collsim {

Progress::Progress(std::size_t points, double effort, int jobs, std::string what)
    : points_(points),
      effort_(effort),
      jobs_(jobs),
      what_(std::move(what)),
      terminal_(::isatty(STDERR_FILENO) == 1),
      next_(terminal_ ? 0 : 2) {}

Progress::~Progress() {
  if (terminal_ && shown_) fmt::print(stderr, "\n");
}

void Progress::expect(std::size_t points, double effort) {
  open_ = true;
  points_ = std::max(points_, done_ + points);
  effort_ = std::max(effort_, spent_ + effort);
}

void Progress::advance(double effort) {
  ++done_;
  spent_ += effort;
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  const bool last = !open_ && done_ == points_;
  if (elapsed < next_ && !(last && shown_)) return;
  show(elapsed);
  shown_ = true;
  next_ = elapsed + (terminal_ ? 0.1 : 10);
}

void Progress::show(double elapsed) const {
  const bool last = !open_ && done_ == points_;
  const double left = last ? 0 : seconds_left(effort_, spent_, elapsed, jobs_);
  const std::string line = progress_text(done_, points_, share_done(spent_, effort_, last), left, what_);
  // On a terminal the line overwrites itself, and blanks the rest of a longer one.
  if (terminal_) {
    fmt::print(stderr, "\r{:<76}", line);
  } else {
    fmt::print(stderr, "{}\n", line);
  }
  std::fflush(stderr);
}

double share_done(double spent, double effort, bool last) {
  constexpr double nearly = 0.99;
  return last ? 1 : std::min(nearly, spent / effort);
}

double seconds_left(double effort, double spent, double elapsed, int jobs) {
  constexpr double trusted = 2;  // how much work the forecast weighs
  const double pace = (elapsed + trusted / jobs) / (spent + trusted);
  return pace * std::max(0.0, effort - spent);
}

std::string progress_text(std::size_t done, std::size_t points, double share, double seconds_left,
                          const std::string& what) {
  constexpr double width = 20;
  const auto filled = static_cast<std::size_t>(share * width);
  return fmt::format("[{:.<20}] {:.0f} %, {} of {} {}, {} left", std::string(filled, '#'),
                     std::floor(share * 100), done, points, what, human_seconds(std::ceil(seconds_left)));
}

}  // namespace collsim
