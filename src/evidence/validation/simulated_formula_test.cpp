#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "algorithms/facts/description.hpp"
#include "backends/backend.hpp"
#include "evidence/validation/formula.hpp"

namespace collsim {
namespace {

bool takes(const OptionSpec& option, const std::string& value) {
  const auto& choices = option.choices;
  if (!choices.empty()) return std::find(choices.begin(), choices.end(), value) != choices.end();
  return !option.numeric() || value.find_first_not_of("0123456789") == std::string::npos;
}

/// The options to check an algorithm with: its own, and each of these that it has.
std::set<std::map<std::string, std::string>> settings(const Description& about) {
  std::set<std::map<std::string, std::string>> found = {about.resolve({}).values()};
  for (const OptionSpec& option : about.options)
    for (const auto& [name, value] : {std::pair{"segment_bytes", "64"},
                                      {"segment_bytes", "1000"},
                                      {"fold", "half"},
                                      {"fold", "whole"},
                                      {"blocks", "8"},
                                      {"blocks", "first"},
                                      {"radix", "3"}})
      if (option.name == name && takes(option, value)) found.insert(about.resolve({{name, value}}).values());
  return found;
}

/// Short segments of long vectors are very many messages.
bool takes_long(const Point& point) {
  const auto segment = point.options.values().find("segment_bytes");
  return segment != point.options.values().end() && segment->second != "0" && point.count > 4096;
}

/// SMPI takes a hundred times as long as the fast engine, which runs the same sources: it is asked what stands for the rest.
bool stands_for_others(const Point& point) {
  static const std::set<int> processes = {2, 5, 8, 17};
  static const std::set<std::int64_t> counts = {0, 1001, 65537};
  const bool of_an_operator = point.processes == 5 && point.count == 1000;
  return processes.contains(point.processes) && (counts.contains(point.count) || of_an_operator);
}

/// The questions of `collsim validate formula` about one algorithm, with other options too.
std::vector<Point> points_of(const Description& about) {
  std::vector<Point> points;
  for (const Point& given : formula_points()) {
    if (given.collective != about.collective || given.algorithm != about.name) continue;
    for (const auto& values : settings(about)) {
      Point point = given;
      point.options = Options(values);
      point.data = Data::time;
      const bool own_options = values == about.resolve({}).values();
      if (point.op != "sum" && !own_options) continue;  // one setting stands for all
      if (takes_long(point) || !about.is_exact(point.shape(), point.options)) continue;
      if (stands_for_others(point)) points.push_back(point);
      point.backend = "fast";
      point.network = "hockney";
      points.push_back(point);
    }
  }
  return points;
}

class SimulatedFormula : public ::testing::TestWithParam<const Description*> {};

TEST_P(SimulatedFormula, IsTheClosedFormOnTheStar) {
  const std::vector<Point> points = points_of(*GetParam());
  ASSERT_FALSE(points.empty());
  const Platform star = Platform::load("star");
  std::vector<Outcome> outcomes(points.size());
  answer(
      star, points, 2, [] { return false; },
      [&](std::size_t index, const Outcome& outcome) { outcomes[index] = outcome; },
      {.programs = std::filesystem::path(COLLSIM_PROGRAM).parent_path()});
  std::vector<FormulaCheck> failed = check_formulas(points, outcomes, star_machine(star));
  std::erase_if(failed, [](const FormulaCheck& check) { return check.passed(); });
  EXPECT_TRUE(failed.empty()) << to_table(failed);
}

/// Those that have a closed form.
std::vector<const Description*> with_closed_form() {
  std::set<std::pair<std::string, std::string>> names;
  for (const Point& point : formula_points()) names.emplace(point.collective, point.algorithm);
  std::vector<const Description*> found;
  for (const auto& [collective, algorithm] : names)
    if (!collective.starts_with("trial_")) found.push_back(&describe(collective, algorithm));
  return found;
}

std::string test_name(const ::testing::TestParamInfo<const Description*>& info) {
  return info.param->collective + "_" + info.param->name;
}

INSTANTIATE_TEST_SUITE_P(Algorithms, SimulatedFormula, ::testing::ValuesIn(with_closed_form()), test_name);

}  // namespace
}  // namespace collsim
