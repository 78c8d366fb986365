#include "evidence/validation/measured_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "lab/decisions/choices.hpp"
#include "models/robust_fit.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

/// A number of the platform with its text: one factor, or one for each step of "SIZE:FACTOR;SIZE:FACTOR".
struct FittedNumber {
  std::string name;
  std::vector<std::pair<std::string, double>> steps = {};  ///< none: a quantity

  std::size_t parameters() const { return std::max<std::size_t>(1, steps.size()); }
  /// The override with the factors exp(logs[0..]).
  std::string text(const double* logs) const {
    if (steps.empty()) return fmt::format("x{:.5g}", std::exp(*logs));
    std::string all;
    for (const auto& [size, factor] : steps)
      all += fmt::format("{}{}:{:.5g}", all.empty() ? "" : ";", size, factor * std::exp(*logs++));
    return all;
  }
};

FittedNumber fitted(const Platform& platform, const std::string& name) {
  const auto place = platform.numbers().find(name);
  if (place == platform.numbers().end()) {
    std::vector<std::string> known;
    for (const auto& [number, text] : platform.numbers()) known.push_back(number);
    throw PlatformError(platform.file(), 0,
                        fmt::format("'calibrated.numbers' names '{}'{}", name, suggestion(name, known)));
  }
  FittedNumber number{.name = name};
  const std::string& text = place->second.first;
  if (text.find(':') == std::string::npos) return number;
  std::istringstream steps(text);
  for (std::string step; std::getline(steps, step, ';');) {
    const auto colon = step.find(':');
    number.steps.emplace_back(step.substr(0, colon), std::stod(step.substr(colon + 1)));
  }
  return number;
}

std::vector<FittedNumber> fitted_numbers(const Platform& platform) {
  if (!platform.has("calibrated.numbers"))
    throw PlatformError(platform.file(), 0,
                        "names no 'calibrated.numbers'; right would be what is to be fitted");
  std::vector<FittedNumber> numbers;
  for (const auto& name : split_list(platform.text("calibrated.numbers")))
    numbers.push_back(fitted(platform, name));
  return numbers;
}

Changes overrides_of(const std::vector<FittedNumber>& numbers, const std::vector<double>& logs) {
  Changes overrides;
  const double* next = logs.data();
  for (const auto& number : numbers) {
    overrides[number.name] = number.text(next);
    next += number.parameters();
  }
  return overrides;
}

/// Points with a measured time, by what their job changes of the platform.
using MeasuredPoints = std::map<Changes, std::pair<std::vector<Point>, std::vector<double>>>;

std::vector<double> residuals_of(const std::string& platform, const MeasuredPoints& jobs,
                                 const Changes& overrides, const Predict& predict) {
  std::vector<double> residuals;
  for (const auto& [shape, asked] : jobs) {
    const auto outcomes = predict(Platform::load(platform, replaced(shape, overrides)), asked.first);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (!outcomes[i].ok())
        throw Error("a cell that calibrates has no prediction: " + outcomes[i].status.text());
      residuals.push_back(std::log(outcomes[i].seconds / asked.second[i]));
    }
  }
  return residuals;
}

bool is_used(const MeasuredCell& cell) {
  return cell.calibrates && cell.row.outcome.seconds > 0 && !cell.row.point.asks_library();
}

}  // namespace

std::vector<std::string> calibrated_platforms(const std::vector<MeasuredCell>& cells) {
  std::set<std::string> names;
  for (const auto& cell : cells)
    if (is_used(cell)) names.insert(cell.row.point.platform);
  return {names.begin(), names.end()};
}

MeasuredFit fit_measured(const std::string& platform, const std::vector<MeasuredCell>& cells, const Point& as,
                         const Predict& predict) {
  MeasuredPoints jobs;
  for (const auto& cell : cells) {
    if (!is_used(cell) || cell.row.point.platform != platform) continue;
    auto& [points, seconds] = jobs[cell.row.point.overrides];
    points.push_back(asked_as(cell.row.point, as));
    seconds.push_back(cell.row.outcome.seconds);
  }
  const Platform plain = Platform::load(platform);
  if (jobs.empty())
    throw PlatformError(
        plain.file(), 0,
        "is calibrated by no cell; right would be 'calibrated.cells' with some that are there");
  const auto numbers = fitted_numbers(plain);
  std::size_t parameters = 0;
  for (const auto& number : numbers) parameters += number.parameters();
  const auto residuals = [&](const std::vector<double>& logs) {
    return residuals_of(platform, jobs, overrides_of(numbers, logs), predict);
  };
  const std::vector<double> start(parameters, 0.0);
  const std::vector<double> found = robust_fit(residuals, start);
  const Errors before = errors_of(residuals(start));
  return {.overrides = overrides_of(numbers, found),
          .cells = before.points,
          .before = before.median,
          .after = errors_of(residuals(found)).median};
}

}  // namespace collsim
