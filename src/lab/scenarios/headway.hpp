#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "lab/scenarios/share.hpp"

namespace collsim {

/// How far the answering of a share is. Answered points are those that need no more work, unsupported ones among them.
struct Headway {
  Share share = {};
  std::string host = {};   ///< where it is answered
  int jobs = 1;            ///< trials at a time
  std::size_t total = 0;   ///< points of all shares
  std::size_t points = 0;  ///< of this share
  std::size_t answered = 0;
  std::size_t failed = 0;
  double effort = 0;   ///< seconds of one core that were left to do at the start, as forecast
  double spent = 0;    ///< of these, what is done
  double elapsed = 0;  ///< seconds since the start
  bool ended = false;
  double silent = 0;  ///< seconds since it was noted

  std::size_t left() const { return points - answered - failed; }
};

/// Notes the headway of a share in DIR/progress/K_of_N.json, every ten seconds: a file server with a thousand writers
/// gets a hundred notes a second.
class Heartbeat {
 public:
  /// Notes the start, and removes the notes of an earlier division into another number of shares. Throws Error naming
  /// the file that cannot be written.
  Heartbeat(std::filesystem::path results, Headway start);
  void advance(double effort, bool answered);
  /// Whoever waits calls this, as often as it likes. Throws Error as the constructor.
  void beat();
  void end();

 private:
  using Clock = std::chrono::steady_clock;
  void note();

  std::filesystem::path folder_;
  Headway headway_;
  Clock::time_point start_ = Clock::now(), noted_ = start_;
  int process_;
};

/// What the shares of a folder have noted, in their order. Empty where nothing was run.
std::vector<Headway> headways(const std::filesystem::path& results);
/// The notes are of a division that is over.
void forget_headways(const std::filesystem::path& results);

/// "280 points: 150 answered, 4 running, 1 failed, 125 left; about 3 min to go.", then the shares that are not
/// running. There must be at least one.
std::string to_text(const std::vector<Headway>& shares);

}  // namespace collsim
