#pragma once

#include <chrono>
#include <cstddef>

namespace collsim {

/// A line on stderr that tells how far a run is: kept up to date on a terminal; elsewhere a line now and
/// then, once the run has taken two seconds.
class Progress {
 public:
  explicit Progress(std::size_t total);
  ~Progress();  ///< ends the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance();

 private:
  using Clock = std::chrono::steady_clock;
  void show(double elapsed) const;

  std::size_t total_;
  std::size_t done_ = 0;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  double next_;  ///< seconds since the start
};

}  // namespace collsim
