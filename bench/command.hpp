#pragma once

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/process.hpp"

namespace collsim::bench {

using Words = std::vector<std::string>;

/// Runs a program to its end, its output dropped, and returns the seconds it took. Throws if it fails.
inline double seconds_of(const Words& words) {
  const auto start = std::chrono::steady_clock::now();
  const Ended ended = run({.words = words});
  if (!ended.failure.empty()) throw std::runtime_error(words[0] + ": " + ended.failure);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// A name in the temporary folder that is this process's own.
inline std::filesystem::path scratch(const std::string& name) {
  return std::filesystem::temp_directory_path() / ("collsim_bench_" + std::to_string(getpid()) + "_" + name);
}

/// `collsim run` of a scenario file, without answers from earlier runs.
inline double collsim_run(const std::filesystem::path& scenario, const Words& flags) {
  const auto results = scratch("results");
  Words words = {COLLSIM, "run", scenario.string(), "--results", results.string()};
  words.insert(words.end(), flags.begin(), flags.end());
  const double seconds = seconds_of(words);
  std::filesystem::remove_all(results);
  return seconds;
}

}  // namespace collsim::bench
