#include "lab/tuner/doubtful.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "lab/decisions/what_if.hpp"

namespace collsim {

std::vector<std::vector<std::size_t>> doubtful_races(const std::vector<Row>& rows, const TargetsOf& targets) {
  std::vector<std::vector<std::size_t>> found;
  for (const auto& [at, numbers] : timed_by_race(rows)) {
    std::map<std::size_t, std::vector<std::size_t>> by_target;
    for (const std::size_t i : numbers)
      for (const std::size_t target : targets(rows[i].point)) by_target[target].push_back(i);
    const auto seconds = [&](std::size_t i) { return rows[i].outcome.seconds; };
    std::set<std::size_t> near;
    for (const auto& [target, own] : by_target) {
      const double limit = seconds(*std::ranges::min_element(own, {}, seconds)) * (1 + model_error);
      std::set<std::size_t> its;
      for (const std::size_t i : own)
        if (seconds(i) <= limit) its.insert(i);
      if (its.size() > 1) near.merge(its);
    }
    if (!near.empty()) found.emplace_back(near.begin(), near.end());
  }
  return found;
}

std::size_t believe(const std::map<std::size_t, double>& measured, Searched& found) {
  std::vector<Row>& rows = found.rows;
  for (const auto& [i, seconds] : measured) found.answered[i] = true;
  std::size_t others = 0;
  for (const auto& [at, numbers] : timed_by_race(rows)) {
    std::size_t looks_best = rows.size(), is_best = rows.size();
    for (const std::size_t i : numbers) {
      if (!measured.contains(i)) continue;
      if (looks_best == rows.size() || rows[i].outcome.seconds < rows[looks_best].outcome.seconds)
        looks_best = i;
      if (is_best == rows.size() || measured.at(i) < measured.at(is_best)) is_best = i;
    }
    if (is_best == rows.size()) continue;
    if (is_best != looks_best) ++others;
    const double ratio = measured.at(looks_best) / rows[looks_best].outcome.seconds;
    for (const std::size_t i : numbers)
      rows[i].outcome.seconds = measured.contains(i) ? measured.at(i) : rows[i].outcome.seconds * ratio;
  }
  return others;
}

}  // namespace collsim
