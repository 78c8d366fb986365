#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace collsim {

/// A bar on stderr that tells how far a run is: kept up to date on a terminal; elsewhere a line now and then,
/// once the run has taken two seconds. Points count by their effort(): time left is that of the work left.
class Progress {
 public:
  /// `effort`: of all points together. `what`: what is counted, such as "points of SMPI's sample".
  Progress(std::size_t points, double effort, int jobs, std::string what = "points");
  ~Progress();  ///< ends the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// So much is to be answered next, and more may follow: what was forecast grows where this does not fit.
  void expect(std::size_t points, double effort);
  /// A point of this effort is answered.
  void advance(double effort);

 private:
  using Clock = std::chrono::steady_clock;
  void show(double elapsed) const;

  std::size_t points_, done_ = 0;
  double effort_, spent_ = 0;
  int jobs_;
  std::string what_;
  bool terminal_;
  bool open_ = false;  ///< more may follow
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  double next_;  ///< seconds since the start
};

/// Tells which share of work of this effort is done when so much is spent: below 1 before the last point, as forecasts may be too low.
double share_done(double spent, double effort, bool last);

/// Tells how many seconds remain until work of this effort is done, of which `spent` took `elapsed` seconds: as forecast at first, then as observed.
double seconds_left(double effort, double spent, double elapsed, int jobs);

/// "[##########..........] 51 %, 326 of 637 points, 12 s left"; `share` of the work is done.
std::string progress_text(std::size_t done, std::size_t points, double share, double seconds_left,
                          const std::string& what = "points");

}  // namespace collsim
