#include "evidence/validation/engines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/distribution.hpp"
#include "algorithms/facts/operand.hpp"
#include "backends/backend.hpp"
#include "platforms/platform.hpp"
#include "points/choice.hpp"
#include "points/serving.hpp"
#include "support/data_dir.hpp"
#include "support/human.hpp"
#include "support/json.hpp"
#include "support/text_file.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

using nlohmann::json;

struct AllowedDeviation {
  double median, worst;
};
constexpr int many_nodes =
    2'000;  // from here on a trial of SMPI takes longer to copy the platform than to run
constexpr double none = std::numeric_limits<double>::infinity();

AllowedDeviation limits_of(const std::string& network, bool exact) {
  if (exact) return {1e-9, 1e-9};
  if (network == "fluid") return {0.02, 0.1};
  if (network == "links") return {0.1, none};
  return {none, none};
}

bool is_exact(const Point& point) {
  return point.platform == "star" && point.overrides.empty() && point.ppn == 1 &&
         !serving(point).about->concurrent;
}

std::string place(const Point& point) {
  return fmt::format("p = {}, ppn {}, {}", point.processes, point.ppn.text(), human_bytes(point.bytes()));
}

/// Tells which limit the answers miss, if any.
void compare_with_limits(bool exact, EngineDeviation& found) {
  found.errors = errors_of(found.answers);
  const Errors& errors = found.errors;
  const AllowedDeviation limits = limits_of(found.network, exact);
  if (!found.missing.empty()) {
    const Row& first = found.missing.front();
    found.missed = fmt::format("{} {} no answer, such as {}: {}", counted(found.missing.size(), "point"),
                               found.missing.size() == 1 ? "has" : "have", place(first.point),
                               first.outcome.status.text());
    return;
  }
  const std::string at = place(found.answers[errors.worst_at].question());
  if (errors.worst > limits.worst)
    found.missed =
        fmt::format("worst {:.3g} % at {}, allowed {:.3g} %", 100 * errors.worst, at, 100 * limits.worst);
  else if (errors.median > limits.median)
    found.missed = fmt::format("median {:.3g} %, allowed {:.3g} %; worst at {}", 100 * errors.median,
                               100 * limits.median, at);
}

/// Points without an answer and what must be exact have no excuse.
void excuse(const EngineCheck& check, EngineDeviation& found, const std::vector<KnownMiss>& known) {
  if (found.missed.empty() || !found.missing.empty() || check.exact || !check.overrides.empty()) return;
  const double most = limits_of(found.network, check.exact).worst;
  for (const KnownMiss& miss : known)
    if ((miss.platform.empty() || miss.platform == check.platform) && miss.network == found.network &&
        (miss.algorithm.empty() || miss.algorithm == check.algorithm) && found.errors.median <= miss.median &&
        found.errors.worst <= std::max(most, miss.worst))
      found.known = miss.reason;
}

std::string difference_percent(double share) {
  return share == 0 ? "0" : fmt::format("{:.2g} %", 100 * share);
}

std::string platform_of(const EngineCheck& check) {
  return check.platform + (check.overrides.empty() ? "" : " [" + check.overrides + "]");
}

/// A column of errors by one network; "-" of checks without answers over it.
ColumnOf<EngineCheck> errors_column(const std::string& name, const std::string& network,
                                    double Errors::*which) {
  return {{name, false}, [network, which](const EngineCheck& check) {
            const auto its = std::ranges::find(check.deviations, network, &EngineDeviation::network);
            return its == check.deviations.end() || its->errors.points == 0
                       ? "-"
                       : difference_percent(its->errors.*which);
          }};
}

EngineCheck& check_of(std::vector<EngineCheck>& checks, const Point& point) {
  const EngineCheck asked{.platform = point.platform,
                          .overrides = Options(point.overrides).to_string(),
                          .algorithm = point.collective + "/" + label(point),
                          .exact = is_exact(point)};
  const auto key = [](const EngineCheck& each) {
    return std::tie(each.platform, each.overrides, each.algorithm, each.exact);
  };
  const auto found = std::ranges::find_if(checks, [&](const auto& each) { return key(each) == key(asked); });
  return found != checks.end() ? *found : checks.emplace_back(asked);
}

EngineDeviation& deviation_in(EngineCheck& check, const std::string& network) {
  const auto found = std::ranges::find(check.deviations, network, &EngineDeviation::network);
  return found != check.deviations.end() ? *found : check.deviations.emplace_back(EngineDeviation{network});
}

std::vector<std::string> irregular_distributions() {
  auto names = distributions();
  std::erase(names, Point().distribution);
  return names;
}

/// Whether it names the rates of all operators.
bool combines_anything(const Platform& platform) {
  const auto& numbers = platform.numbers();
  return std::all_of(operand_ops().begin(), operand_ops().end(),
                     [&](const OpInfo& op) { return numbers.contains("combine." + op.op_class); });
}

/// Operators of every class, and types that the other sweeps leave out.
json operand_sweeps(const std::string& name, const std::string& collective, int processes) {
  json sweeps = json::array();
  for (const auto& [op, type] : {std::pair{"sum", "float"},
                                 {"maxloc", "double_int"},
                                 {"minloc", "float_int"},
                                 {"user_sum", "long"},
                                 {"compose", "affine"}})
    sweeps.push_back({{"platform", name},
                      {"processes", processes},
                      {"collective", collective},
                      {"bytes", "8K..8K:x2"},
                      {"op", op},
                      {"type", type}});
  return sweeps;
}

