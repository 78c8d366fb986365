#pragma once

#include <vector>

#include "evidence/validation/measured_cells.hpp"
#include "models/hockney.hpp"

namespace collsim {

/// What any other prediction has to beat: Hockney's formulas with one alpha, beta and gamma for all pairs of ranks and all
/// sizes, fitted to the cells from 4 KiB on whose algorithm has a formula. `only_calibrating`: to those of the cells that
/// calibrate the platform, too, else to all, so that what it says of them is no prediction. Without a cell all are zero.
Hockney fit_flat(const std::vector<MeasuredCell>& cells, bool only_calibrating);

/// Rows that answer the cells, as "model/NAME"; only those whose algorithm has a formula.
std::vector<Row> flat_rows(const std::vector<MeasuredCell>& cells, const Hockney& machine, const char* name);

}  // namespace collsim
