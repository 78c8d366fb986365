#pragma once

#include <mpi.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <string>

#include "backends/native/ranks.hpp"

namespace collsim {

/// Watches how fast messages of a machine are. That changes where its cores are a guest's and move: messages then take several times as
/// long, or a part.
class Pace {
 public:
  static constexpr int bytes = 4096;            ///< of a message that is looked at: copied, and short
  static constexpr double usual_patience = 20;  ///< seconds

  /// `usual`: seconds of half a round trip; 0: those of the first look. `patience`: seconds that may be spent in vain, in all.
  explicit Pace(double usual = 0, double patience = usual_patience) : usual_(usual), patience_(patience) {}

  /// What was measured, and whether round trips right before and after were as usual.
  template <class Value>
  struct Watched {
    Value value;
    bool steady = false;
  };

  /// Measures again until they are, or others have waited for too long, or stop() is true on rank 0. All ranks of `comm` call this, and
  /// `look` tells them the same.
  template <class Measure>
  auto steady(
      MPI_Comm comm, const std::function<double()>& look, Measure&& measure,
      const std::function<bool()>& stop = [] { return false; }) {
    ++measured_;
    double before = seen(look());
    for (bool again = false;; again = true) {
      const double begin = seconds_now();
      auto value = measure();
      const double after = seen(look());
      const bool steady = is_usual(before) && is_usual(after);
      if (again && steady) ++repeated_;
      if (!steady) waited_ += seconds_now() - begin;
      double waited = stop() ? -1 : waited_;
      MPI_Bcast(&waited, 1, MPI_DOUBLE, 0, comm);
      const bool stopped = waited < 0;
      const bool in_vain = waited > patience_;
      if (!steady && in_vain) ++left_out_;
      if (steady || stopped || in_vain) return Watched<decltype(value)>{value, steady};
      before = after;
    }
  }

  /// "half a round trip of 4 KiB took 1.1 us to 3.9 us, usually 1.2 us; 3 of 20 measured again, 2 left out"; empty where nothing was
  /// measured.
  std::string text() const;

 private:
  bool is_usual(double pace) const { return pace < 1.5 * usual_ && usual_ < 1.5 * pace; }
  double seen(double pace) {
    if (usual_ == 0) usual_ = pace;
    least_ = std::min(least_, pace);
    most_ = std::max(most_, pace);
    return pace;
  }

  double usual_, patience_, waited_ = 0;
  double least_ = std::numeric_limits<double>::infinity(), most_ = 0;
  int measured_ = 0, repeated_ = 0, left_out_ = 0;
};

}  // namespace collsim
