#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace collsim::bench {

using Words = std::vector<std::string>;

/// Runs a program to its end, its output dropped, and returns the seconds it took. Throws if it fails.
inline double seconds_of(const Words& words) {
  std::vector<char*> arguments;
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t silent;
  posix_spawn_file_actions_init(&silent);
  posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&silent, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  int status = 1;
  if (posix_spawnp(&child, arguments[0], &silent, nullptr, arguments.data(), environ) == 0)
    waitpid(child, &status, 0);
  posix_spawn_file_actions_destroy(&silent);
  if (status != 0) throw std::runtime_error(words[0] + " failed");
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
