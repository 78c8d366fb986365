#pragma once

#include <string>
#include <vector>

#include "lab/decisions/judged.hpp"

namespace collsim {

/// The scenario of `collsim validate engines`: every algorithm on each of these platforms, by SMPI and by the
/// fast engine with the networks hockney, links and fluid; small, middling and large vectors, with a rank on
/// each node and, where nodes have cores for it, four;
/// operators and types of every class where the platform names the rates of all. Left out are platforms of more nodes than SMPI holds.
/// Throws Error if none is left. `collectives`: all, if none is named.
std::string engines_scenario(const std::vector<std::string>& platforms,
                             const std::vector<std::string>& collectives = {});

/// |fast / smpi - 1| over all points of an algorithm on a platform, by one network.
struct EngineDeviation {
  std::string network;
  std::vector<Judged> answers = {};  ///< to points that both engines answer
  std::vector<Row> missing = {};     ///< rows that SMPI answers and the fast engine does not
  Errors errors = {};                ///< of the answers
  std::string missed = {};           ///< empty, or which limit it misses and where
  std::string known = {};            ///< why it misses the limit, where that is known
};

struct EngineCheck {
  std::string platform, overrides;
  std::string algorithm;  ///< "allreduce/ring"
  /// No two messages of these points are ever on one link: the platform is the star, each rank has a node of
  /// its own, and the algorithm has at most one send and one receive in flight (Description::concurrent is
  /// false).
  bool exact = false;
  std::vector<EngineDeviation> deviations = {};  ///< by network, in the order of the rows

  /// What misses a limit is known.
  bool passed() const;
};

/// A network whose medians on a platform are known to miss their limit, up to this one.
struct KnownMiss {
  std::string platform, network;  ///< no platform: all
  double median;
  std::string reason;
  std::string algorithm = {};  ///< none: all
  double worst = 0;            ///< where that is more than the network's limit
};
/// The misses of validation/known_misses.json. Throws Error where the file is not as it should be.
std::vector<KnownMiss> known_misses();

/// Compares the fast rows with the smpi rows that ask the same. Limits: if `exact`, 1e-9 for each network;
/// else fluid within 2 % (median) and 10 % (worst), links within 10 % (median), hockney none. A point that
/// only SMPI answers misses every limit.
std::vector<EngineCheck> check_engines(const std::vector<Row>& rows,
                                       const std::vector<KnownMiss>& known = {});

/// Tells people a line per check, then what missed which limit, and where, and how much of that is known.
std::string to_table(const std::vector<EngineCheck>& checks);

}  // namespace collsim
