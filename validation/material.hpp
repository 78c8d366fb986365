#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "decisions/winners.hpp"
#include "support/csv.hpp"
#include "support/json.hpp"
#include "validation/published.hpp"

namespace collsim {

/// What one backend answered, found by algorithm and size.
class Times {
 public:
  /// Throws Error if two points answer one size.
  Times(const BackendName& backend, const std::vector<Point>& points, const std::vector<Outcome>& outcomes);

  std::optional<Timing> at(const std::string& algorithm, int processes, std::int64_t count) const;
  /// The longest vector that the algorithm was given.
  std::optional<Timing> largest(const std::string& algorithm, int processes) const;
  /// Sizes in bytes.
  Crossing crossing_of(int processes, const std::string& first, const std::string& second) const {
    return crossing(timings_, processes, first, second);
  }

 private:
  std::vector<Timing> timings_;
  std::map<std::tuple<std::string, int, std::int64_t>, std::size_t> places_;
};

/// One of the algorithms that a table's name stands for: it serves vectors of at most `to_bytes` that those
/// before it do not.
struct Member {
  std::string algorithm;
  std::int64_t to_bytes;
};
using Portfolio = std::vector<Member>;

/// What is known of a table besides its numbers.
struct Companion {
  std::string title, source;
  std::map<std::string, Portfolio> algorithms;  ///< by the table's name
  nlohmann::json calibrated;
  bool comparable;  ///< false: numbers of other machines, from which a simulation has no deviation
};

/// What the cells of a table are made of.
struct Material {
  CsvTable table;
  Companion companion;
  Times simulated, formula;
  std::map<std::string, std::string> labels;  ///< our algorithm -> with its options
  std::int64_t type_size;                     ///< bytes per element
  std::string collective;                     ///< of the points

  /// Throws Error if the companion does not know the table's name.
  const Portfolio& portfolio(const std::string& name) const;
  /// The one that serves this size; empty if none does.
  std::string algorithm(const std::string& name, std::int64_t count) const;
  /// The only one. Throws Error if sizes decide.
  const std::string& algorithm(const std::string& name) const;
  std::string label_of(const std::string& algorithm) const;
  /// Empty text is no number. Throws Error.
  double number(const std::string& text) const;
};

/// A size, or in words what is known instead of it: always, never, < 64.
struct Limit {
  double size = Report::none;
  std::string words = {};
};
/// From which size on, in units of `unit` bytes, the second of two algorithms is faster than the first.
Limit switch_over(const Crossing& crossing, double unit);

/// Header algorithm,processes,count,seconds: one time per row.
std::vector<Report::Cell> time_cells(const Material& material);
/// Header collective,communicator_sizes,quantity,first,last,unit: a cell per communicator size. Only the
/// smallest and the largest of a row have a number of their own, unless the two agree: then it is that of all
/// between.
std::vector<Report::Cell> derived_cells(const Material& material);
/// Header collective,communicator_sizes,short,long,of,switch_over_bytes: a cell per communicator size for
/// each row of the collective, the bytes from which the algorithm `long` takes over from `short`. Throws
/// Error if there is no row.
std::vector<Report::Cell> switch_over_cells(const Material& material);
/// The communicator sizes of a row: numbers between blanks.
std::vector<int> communicator_sizes(const Material& material, const std::vector<std::string>& row);

}  // namespace collsim
