#include "figures/report/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "backends/backend.hpp"
#include "figures/plots/few.hpp"
#include "figures/plots/palette.hpp"
#include "figures/plots/rows.hpp"
#include "figures/report/dygraphs.hpp"
#include "support/csv.hpp"
#include "support/human.hpp"
#include "support/json.hpp"
#include "support/xml_text.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* chart_style = R"css(
.chart .plot { width: 100%; height: 24em; }
.chart .legend { font-size: 0.85em; min-height: 3em; }
)css";

constexpr const char* chart_script = R"js(
const scaled = (value, step, units) => {
  let unit = 0;
  while (value >= step && unit < units.length - 1) { value /= step; ++unit; }
  return `${Number(value.toPrecision(3))} ${units[unit]}`;
};
const seconds = value => scaled(value * 1e9, 1000, ["ns", "us", "ms", "s"]);
const sizes = {bytes: value => scaled(value, 1024, ["B", "KiB", "MiB", "GiB"]), p: value => String(value)};
const measured = {strokeWidth: 0, pointSize: 5}, formula = kind => kind.split("/")[0] === formula_kind;
const line_style = kind => ({[measured_kind]: measured, published: measured})[kind] ?? {};
for (const chart of document.querySelectorAll(".chart")) {
  const {x, panels} = JSON.parse(chart.querySelector("script").textContent), choice = chart.querySelector("select");
  const entry = line => `<span style="color: ${line.color}">${line.dashHTML} ${line.labelHTML}</span>`;
  const legend = ({xHTML, series}) => xHTML === undefined ? series.map(entry).join(" ")
    : series.filter(line => line.isHighlighted).map(line => `${xHTML}: ${entry(line)}: ${line.yHTML}`).join("");
  const shown_colours = (places, kinds) => places.map((place, i) => formula(kinds[i]) ? formula_grey : colours[place]);
  // Dygraphs' own padding is as wide on both sides, and leaves no logarithm of a small size beside a large one.
  const padded = rows => {
    const least = rows[0][0], most = rows[rows.length - 1][0], factor = Math.max(1.05, (most / least) ** 0.02);
    return [least / factor, most * factor];
  };
  const draw = ({lines, kinds, places, rows}) => new Dygraph(chart.querySelector(".plot"), rows, {
    labels: [x, ...lines], colors: shown_colours(places, kinds), dateWindow: padded(rows), yRangePad: 12, labelsDiv: chart.querySelector(".legend"), legend: "always", legendFormatter: legend,
    series: Object.fromEntries(lines.map((line, i) => [line, line_style(kinds[i])])),
    axes: {x: {logscale: true, valueFormatter: sizes[x], ticker: (from, to, pixels) => {
             const shown = rows.map(row => row[0]).filter(size => from <= size && size <= to);
             const each = Math.ceil(shown.length * 60 / pixels);
             return shown.filter((_, i) => i % each === 0).map(v => ({v, label: sizes[x](v)}));
           }},
           y: {axisLabelFormatter: seconds, valueFormatter: seconds, axisLabelWidth: 60}},
    logscale: true, connectSeparatedPoints: true, drawPoints: true, pointSize: 3, highlightSeriesOpts: {strokeWidth: 3}});
  let plot = draw(panels[choice.selectedIndex]);
  choice.addEventListener("change", () => { plot.destroy(); plot = draw(panels[choice.selectedIndex]); });
}
)js";

/// Where in the palette the colour of each look is.
using PalettePlaces = std::map<std::string, std::size_t>;

PalettePlaces places_of(const std::vector<FigureRow>& rows) {
  std::vector<std::string> looks;
  for (const FigureRow& row : rows)
    if (const auto look = look_of(row.series); std::ranges::find(looks, look) == looks.end())
      looks.push_back(look);
  const std::vector<std::size_t> found = colours_of(looks);
  PalettePlaces places;
  for (std::size_t i = 0; i < looks.size(); ++i) places[looks[i]] = found[i];
  return places;
}

/// What one panel shows: a line's number and its time at each place of the axis.
struct ChartPanel {
  std::map<std::int64_t, std::map<std::size_t, double>> times;
  std::vector<std::string> lines, kinds;
  std::vector<std::size_t> places;

