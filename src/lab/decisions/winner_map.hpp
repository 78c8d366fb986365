#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lab/decisions/choices.hpp"
#include "lab/decisions/robust.hpp"
#include "points/row.hpp"

namespace collsim {

/// The (p, n) map of winners of a collective on a platform.
struct WinnerMap {
  using MapPlace = std::pair<int, std::int64_t>;  ///< processes and bytes

  /// The answers of one backend.
  struct BackendWinners {
    std::string backend;                     ///< as backend_labels() has it
    std::map<MapPlace, Winner> winners;      ///< nothing where no algorithm has an answer, or somebody chose
    std::map<MapPlace, Regret> chosen = {};  ///< instead: what somebody chose, and what that costs
    /// Of its winners, by the judge's times; nothing of the judge itself.
    std::map<MapPlace, Regret> regrets;
    std::map<MapPlace, Dependence> dependences = {};  ///< on its winners, where somebody asked for some
    Choices choices = {};                             ///< as its answers look, by the judge's times
  };

  /// Sizes that stand in one row: one for each number of processes that was asked for it.
  using Sizes = std::map<int, std::int64_t>;

  std::string collective, platform, overrides;
  std::string chosen_by = {};  ///< who chose; empty: nobody, so that the map shows the fastest
  std::string placement = {};  ///< empty: by ppn and mapping; "8 a node" where several ppn are asked
  std::set<std::pair<int, PerNode>> ranks = {};  ///< processes and ppn of its points without a placement
  std::vector<std::string> algorithms;  ///< that compete, with their options, in the order of the scenario
  std::map<std::string, std::string> letters =
      {};                             ///< what cells call each: "a"; the same in all maps of some rows
  std::vector<int> processes;         ///< ascending
  std::vector<Sizes> sizes;           ///< ascending
  std::vector<BackendWinners> sides;  ///< in the order of the scenario
  std::string judge;                  ///< the backend nearest to the truth (is_truer())

  /// Whether a point is asked in one of its cells.
  bool has(const Point& point) const;
  std::string title()
      const;  ///< "allreduce on star [link.bandwidth=x2], ranks scattered(seed=1), as RULES choose"
};

/// A map for each collective, platform, overrides and placement among the rows, and for each ppn where an algorithm is
/// asked for several with one number of processes. Sizes that were rounded to equal blocks
/// stand in one row while they differ by less than half and no number of processes has two of them. Throws
/// Error where two rows answer for one algorithm at one place, because they differ in type, op, root,
/// mapping or the like.
std::vector<WinnerMap> winner_maps(const std::vector<Row>& rows, const Dependences& dependences = {});

/// "480 B .. 512 B": the sizes of one row.
std::string human_sizes(const WinnerMap::Sizes& sizes);

/// A table of the map's cells, or several where one would be wider than the page.
std::string grid_text(const WinnerMap& map,
                      const std::function<std::string(const WinnerMap::MapPlace&)>& cell);

/// Shows people a table per backend with the winner at each size and by how much longer the next best takes, and how well the backends
/// agree with the judge. Cells have letters, and a legend says who these are; those of one size or one number of processes have a line
/// with names and times.
std::string to_text(const WinnerMap& map);

/// One line per backend and place:
/// collective,platform,overrides,placement,backend,p,bytes,winner,seconds,second,margin,judge,regret,robust.
Cells to_cells(const std::vector<WinnerMap>& maps);

}  // namespace collsim
