#include "evidence/published/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "algorithms/facts/operand.hpp"
#include "backends/backend.hpp"
#include "evidence/published/material.hpp"
#include "lab/decisions/judged.hpp"
#include "support/data_dir.hpp"
#include "support/error.hpp"
#include "support/json.hpp"
#include "support/text_file.hpp"

namespace collsim {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

fs::path published_dir() {
  return data_dir() / "validation" / "published";
}

Portfolio portfolio_of(const json& ours) {
  constexpr auto unlimited = std::numeric_limits<std::int64_t>::max();
  if (ours.is_string()) return {{ours.get<std::string>(), unlimited}};
  Portfolio members;
  for (const json& member : ours)
    members.push_back({member.at("algorithm"), member.value("to_bytes", unlimited)});
  return members;
}

TableFacts read_companion(const fs::path& file) try {
  const json document = read_json(read_text(file, "a published table's companion"));
  TableFacts companion{document.at("title"),
                       document.at("source"),
                       {},
                       document.value("compared", std::vector<std::string>()),
                       document.at("calibrated"),
                       document.value("comparable", true)};
  for (const auto& [name, ours] : document.at("algorithms").items())
    companion.algorithms[name] = portfolio_of(ours);
  return companion;
} catch (const json::exception& error) {
  throw Error(fmt::format("{}: {}", file.string(), error.what()));
}

/// The backend among those asked that a table is compared with: the first that simulates, or that predicts.
BackendName first_asked(Backend::Kind kind, const std::vector<Row>& rows) {
  for (const Backend* each : backends())
    if (each->kind() == kind &&
        std::ranges::any_of(rows, [&](const Row& row) { return row.point.backend == each->name(); }))
      return each->name();
  return {};
}

/// Bytes per element of all points.
std::int64_t type_size_of(const std::vector<Row>& rows) {
  std::int64_t size = 0;
  for (const Row& row : rows) {
    const std::int64_t own = operand_type(row.point.type).size;
    if (size != 0 && own != size)
      throw Error("the points have element types of different sizes: compare one at a time");
    size = own;
  }
  return size;
}

/// A selector is an object of lists; it selects a cell whose every named field is in its list.
bool selected(const json& selectors, const Score& cell) {
  const json fields = {{"processes", cell.processes}, {"quantity", cell.quantity}, {"series", cell.series}};
  const auto selects = [&](const json& selector) {
    return std::all_of(selector.items().begin(), selector.items().end(), [&](const auto& item) {
      return std::find(item.value().begin(), item.value().end(), fields.at(item.key())) != item.value().end();
    });
  };
  return std::any_of(selectors.begin(), selectors.end(), selects);
}

}  // namespace

TableReport compare_published(const std::string& table_name, const std::vector<Row>& rows) {
  const std::vector<std::string> known = published_tables();
  if (std::find(known.begin(), known.end(), table_name) == known.end())
    throw Error(
        fmt::format("no published table is called '{}'{}", table_name, suggestion(table_name, known)));

  Material material{.table = read_csv(published_dir() / (table_name + ".csv")),
                    .companion = read_companion(published_dir() / (table_name + ".json")),
                    .simulated = Times(first_asked(Backend::Kind::simulated, rows), rows),
                    .formula = Times(first_asked(Backend::Kind::predicted, rows), rows),
                    .labels = {},
                    .type_size = type_size_of(rows),
                    .collective = rows.empty() ? "" : rows.front().point.collective};
  for (const Row& row : rows) material.labels[row.point.algorithm] = label(row.point);

  TableReport report{.title = material.companion.title,
                     .source = material.companion.source,
                     .cells = cells_of(material),
                     .comparable = material.companion.comparable};
  for (Score& cell : report.cells) {
    if (report.comparable) cell.deviation = deviation_of(cell.simulated.number, cell.published.low);
    cell.basis = selected(material.companion.calibrated, cell) ? "calibrated" : "predicted";
  }
  return report;
}

}  // namespace collsim
