#include "figures/explore/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "figures/explore/formulas.hpp"
#include "figures/explore/inside.hpp"
#include "figures/explore/page.hpp"
#include "figures/explore/simulated.hpp"
#include "figures/explore/sums.hpp"
#include "lab/scenarios/atomically.hpp"
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

json predicted(const Offer& offer, const json& document) {
  Scenario scenario = asked_scenario(offer, "formulas", document);
  return formulas_json(scenario);
}

/// What a time depends on linearly, at a place on the axes: a latency's factor, and the inverse of a rate's.
std::vector<double> variables_at(std::size_t place, const json& axes) {
  std::vector<double> variables(axes.size());
  for (std::size_t i = axes.size(); i-- > 0;) {
    const auto factors = axes[i].at("factors").get<std::vector<double>>();
    const double factor = factors[place % factors.size()];
    variables[i] = axes[i].at("rate").get<bool>() ? 1 / factor : factor;
    place /= factors.size();
  }
  return variables;
}

/// The times of each cell and algorithm that has one.
json times_of(const Offer& offer, const json& scenario, const json& axes) {
  std::vector<std::vector<double>> variables;
  std::vector<std::vector<std::vector<double>>> times;  // by cell and algorithm
  for (const json& overrides : places_on(axes)) {
    variables.push_back(variables_at(variables.size(), axes));
    json changed = scenario;
    if (!overrides.empty()) changed["overrides"] = overrides;
    const json cells = predicted(offer, changed).at("cells");
    times.resize(cells.size());
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      const json& its = cells[cell].at("times");
      times[cell].resize(its.size());
      for (std::size_t i = 0; i < its.size(); ++i) times[cell][i].push_back(its[i].at(1));
    }
  }
  json all = json::array();
  for (const auto& cell : times) {
    all.push_back(json::array());
    for (const auto& each : cell) all.back().push_back(as_few_numbers(each, variables));
  }
  return all;
}

json simulated(const Offer& offer, const json& document, const Setup& setup, int jobs) {
  Scenario scenario = asked_scenario(offer, "engine", document);
  json cells = json::array();
  simulate_cells(scenario, jobs, setup, [&](const json& message) {
    cells.insert(cells.end(), message.at("cells").begin(), message.at("cells").end());
  });
  return cells;
}

/// What the first winner of each cell of few ranks does.
json looked_inside(const Offer& offer, const json& document, const json& cells, const Setup& setup) {
  json inside = json::object();
  for (const json& cell : cells) {
    if (cell.at("p") > most_ranks_inside || !cell.contains("winners")) continue;
    const std::string algorithm = cell.at("winners").at(0);
    json asked = document;
    asked["algorithms"] = {algorithm};
    asked["processes"] = cell.at("p");
    if (asked.contains("bytes")) asked["bytes"] = cell.at("bytes");
    Scenario scenario = asked_scenario(offer, "inside", asked);
    try {
      json found = inside_json(scenario, setup);
      inside[fmt::format("{},{},{}", algorithm, cell.at("p").get<int>(),
                         cell.at("bytes").get<std::int64_t>())] = std::move(found);
    } catch (const Error&) {  // of too many messages; the copy says that it has not looked there
    }
  }
  return inside;
}

/// The scenario about another collective, and the algorithms that the page chooses there.
json about(json scenario, const json& collective) {
  if (scenario.at("collective") == collective.at("name")) return scenario;
  scenario["collective"] = collective.at("name");
  scenario["algorithms"] = collective.at("usual");
  if (!collective.at("sized")) scenario.erase("bytes");
  return scenario;
}

json recorded_collective(const Offer& offer, const json& scenario, const json& axes, const Setup& setup,
                         int jobs) {
  json engine = json::array();
  std::string refused;
  try {
    engine = simulated(offer, scenario, setup, jobs);
  } catch (const Error& error) {  // it would take too long
    refused = error.what();
  }
  return {{"scenario", scenario},
          {"board", predicted(offer, scenario)},
          {"times", times_of(offer, scenario, axes)},
          {"engine", engine},
          {"refused", refused},
          {"inside", looked_inside(offer, scenario, engine, setup)}};
}

/// The offer of what is recorded alone.
json narrowed(json page, const json& collectives, const json& start) {
  const auto keep = [](json& list, const auto& kept) {
    list.erase(std::remove_if(list.begin(), list.end(), [&](const json& each) { return !kept(each); }),
               list.end());
  };
  keep(page["platforms"], [&](const json& each) { return each.at("name") == start.at("platform"); });
  keep(page["collectives"], [&](const json& each) { return collectives.contains(each.at("name")); });
  for (json& each : page["collectives"])
    each["algorithms"] = each["usual"] = collectives.at(each.at("name")).at("scenario").at("algorithms");
  page["start"] = start;
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

json recording(const Offer& offer, const Setup& setup, int jobs,
               const std::function<void(const std::string& collective)>& begun) {
  const json machine = machine_json(offer, read_json(offer.start).at("platform")), page = to_json(offer);
  const json start = start_of(offer, machine), axes = axes_of(machine);
  json collectives = json::object();
  for (const json& each : page.at("collectives")) {
    const std::string name = each.at("name");
    if (offer.one_collective && name != start.at("collective")) continue;
    begun(name);
    collectives[name] = recorded_collective(offer, about(start, each), axes, setup, jobs);
  }
  return {{"offer", narrowed(page, collectives, start)},
          {"machine", machine},
          {"axes", axes},
          {"collectives", collectives}};
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
