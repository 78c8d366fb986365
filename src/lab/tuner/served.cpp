#include "lab/tuner/served.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "lab/decisions/what_if.hpp"

namespace collsim {
namespace {

/// The numbers of rows that have a time; of those of the same question the first.
class RowNumbers {
 public:
  explicit RowNumbers(const std::vector<Row>& rows) {
    for (const auto& [at, numbers] : timed_by_race(rows))
      for (const std::size_t i : numbers) numbers_[at].emplace(label(rows[i].point), i);
  }

  std::size_t number_of(const Point& at, const std::string& label) const { return numbers_.at(at).at(label); }

 private:
  std::map<Point, std::map<std::string, std::size_t>> numbers_ = {};
};

}  // namespace

RunsOfLists runs_of_lists(std::vector<const Target*> targets, const TuningBounds& bounds) {
  return [targets = std::move(targets), bounds](const std::vector<Row>& rows) {
    const RowNumbers numbers(rows);
    std::vector<ListRun> runs;
    for (const Target* each : targets)
      for (const ServedCall& call : served_calls(*each, rows, bounds))
        if (!call.other.empty())
          runs.push_back({numbers.number_of(call.at, call.runs), numbers.number_of(call.at, call.other),
                          call.other_seconds});
    return runs;
  };
}

AskedCalls asked_calls(const std::vector<ServedCall>& served, const Searched& searched) {
  const RowNumbers numbers(searched.rows);
  struct CellAsked {
    bool asked = true;
    double regret = 0;
  };
  std::map<Point, CellAsked> cells;
  for (const ServedCall& call : served) {
    CellAsked& cell = cells[call.at];
    cell.asked = cell.asked && searched.answered[numbers.number_of(call.at, call.runs)] &&
                 (call.regret() <= 0 || searched.answered[numbers.number_of(call.at, call.other)]);
    cell.regret = std::max(cell.regret, call.regret());
  }
  AskedCalls found{.calls = cells.size()};
  for (const auto& [at, cell] : cells) {
    if (cell.asked) ++found.asked;
    double& worst = cell.asked ? found.worst_asked : found.worst_expected;
    worst = std::max(worst, cell.regret);
  }
  return found;
}

}  // namespace collsim
