#include "lab/decisions/deviations.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>

#include "backends/backend.hpp"
#include "lab/decisions/judged.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// The truest answers, by what was asked.
using Truest = std::map<Point, Row>;

bool is_judged(const Row& row, const Row& truest) {
  return row.outcome.ok() && !(row.point == truest.point) && truest.outcome.seconds > 0;
}

/// The truest answers to the questions that have two answers and more.
Truest truest_answers(const std::vector<Row>& rows) {
  Truest found;
  for (const Row& row : rows) {
    if (!row.outcome.ok()) continue;
    const auto [place, added] = found.emplace(row.point.question(), row);
    if (!added && is_truer(row.point, place->second.point)) place->second = row;
  }
  Truest met;
  for (const Row& row : rows)
    if (const auto truest = found.find(row.point.question());
        truest != found.end() && is_judged(row, truest->second))
      met.insert(*truest);
  return met;
}

/// A column that says something of a row and the truest answer, if that is another.
Column column(const std::string& name, const std::shared_ptr<const Truest>& truest,
              const std::function<Cell(const Row& row, const Row& truest)>& cell) {
  return {name, [truest, cell](const Row& row) -> Cell {
            const auto place = truest->find(row.point.question());
            if (place == truest->end() || !is_judged(row, place->second)) return {};
            return cell(row, place->second);
          }};
}

std::string what(const Point& point) {
  return point.collective + "/" + label(point) + ", p = " + std::to_string(point.processes) + ", " +
         human_bytes(point.bytes());
}

}  // namespace

Columns deviation_columns(const std::vector<Row>& rows) {
  const auto truest = std::make_shared<const Truest>(truest_answers(rows));
  if (truest->empty()) return {};
  const auto labelled = backend_labels(rows);
  return {column("deviation", truest,
                 [](const Row& row, const Row& from) -> Cell {
                   return Judged{.reference = from, .answer = row}.deviation();
                 }),
          column("deviation_from", truest,
                 [labelled](const Row&, const Row& from) -> Cell { return labelled(from.point); })};
}

std::string deviation_table(const std::vector<Row>& rows) {
  const auto labelled = backend_labels(rows);
  std::map<std::pair<std::string, std::string>, std::vector<Judged>> meetings;
  const Truest truest = truest_answers(rows);
  for (const Row& row : rows)
    if (const auto from = truest.find(row.point.question());
        from != truest.end() && is_judged(row, from->second))
      meetings[{labelled(row.point), labelled(from->second.point)}].push_back({from->second, row});
  if (meetings.empty()) return {};

  struct Meeting {
    std::string backend, against;
    Errors errors;
    std::string at;
  };
  std::vector<Meeting> lines;
  for (const auto& [pair, met] : meetings) {
    const Errors errors = errors_of(met);
    lines.push_back({pair.first, pair.second, errors, what(met[errors.worst_at].question())});
  }
  const auto error = [](double Errors::*which) {
    return [which](const Meeting& each) { return human_percent(each.errors.*which); };
  };
  const std::vector<ColumnOf<Meeting>> columns = {
      {{"backend"}, &Meeting::backend},
      {{"against"}, &Meeting::against},
      {{"points", false}, [](const Meeting& each) { return std::to_string(each.errors.points); }},
      {{"off by: median", false}, error(&Errors::median)},
      {{"90th percentile", false}, error(&Errors::ninetieth)},
      {{"worst", false}, error(&Errors::worst)},
      {{"at"}, &Meeting::at}};
  return aligned(table_of(columns, lines));
}

}  // namespace collsim
