#include "figures/plots/few.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace collsim {
namespace {

/// "ring ppn 4" of "ring [link.bandwidth=x2] ppn 4".
std::string without_overrides(const std::string& series) {
  const auto from = series.find(" ["), to = series.find(']', from);
  return to == std::string::npos ? series : series.substr(0, from) + series.substr(to + 1);
}

/// Of "ring distribution half" what comes before the mark, or all of it.
std::string before(const std::string& series, const std::string& mark) {
  return series.substr(0, series.find(mark));
}

/// "bcast" where a series is called "ring collective bcast", and what follows that.
std::string collective_in(const std::string& series) {
  const std::string mark = " collective ";
  const auto at = series.find(mark);
  return at == std::string::npos ? "" : series.substr(at + mark.size());
}

bool is_time(const FigureRow& row) {
  return row.quantity == "seconds" || row.quantity.starts_with("in call ");
}

/// The panel is the same for rows that it may show together.
std::string panel_of(const std::string& figure, const FigureRow& row) {
  if (!is_time(row) || figure.ends_with("_map")) return row.quantity + row.series;
  if (figure == "time_by_distribution") return before(row.series, " distribution ");
  return collective_in(row.series) + row.quantity;
}

/// How an algorithm does among others.
struct Merit {
  std::size_t wins = 0;
  double nearness = 0;  ///< The sum over all places of the best time over its own.
  std::size_t order = 0;
};

using AlgorithmName = std::string;
using SeriesRows = std::vector<const FigureRow*>;

auto place_of(const FigureRow& row) {
  const std::string algorithm = without_overrides(row.series);
  return std::tuple(row.kind, row.p, row.bytes,
                    algorithm == row.series ? "" : row.series.substr(row.series.find(" [")));
}

/// The best first.
std::vector<AlgorithmName> ranked(const SeriesRows& rows) {
  std::map<decltype(place_of(*rows.front())), double> best;
  for (const FigureRow* row : rows) {
    const double time = std::stod(row->value);
    const auto known = best.emplace(place_of(*row), time).first;
    known->second = std::min(known->second, time);
  }
  std::map<AlgorithmName, Merit> merits;
  for (const FigureRow* row : rows) {
    const double time = std::stod(row->value), least = best.at(place_of(*row));
    Merit& its = merits.emplace(without_overrides(row->series), Merit{.order = merits.size()}).first->second;
    its.wins += time == least;
    its.nearness += time > 0 ? least / time : 1;
  }
  std::vector<std::pair<AlgorithmName, Merit>> order(merits.begin(), merits.end());
  std::ranges::sort(order, [](const auto& a, const auto& b) {
    return std::tuple(b.second.wins, b.second.nearness, a.second.order) <
           std::tuple(a.second.wins, a.second.nearness, b.second.order);
  });
  std::vector<AlgorithmName> names;
  for (auto& [name, merit] : order) names.push_back(name);
  return names;
}

/// Of each algorithm its series, in their order.
std::map<AlgorithmName, std::vector<std::string>> series_in(const SeriesRows& rows) {
  std::map<AlgorithmName, std::vector<std::string>> found;
  for (const FigureRow* row : rows) {
    auto& its = found[without_overrides(row->series)];
    if (std::ranges::find(its, row->series) == its.end()) its.push_back(row->series);
  }
  return found;
}

std::set<std::string> chosen(const SeriesRows& rows) {
  const auto all = series_in(rows);
  std::set<std::string> few;
  for (const AlgorithmName& name : ranked(rows)) {
    std::vector<std::string> its = all.at(name);
    if (few.empty() && its.size() > most_series) its.resize(most_series);
    if (few.size() + its.size() <= most_series) few.insert(its.begin(), its.end());
  }
  return few;
}

std::size_t count_series(const SeriesRows& rows) {
  std::set<std::string> names;
  for (const FigureRow* row : rows) names.insert(row->series);
  return names.size();
}

}  // namespace

Few few_of(const std::string& figure, const std::vector<FigureRow>& rows) {
  std::map<std::string, SeriesRows> panels;
  for (const FigureRow& row : rows) panels[panel_of(figure, row)].push_back(&row);
  std::set<const FigureRow*> dropped;
  std::set<std::string> said;
  for (const auto& [panel, its] : panels) {
    const std::size_t all = count_series(its);
    if (all <= most_series) continue;
    const auto few = chosen(its);
    for (const FigureRow* row : its)
      if (!few.contains(row->series)) dropped.insert(row);
    const std::string collective = collective_in(its.front()->series);
    said.insert(fmt::format("{}{} of {} series are shown, those nearest to the fastest",
                            collective.empty() ? "" : collective + ": ", few.size(), all));
  }
  Few found;
  for (const FigureRow& row : rows)
    if (!dropped.contains(&row)) found.rows.push_back(row);
  found.left_out.assign(said.begin(), said.end());
  return found;
}

}  // namespace collsim
