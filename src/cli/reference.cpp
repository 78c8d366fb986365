#include "cli/reference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "algorithms/facts/description.hpp"
#include "backends/backend.hpp"
#include "cli/show.hpp"
#include "points/row.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

std::string page_head(const std::string& title, const std::string& printed_by, const std::string& more) {
  return fmt::format("# {}\n\n`collsim show {}` prints this page. {}\n", title, printed_by, more);
}

std::string code(const std::string& text) {
  return text.empty() ? "" : "`" + text + "`";
}

/// The unit as files hold it: a share is a number there.
std::string unit_in_files(const Column& column) {
  return column.unit == "%" ? "1" : column.unit;
}

/// A heading, the source, and an item for each thing to know.
std::string section_of(const Description& about) {
  const auto item = [](const std::string& what, const std::string& says) {
    return says.empty() ? "" : fmt::format("* {}: {}\n", what, says);
  };
  std::string text = fmt::format("\n### {}\n\n{}\n\n", about.full_name(), about.source);
  text += item("cost", code(about.formula_with(about.resolve({}))));
  for (const Symbol& symbol : about.symbols) text += item(code(symbol.name), symbol.meaning);
  text += item("assumes", about.assumes.empty() ? "nothing" : about.assumes);
  for (const OptionSpec& option : about.options)
    text += item("option " + code(option.name + "=" + option.fallback), option.meaning);
  return text + item("bits", same_bits(about));
}

std::string kind_of(const Backend& backend) {
  switch (backend.kind()) {
    case Backend::Kind::predicted:
      return "predicts";
    case Backend::Kind::simulated:
      return "simulates";
    case Backend::Kind::measured:
      return "measures";
  }
  return {};
}

std::string networks_of(const Backend& backend) {
  std::vector<std::string> names;
  for (const NetworkName& each : backend.networks()) names.push_back(code(each.text()));
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string columns_page() {
  TextTable table{.headings = {{"column"}, {"unit"}, {"says"}}, .lines = {}};
  for (const Column& column : columns())
    table.lines.push_back({code(column.name), unit_in_files(column), column.meaning});
  return page_head("Columns of results", "columns",
                   "They are those of `results.csv` and `results.json`, in this order, whoever answered.") +
         "\nA row without an answer has a status, and nothing in the columns from `seconds` "
         "on.\n[Results](../concepts/results.md) says how the times relate.\n\n" +
         markdown(table) +
         "\nWhere several backends answer the same, two more follow: `deviation`, how far it is from the "
         "truest answer, and `deviation_from`, which that is.\n";
}

std::string algorithms_page() {
  std::string page =
      page_head("Algorithms", "algorithms",
                "`collsim show COLLECTIVE/NAME` tells more of one, such as its coefficients.") +
      fmt::format("\nIn costs: {}.\n", cost_legend());
  std::string collective;
  for (const Description* about : descriptions()) {
    if (!about->plugin.empty()) continue;
    if (about->collective != collective) page += fmt::format("\n## {}\n", about->collective);
    collective = about->collective;
    page += section_of(*about);
  }
  return page;
}

std::string backends_page() {
  TextTable table{.headings = {{"backend"}, {"how"}, {"use it for"}, {"networks"}, {"asked by"}},
                  .lines = {}};
  for (const Backend* each : backends())
    table.lines.push_back(
        {code(each->name().text()), kind_of(*each), each->use(), networks_of(*each), code(each->command())});
  return page_head("Backends", "backends", "A backend is who answers: `--backend NAME,...`.") + "\n" +
         markdown(table) +
         "\nOf several answers to one point the truest judges the others: measured before simulated before "
         "predicted, and SMPI before the fast engine.\nWithout `--backend` the fast engine and the formulas "
         "answer, and SMPI judges a sample.\n[Networks](../concepts/networks.md#several-messages) says what "
         "each network is for: `--network NAME,...`.\n";
}

}  // namespace collsim
