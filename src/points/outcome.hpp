#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "support/median_interval.hpp"

namespace collsim {

/// Whether a point has a time, or why not.
struct Status {
  enum class Kind {
    ok,
    unsupported,  ///< nobody could answer the point
    failed,       ///< its trial broke down; another may succeed
    missing       ///< another program is to answer it
  };
  Kind kind = Kind::ok;
  std::string reason = {};  ///< unless ok

  std::string text() const;  ///< "ok", "failed: REASON"
  static Status parse(const std::string& text);
  bool operator==(const Status&) const = default;
};
inline std::ostream& operator<<(std::ostream& out, const Status& status) {
  return out << status.text();
}

/// The answer to a point.
struct Outcome {
  double seconds = 0;             ///< last rank's finish - common start; native: median of the repetitions
  double seconds_mean = 0;        ///< mean over the ranks of finish - start
  double seconds_rank0 = 0;       ///< rank 0's finish - start
  double since_last_arrival = 0;  ///< last rank's finish - last rank's start
  double seconds_worst = 0;       ///< the longest of the ranks' finish - start
  double seconds_early = 0;       ///< their mean over the ranks that start no later than the median start
  /// Shares of the ranks' time (models/activity.hpp), where a simulated point asks for its balance.
  std::optional<double> idle_share = {}, load_balance = {};
  double seconds_low = 0;   ///< lower quartile of the repetitions; simulated and model: seconds
  double seconds_high = 0;  ///< upper quartile
  std::optional<RealInterval> interval = {};  ///< of `seconds` over launches; none of fewer than six
  int launches = 1;  ///< native: separate starts that were measured (points/launches.hpp)
  int repetitions = 1;
  int preempted = 0;            ///< repetitions that count although a rank lost its core meanwhile
  std::int64_t messages = 0;    ///< sent by all ranks together; 0 for `library`, whose messages nobody counts
  std::int64_t bytes_sent = 0;  ///< in those messages
  Status status = {};

  bool ok() const { return status.kind == Status::Kind::ok; }
  /// Within what other measurements of it are to be expected: the interval, else the quartiles.
  RealInterval noise() const { return interval.value_or(RealInterval{seconds_low, seconds_high}); }
  bool operator==(const Outcome&) const = default;
};

// Outcomes without a time.

inline Outcome unsupported(const std::string& reason) {
  return {.status = {Status::Kind::unsupported, reason}};
}
inline Outcome failed(const std::string& reason) {
  return {.status = {Status::Kind::failed, reason}};
}
inline Outcome missing(const std::string& reason) {
  return {.status = {Status::Kind::missing, reason}};
}

}  // namespace collsim
