#include "figures/explore/offer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "algorithms/facts/collective.hpp"
#include "backends/backend.hpp"
#include "figures/plots/palette.hpp"
#include "lab/scenarios/title.hpp"
#include "platforms/parameters.hpp"
#include "support/json.hpp"
#include "support/names.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

using nlohmann::json;

constexpr std::size_t most_points = 4096;
constexpr int most_ranks_offered = 16384;
constexpr std::size_t most_at_first = 8;  // algorithms
constexpr int few_nodes = 16;

/// The numbers of a platform that the page changes, and what it calls them.
constexpr std::array<std::pair<const char*, const char*>, 4> sliders = {{{"link.latency", "latency"},
                                                                         {"link.bandwidth", "bandwidth"},
                                                                         {"overhead", "overhead"},
                                                                         {"copy", "copy rate"}}};

/// Keys of a scenario that the page sets.
const std::set<std::string> asked_keys = {"algorithms", "arrival",  "bytes", "collective", "data",  "op",
                                          "overrides",  "platform", "ppn",   "processes",  "title", "type"};

/// Who answers a question of the page, by what it asks for.
BackendName answering(const std::string& what) {
  return usual_backend(what == "formulas" ? Backend::Kind::predicted : Backend::Kind::simulated).name();
}

/// What the page begins with where nobody says; how many ranks, it tells by the machine.
json usual_start() {
  return {{"collective", "allreduce"},
          {"platform", "star"},
          {"algorithms", {"rabenseifner", "recursive_doubling", "reduce_bcast", "ring", "tree"}},
          {"processes", 2},
          {"bytes", "8..8M:x8"}};
}

template <class Value>
std::string in_row(const std::set<Value>& values) {
  return fmt::format("{}", fmt::join(values, ","));
}

/// The page has one machine, collective and placement: those of the first point, and all sizes and algorithms that go with them.
json start_of(const Scenario& scenario) {
  const Point& first = scenario.points.front();
  std::set<int> processes;
  std::set<std::int64_t> bytes;
  std::vector<std::string> algorithms;
  for (const Point& point : scenario.points) {
    if (point.collective != first.collective || point.platform != first.platform) continue;
    processes.insert(point.processes);
    bytes.insert(point.bytes());
    if (std::ranges::find(algorithms, label(point)) == algorithms.end()) algorithms.push_back(label(point));
  }
  json start = {
      {"collective", first.collective}, {"algorithms", algorithms}, {"processes", in_row(processes)},
      {"ppn", first.ppn.text()},        {"type", first.type},       {"op", first.op}};
  const json document = read_json(scenario.document);
  for (const char* key : {"processes", "bytes"})  // as they were written, where every number takes them
    if (document.contains(key) && document[key].is_string()) start[key] = document[key];
  if (!start.contains("bytes")) start["bytes"] = in_row(bytes);
  if (const auto ppn = document.find("ppn");
      ppn != document.end())  // of which the first point may be too few ranks
    if (const auto number = number_in<int>(ppn->is_string() ? ppn->get<std::string>() : ppn->dump()))
      start["ppn"] = std::to_string(*number);
  return start;
}

bool is_scenario(const std::string& asked) {
  return asked.ends_with(".json") || (!is_path(asked) && std::ranges::count(scenario_names(), asked) > 0);
}

/// Throws Error where somebody asks for what is neither a platform nor a scenario.
const std::string& known_platform(const std::string& asked) {
  std::vector<std::string> known = platform_names();
  if (is_path(asked) || std::ranges::count(known, asked) > 0) return asked;
  const auto scenarios = scenario_names();
  known.insert(known.end(), scenarios.begin(), scenarios.end());
  throw Error(fmt::format("'{}' is no scenario and no platform{}", asked, suggestion(asked, known)));
}

/// Algorithms that have a formula and know nothing of nodes come first, and of these those that most pictures show.
std::vector<std::string> usual_algorithms(const Offer& offer, const std::string& collective) {
  const auto& all = offer.algorithms.at(collective);
  std::vector<std::string> usual(all.begin(), all.end());
  std::ranges::stable_sort(usual, {}, [&](const std::string& algorithm) {
    const Description& about = describe(collective, algorithm.substr(0, algorithm.find('(')));
    return std::tuple(about.cost == nullptr, about.knows_nodes || about.needs_collective_network,
                      !has_own_colour(algorithm));
  });
  usual.resize(std::min(usual.size(), most_at_first));
  std::ranges::sort(usual);
  return usual;
}

/// One rank a node, or on few nodes as many as a node has cores.
json usual_ranks(const Platform& platform) {
  const int ppn = platform.nodes() < few_nodes ? platform.cores() : 1;
  const std::int64_t most = std::min<std::int64_t>(256, std::int64_t{ppn} * platform.nodes());
  return {{"ppn", std::to_string(ppn)}, {"processes", fmt::format("2..{}:x2", most)}};
}

/// `word` is a platform's name, or its file.
std::string offered_platform(Offer& offer, const std::string& word) {
  const std::string name = Platform::load(word).name();
  offer.platforms[name] = word;
  return name;
}

json text_of(const Parameter& parameter, const char* label) {
  return {{"name", parameter.name},       {"label", label},
          {"numbers", parameter.numbers}, {"value", parameter.value},
          {"rate", parameter.is_rate()},  {"zero", parameter.zero}};
}

