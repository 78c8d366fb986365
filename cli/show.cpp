#include "cli/show.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include "models/hockney.hpp"
#include "platforms/data_dir.hpp"
#include "scenarios/row.hpp"
#include "scenarios/scenario.hpp"

namespace collsim {
namespace {

using Entries = std::vector<std::pair<std::string, std::string>>;  // name, what there is to say

std::string aligned(const Entries& entries, const std::string& indent = "") {
  std::size_t width = 0;
  for (const auto& [name, text] : entries) width = std::max(width, name.size());
  std::string lines;
  for (const auto& [name, text] : entries) lines += fmt::format("{}{:<{}}  {}\n", indent, name, width, text);
  return lines;
}

Entries algorithms() {
  Entries entries;
  for (const auto* about : descriptions()) entries.emplace_back(about->full_name(), about->source);
  return entries;
}

Entries platforms() {
  Entries entries;
  for (const auto& name : platform_names()) entries.emplace_back(name, Platform::load(name).title());
  return entries;
}

Entries scenarios() {
  Entries entries;
  for (const auto& name : scenario_names()) {
    std::ifstream file(data_dir() / "scenarios" / (name + ".json"));
    const auto document = nlohmann::json::parse(file, nullptr, false);
    const bool good = document.is_object() && document.contains("title") && document["title"].is_string();
    entries.emplace_back(name, good ? document["title"].get<std::string>() : "");
  }
  return entries;
}

/// A call whose blocks all have the same size, whatever the algorithm: 2^12 elements for each process.
Shape even_shape(int processes) {
  return {.processes = processes, .count = std::int64_t{processes} << 12, .type_size = 8};
}

/// The cost's factors of alpha, n beta, n gamma and n kappa at a few p, summed over its stages.
std::string coefficients(const Description& about) {
  const Options options = about.resolve({});
  std::string lines =
      fmt::format("  {:>6}{:>10}{:>12}{:>12}{:>12}\n", "p", "alpha", "n beta", "n gamma", "n kappa");
  for (const int p : {2, 3, 4, 7, 8, 16, 64, 1000}) {
    const Shape shape = even_shape(p);
    const std::string why = about.why_unsupported(shape, options);
    if (!why.empty()) {
      lines += fmt::format("  {:>6}  unsupported: {}\n", p, why);
      continue;
    }
    const Cost cost = about.cost(shape, options);
    const auto per_byte = [&](const Hockney& unit) {
      return predict(cost, unit) / static_cast<double>(shape.bytes());
    };
    lines += fmt::format("  {:>6}{:>10.6g}{:>12.6g}{:>12.6g}{:>12.6g}\n", p, predict(cost, {.alpha = 1}),
                         per_byte({.beta = 1}), per_byte({.gamma = 1}), per_byte({.kappa = 1}));
  }
  return lines;
}

std::string show_algorithm(const Description& about) {
  const auto or_none = [](const std::string& text, const char* none) { return text.empty() ? none : text; };
  std::string text = about.full_name() + "\n";
  text += aligned({{"source", about.source},
                   {"assumes", or_none(about.assumes, "nothing")},
                   {"cost", or_none(about.formula, "unknown")},
                   {"options", about.options.empty() ? "none" : ""}},
                  "  ");
  Entries options;
  for (const auto& option : about.options)
    options.emplace_back(option.name + " = " + option.fallback, option.meaning);
  text += aligned(options, "    ");
  if (!about.cost) return text;
  return text + "  coefficients, from the stages, at n = p * 32 KiB:\n" + coefficients(about);
}

std::string show_platform(const std::string& name) {
  const Platform platform = Platform::load(name);
  Entries entries = {{"file", platform.file()},
                     {"nodes", std::to_string(platform.nodes())},
                     {"cores per node", std::to_string(platform.cores())},
                     {"memory domains per node", std::to_string(platform.domains())}};
  for (const auto& [number, value_and_source] : platform.numbers())
    entries.emplace_back(number, fmt::format("{:<12}  {}", value_and_source.first, value_and_source.second));
  return platform.name() + ": " + platform.title() + "\n" + aligned(entries, "  ");
}

std::string show_scenario(const std::string& name) {
  const Scenario scenario = load_scenario(name);
  return fmt::format("{}: {}\n  {}\n  {} points, figures: {}, published: {}\n{}\n", scenario.name,
                     scenario.title, scenario.question, scenario.points.size(),
                     fmt::join(scenario.figures, ", "), scenario.published.empty() ? "-" : scenario.published,
                     scenario.document);
}

bool among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string list(const std::string& what) {
  if (what == "algorithms") return aligned(algorithms());
  if (what == "platforms") return aligned(platforms());
  if (what == "scenarios") return aligned(scenarios());
  throw Error("cannot list '" + what + "'" + suggestion(what, {"algorithms", "platforms", "scenarios"}));
}

std::string show(const std::string& name) {
  std::vector<std::string> known;
  for (const auto* about : descriptions()) {
    if (about->full_name() == name) return show_algorithm(*about);
    known.push_back(about->full_name());
  }
  if (among(platform_names(), name) || name.ends_with(".xml")) return show_platform(name);
  if (among(scenario_names(), name) || name.ends_with(".json")) return show_scenario(name);
  for (const auto& names : {platform_names(), scenario_names()})
    known.insert(known.end(), names.begin(), names.end());
  throw Error("nothing is called '" + name + "'" + suggestion(name, known));
}

}  // namespace collsim
