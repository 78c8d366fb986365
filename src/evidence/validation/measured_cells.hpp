#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "evidence/import/foreign_table.hpp"
#include "evidence/validation/counterparts.hpp"
#include "lab/decisions/judged.hpp"
#include "platforms/platform.hpp"
#include "platforms/variants.hpp"
#include "points/row.hpp"

namespace collsim {

/// A time that somebody measured on a real machine.
struct MeasuredCell {
  ForeignTime time = {};  ///< with a machine and an algorithm, be it the library's own choice
  MeasuredCounterpart counterpart = {};
  Row row = {};             ///< its question and what was measured; only with a counterpart
  bool calibrates = false;  ///< the platform's parameters are fitted to it, so that it is never judged

  /// Ranks that come apart are judged by their own clocks.
  Reference reference() const;
};

/// What to read, and on which platform to ask it again.
struct MeasuredFiles {
  std::filesystem::path cells;         ///< validation/measured/README.md says what columns it has
  std::filesystem::path counterparts;  ///< of the algorithms: a file, or a library's name
  std::string platform;                ///< a name or a file; other software's is beside it, NAME_STACK
  std::string mpi =
      {};  ///< the target (target.hpp) by whose own table the library has chosen; empty: nobody says
  ForeignColumns columns = {};
  Changes overrides = {};  ///< of the platform
};

/// Empty sets: all.
struct MeasuredJobs {
  std::set<int> ranks = {};
  std::set<std::string> collectives = {};  ///< as measured
};

/// The point, asked of the backend and network of another.
Point asked_as(Point point, const Point& as);

/// The folder of those that come with collsim.
std::filesystem::path measured_folder();

/// The points have no backend. A time of the library's own choice is there again as one of the algorithm that its table names, if
/// `mpi` says which table. Ranks are placed by placement/MACHINE_RUN_RANKS.csv beside the cells, or in the order of
/// the torus that the row names, or else on the first nodes. Rows that are no times or cannot be asked are left out: of an unknown
/// type, without a size, with more ranks on a node than it has cores. Throws Error where no row is left, for a cell that is there
/// twice, and for a placement with too few ranks.
std::vector<MeasuredCell> read_measured(const MeasuredFiles& files, LeftOut& left_out);
std::vector<MeasuredCell> read_measured(const MeasuredFiles& files);

/// Throws Error if there is none.
std::vector<MeasuredCell> cells_of(const std::vector<MeasuredCell>& cells, const MeasuredJobs& jobs);

}  // namespace collsim
