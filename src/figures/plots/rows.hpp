#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace collsim {

/// A name for gnuplot's CSV, which has no quoting to rely on: commas and quotes become semicolons and
/// apostrophes, and control characters printable.
std::string plain(const std::string& text);

/// What figures call the answers of a backend_label(): simulated, model, native, or fast/links:
/// figures name the network of the fast engine always.
std::string kind_of(const std::string& backend);

/// "ring" of "ring collective bcast": what an algorithm is called in the panels of all collectives, where it looks the same.
std::string look_of(const std::string& series);

/// A time or a derived quantity as figures show it.
struct FigureRow {
  std::string series;  ///< plain()
  std::string kind;    ///< of the backends, or published
  std::string quantity;
  std::int64_t p = 0, bytes = 0;
  std::string value, low, high;  ///< numbers
};

/// The rows of results, and of a comparison with published numbers unless that is empty: sorted by series in their order,
/// p and bytes. Throws Error if no row is left.
std::vector<FigureRow> shown_rows(const std::string& results_csv, const std::string& comparison_csv);

/// What a figure's script reads, as plots/style.gp describes it: a line for each row.
std::string figure_rows(const std::vector<FigureRow>& rows);

}  // namespace collsim
