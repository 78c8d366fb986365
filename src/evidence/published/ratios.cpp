#include "evidence/published/ratios.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "points/choice.hpp"
#include "support/json.hpp"
#include "support/quantile.hpp"

namespace collsim {
namespace {

using KeyTexts = std::vector<std::string>;
using Fastest = std::map<KeyTexts, double>;

bool is_chosen(const Point& point, const std::vector<std::string>& entries) {
  return std::any_of(entries.begin(), entries.end(), [&](const std::string& entry) {
    const auto choices = choose(point.collective, entry);
    return std::any_of(choices.begin(), choices.end(), [&](const Choice& choice) {
      return choice.about->name == point.algorithm && choice.options.values() == point.options.values();
    });
  });
}

/// The algorithm is looked at last: only of the selected collectives its name is known.
bool selects(const Selector& selector, const Row& row) {
  for (const Column& column : point_columns()) {
    const auto allowed = selector.find(column.name);
    if (allowed == selector.end() || column.name == "algorithm") continue;
    if (std::ranges::find(allowed->second, plain_text(column.cell(row))) == allowed->second.end())
      return false;
  }
  const auto algorithms = selector.find("algorithm");
  return algorithms == selector.end() || is_chosen(row.point, algorithms->second);
}

/// A row's columns but for these.
KeyTexts key_of(const Row& row, const std::set<std::string>& without) {
  KeyTexts key;
  for (const Column& column : point_columns())
    if (!without.contains(column.name)) key.push_back(plain_text(column.cell(row)));
  return key;
}

void note(Fastest& fastest, const KeyTexts& key, double seconds) {
  const auto [place, added] = fastest.emplace(key, seconds);
  if (!added) place->second = std::min(place->second, seconds);
}

}  // namespace

Selector selector_of(const nlohmann::json& columns) {
  const auto text = [](const nlohmann::json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
  };
  Selector selector;
  for (const auto& [column, values] : columns.items())
    if (values.is_array())
      for (const nlohmann::json& value : values) selector[column].push_back(text(value));
    else
      selector[column] = {text(values)};
  return selector;
}

double take_one(Take take, std::vector<double> numbers) {
  if (numbers.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::ranges::sort(numbers);
  switch (take) {
    case Take::least:
      return numbers.front();
    case Take::median:
      return quantile(numbers, 0.5);
    case Take::mean:
      return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
    case Take::most:
      break;
  }
  return numbers.back();
}

double ratio_of(const std::vector<Row>& rows, const Ratio& ratio) {
  Selector to = ratio.to;
  to.insert(ratio.of.begin(), ratio.of.end());
  const std::set<std::string> algorithm = {"algorithm", "options"};
  std::set<std::string> differing = algorithm;
  for (const auto& [column, texts] : ratio.to) differing.insert(column);

  std::map<KeyTexts, Fastest> above;  // by what it agrees in with the row below
  Fastest below;
  const auto time = std::ranges::find(columns(), ratio.time, &Column::name);
  for (const Row& row : rows) {
    if (!row.outcome.ok()) continue;
    const Cell told = time->cell(row);
    if (told == Cell()) continue;
    const double seconds = std::get<double>(told);
    const KeyTexts key = key_of(row, differing);
    if (selects(ratio.of, row)) note(above[key], key_of(row, algorithm), seconds);
    if (selects(to, row)) note(below, key, seconds);
  }
  std::vector<double> ratios;
  for (const auto& [key, fastest] : above)
    if (const auto other = below.find(key); other != below.end())
      for (const auto& [own, seconds] : fastest) ratios.push_back(seconds / other->second);
  return take_one(ratio.take, std::move(ratios));
}

}  // namespace collsim
