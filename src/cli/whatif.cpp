#include "cli/whatif.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/baseline.hpp"
#include "cli/robust.hpp"
#include "cli/shared_flags.hpp"
#include "cli/source.hpp"
#include "cli/until.hpp"
#include "cli/write_cells.hpp"
#include "figures/plots/tornado.hpp"
#include "lab/decisions/elasticities.hpp"
#include "lab/decisions/tornado.hpp"

namespace collsim {
namespace {

const Flag tornado_flag = {"tornado", "", "which number of the platform matters most"};
const Flag factor_flag = {"factor", "xNUMBER",
                          "of --tornado: how far each is changed, either way (default x2)", FlagKind::text,
                          "x2"};

/// Answers the baseline and its variants. `present` hears of them, and of the folder.
template <class Present>
int run_variants(const Context& context, Scenario scenario, const std::vector<Variant>& variants,
                 const Present& present, const AsksBesides& besides = {}) {
  scenario.points = with_variants(scenario.points, variants);
  return perform(
      context, scenario,
      [&](Scenario&, const std::vector<Row>& rows, const std::filesystem::path& folder) {
        const WhatIf found = what_if(rows, variants);
        present(found, folder);
        fmt::print("Ratios: {}\n", write_cells(folder / "whatif", to_cells(found)));
      },
      besides);
}

std::vector<Variant> asked_variants(const std::vector<std::string>& texts, const Platform& baseline) {
  std::vector<Variant> variants;
  for (const auto& text : texts) {
    if (std::ranges::find(variants, text, &Variant::name) != variants.end())
      throw Error(fmt::format("--set {} is given twice; right would be once", text));
    variants.push_back(parse_variant(text, baseline));
  }
  return variants;
}

/// What variants leave as it is of a network whose nodes' links they change.
std::string unchanged_text(const std::vector<Variant>& variants, const Platform& baseline) {
  const std::vector<Parameter> all = parameters(baseline);
  std::string text;
  for (const Variant& variant : variants)
    for (const std::string what : {".bandwidth", ".latency"}) {
      if (!variant.changes.contains("link" + what)) continue;
      std::vector<std::string> unchanged;
      for (const std::string& other : {"trunk" + what, "leaf" + what})
        if (std::ranges::find(all, other, &Parameter::name) != all.end() && !variant.changes.contains(other))
          unchanged.push_back(other);
      if (!unchanged.empty())
        text += fmt::format("{}: {} {} unchanged\n", variant.name, fmt::join(unchanged, " and "),
                            unchanged.size() == 1 ? "is" : "are");
    }
  return text;
}

int compare(const Context& context) {
  std::vector<std::string> flags;
  for (const auto& text : context.arguments.texts(flags::set)) flags.insert(flags.end(), {"--set", text});
  Scenario scenario = load_baseline(context.arguments, shell_line(flags));
  const auto variants = asked_variants(context.arguments.texts(flags::set), platform_of(scenario));
  const std::string unchanged = unchanged_text(variants, platform_of(scenario));
  if (!context.arguments.given.contains("figures")) scenario.figures = {"what_if"};
  Scenario asked = scenario;
  return run_variants(
      context, std::move(scenario), variants,
      [&](const WhatIf& found, const auto& folder) {
        fmt::print("{}{}", to_text(found), unchanged);
        fmt::print("{}{}", caveat_inside_nodes(asked),
                   ask_robustness(context, asked, found.baseline, folder).text);
      },
      [&](Scenario&) { return forecast_of_ranges(context)(asked); });
}

double asked_factor(const std::string& text) {
  try {
    const double factor = parse_factor(text);
    if (factor > 1) return factor;
  } catch (const Error&) {
  }
  throw Error(fmt::format("--factor is '{}'; right would be a factor above 1, such as x2", text));
}

int rank_parameters(const Context& context) {
  const double factor = asked_factor(context.arguments.text(factor_flag));
  Scenario scenario = load_baseline(
      context.arguments, shell_line({"--tornado", "--factor", context.arguments.text(factor_flag)}));
  const Platform& baseline = platform_of(scenario);
  const std::vector<Parameter> changed = nonzero_parameters(baseline);
  if (!context.arguments.given.contains("figures")) scenario.figures.clear();
  const std::string title = scenario.title;
  return run_variants(
      context, std::move(scenario), tornado_variants(baseline, changed, factor),
      [&](const WhatIf& found, const std::filesystem::path& folder) {
        const auto all = tornados(found, changed);
        for (const Tornado& each : all) fmt::print("{}", to_text(each, factor));
        write_cells(folder / "tornado", to_cells(all, factor));
        if (all.empty()) return;
        const std::string caption = fmt::format("What matters most? {}, by {}", title, all.front().backend);
        for (const auto& file :
             draw_tornado(all.front(), factor, (folder / "tornado").string(), caption, source_of(baseline)))
          fmt::print("Figure: {}\n", file);
      });
}

int differentiate(const Context& context) {
  Scenario scenario = load_baseline(context.arguments, "--derivatives");
  const Platform& baseline = platform_of(scenario);
  const std::vector<Parameter> changed = nonzero_parameters(baseline);
  if (!context.arguments.given.contains("figures")) scenario.figures.clear();
  return run_variants(context, std::move(scenario), elasticity_variants(baseline, changed),
                      [&](const WhatIf& found, const std::filesystem::path& folder) {
                        const Elasticities all = elasticities(found, changed);
                        fmt::print("{}", to_text(all));
                        fmt::print("Derivatives: {}\n", write_cells(folder / "derivatives", to_cells(all)));
                      });
}

/// One of the four questions, and nothing that belongs to another.
void check_asked(const CommandLine& arguments) {
  const int questions = !arguments.texts(flags::set).empty() + arguments.has(tornado_flag) +
                        arguments.has(flags::derivatives) + !arguments.text(flags::until).empty();
  if (questions != 1)
    throw Error(
        "'whatif' takes one question; right would be --set link.bandwidth=x2, --tornado, --derivatives, or "
        "--until recursive_doubling=ring --vary link.latency");
  for (const auto& [flag, of, asked] :
       {std::tuple{"vary", "until recursive_doubling=ring", !arguments.text(flags::until).empty()},
        {"factor", "tornado", arguments.has(tornado_flag)}})
    if (arguments.given.contains(flag) && !asked)
      throw Error(fmt::format("--{} means nothing without --{}", flag, of));
}

int whatif_command(const Context& context) {
  check_asked(context.arguments);
  if (!context.arguments.text(flags::until).empty()) return until(context);
  if (context.arguments.has(flags::derivatives)) return differentiate(context);
  return context.arguments.has(tornado_flag) ? rank_parameters(context) : compare(context);
}

}  // namespace

Verb whatif_verb() {
  return {"whatif",
          "[SCENARIO] --set NAME=CHANGE|--until A=B|--tornado|--derivatives",
          "tells what another machine would change",
          flags::of_answering("results/SCENARIO_whatif, or results/whatif",
                              {flags::derivatives, flags::dry_run, flags::set, tornado_flag, factor_flag,
                               flags::until, flags::vary}),
          {"collsim whatif quickstart --set link.bandwidth=x2 --set link.latency=x0.5",
           "collsim whatif quickstart --until recursive_doubling=ring --vary link.latency"},
          whatif_command};
}

}  // namespace collsim
