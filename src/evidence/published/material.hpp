#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "evidence/published/published.hpp"
#include "lab/decisions/winners.hpp"
#include "support/csv.hpp"
#include "support/json.hpp"

namespace collsim {

/// What one backend answered, found by algorithm and size.
class Times {
 public:
  /// Throws Error if two points answer one size.
  Times(const BackendName& backend, const std::vector<Row>& rows);

  std::optional<Timing> timing_at(const std::string& algorithm, int processes, std::int64_t count) const;
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
struct TableFacts {
  std::string title, source;
  std::map<std::string, Portfolio> algorithms;  ///< by the table's name
  std::vector<std::string> compared;            ///< two of these names, the slower one first; or none
  nlohmann::json calibrated;
  bool comparable;  ///< false: numbers of other machines, from which a simulation has no deviation
};

/// What the cells of a table are made of.
struct Material {
  CsvTable table;
  TableFacts companion;
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
  /// The two names that switch-over counts and gains compare. Throws Error if the companion says none.
  std::pair<std::string, std::string> compared() const;
  /// Empty text is no number. Throws Error.
  double number(const std::string& text) const;
};

/// The numbers of a table, whose header tells what they are (validation/published/README.md). Throws Error for a quantity, unit
/// or collective that it cannot be.
std::vector<Score> cells_of(const Material& material);

}  // namespace collsim
