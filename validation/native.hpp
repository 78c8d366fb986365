#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "points/row.hpp"
#include "validation/measured_cells.hpp"

namespace collsim {

/// The scenario of `collsim validate native`: every algorithm of every collective on `processes` ranks of the platform,
/// natively and by every backend and network.
std::string native_scenario(const std::string& platform, int processes);

/// |predicted / native - 1| over some points.
struct NativeError {
  std::string of;  ///< "allreduce/ring", or "64 KiB"
  std::string by;  ///< who predicted: "smpi", "fast/links"
  std::size_t points = 0;
  double median = 0, ninetieth = 0, worst = 0;
};

/// What comes of choosing algorithms by predictions, in cells of one collective, number of processes and size.
struct NativeChoice {
  std::string of = {};  ///< which cells, where a table has several
  std::string by;       ///< "library": the installed library's own choice
  std::size_t cells = 0;
  std::size_t clear =
      0;  ///< where the native winner is ahead by more than the noise of the two best together (Outcome::noise())
  std::size_t agreeing = 0;     ///< of those: the predicted winner is the native one
  std::size_t ahead = 0;        ///< where the native winner is ahead by more than a tenth
  std::size_t ahead_found = 0;  ///< of those: likewise
  double regret = 0;            ///< mean over all cells of native seconds of the choice / native best - 1
  double worst_regret = 0;
  std::string worst_place;  ///< empty: all choices are the natively best
  double correlation = 0;   ///< mean over the cells of Kendall's tau between predicted and native order
};

/// A native row and a prediction of it.
struct NativeCell {
  Row native, predicted;
  std::string as = {};  ///< what the native algorithm is called there; empty: as here

  std::string by() const;
  double deviation() const { return predicted.outcome.seconds / native.outcome.seconds - 1; }
  /// Whether another measurement might have been as predicted.
  bool within_noise() const {
    const RealInterval noise = native.outcome.noise();
    return noise.low <= predicted.outcome.seconds && predicted.outcome.seconds <= noise.high;
  }
};

/// Over the cells of each place, in the order of the places; a place is a number and a name.
std::vector<NativeError> errors_by(
    const std::vector<NativeCell>& cells,
    const std::function<std::pair<std::int64_t, std::string>(const NativeCell&)>& place);
std::vector<NativeError> errors_by_size(const std::vector<NativeCell>& cells);
std::vector<NativeError> errors_by_collective(const std::vector<NativeCell>& cells);
std::vector<NativeError> errors_by_algorithm(const std::vector<NativeCell>& cells);
/// In Markdown, in percent: median / 90th percentile / worst.
std::string errors_table(const std::vector<NativeError>& errors, const char* what);
std::string choices_table(const std::vector<NativeChoice>& choices);

struct NativeReport {
  std::vector<NativeCell> cells;
  std::vector<NativeError> by_size, by_collective, by_algorithm;  ///< by_collective: and size
  std::vector<NativeChoice> choices;
  std::map<std::int64_t, std::vector<NativeChoice>> choices_by_size;
  std::vector<NativeChoice> choices_by_collective;
  std::map<std::string, std::size_t> excluded;  ///< rows without a cell, by the reason
};

/// Joins native rows with the others that ask the same. Native rows whose measured numbers a calibration used
/// (measured_digest() is in `calibrated`) are not judged, nor is the simulated library, which is not the installed one.
NativeReport judge_native(const std::vector<Row>& rows, const std::set<std::string>& calibrated = {});

/// Judges what was measured elsewhere, by `rows` that answer measured_scenario().
NativeReport judge_elsewhere(const std::vector<MeasuredCell>& cells, std::vector<Row> rows);

/// In Markdown: errors by size, choices of all cells, by size and by collective, errors by collective and by algorithm, the worst cells with what explains them, what was
/// excluded.
std::string to_text(const NativeReport& report);
/// collective,algorithm,by,p,bytes,native,low,high,predicted,deviation.
Cells to_cells(const NativeReport& report);

/// What plots/predicted.gp draws: predictions over what they are compared with, and the mean regret of choices by size.
std::string picture_of(const std::vector<NativeCell>& cells,
                       const std::map<std::int64_t, std::vector<NativeChoice>>& choices_by_size);

/// The rows of a collective that a figure has room for: native, the formula's, and those simulated over `network`, or, where
/// there are none, by SMPI; of the `most` algorithms that are natively nearest to the best over all sizes.
std::vector<Row> figure_rows_of(const std::vector<Row>& rows, const std::string& collective,
                                const NetworkName& network, std::size_t most = 4);

}  // namespace collsim