[[noreturn]] void refuse(const std::string& key, const std::string& value, const std::string& right) {
  throw Error(fmt::format("/{}: '{}' is not offered; right would be {}", key, value, right));
}

void check_algorithms(const Offer& offer, const json& document) {
  const auto known = offer.algorithms.find(document.value("collective", ""));
  if (known == offer.algorithms.end())
    refuse("collective", document.value("collective", ""), "one of the page's");
  for (const json& each : document.at("algorithms"))
    if (!known->second.contains(each.get<std::string>()))
      refuse("algorithms", each.get<std::string>(), "algorithms of the page");
}

/// A file of moments is none of the page's patterns.
void check_arrival(const json& document) {
  const std::string arrival = document.value("arrival", "none");
  if (arrival != "none" && !arrival.starts_with("one_late_rank("))
    refuse("arrival", arrival, "one_late_rank(size=TIME)");
}

void check_overrides(const json& document) {
  const json overrides = document.value("overrides", json::object());
  for (const auto& [name, change] : overrides.items()) {
    const std::string base = name.substr(0, name.find('@'));
    if (std::ranges::none_of(sliders, [&](const auto& each) { return each.first == base; }))
      refuse("overrides", name, "a number that the page has a slider for");
  }
}

}  // namespace

Offer offer_of(const std::string& asked, const Flags& flags) {
  Offer offer;
  for (const auto& name : platform_names()) offer.platforms[name] = name;
  for (const auto* about : descriptions())
    if (!about->is_library()) offer.algorithms[about->collective].insert(about->name);
  json usual = usual_start();
  const bool is_asked = is_scenario(asked),
             no_algorithms = !is_asked && flags.contains("collective") && !flags.contains("algorithms");
  if (!is_asked && !asked.empty()) usual["platform"] = known_platform(asked);
  if (no_algorithms) usual["algorithms"] = {"*"};
  const Scenario scenario =
      is_asked ? load_scenario(asked, flags) : parse_scenario(usual.dump(), "explore", flags);
  json start = start_of(scenario);
  start["platform"] = offered_platform(offer, scenario.points.front().platform);
  for (const std::string each : start["algorithms"])
    if (each != installed_library) offer.algorithms[start["collective"]].insert(each);
  if (no_algorithms) start["algorithms"] = usual_algorithms(offer, start["collective"]);
  // Ranks that nobody asked for are the machine's usual ones.
  if (!is_asked && !flags.contains("processes")) {
    start.erase("processes");
    start.erase("ppn");
    if (flags.contains("ppn")) start["ppn"] = flags.at("ppn");
  }
  offer.start = start.dump();
  offer.one_collective = is_asked || flags.contains("collective");
  return offer;
}

json to_json(const Offer& offer) {
  json page = {{"platforms", json::array()}, {"collectives", json::array()},
               {"colours", json::array()},   {"activities", json::array()},
               {"backends", json::object()}, {"start", read_json(offer.start)}};
  for (const auto& [name, word] : offer.platforms)
    page["platforms"].push_back({{"name", name}, {"word", word}});
  for (const auto& [name, algorithms] : offer.algorithms) {
    page["collectives"].push_back({{"name", name},
                                   {"combines", collective(name).combines},
                                   {"sized", collective(name).size != Collective::Size::nothing},
                                   {"algorithms", algorithms},
                                   {"usual", usual_algorithms(offer, name)}});
  }
  for (const char* what : {"formulas", "engine"}) page["backends"][what] = answering(what).text();
  for (const auto colour : activity_colours) page["activities"].push_back(fmt::format("#{:06x}", colour));
  for (const auto colour : palette) page["colours"].push_back(fmt::format("#{:06x}", colour));
  return page;
}

json machine_json(const Offer& offer, const std::string& name) {
  const auto known = offer.platforms.find(name);
  if (known == offer.platforms.end()) refuse("platform", name, "one of the page's");
  const Platform platform = Platform::load(known->second);
  const auto all = parameters(platform);
  json numbers = json::array();
  for (const auto& [number, label] : sliders) {
    const auto found = std::ranges::find(all, number, &Parameter::name);
    const Parameter none{.name = number, .numbers = {}, .value = "", .zero = true};
    numbers.push_back(text_of(found == all.end() ? none : *found, label));
  }
  return {{"name", name},
          {"title", platform.title()},
          {"nodes", platform.nodes()},
          {"cores", platform.cores()},
          {"usual", usual_ranks(platform)},
          {"sliders", numbers}};
}

Scenario asked_scenario(const Offer& offer, const std::string& what, const json& document) {
  if (!document.is_object()) throw Error("a question is an object; right would be a scenario");
  for (const auto& [key, value] : document.items())
    if (!asked_keys.contains(key)) refuse("", key, in_row(asked_keys));
  const auto known = offer.platforms.find(document.value("platform", ""));
  if (known == offer.platforms.end()) refuse("platform", document.value("platform", ""), "one of the page's");
  check_algorithms(offer, document);
  check_arrival(document);
  check_overrides(document);
  json asked = document;
  asked["platform"] = known->second;
  asked["data"] = "time";
  asked["backends"] = {answering(what).text()};
  Scenario scenario = parse_scenario(asked.dump(), "question", {}, most_points);
  for (const Point& point : scenario.points)
    if (point.processes > most_ranks_offered)
      throw Error(
          fmt::format("/processes: {} ranks are more than a page is asked about; right would be up to {}",
                      point.processes, most_ranks_offered));
  return scenario;
}

}  // namespace collsim
