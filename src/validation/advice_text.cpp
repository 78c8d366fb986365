#include <fmt/format.h>

#include <cmath>

#include "support/human.hpp"
#include "support/text_table.hpp"
#include "validation/advice.hpp"

namespace collsim {

std::string to_text(const Advice& advice) {
  TextTable table{.headings = {{"collective", true, false},
                               {"p", false},
                               {"bytes", false},
                               {"measured", false},
                               {"ran"},
                               {"predicted", false},
                               {"off by", false},
                               {"try"},
                               {"saves", false},
                               {"sure", false},
                               {"at least", false}},
                  .lines = {}};
  for (const AdvisedCell& cell : advice.cells) {
    const Point& point = cell.measured.point;
    const bool tries = cell.worth_trying();
    table.lines.push_back(
        {point.collective, std::to_string(point.processes), human_bytes(point.bytes()),
         human_seconds(cell.measured.outcome.seconds), cell.ran, human_seconds(cell.predicted),
         deviation_text(deviation_of(cell.predicted, cell.measured.outcome.seconds)), tries ? cell.best : "-",
         tries ? human_percent(cell.gain) : "-", tries ? human_percent(cell.certainty) : "-",
         tries && cell.promised ? human_percent(*cell.promised) : "-"});
  }
  const std::string shared = take_shared(table);
  std::string text = shared + aligned(table);
  text += fmt::format("The model is off by {} in the median, {} at the 90th percentile.\n",
                      human_percent(advice.errors.median), human_percent(advice.errors.ninetieth));
  if (!std::isnan(advice.ratio_error))
    text += fmt::format("Ratios of its times are off by a factor of up to {:.3g} in nine cases of ten.\n",
                        advice.ratio_error);
  for (const auto& [why, count] : advice.excluded)
    text += fmt::format("Not judged: {} times: {}\n", count, why);
  return text;
}

Cells to_cells(const Advice& advice) {
  Cells cells{
      .names = {"collective", "p", "bytes", "measured", "ran", "ran_here", "predicted", "deviation", "best",
                "best_here", "best_predicted", "gain", "certainty", "promised", "worth_trying"},
      .lines = {}};
  for (const AdvisedCell& cell : advice.cells) {
    const Point& point = cell.measured.point;
    const bool none = cell.best.empty();
    cells.lines.push_back({point.collective, std::int64_t{point.processes}, point.bytes(),
                           cell.measured.outcome.seconds, cell.ran, cell.ran_here, cell.predicted,
                           deviation_of(cell.predicted, cell.measured.outcome.seconds),
                           none ? Cell() : Cell(cell.best), none ? Cell() : Cell(cell.best_here),
                           none ? Cell() : Cell(cell.best_predicted), cell.gain,
                           std::isnan(cell.certainty) ? Cell() : Cell(cell.certainty),
                           cell.promised ? Cell(*cell.promised) : Cell(), cell.worth_trying()});
  }
  return cells;
}

}  // namespace collsim