json sweeps_on(const std::string& name, const std::vector<std::string>& asked) {
  const Platform platform = Platform::load(name);
  json sweeps = json::array();
  if (platform.nodes() > judging_backend().most_ranks()) return sweeps;
  const bool large = platform.nodes() > many_nodes;
  for (const int ppn : {1, 4}) {
    json processes = json::array();
    for (const int p : large ? std::vector{16} : std::vector{4, 7, 16, 32})
      if (p <= platform.nodes() * ppn) processes.push_back(p);
    if (ppn > platform.cores() || processes.empty()) continue;
    for (const auto& collective : asked) {
      json sweep = {{"platform", name}, {"ppn", ppn}, {"processes", processes}, {"collective", collective}};
      sweeps.push_back(sweep);
      if (ppn == 1 && collsim::collective(collective).combines && combines_anything(platform))
        for (const auto& operands : operand_sweeps(name, collective, processes.front()))
          sweeps.push_back(operands);
      if (collsim::collective(collective).size != Collective::Size::varied) continue;
      sweep.update({{"processes", large ? 16 : 7},
                    {"bytes", "8K..8K:x2"},
                    {"distribution", irregular_distributions()}});
      sweeps.push_back(sweep);
    }
  }
  return sweeps;
}

}  // namespace

std::string engines_scenario(const std::vector<std::string>& platforms,
                             const std::vector<std::string>& collectives) {
  const std::vector<std::string> all = known_collectives();
  for (const auto& name : collectives)
    if (std::ranges::find(all, name) == all.end())
      throw Error(fmt::format("unknown collective '{}'{}", name, suggestion(name, all)));
  json sweeps = json::array();
  for (const auto& name : platforms)
    for (const auto& sweep : sweeps_on(name, collectives.empty() ? all : collectives))
      sweeps.push_back(sweep);
  if (sweeps.empty())
    throw Error(fmt::format("no platform has 4 to {} nodes, which SMPI can load; right would be another one",
                            judging_backend().most_ranks()));
  const json document = {
      {"title", "The fast engine against SMPI"},
      {"backends", {judging_backend().name().text(), usual_backend(Backend::Kind::simulated).name().text()}},
      {"network", {"hockney", "links", "fluid"}},
      {"algorithms", {"*"}},
      {"data", "time"},
      // Ranges are rounded to equal blocks.
      {"bytes", {"8..8:x2", "8K..8K:x2", "1M..1M:x2"}},
      {"sweeps", sweeps}};
  return document.dump();
}

bool EngineCheck::passed() const {
  return std::all_of(deviations.begin(), deviations.end(),
                     [](const auto& found) { return found.missed.empty() || !found.known.empty(); });
}

std::vector<KnownMiss> known_misses() try {
  std::vector<KnownMiss> known;
  for (const json& entry :
       read_json(read_text(data_dir() / "validation" / "known_misses.json", "collsim's own")))
    known.push_back({entry.value("platform", ""), entry.at("network"), entry.at("median").get<double>(),
                     entry.at("reason"), entry.value("algorithm", ""), entry.value("worst", 0.0)});
  return known;
} catch (const json::exception& error) {
  throw Error(
      fmt::format("validation/known_misses.json: {}; right would be a list of objects with network, "
                  "median, reason and perhaps platform, algorithm and worst",
                  error.what()));
}

std::vector<EngineCheck> check_engines(const std::vector<Row>& rows, const std::vector<KnownMiss>& known) {
  std::set<Point> asked;
  std::vector<Reference> references;
  std::vector<Row> answers;
  for (const Row& row : rows) {
    if (row.point.backend == judging_backend().name() && row.outcome.ok() &&
        asked.insert(row.point.question()).second)
      references.push_back({row});
    if (row.point.backend == usual_backend(Backend::Kind::simulated).name()) answers.push_back(row);
  }
  std::vector<EngineCheck> checks;
  for (const Judged& each : joined(references, answers)) {
    const Row& answer = each.answer;
    EngineDeviation& its = deviation_in(check_of(checks, answer.point), answer.point.network.text());
    if (answer.outcome.ok())
      its.answers.push_back(each);
    else
      its.missing.push_back(answer);
  }
  for (EngineCheck& check : checks)
    for (EngineDeviation& found : check.deviations) {
      compare_with_limits(check.exact, found);
      excuse(check, found, known);
    }
  return checks;
}

std::string to_table(const std::vector<EngineCheck>& checks) {
  std::vector<ColumnOf<EngineCheck>> columns = {
      {{"platform"}, platform_of},
      {{"algorithm"}, &EngineCheck::algorithm},
      {{"links"}, [](const auto& check) { return check.exact ? "never shared" : "shared"; }},
      {{"points", false},
       [](const auto& check) { return std::to_string(check.deviations.front().errors.points); }}};
  std::set<std::string> networks;
  std::string missed;
  std::size_t failed = 0, known = 0;
  for (const auto& check : checks) {
    for (const auto& found : check.deviations) {
      if (networks.insert(found.network).second) {
        columns.push_back(errors_column(found.network + ": median", found.network, &Errors::median));
        columns.push_back(errors_column("worst", found.network, &Errors::worst));
      }
      if (found.missed.empty()) continue;
      missed += fmt::format("{}: {} on {}, {}: {}{}\n", found.known.empty() ? "MISSED" : "known",
                            check.algorithm, platform_of(check), found.network, found.missed,
                            found.known.empty() ? "" : " (" + found.known + ")");
      if (!found.known.empty()) ++known;
    }
    failed += check.passed() ? 0 : 1;
  }
  return aligned(table_of(columns, checks)) + missed +
         fmt::format("{} checks, {} missed their limits{}\n", checks.size(), failed,
                     known == 0 ? "" : fmt::format(", and {} that are known to", known));
}

}  // namespace collsim
