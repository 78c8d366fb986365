#include "lab/tuner/left_out.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "lab/tuner/contest.hpp"

namespace collsim {
namespace {

/// The rows of one collective that are left out together.
std::map<std::int64_t, std::vector<Row>> folds_of(const std::vector<Row>& rows) {
  constexpr std::size_t enough = 3;
  std::set<int> processes;
  for (const Row& row : rows) processes.insert(row.point.processes);
  std::map<std::int64_t, std::vector<Row>> folds;
  for (const Row& row : rows)
    folds[processes.size() < enough ? row.point.bytes() : row.point.processes].push_back(row);
  return folds;
}

}  // namespace

std::vector<Followed> left_out(const Target& target, const std::vector<Row>& rows,
                               const TuningBounds& bounds) {
  Namers namers({&target}, bounds.commutative);
  std::map<std::string, std::vector<Row>> by_collective;
  for (const Row& row : rows)
    if (!namers.who_names(row.point).empty()) by_collective[row.point.collective].push_back(row);
  std::vector<Followed> found;
  for (const auto& [collective, own] : by_collective) {
    const auto folds = folds_of(own);
    for (const auto& [number, fold] : folds) {
      std::vector<Row> others;
      for (const auto& [other, its] : folds)
        if (other != number) others.insert(others.end(), its.begin(), its.end());
      const Rules rules = as_followed(target, rules_of(tune(target, others, bounds), ""));
      const auto cells = follow(rules, fold);
      found.insert(found.end(), cells.begin(), cells.end());
    }
  }
  return found;
}

}  // namespace collsim
