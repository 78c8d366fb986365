#include "lab/scenarios/unanswered.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace collsim {

Unanswered unanswered(const std::vector<Row>& rows) {
  Unanswered reasons;
  for (const Row& row : rows)
    if (!row.outcome.ok()) ++reasons[row.outcome.status.text()];
  return reasons;
}

std::string to_text(const Unanswered& reasons) {
  constexpr std::size_t few = 3;
  std::vector<std::pair<std::string, std::size_t>> sorted(reasons.begin(), reasons.end());
  std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (std::size_t i = 0; i < std::min(few, sorted.size()); ++i)
    text += fmt::format("{}{} {}", i == 0 ? "" : "; ", sorted[i].second, sorted[i].first);
  std::size_t others = 0;
  for (std::size_t i = few; i < sorted.size(); ++i) others += sorted[i].second;
  return others == 0 ? text : fmt::format("{}; {} for other reasons", text, others);
}

void refuse_without_answer(const Unanswered& reasons) {
  throw Error("no point can be answered: " + to_text(reasons));
}

}  // namespace collsim
