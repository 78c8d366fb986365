#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "models/pattern.hpp"

namespace collsim {

/// A number by how many ranks were at it at once.
class ByLoad {
 public:
  std::map<int, double> known;

  /// Interpolated linearly; beyond the known loads the nearest holds. There must be one.
  double at_load(int ranks) const;
};

/// Where patterns were measured.
struct Site {
  double nominal = 0;        ///< bits per second of the links, where that is known; else 0
  int cores = 0;             ///< processors that the hosts of all ranks share; 0: each has its own
  std::string machine = {};  ///< whatever tells it from others
};

/// What messages take of processors that serve several ranks, one thing after the other: seconds.
struct SharedCores {
  int number = 0;          ///< 0: ranks share none
  double poll = 0;         ///< for a look at what has come
  double hand_over = 0;    ///< for each byte that is sent
  double forward = 0;      ///< for each piece on its way between hosts of one switch
  double receive = 0;      ///< for each message
  double acknowledge = 0;  ///< and where nothing goes back that could tell
};

/// What point-to-point patterns say of a machine whose ranks each have a host of their own.
struct Calibration {
  double nominal = 0;         ///< Site::nominal
  std::string machine;        ///< Site::machine
  double bandwidth = 0;       ///< bytes per second of messages, both ways at once
  double alone = 0;           ///< the same one way at a time
  ByLoad latency;             ///< seconds, one way, the sender's own included
  double overhead = 0;        ///< seconds of the sender's own
  std::int64_t buffered = 0;  ///< bytes that MPI_Send hands over before it has to wait for the link
  double rest = 0;            ///< seconds after which links pass at once what their rate takes so long for
  std::int64_t eager = 0;     ///< messages up to this size set out without their receiver
  SharedCores cores;
  std::map<std::string, ByLoad> rates;  ///< bytes per second: copy, combine.arithmetic, ...
  std::string digest;                   ///< SHA-256 of the rows
  std::set<std::string> used;           ///< measured_digest() of each row
  /// The factor by which latency, but for the sender's own part, is longer for messages of more bytes than these, where no shaped links but the
  /// library decides it, which hands messages over in one way or another. Below the first it is 1.
  std::map<std::int64_t, double> latency_factors = {};

  /// How many ranks at most were at it at once.
  int most_ranks() const { return latency.known.rbegin()->first; }
  /// Seconds of a message whose links have to carry all of it at their rate, both ways at once or alone.
  double message(std::int64_t bytes, int ranks) const {
    const auto above = latency_factors.lower_bound(bytes);
    const double factor = above == latency_factors.begin() ? 1 : std::prev(above)->second;
    return overhead + factor * (latency.at_load(ranks) - overhead) + static_cast<double>(bytes) / bandwidth;
  }
  /// Gives the seconds after a rest.
  double rested(std::int64_t bytes, int ranks) const {
    return std::max(latency.at_load(ranks), message(bytes, ranks) - rest);
  }
  /// Gives the seconds after a rest, one way at a time.
  double rested_alone(std::int64_t bytes, int ranks) const {
    const double both_ways = static_cast<double>(bytes) * (1 / bandwidth - 1 / alone);
    return std::max(latency.at_load(ranks), rested(bytes, ranks) - both_ways);
  }
};

/// Fits the rows of read_patterns(): bandwidth to the line through exchanges of 64 KiB and more between two ranks, by least
/// squares of relative errors, and alone to the line through ping-pongs; rest to what the shortest of these that fills links is
/// ahead of that; latency is a round of 8 B, and overhead what MPI_Send of 8 B takes; buffered and eager are what MPI_Send and
/// late receivers tell. What messages take of cores that more ranks share (SharedCores) is told by round trips of 8 B between two
/// of them (`lone`), by messages one way (`one_way`), and by long sends. Throws Error where a row is missing, or where rows vary so much that a fit would mean nothing: quartiles of long
/// exchanges and ping-pongs by more than 30 %, the median of anything that is fitted to being uncertain by more than half of it (95 %), or late
/// receivers that may or may not have waited. The message says which and by how much.
Calibration calibrate(const std::vector<PatternTime>& rows, const Site& site);

/// What tells a measurement from all others, whatever it is called.
std::string measured_digest(int ranks, std::int64_t bytes, double seconds, double low, double high);

/// A row that the calibration explains, and what it makes of it.
struct Residual {
  PatternTime row;
  double fitted;

  double deviation() const;
};
std::vector<Residual> residuals(const Calibration& calibration, const std::vector<PatternTime>& rows);

/// Tells people the numbers, the residuals, and what limits them.
std::string to_text(const Calibration& calibration, const std::vector<PatternTime>& rows);

void to_json(nlohmann::json& json, const Calibration& calibration);
/// Throws nlohmann::json::exception.
void from_json(const nlohmann::json& json, Calibration& calibration);
/// Throws DocumentError.
Calibration load_calibration(const std::string& file);

}  // namespace collsim
