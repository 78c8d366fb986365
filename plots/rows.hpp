#pragma once

#include <string>

namespace collsim {

/// A name for gnuplot's CSV, which has no quoting to rely on: commas and quotes become semicolons and
/// apostrophes.
std::string plain(std::string name);

/// What figures call the answers of a backend_label(): simulated, model, native, or fast/links:
/// figures name the network of the fast engine always.
std::string kind_of(const std::string& backend);

/// What a figure's script reads, as plots/style.gp describes it: one line per time or derived quantity, with
/// the plain() name of its series and its kind (those of the backends, or published). Throws Error if no row
/// is left.
std::string figure_rows(const std::string& results_csv, const std::string& comparison_csv);

}  // namespace collsim
