#include "evidence/validation/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <pugixml.hpp>
#include <set>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/operand.hpp"
#include "backends/backend.hpp"
#include "platforms/quantity.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

constexpr double tolerance = 1e-9;

struct CheckedVector {
  const char* type;
  std::int64_t count;
};
constexpr CheckedVector vectors[] = {{"double", 0},    {"double", 1},     {"double", 1000}, {"double", 1001},
                                     {"double", 4096}, {"double", 65537}, {"int", 13},      {"int", 3000}};
constexpr int process_counts[] = {1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 32};

std::vector<int> roots(const std::string& name, int processes) {
  if (processes == 1 || !collective(name).rooted) return {0};
  return {0, processes - 1};
}

struct Operand {
  std::string type, op;
};

/// Every operator with the first type that it takes, and every type with the first operator that takes it.
std::vector<Operand> operands(const Collective& about) {
  std::vector<Operand> all;
  std::set<std::string> types, ops;
  for (const OpInfo& op : operand_ops())
    for (const TypeInfo& type : operand_types()) {
      if (!why_unsuited(op, type).empty()) continue;
      const bool asks = types.insert(type.name).second || (about.combines && !ops.contains(op.name));
      ops.insert(op.name);
      if (asks) all.push_back({type.name, op.name});
    }
  return all;
}

/// The questions at this size that the algorithm has a closed form for, from each root.
void add(std::vector<Point>& points, const Description& about, int processes, std::int64_t length,
         const Operand& operand) {
  const std::int64_t count = collective(about.collective).fitting(length, processes);
  if (count == 0 && length > 0) return;
  for (const int root : roots(about.collective, processes)) {
    const Point point = {.collective = about.collective,
                         .algorithm = about.name,
                         .options = about.resolve({}),
                         .backend = judging_backend().name(),
                         .platform = "star",
                         .overrides = {},
                         .processes = processes,
                         .count = count,
                         .type = operand.type,
                         .op = operand.op,
                         .root = root};
    const Shape shape = point.shape();
    if (about.why_unsupported(shape, point.options).empty() && about.is_exact(shape, point.options))
      points.push_back(point);
  }
}

std::string heading(const Point& point) {
  const std::string options = point.options.to_string();
  const std::string name = point.collective + "/" + point.algorithm;
  return fmt::format("{}{}: {}", name, options.empty() ? "" : " (" + options + ")",
                     describe(point.collective, point.algorithm).formula);
}

std::string microseconds(const Row& row) {
  return row.outcome.ok() ? fmt::format("{:.6f}", row.outcome.seconds * 1e6) : "-";
}

std::string verdict(const FormulaCheck& check) {
  const Outcome& measured = check.answer.outcome;
  return check.passed() ? "ok" : measured.ok() ? "FAILED" : "FAILED: " + measured.status.text();
}

std::string table_of_checks(const std::vector<FormulaCheck>& checks) {
  const std::vector<ColumnOf<FormulaCheck>> columns = {
      {{"p", false}, [](const auto& check) { return std::to_string(check.question().processes); }},
      {{"root", false}, [](const auto& check) { return std::to_string(check.question().root); }},
      {{"count", false}, [](const auto& check) { return std::to_string(check.question().count); }},
      {{"type"}, [](const auto& check) { return check.question().type; }},
      {{"op"}, [](const auto& check) { return check.question().op; }},
      {{"expected us", false}, [](const auto& check) { return microseconds(check.reference); }},
      {{"measured us", false}, [](const auto& check) { return microseconds(check.answer); }},
      {{"deviation", false},
       [](const auto& check) {
         return check.answer.outcome.ok() ? fmt::format("{:.1e}", std::abs(check.deviation())) : "-";
       }},
      {{}, verdict}};
  return aligned(table_of(columns, checks), "  ");
}

}  // namespace

MachineOf star_machine(const Platform& star) {
  pugi::xml_document document;
  document.load_string(star.xml().c_str());
  const pugi::xml_node nodes = document.select_node("//cluster[@id='nodes']").node();
  constexpr int links = 2;  // a route leads up from one node and down to the other
  const Hockney machine = {.alpha = links * parse_quantity(nodes.attribute("lat").value()),
                           .beta = 1 / parse_quantity(nodes.attribute("bw").value()),
                           .kappa = 1 / star.copy_rate(0)};
  return [machine, star](const Point& point) {
    Hockney complete = machine;
    complete.gamma = 1 / star.combine_rate(operand_op(point.op).op_class, point.type, point.bytes());
    return complete;
  };
}

std::vector<Point> formula_points() {
  std::vector<Point> points;
  for (const Description* about : descriptions()) {
    if (!about->cost || about->concurrent || about->needs_collective_network) continue;
    for (const int processes : process_counts)
      for (const auto& [type, length] : vectors) add(points, *about, processes, length, {type, "sum"});
    for (const int processes : {5, 8})
      for (const Operand& operand : operands(collective(about->collective)))
        add(points, *about, processes, 1000, operand);
  }
  return points;
}

bool FormulaCheck::passed() const {
  return answer.outcome.ok() && std::abs(deviation()) <= tolerance;
}

std::vector<FormulaCheck> check_formulas(const std::vector<Point>& points,
                                         const std::vector<Outcome>& outcomes, const MachineOf& machine) {
  if (points.size() != outcomes.size())
    throw Error(fmt::format("{} points, but {} outcomes", points.size(), outcomes.size()));
  std::vector<FormulaCheck> checks;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& point = points[i];
    const Description& about = describe(point.collective, point.algorithm);
    Hockney simulated = machine(point);
    simulated.alpha += smpi_envelope * simulated.beta;
    if (!about.cost) throw Error(about.full_name() + " has no closed form to check");
    const double expected = predict(about.cost(point.shape(), point.options), simulated);
    checks.push_back({{{point, {.seconds = expected}}, {point, outcomes[i]}}});
  }
  return checks;
}

std::string to_table(const std::vector<FormulaCheck>& checks) {
  std::vector<std::pair<std::string, std::vector<FormulaCheck>>> sections;  // by formula
  std::vector<Judged> answered;
  for (const FormulaCheck& check : checks) {
    const std::string current = heading(check.question());
    if (sections.empty() || sections.back().first != current) sections.push_back({current, {}});
    sections.back().second.push_back(check);
    if (check.answer.outcome.ok()) answered.push_back(check);
  }
  std::string text;
  for (const auto& [formula, its] : sections) text += formula + "\n" + table_of_checks(its) + "\n";
  const auto failed =
      std::count_if(checks.begin(), checks.end(), [](const auto& check) { return !check.passed(); });
  return text + fmt::format("{} checks, {} failed; largest deviation {:.1e}, allowed {:.0e}\n", checks.size(),
                            failed, answered.empty() ? 0 : errors_of(answered).worst, tolerance);
}

}  // namespace collsim
