#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "evidence/published/ratios.hpp"
#include "lab/decisions/judged.hpp"
#include "lab/scenarios/published_tables.hpp"
#include "points/point.hpp"

namespace collsim {

/// A number, an interval of numbers, or words.
struct Published {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  double low = none, high = none;  ///< equal: one number
  std::string words = {};
};

/// What simulation or formula answer: a number, or in words what is known instead of it, or besides: always, never, < 64.
struct NumberOrWords {
  double number = Published::none;  ///< none: not answered, or the curves do not cross
  std::string words = {};
};

enum class Verdict { met, missed, unanswered, tested, not_offered };
template <>
struct Words<Verdict> {
  static constexpr const char* together = "verdict";
  static constexpr std::array texts = {"met", "missed", "unanswered", "tested", "not offered"};
};

/// A published number or claim beside what simulation and formula say.
struct Score {
  static constexpr double none = Published::none;

  std::string work = {}, claim = {};
  std::string what = {};       ///< for people, with its unit if that is not seconds
  std::string series = {};     ///< as in a figure's legend: the algorithm, or what the table calls it
  std::string algorithm = {};  ///< that answers, with its options
  /// seconds, bandwidth, gain, ratio, switch_over_count, switch_over_bytes; empty: no number
  std::string quantity = {};
  int processes = 0;
  std::int64_t bytes = 0;      ///< of the vector; 0 for a quantity that belongs to no single size
  std::string unit = {};       ///< of published, simulated and formula; none of a ratio
  Published published = {};    ///< nothing: a prediction
  Published lies_within = {};  ///< of a number without a published one of its own
  NumberOrWords simulated = {}, formula = {};
  /// simulated / published - 1; of an interval 0 inside and else from its nearer end.
  double deviation = none;
  double at_least = none, at_most = none;  ///< the criterion
  Verdict verdict = Verdict::unanswered;
  /// How the platform stands to the published number: `calibrated` (fitted to it), `explained` (known when the
  /// platform was changed), `predicted` (at hand, but nothing was fitted to it), `blind` (predicted before it was at
  /// hand). Empty where nothing is simulated.
  std::string basis = {};
  std::string why = {};  ///< it is missed; empty where it is not, or nobody has found out
  std::string by = {};   ///< the command that answers it, the test that checks it, or why nothing does
  bool of_table = false;
  std::size_t row = 0;  ///< of the table, from 0 on; one may have several numbers

  bool is_calibrated() const { return basis == "calibrated"; }
  bool is_limit() const { return quantity.starts_with("switch_over"); }
};

/// Whether its processes, quantity, series and bytes are among what the selector says of them. Throws
/// nlohmann::json::exception for another column.
bool fits(const Selector& selector, const Score& score);

std::string number_text(const NumberOrWords& answer, const std::string& unit);

/// A table of published numbers beside what simulation and formula answer.
struct TableReport {
  std::string title, source;
  std::vector<Score> cells = {};  ///< without work, claim, criterion and verdict
  bool comparable = true;         ///< false: published of other machines; no cell has a deviation
};

/// Fills the cells of a published table from rows: of the backends asked the first that simulates, and the first that predicts as
/// the formula; times are `seconds`. validation/published/README.md says how a table looks and what its quantities mean.
/// Throws Error: unknown table, a table that cannot be read, two different points for one cell.
TableReport compare_published(const std::string& table_name, const std::vector<Row>& rows);

/// Gives a table for people and for Markdown: calibrated and predicted cells apart, each with median and worst deviation.
std::string to_text(const TableReport& report);

/// One line per cell, in base units (seconds, bytes per second, elements), for plots/:
/// series,quantity,p,bytes,published,simulated,formula,deviation,calibrated,algorithm; empty where there is
/// no number.
Cells to_cells(const TableReport& report);

}  // namespace collsim