  void add(std::int64_t x, const FigureRow& row, const PalettePlaces& all, double seconds) {
    const std::string name = row.series + ", " + row.kind;
    const auto line = std::ranges::find(lines, name);
    times[x][static_cast<std::size_t>(line - lines.begin())] = seconds;
    if (line != lines.end()) return;
    lines.push_back(name);
    kinds.push_back(row.kind);
    places.push_back(all.at(look_of(row.series)));
  }

  json document() const {
    json rows = json::array();
    for (const auto& [x, at] : times) {
      json& row = rows.emplace_back(json::array({x}));
      for (std::size_t line = 0; line < lines.size(); ++line)
        row.push_back(at.contains(line) ? json(at.at(line)) : json());
    }
    return {{"lines", lines}, {"kinds", kinds}, {"places", places}, {"rows", rows}};
  }
};

bool has_answers(const CsvTable& results) {
  if (std::ranges::find(results.header, "status") == results.header.end()) return false;
  return std::ranges::any_of(results.rows,
                             [&](const auto& row) { return results.cell(row, "status") == "ok"; });
}

}  // namespace

std::string chart_of(const fs::path& results_csv, const fs::path& comparison_csv) {
  if (!fs::exists(results_csv) || !has_answers(read_csv(results_csv))) return {};
  const Few few =
      few_of("time_over_bytes",
             shown_rows(results_csv.string(), fs::exists(comparison_csv) ? comparison_csv.string() : ""));
  const std::vector<FigureRow>& rows = few.rows;
  const auto sizes = [&](std::int64_t FigureRow::*axis) {
    std::set<std::int64_t> all;
    for (const FigureRow& row : rows) all.insert(row.*axis);
    return all;
  };
  // The axis is logarithmic, and a barrier has no bytes.
  const bool over_bytes = sizes(&FigureRow::bytes).size() > 1 && *sizes(&FigureRow::bytes).begin() > 0;
  const auto axis = over_bytes ? &FigureRow::bytes : &FigureRow::p,
             other = over_bytes ? &FigureRow::p : &FigureRow::bytes;
  if (sizes(axis).size() < 2) return {};
  const PalettePlaces places = places_of(rows);
  std::map<std::int64_t, ChartPanel> panels;
  for (const FigureRow& row : rows)
    if (row.quantity == "seconds") panels[row.*other].add(row.*axis, row, places, std::stod(row.value));
  json document = {{"x", over_bytes ? "bytes" : "p"}, {"panels", json::array()}};
  std::string choices;
  for (const auto& [size, panel] : panels) {
    document["panels"].push_back(panel.document());
    choices += fmt::format("<option>{}</option>",
                           over_bytes ? fmt::format("{} processes", size) : human_bytes(size));
  }
  std::string left_out;
  for (const auto& sentence : few.left_out) left_out += fmt::format(" {}.", xml_text(sentence));
  return fmt::format(
      "<div class=\"chart\"><select aria-label=\"panel\">{}</select><div class=\"plot\"></div><div "
      "class=\"legend\"></div>"
      "<p class=\"note\">Time over {}. Drag to zoom, double-click to see all.{}</p>"
      "<script type=\"application/json\">{}</script></div>\n",
      choices, over_bytes ? "the message size" : "the number of processes", left_out, json_in_page(document));
}

std::string chart_scripts() {
  const auto in_script = [](std::uint32_t colour) { return fmt::format("#{:06x}", colour); };
  json colours = json::array();
  for (const std::uint32_t colour : palette) colours.push_back(in_script(colour));
  return fmt::format(
      "<style>{}{}</style>\n<script>{}</script>\n"
      "<script>\nconst colours = {}, formula_grey = \"{}\",\n"
      "formula_kind = \"{}\", measured_kind = \"{}\";{}</script>\n",
      dygraphs_style, chart_style, dygraphs_script, colours.dump(), in_script(grey_of_formulas),
      usual_backend(Backend::Kind::predicted).series(), usual_backend(Backend::Kind::measured).series(),
      chart_script);
}

}  // namespace collsim
