#include "evidence/published/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lab/scenarios/keys.hpp"
#include "support/csv.hpp"
#include "support/data_dir.hpp"
#include "support/document.hpp"
#include "support/error.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using nlohmann::json;

constexpr double none = Published::none;

/// The median ratio of two series of a table of times, at the sizes that both have.
double ratio_in_table(const json& asked) {
  const CsvTable table =
      read_csv(data_dir() / "validation" / "published" / (asked.at("table").get<std::string>() + ".csv"));
  std::map<std::pair<std::string, std::string>, double> of, to;
  for (const auto& row : table.rows) {
    const std::string& series = table.cell(row, "algorithm");
    const std::string& processes = table.cell(row, "processes");
    if (asked.contains("processes") && processes != asked["processes"].dump()) continue;
    auto& times = series == asked.at("of") ? of : to;
    if (series == asked.at("of") || series == asked.at("to"))
      times[{processes, table.cell(row, "count")}] = table.number<double>(table.cell(row, "seconds"));
  }
  std::vector<double> ratios;
  for (const auto& [size, seconds] : of)
    if (const auto other = to.find(size); other != to.end()) ratios.push_back(seconds / other->second);
  return take_one(Take::median, std::move(ratios));
}

Published published_of(const json& value) {
  if (value.is_string()) return {.words = value};
  if (value.is_array()) return {.low = value[0], .high = value[1]};
  const double number = value.is_object() ? ratio_in_table(value) : value.get<double>();
  return {.low = number, .high = number};
}

std::vector<Reason> reasons_of(const json& value) {
  if (value.is_string()) return {{{}, value}};
  std::vector<Reason> reasons;
  for (const json& each : value)
    reasons.push_back({selector_of(each.value("where", json::object())), each.at("says")});
  return reasons;
}

Tolerance tolerance_of(const json& value) {
  if (value.is_number()) return {value, value};
  const double share = value.at("of_ours");
  return {1 + share, 1 / (1 - share)};
}

using LoadedPoints = std::map<std::pair<std::string, Flags>, std::shared_ptr<const std::vector<Point>>>;

/// The line that a user can run.
std::string command(const std::string& verb, const std::string& scenario, const Flags& with) {
  std::string line = fmt::format("collsim {} {}", verb, scenario);
  for (const auto& [key, value] : with) line += fmt::format(" {} {}", flag_of(key), value);
  return line;
}

Check check_of(const json& item, const json& claim, LoadedPoints& loaded) {
  const auto inherited = [&](const char* key) { return item.contains(key) ? item.at(key) : claim.at(key); };
  Check check{
      .score = {.what = item.at("what"),
                .published = item.contains("published") ? published_of(item["published"]) : Published{},
                .at_least = item.value("at_least", none),
                .at_most = item.value("at_most", none),
                .basis = item.value("basis", "predicted")},
      .table = item.value("table", "")};
  if (item.contains("why") || claim.contains("why")) check.why = reasons_of(inherited("why"));
  Score& score = check.score;
  if (item.contains("recorded")) {
    const json& record = item["recorded"];
    score.simulated.number = record.at("simulated");
    score.formula.number = record.value("formula", none);
    score.unit = record.value("unit", "");
    score.by = record.at("when");
    return check;
  }
  if (item.contains("ratio")) {
    const json& ratio = item["ratio"];
    score.quantity = "ratio";
    check.ratio = {parse<Take>(ratio.at("take")), selector_of(ratio.at("of")), selector_of(ratio.at("to")),
                   ratio.value("time", "seconds")};
  } else if (check.table.empty()) {
    const bool tested = item.contains("tested_by");
    score.verdict = tested ? Verdict::tested : Verdict::not_offered;
    score.basis.clear();
    score.by = item.at(tested ? "tested_by" : "not_offered");
    return check;
  }
  const std::string scenario = inherited("scenario");
  const Flags with =
      item.contains("with") || claim.contains("with") ? inherited("with").get<Flags>() : Flags();
  score.by = command(check.table.empty() ? "run" : "validate", scenario, with);
  auto& points = loaded[{scenario, with}];
  if (!points) points = std::make_shared<std::vector<Point>>(load_scenario(scenario, with).points);
  check.points = points;
  return check;
}

bool is_asked(const std::vector<std::string>& asked, const std::string& work, const std::string& claim) {
  const auto has = [&](const std::string& name) { return std::ranges::find(asked, name) != asked.end(); };
  return asked.empty() || has(work) || has(work + "/" + claim);
}

/// Of the known names those that have as much of a wrong one as says which is meant: its work, or what is no WORK/CLAIM; else
/// the works.
std::vector<std::string> nearer(const std::string& name, const std::vector<std::string>& known) {
  const std::string part =
      name.substr(0, name.find('/') == std::string::npos ? name.size() : name.find('/') + 1);
  std::vector<std::string> with_part, works;
  for (const auto& each : known) {
    if (each.find(part) != std::string::npos) with_part.push_back(each);
    if (each.find('/') == std::string::npos) works.push_back(each);
  }
  return with_part.empty() || part.empty() ? works : with_part;
}

void check_asked(const std::vector<std::string>& asked, const json& document) {
  std::vector<std::string> known;
  for (const json& work : document.at("works")) known.push_back(work.at("work"));
  for (const json& claim : document.at("claims"))
    known.push_back(
        fmt::format("{}/{}", claim.at("work").get<std::string>(), claim.at("claim").get<std::string>()));
  for (const auto& name : asked)
    if (std::ranges::find(known, name) == known.end())
      throw Error(fmt::format("no published work or claim is called '{}'{}; collsim list claims shows all",
                              name, suggestion(name, nearer(name, known))));
}

}  // namespace

Claims load_claims(const std::vector<std::string>& asked) {
  const Origin origin{(data_dir() / "validation" / "claims.json").string()};
  const json document = parse_json(read_document(origin.file, "the published claims"), origin);
  check_schema(document, origin, load_schema("validation/claims_schema.json"));
  check_asked(asked, document);
  Claims all;
  for (const auto& [quantity, value] : document.at("tolerances").items())
    all.tolerances[quantity] = tolerance_of(value);
  for (const json& work : document.at("works")) all.works.push_back({work.at("work"), work.at("title")});
  LoadedPoints loaded;
  for (std::size_t i = 0; i < document.at("claims").size(); ++i) {
    const json& item = document["claims"][i];
    Claim claim{item.at("work"), item.at("claim"), item.at("says"), {}};
    if (!is_asked(asked, claim.work, claim.name)) continue;
    origin.placed(fmt::format("/claims/{}", i), [&] {
      for (const json& check : item.at("checks")) claim.checks.push_back(check_of(check, item, loaded));
    });
    all.claims.push_back(std::move(claim));
  }
  return all;
}

Scenario scenario_of(const Claims& claims) {
  Scenario scenario;
  scenario.file = (data_dir() / "validation" / "claims.json").string();
  scenario.name = "published";
  scenario.title = "What the reproduced works claim";
  json names = json::array();
  std::set<Point> known;
  for (const Claim& claim : claims.claims) {
    names.push_back(claim.full_name());
    for (const Check& check : claim.checks)
      if (check.points)
        for (const Point& point : *check.points)
          if (known.insert(point).second) scenario.points.push_back(point);
  }
  scenario.document = json{{"title", scenario.title}, {"claims", names}}.dump();
  return scenario;
}

}  // namespace collsim
