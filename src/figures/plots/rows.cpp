#include "figures/plots/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

#include "backends/backend.hpp"
#include "points/row.hpp"
#include "support/csv.hpp"
#include "support/error.hpp"
#include "support/printable.hpp"

namespace collsim {
namespace {

std::string label_of(const CsvTable& table, const std::vector<std::string>& row) {
  return label(table.cell(row, "collective"), table.cell(row, "algorithm"), table.cell(row, "options"));
}

/// Columns of a point that are in a series' name or place.
constexpr std::array<std::string_view, 9> said_otherwise = {
    "algorithm", "options", "overrides", "backend", "network", "p", "bytes", "count", "balance"};

bool may_distinguish(const std::string& column) {
  return std::ranges::find(point_columns(), column, &Column::name) != point_columns().end() &&
         std::ranges::find(said_otherwise, column) == said_otherwise.end();
}

/// Columns that tell apart two rows of the same algorithm with its options as figures call it, backend, p and bytes.
std::vector<std::string> distinguishing(const CsvTable& table) {
  std::vector<std::string> found;
  for (const std::string& name : table.header) {
    if (!may_distinguish(name)) continue;
    std::map<std::vector<std::string>, std::set<std::string>> values;
    for (const auto& row : table.rows) {
      std::vector<std::string> place = {label_of(table, row)};
      for (const char* key : {"overrides", "backend", "network", "p", "bytes"})
        place.push_back(table.cell(row, key));
      values[place].insert(table.cell(row, name));
    }
    if (std::any_of(values.begin(), values.end(), [](const auto& entry) { return entry.second.size() > 1; }))
      found.emplace_back(name);
  }
  return found;
}

/// "ring(segment_bytes=8192) [link.bandwidth=x2] ppn 4"
std::string series_name(const CsvTable& table, const std::vector<std::string>& row,
                        const std::vector<std::string>& extra, bool with_overrides = true) {
  std::string name = label_of(table, row);
  const std::string& overrides = table.cell(row, "overrides");
  if (with_overrides && !overrides.empty()) name += fmt::format(" [{}]", overrides);
  for (const std::string& column : extra) name += fmt::format(" {} {}", column, table.cell(row, column));
  return plain(name);
}

/// What a published table calls the series that an algorithm belongs to, at one p and number of bytes.
using PublishedNames = std::map<std::tuple<std::string, std::string, std::string>, std::string>;

PublishedNames published_names(const CsvTable& comparison) {
  PublishedNames names;
  for (const auto& row : comparison.rows) {
    const auto at = [&](const char* name) { return comparison.cell(row, name); };
    if (at("quantity") == "seconds")
      names.emplace(std::tuple(plain(at("algorithm")), at("p"), at("bytes")), plain(at("series")));
  }
  return names;
}

/// The panel that shows what ranks spend inside the call: "in call reduce; 96 processes; uniform(size=1ms)".
std::string in_call(const CsvTable& table, const std::vector<std::string>& row) {
  const std::string& arrival = table.cell(row, "arrival");
  return plain(fmt::format("in call {}, {} processes, {}", table.cell(row, "collective"),
                           table.cell(row, "p"), arrival.empty() ? "all at once" : arrival));
}

std::vector<FigureRow> of_results(const CsvTable& table, const PublishedNames& published) {
  const std::vector<std::string> extra = distinguishing(table);
  std::vector<std::string> in_panel = extra;  // what the panel's title does not say
  std::erase_if(in_panel, [](const std::string& name) { return name == "collective" || name == "arrival"; });
  const bool late =
      std::ranges::any_of(table.rows, [&](const auto& row) { return !table.cell(row, "arrival").empty(); });
  std::map<std::string, std::set<std::string>> overrides;  // of all rows of an algorithm
  for (const auto& row : table.rows) overrides[label_of(table, row)].insert(table.cell(row, "overrides"));
  std::vector<FigureRow> rows;
  for (const auto& row : table.rows) {
    const auto at = [&](const char* name) { return table.cell(row, name); };
    if (at("status") != "ok") continue;
    const bool interval = !at("interval_low").empty();  // else quartiles
    const std::string own = series_name(table, row, extra);
    // Overrides that an algorithm always has tell none of its rows apart.
    const bool several = overrides[label_of(table, row)].size() > 1;
    const auto renamed = published.find({series_name(table, row, extra, several), at("p"), at("bytes")});
    const std::string kind = kind_of(backend_label(at("backend"), at("network"), true));
    if (const std::string mean = at("seconds_mean"); late)
      rows.push_back({series_name(table, row, in_panel), kind, in_call(table, row),
                      table.number<std::int64_t>(at("p")), table.number<std::int64_t>(at("bytes")), mean,
                      mean, mean});
    rows.push_back({renamed == published.end() ? own : renamed->second, kind, "seconds",
                    table.number<std::int64_t>(at("p")), table.number<std::int64_t>(at("bytes")),
                    at("seconds"), at(interval ? "interval_low" : "seconds_low"),
                    at(interval ? "interval_high" : "seconds_high")});
  }
  return rows;
}

/// What figures call answers of formulas.
std::string predictions() {
  const auto predicts = [](const Backend& each) { return each.kind() == Backend::Kind::predicted; };
  return backend(backend_names(predicts).front()).series();
}

std::vector<FigureRow> of_comparison(const CsvTable& table) {
  std::vector<FigureRow> rows;
  for (const auto& row : table.rows) {
    const auto at = [&](const char* name) { return table.cell(row, name); };
    const auto add = [&](const std::string& kind, const std::string& value) {
      if (!value.empty())
        rows.push_back({plain(at("series")), kind, at("quantity"), table.number<std::int64_t>(at("p")),
                        table.number<std::int64_t>(at("bytes")), value, value, value});
    };
    add("published", at("published"));
    if (at("quantity") == "seconds") continue;  // the results have those
    add("simulated", at("simulated"));
    add(predictions(), at("formula"));
  }
  return rows;
}

}  // namespace

std::string plain(const std::string& text) {
  std::string name = printable(text);
  std::replace(name.begin(), name.end(), ',', ';');
  std::replace(name.begin(), name.end(), '"', '\'');
  return name;
}

std::string look_of(const std::string& series) {
  return series.substr(0, series.find(" collective "));
}

std::string kind_of(const std::string& label) {
  const auto slash = label.find('/');
  return backend(label.substr(0, slash)).series() + (slash == std::string::npos ? "" : label.substr(slash));
}

std::vector<FigureRow> shown_rows(const std::string& results_csv, const std::string& comparison_csv) {
  CsvTable comparison;
  if (!comparison_csv.empty()) comparison = read_csv(comparison_csv);
  std::vector<FigureRow> rows = of_results(read_csv(results_csv), published_names(comparison));
  for (FigureRow& row : of_comparison(comparison)) rows.push_back(std::move(row));
  if (rows.empty())
    throw Error(fmt::format("{}: no row has the status ok, so there is nothing to draw", results_csv));

  std::map<std::string, std::size_t> order;  // as the results have them, whatever the sizes
  for (const FigureRow& row : rows) order.emplace(row.series, order.size());
  std::stable_sort(rows.begin(), rows.end(), [&](const FigureRow& a, const FigureRow& b) {
    return std::tuple(order.at(a.series), a.p, a.bytes) < std::tuple(order.at(b.series), b.p, b.bytes);
  });
  return rows;
}

std::string figure_rows(const std::vector<FigureRow>& rows) {
  std::string text = "series,kind,quantity,p,bytes,value,low,high\n";
  for (const FigureRow& row : rows)
    text += fmt::format("{},{},{},{},{},{},{},{}\n", row.series, row.kind, row.quantity, row.p, row.bytes,
                        row.value, row.low, row.high);
  return text;
}

}  // namespace collsim
