#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "backends/backend.hpp"
#include "evidence/validation/native.hpp"
#include "lab/decisions/choices.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

constexpr std::size_t most_worst_native = 12;

/// What the predictor says of every native row that is nearest to the truth.
std::vector<Judged> truest(const std::vector<Judged>& judged) {
  std::map<Point, Judged> found;
  for (const Judged& each : judged) {
    const auto [place, added] = found.emplace(each.question(), each);
    if (!added && is_truer(each.answer.point, place->second.answer.point)) place->second = each;
  }
  std::vector<Judged> all;
  for (auto& [point, each] : found) all.push_back(std::move(each));
  return all;
}

/// What a deviation comes from, as far as other measurements and other predictions of the same tell.
std::string explanation(const Judged& cell, const std::vector<Judged>& all) {
  if (cell.within_noise()) return "noise: another measurement might be as predicted";
  const double miss = std::abs(cell.deviation());
  const RealInterval noise = cell.reference.outcome.noise();
  const double width = (noise.high - noise.low) / cell.reference.outcome.seconds;
  if (width > miss / 2) return fmt::format("noise in part: the interval is {} wide", human_percent(width));
  for (const auto& other : all) {
    if (backend(other.answer.point).kind() != Backend::Kind::predicted ||
        !(other.reference.point == cell.reference.point))
      continue;
    // What no message waits for is in the formula, too.
    if (std::abs(other.deviation() - cell.deviation()) < miss / 2)
      return fmt::format("the platform's numbers, or what neither knows: the formula is off by {}, too",
                         deviation_text(other.deviation()));
    return fmt::format("the network: the formula is off by {}", deviation_text(other.deviation()));
  }
  return "not told: no formula";
}

std::string worst_table(const std::vector<Judged>& cells, const std::vector<Judged>& all) {
  const std::vector<ColumnOf<Judged>> columns = {
      {{"algorithm"}, [](const auto& cell) { return group_by_algorithm(cell.question())->name; }},
      {{"by"}, &Judged::by},
      {{"p", false}, [](const auto& cell) { return std::to_string(cell.question().processes); }},
      {{"bytes", false}, [](const auto& cell) { return human_bytes(cell.question().bytes()); }},
      {{"native", false}, [](const auto& cell) { return human_seconds(cell.reference.outcome.seconds); }},
      {{"interval", false},
       [](const auto& cell) {
         const RealInterval noise = cell.reference.outcome.noise();
         return human_seconds(noise.low) + " .. " + human_seconds(noise.high);
       }},
      {{"predicted", false}, [](const auto& cell) { return human_seconds(cell.answer.outcome.seconds); }},
      {{"deviation", false}, [](const auto& cell) { return deviation_text(cell.deviation()); }},
      {{"what explains it"}, [&](const auto& cell) { return explanation(cell, all); }}};
  return markdown(table_of(columns, worst_of(cells, most_worst_native,
                                             [](const Judged& cell) { return std::abs(cell.deviation()); })));
}

/// "Within what another measurement might say (intervals, or quartiles): fast/links 3 of 12, smpi 5 of 12."
std::string within_noise(const std::vector<Judged>& cells) {
  std::map<std::string, std::pair<int, int>> counts;
  for (const auto& cell : cells) {
    auto& [within, all] = counts[cell.by()];
    within += cell.within_noise() ? 1 : 0;
    ++all;
  }
  std::string text;
  for (const auto& [by, count] : counts)
    text += fmt::format("{}{} {} of {}", text.empty() ? "" : ", ", by, count.first, count.second);
  return "Within what another measurement might say (intervals, or quartiles): " + text + ".\n";
}

/// "native times are medians over 6 launches; ..."
std::string launches_of(const std::vector<Judged>& cells) {
  std::map<int, std::set<Point>> points;
  std::set<Point> preempted;
  for (const auto& [native, predicted, as] : cells) {
    points[native.outcome.launches].insert(native.point);
    if (native.outcome.preempted > 0) preempted.insert(native.point);
  }
  std::string text;
  for (const auto& [launches, of_them] : points)
    text += fmt::format("{}{} of {} launches", text.empty() ? "" : ", ", of_them.size(), launches);
  return fmt::format("Native points: {}; in {} of them repetitions count in which a rank was preempted.\n",
                     text, preempted.size());
}

}  // namespace

std::string to_text(const Judgement& judgement) {
  const auto& judged = judgement.judged;
  const auto errors = [&](const GroupOf& group, const char* what) {
    return errors_table(errors_by(judged, group), what);
  };
  const auto choices = [&](const GroupOf& group) { return choices_table(choices_by(judgement, group)); };
  std::string text = "## |predicted / native - 1| by size, in percent: median / 90th percentile / worst\n\n" +
                     errors(group_by_size, "bytes");
  if (!judged.empty()) text += "\n" + within_noise(judged) + launches_of(judged);
  text += "\n## Choosing by predictions, judged by native times\n\n" +
          choices([](const Point&) { return AnswerGroup(); });
  text += "\n## Choices by size\n\n" + choices(group_by_nearest_size);
  text += "\n## Choices by collective\n\n" + choices(group_by_collective);
  text +=
      "\n## Errors by size and collective\n\n" + errors(group_by_size_and_collective, "bytes, collective");
  text += "\n## Errors by algorithm\n\n" + errors(group_by_algorithm, "algorithm");
  text += "\n## The worst cells, of the prediction nearest to the truth\n\n" +
          worst_table(truest(judged), judged);
  return text + excluded_text(judgement, "rows");
}

std::string picture_of(const Judgement& judgement) {
  std::string text = "panel,by,x,y\n";
  for (const Judged& each : judgement.judged)
    if (each.reference.outcome.seconds > 0 && each.answer.outcome.seconds > 0)
      text += fmt::format("{},{},{},{}\n", each.question().collective, each.by(),
                          each.reference.outcome.seconds, each.answer.outcome.seconds);
  for (const Choices& each : choices_by(judgement, group_by_nearest_size))
    if (each.of.order > 0)
      text += fmt::format("regret,{},{},{}\n", each.by, each.of.order, 100 * each.regret);
  return text;
}

}  // namespace collsim
