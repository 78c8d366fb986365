#include <fmt/format.h>

#include <cmath>

#include "evidence/validation/advice.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {

std::string to_text(const Advice& advice) {
  using Text = std::function<std::string(const AdvisedCell&)>;
  const auto tried = [](const Text& text) {
    return [text](const AdvisedCell& cell) { return cell.worth_trying() ? text(cell) : "-"; };
  };
  const std::vector<ColumnOf<AdvisedCell>> columns = {
      {{"collective", true, false}, [](const auto& cell) { return cell.question().collective; }},
      {{"p", false}, [](const auto& cell) { return std::to_string(cell.question().processes); }},
      {{"bytes", false}, [](const auto& cell) { return human_bytes(cell.question().bytes()); }},
      {{"measured", false}, [](const auto& cell) { return human_seconds(cell.measured()); }},
      {{"ran"}, &AdvisedCell::as},
      {{"predicted", false}, [](const auto& cell) { return human_seconds(cell.predicted()); }},
      {{"off by", false}, [](const auto& cell) { return deviation_text(cell.deviation()); }},
      {{"try"}, tried([](const auto& cell) { return cell.best.theirs; })},
      {{"saves", false}, tried([](const auto& cell) { return human_percent(cell.gain); })},
      {{"sure", false}, tried([](const auto& cell) { return human_percent(cell.certainty); })},
      {{"at least", false},
       tried([](const auto& cell) { return cell.promised ? human_percent(*cell.promised) : "-"; })}};
  TextTable table = table_of(columns, advice.cells);
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
    const Point& point = cell.question();
    const bool none = cell.best.theirs.empty();
    cells.lines.push_back(
        {point.collective, std::int64_t{point.processes}, point.bytes(), cell.measured(), cell.as,
         label(cell.answer.point), cell.predicted(), cell.deviation(), none ? Cell() : Cell(cell.best.theirs),
         none ? Cell() : Cell(label(cell.best.point)), none ? Cell() : Cell(cell.best_predicted), cell.gain,
         number_cell(cell.certainty), number_cell(cell.promised), cell.worth_trying()});
  }
  return cells;
}

}  // namespace collsim
