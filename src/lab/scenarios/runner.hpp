#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "backends/machine.hpp"
#include "lab/scenarios/scenario.hpp"
#include "lab/scenarios/share.hpp"
#include "lab/scenarios/unanswered.hpp"
#include "points/row.hpp"

namespace collsim {

class Progress;

/// Whoever answers points is called as answer() of backends/backend.hpp.
using Answer =
    std::function<void(const Platform&, const std::vector<Point>&, int jobs, const Stop&, const Done&)>;

struct RunSettings {
  std::filesystem::path results;  ///< the folder for the store, results.csv and results.json
  int jobs = 1;
  /// Whether `answer` serves a backend. Points of others are taken from the store; those that are not there
  /// become rows that say who answers them.
  std::function<bool(const Backend&)> serves = [](const Backend& backend) { return !backend.measures(); };
  Stop stop = [] { return false; };
  /// Where measured points are measured: run() then notes it in the folder's machine.json. Without one, they
  /// are those of that file.
  std::optional<Machine> machine = {};
  /// How many launches are to measure a measured point. This is one of them: it measures what has fewer, once, in an order
  /// that is drawn anew for each launch, with its number as the seed.
  int launches = 1;
  /// Which of the points to answer. Whoever answers a part writes to the store only.
  Share share = {};
  std::optional<std::vector<std::size_t>> pending = {};  ///< the points to share out; all if nobody says

  Progress* progress = nullptr;  ///< of whoever asks several times; else run() shows its own
  std::string part = {};         ///< behind "12 of 40 points" while they are answered: " of SMPI's sample"

  bool partial() const { return share.of > 1 || pending; }
};

struct Results {
  std::vector<Row> rows;     ///< one per point that was asked, in the order of the scenario
  std::size_t stored = 0;    ///< answers found in the store
  std::size_t computed = 0;  ///< answers computed now
  std::size_t missing = 0;   ///< points left unanswered because of stop()
};

/// Answers a scenario: from the store where it can, by `answer` otherwise, and stores each answer as it
/// arrives; then writes results.csv and results.json, unless it was to answer a part. Failed points are not stored, so
/// that the next run tries again. Throws Error where a folder cannot be written, or no point of the whole scenario can be
/// answered, with the reasons.
Results run(Scenario& scenario, const RunSettings& settings, const Answer& answer);

/// What run() would do.
struct Forecast {
  std::size_t points = 0;
  std::size_t stored = 0;
  std::size_t unsupported = 0;
  std::size_t missing = 0;  ///< for another program to answer
  Unanswered reasons = {};  ///< of those two, where all points are among them
  bool begun = false;       ///< in the measurement of each pending point a job has ended
  double seconds = 0;       ///< estimate for the points that are not stored, `jobs` trials at a time
  std::int64_t bytes = 0;   ///< estimate of the memory of the `jobs` largest trials together
  std::map<std::string, double> by_algorithm = {};  ///< seconds of one core, by "allreduce/ring"
  std::vector<std::size_t> pending =
      {};  ///< what run() would answer: numbers of the scenario's points from 0
};
Forecast forecast(Scenario& scenario, const RunSettings& settings);

}  // namespace collsim
