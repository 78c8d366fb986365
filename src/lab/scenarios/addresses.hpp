#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "platforms/platform.hpp"
#include "points/placement.hpp"
#include "support/pattern.hpp"

namespace collsim {

/// Gives the nodes that a real job names their places on a platform. The platform's property `address` is a regular
/// expression whose groups find in a node's line what part of the machine it is in (group, then leaf switch), and
/// `address.nodes` says how many nodes of the platform, in a row, each of these holds. Parts of the platform are alike, so
/// that they are taken in the order in which the job names them; unless `address.parts` is `numbered`, where each group is the
/// number of its part, from 0 on, as the coordinates of a torus are. Without the property nodes are taken in a row.
class Addresses {
 public:
  /// Throws PlatformError.
  explicit Addresses(const Platform& platform);

  /// `line`: all that a table says of the node, joined by commas; `node`: its name. Throws Error for a line
  /// without an address, and for more nodes than the platform has there.
  int host_of(const std::string& node, const std::string& line);

 private:
  /// The next free place where the parts have these numbers.
  int numbered(const std::vector<std::string>& path);
  /// The next free place in the part of the machine that `path` names.
  int next(const std::vector<std::string>& path, std::size_t level, int inside);

  int nodes_;
  std::string pattern_;
  bool numbered_ = false;
  std::optional<Pattern> address_;
  std::vector<int> sizes_;                          ///< by level
  std::map<std::vector<std::string>, int> number_;  ///< of a part, among those of the part around it
  std::map<std::vector<std::string>, int> taken_;   ///< parts or nodes inside a part that have a number
  std::map<std::string, int> hosts_;
};

/// The torus that a job saw, on the one that its machine has.
struct JobTorus {
  std::string topology;    ///< sides of the machine's torus, as the override of that name takes them
  std::vector<int> hosts;  ///< of the nodes that the job counts, its first dimension fastest
};

/// `shape`: its sides, such as "4x4x4". The platform's property `address.torus` is how many dimensions its machine
/// has. As many of them as the job's sides can share equally make up each even side, a ring along one row and back along the next, of
/// two where there are two dimensions, four where there are three, so that nodes that are far apart in the ring may have
/// links of their own. Throws Error.
JobTorus job_torus(const std::string& shape, const Platform& platform);

/// A table with the columns rank and node, and more. Throws Error with file and row.
std::vector<RankPlace> read_real_places(const std::string& file, const Platform& platform);

}  // namespace collsim
