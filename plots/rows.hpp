#pragma once

#include <string>

namespace collsim {

/// What a figure's script reads, as plots/style.gp describes it: one line per time or derived quantity, with
/// the name of its series and its kind (simulated, model, native, published). Commas and quotes in names
/// become semicolons and apostrophes, because gnuplot's CSV has no quoting to rely on. Throws Error if no row
/// is left.
std::string figure_rows(const std::string& results_csv, const std::string& comparison_csv);

}  // namespace collsim
