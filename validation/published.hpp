#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "points/point.hpp"
#include "scenarios/published_tables.hpp"

namespace collsim {

/// A table of published numbers beside what simulation and formula answer.
struct Report {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  struct Cell {
    std::string what;       ///< which number of the table, for people, with its unit if that is not seconds
    std::string series;     ///< as in a figure's legend: the algorithm, or what the table calls it
    std::string algorithm;  ///< that answers the cell, with its options
    std::string quantity;   ///< seconds, bandwidth, switch_over_count or switch_over_bytes
    int processes = 0;
    std::int64_t bytes = 0;            ///< of the vector; 0 for a quantity that belongs to no single size
    double published = none;           ///< none: a prediction
    double first = none, last = none;  ///< published range that the cell lies in without a number of its own
    double simulated = none;           ///< none: not answered, or the curves do not cross
    double formula = none;
    double deviation = none;  ///< simulated / published - 1
    bool calibrated = false;  ///< the platform was fitted to it
    std::string unit = {};    ///< of published, simulated and formula
    /// What is known instead of, or besides, the number: always, never, < 64.
    std::string simulated_words = {}, formula_words = {};
    std::size_t row = 0;  ///< of the table, from 0 on; one may have several cells
  };

  /// |deviation| over the cells that have one; none if no cell has.
  struct Summary {
    int cells = 0;
    int missing = 0;  ///< cells with a published number but no simulated one
    double median = none, worst = none;
    std::string worst_cell = {};
  };

  std::string title, source;
  std::vector<Cell> cells;
  bool comparable = true;  ///< false: published of other machines; no cell has a deviation
  Summary calibrated, predicted;
};

/// Fills the cells of a published table from outcomes[i] of points[i]: of the backends asked the first
/// that simulates, and the first that predicts as the formula; times are `seconds`. validation/published/README.md says
/// how a table looks and what its quantities mean. Throws Error: unknown table, a table that cannot be read, two
/// different points for one cell.
Report compare_published(const std::string& table_name, const std::vector<Point>& points,
                         const std::vector<Outcome>& outcomes);

/// For people and for Markdown: calibrated and predicted cells apart, each with median and worst deviation.
std::string to_text(const Report& report);

/// One line per cell, in base units (seconds, bytes per second, elements), for plots/:
/// series,quantity,p,bytes,published,simulated,formula,deviation,calibrated,algorithm; empty where there is
/// no number.
std::string to_csv(const Report& report);

}  // namespace collsim
