#pragma once

#include <map>
#include <string>
#include <vector>

#include "scenarios/scenario.hpp"
#include "validation/measured_cells.hpp"
#include "validation/native.hpp"

namespace collsim {

/// Asks what was measured of every backend that predicts or simulates: each question once per backend and network. Cells
/// that calibrate, have no counterpart or are the library's own choice are not asked. `document`: what the results folder
/// says it was. Throws Error if nothing is to be asked.
Scenario measured_scenario(const std::vector<MeasuredCell>& cells, const std::vector<std::string>& backends,
                           const std::vector<std::string>& networks);

/// Predictions beside what was measured on a machine.
struct MeasuredReport {
  std::vector<NativeCell> cells;
  std::vector<NativeError> by_size;                              ///< the others: from 4 KiB on
  std::vector<NativeError> by_job, by_collective, by_algorithm;  ///< by_job: and collective
  std::vector<NativeError> large_by_job;                         ///< from 64 KiB on, all collectives together
  std::vector<NativeChoice> choices;  ///< all, those with more ranks on a node than calibrate, by job
  std::map<std::int64_t, std::vector<NativeChoice>> choices_by_size;
  std::map<std::string, std::size_t> excluded;  ///< cells that are not judged, by the reason
};

/// Whether its time is of the network rather than of the software, from 4 KiB on; or of a barrier, which has no other.
bool is_judged(const Point& point);

/// `rows`: the scenario's answers.
MeasuredReport judge_measured(const std::vector<MeasuredCell>& cells, const std::vector<Row>& rows);

/// In Markdown.
std::string to_text(const MeasuredReport& report, const std::string& title);
/// job,collective,algorithm,measured_as,by,p,bytes,measured,low,high,predicted,deviation.
Cells to_cells(const MeasuredReport& report);

}  // namespace collsim
