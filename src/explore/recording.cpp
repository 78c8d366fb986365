#include "explore/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <string>
#include <vector>

#include "explore/formulas.hpp"
#include "explore/inside.hpp"
#include "explore/page.hpp"
#include "explore/simulated.hpp"
#include "scenarios/atomically.hpp"
#include "support/error.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using nlohmann::json;

/// Times are sums in a latency's factor and in the inverse of a rate's, with a bend where another pair of ranks becomes the slowest.
const std::vector<double> factors_of_links = {0.1, 0.3, 1, 3, 10}, factors_of_others = {0.1, 1, 10};
constexpr int most_ranks_inside = 16;

/// The scenario that the page begins with.
json start_of(const Offer& offer, const json& machine) {
  json scenario = machine.at("usual");
  scenario.update(read_json(offer.start));
  scenario["data"] = "time";
  const std::string ppn = scenario.at("ppn");
  if (std::ranges::all_of(ppn, [](unsigned char each) { return std::isdigit(each); }))
    scenario["ppn"] = std::stoi(ppn);
  return scenario;
}

json axes_of(const json& machine) {
  json axes = json::array();
  for (const json& slider : machine.at("sliders"))
    if (!slider.at("zero").get<bool>())
      axes.push_back(
          {{"number", slider.at("numbers").at(0)},
           {"numbers", slider.at("numbers")},
           {"rate", slider.at("rate")},
           {"factors", slider.at("name").get<std::string>().starts_with("link.") ? factors_of_links
                                                                                 : factors_of_others}});
  return axes;
}

/// The overrides at each place on the axes.
std::vector<json> places_on(const json& axes) {
  std::vector<json> places = {json::object()};
  for (const json& axis : axes) {
    std::vector<json> more;
    for (const json& place : places)
      for (const double factor : axis.at("factors")) {
        more.push_back(place);
        if (factor == 1) continue;
        for (const std::string number : axis.at("numbers")) more.back()[number] = fmt::format("x{}", factor);
      }
    places = std::move(more);
  }
  return places;
}

json predicted(const Offer& offer, json document) {
  document["backends"] = {"model"};
  Scenario scenario = asked_scenario(offer, document);
  return formulas_json(scenario);
}

json times_of(const json& board) {
  json cells = json::array();
  for (const json& cell : board.at("cells")) {
    json times = json::array();
    for (const json& time : cell.at("times")) times.push_back(time.at(1));
    cells.push_back(times);
  }
  return cells;
}

json simulated(const Offer& offer, json document, const Setup& setup, int jobs) {
  document["backends"] = {"fast"};
  Scenario scenario = asked_scenario(offer, document);
  json cells = json::array();
  simulate_cells(scenario, jobs, setup, [&](const json& message) {
    cells.insert(cells.end(), message.at("cells").begin(), message.at("cells").end());
  });
  return cells;
}

/// Of each winner of a cell of few ranks.
json looked_inside(const Offer& offer, const json& document, const json& cells, const Setup& setup) {
  json inside = json::object();
  for (const json& cell : cells) {
    if (cell.at("p") > most_ranks_inside || !cell.contains("winners")) continue;
    const std::string algorithm = cell.at("winners").at(0);
    json asked = document;
    asked["backends"] = {"fast"};
    asked["algorithms"] = {algorithm};
    asked["processes"] = cell.at("p");
    if (asked.contains("bytes")) asked["bytes"] = cell.at("bytes");
    Scenario scenario = asked_scenario(offer, asked);
    inside[fmt::format("{},{},{}", algorithm, cell.at("p").get<int>(),
                       cell.at("bytes").get<std::int64_t>())] = inside_json(scenario, setup);
  }
  return inside;
}

/// The offer of this scenario alone.
json narrowed(json page, const json& scenario) {
  const auto others = [](const std::string& name) {
    return [name](const json& each) { return each.at("name") != name; };
  };
  for (const auto& [list, key] : {std::pair("platforms", "platform"), {"collectives", "collective"}}) {
    json kept = json::array();
    for (const json& each : page.at(list))
      if (!others(scenario.at(key))(each)) kept.push_back(each);
    page[list] = kept;
  }
  for (const char* key : {"algorithms", "usual"}) page["collectives"][0][key] = scenario.at("algorithms");
  page["start"] = scenario;
  page["recorded"] = true;
  return page;
}

/// A module as a function that returns what it exports, so that a file without a server holds all of them: browsers load no
/// modules from files.
std::string as_function(const std::string& name, const std::string& text) {
  static const std::regex imported(R"re(^import (\{[^}]*\}) from "\./([^"]*)";)re", std::regex::multiline);
  static const std::regex exported(R"re(^export ((?:async )?(?:function|class|const) (\w+)))re",
                                   std::regex::multiline);
  std::string names;
  for (std::sregex_iterator match(text.begin(), text.end(), exported), end; match != end; ++match)
    names += (*match)[2].str() + ", ";
  std::string body = std::regex_replace(text, imported, "const $1 = modules[\"$2\"];");
  body = std::regex_replace(body, exported, "$1");
  return fmt::format("modules[\"{}\"] = (() => {{\n{}\nreturn {{{}}};\n}})();\n", name, body, names);
}

/// Every `from` of a text by `to`.
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace

json recording(const Offer& offer, const Setup& setup, int jobs) {
  const json machine = machine_json(offer, read_json(offer.start).at("platform"));
  const json scenario = start_of(offer, machine), axes = axes_of(machine);
  json times = json::array();
  for (const json& overrides : places_on(axes)) {
    json changed = scenario;
    if (!overrides.empty()) changed["overrides"] = overrides;
    times.push_back(times_of(predicted(offer, changed)));
  }
  const json engine = simulated(offer, scenario, setup, jobs);
  return {{"offer", narrowed(to_json(offer), scenario)},
          {"machine", machine},
          {"scenario", scenario},
          {"axes", axes},
          {"board", predicted(offer, scenario)},
          {"times", times},
          {"engine", engine},
          {"inside", looked_inside(offer, scenario, engine, setup)}};
}

void write_recorded_page(const std::filesystem::path& folder, const json& recording) {
  const PageFiles& files = page_files();
  std::string script = "const modules = {};\n";
  for (const char* name :
       {"text.js", "draw.js", "state.js", "recorded.js", "map.js", "curves.js", "inside.js", "main.js"})
    script += as_function(std::string(name) == "recorded.js" ? "ask.js" : name, files.at(name).text);
  const std::string data = "globalThis.recorded = " + json_in_page(recording) + ";\n";
  std::string page = files.at("").text;
  page = replaced(page, "<link rel=\"stylesheet\" href=\"page.css\">",
                  "<style>\n" + files.at("page.css").text + "</style>");
  page = replaced(page, "<script type=\"module\" src=\"main.js\"></script>",
                  "<script type=\"module\">\n" + data + script + "</script>");
  std::filesystem::create_directories(folder);
  write_atomically(folder / "index.html", page);
}

}  // namespace collsim
