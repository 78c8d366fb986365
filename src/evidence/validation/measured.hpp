#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evidence/validation/measured_cells.hpp"
#include "lab/decisions/judged.hpp"
#include "lab/scenarios/scenario.hpp"

namespace collsim {

/// Asks what was measured of every backend that predicts or simulates: each question once per backend and network. Cells
/// that calibrate, have no counterpart or are the library's own choice are not asked. `document`: what the results folder
/// says it was. Throws Error if nothing is to be asked.
Scenario measured_scenario(const std::vector<MeasuredCell>& cells, const std::vector<std::string>& backends,
                           const std::vector<std::string>& networks);

/// Whether its time is of the network rather than of the software, from 4 KiB on; or of a barrier, which has no other.
/// `by_block`: of a rank's block, where it has one.
bool is_judged(const Point& point, bool by_block);
/// The group "all" of what is judged together.
GroupOf group_of_judged(bool by_block);

/// `rows`: the scenario's answers.
Judgement judge_measured(const std::vector<MeasuredCell>& cells, const std::vector<Row>& rows);

/// The most ranks on a node in a job that calibrates the platform; 0: none does.
int most_calibrated(const std::vector<MeasuredCell>& cells);

/// Writes Markdown. `calibrated`: most_calibrated(); jobs with more ranks on a node are judged apart, too.
std::string to_text(const Judgement& judgement, int calibrated, const std::string& title);

}  // namespace collsim
