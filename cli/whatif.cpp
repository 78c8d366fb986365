#include "cli/whatif.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/baseline.hpp"
#include "cli/present.hpp"
#include "cli/until.hpp"
#include "decisions/tornado.hpp"
#include "plots/tornado.hpp"
#include "scenarios/atomically.hpp"

namespace collsim {
namespace {

/// A command in the making.
struct Asked {
  const CommandLine& arguments;
  RunSettings settings;
  const Answer& answer;
  const std::string& line;
};

/// Answers the baseline and its variants. `present` hears of them, and of the folder.
template <class Present>
int run_variants(const Asked& asked, Scenario scenario, const std::vector<Variant>& variants,
                 const Present& present) {
  RunSettings settings = asked.settings;
  settings.results = results_folder(asked.arguments, scenario);
  scenario.points = with_variants(scenario.points, variants);
  return run_and_present(scenario, settings, asked.answer, asked.line,
                         [&](Scenario&, const std::vector<Row>& rows, const std::filesystem::path& folder) {
                           const WhatIf found = what_if(rows, variants);
                           present(found, folder);
                           const std::string file = (folder / "whatif.csv").string();
                           write_atomically(file, to_csv(to_cells(found)));
                           fmt::print("Ratios: {}\n", file);
                         });
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

int compare(const Asked& asked) {
  std::vector<std::string> flags;
  for (const auto& text : asked.arguments.set) flags.insert(flags.end(), {"--set", text});
  Scenario scenario = load_baseline(asked.arguments, shell_line(flags));
  const auto variants = asked_variants(asked.arguments.set, platform_of(scenario));
  if (!asked.arguments.given.contains("figures")) scenario.figures = {"what_if"};
  return run_variants(asked, std::move(scenario), variants,
                      [](const WhatIf& found, const auto&) { fmt::print("{}", to_text(found)); });
}

double asked_factor(const std::string& text) {
  try {
    const double factor = parse_factor(text);
    if (factor > 1) return factor;
  } catch (const Error&) {
  }
  throw Error(fmt::format("--factor is '{}'; right would be a factor above 1, such as x2", text));
}

int rank_parameters(const Asked& asked) {
  const double factor = asked_factor(asked.arguments.factor);
  Scenario scenario =
      load_baseline(asked.arguments, shell_line({"--tornado", "--factor", asked.arguments.factor}));
  const Platform& baseline = platform_of(scenario);
  std::vector<Parameter> changed = parameters(baseline);
  std::erase_if(changed, [](const Parameter& each) { return each.zero; });
  if (!asked.arguments.given.contains("figures")) scenario.figures.clear();
  const std::string title = scenario.title;
  return run_variants(
      asked, std::move(scenario), tornado_variants(baseline, changed, factor),
      [&](const WhatIf& found, const std::filesystem::path& folder) {
        const auto all = tornados(found, changed);
        for (const Tornado& each : all) fmt::print("{}", to_text(each, factor));
        write_atomically(folder / "tornado.csv", to_csv(to_cells(all, factor)));
        if (all.empty()) return;
        const std::string caption = fmt::format("{}: what matters most, by {}", title, all.front().backend);
        for (const auto& file : draw_tornado(all.front(), factor, (folder / "tornado").string(), caption))
          fmt::print("Figure: {}\n", file);
      });
}

/// One of the three questions, and nothing that belongs to another.
void check_asked(const CommandLine& arguments) {
  const int questions = !arguments.set.empty() + arguments.tornado + !arguments.until.empty();
  if (questions != 1)
    throw Error(
        "'whatif' takes one question; right would be --set link.bandwidth=x2, --tornado, or --until "
        "recursive_doubling=ring --vary link.latency");
  for (const auto& [flag, of, asked] :
       {std::tuple{"vary", "until recursive_doubling=ring", !arguments.until.empty()},
        {"factor", "tornado", arguments.tornado}})
    if (arguments.given.contains(flag) && !asked)
      throw Error(fmt::format("--{} means nothing without --{}", flag, of));
}

}  // namespace

int whatif_command(const CommandLine& arguments, RunSettings settings, const Answer& answer,
                   const std::string& line) {
  check_asked(arguments);
  if (!arguments.until.empty()) return until(arguments, std::move(settings), answer, line);
  const Asked asked{arguments, std::move(settings), answer, line};
  return arguments.tornado ? rank_parameters(asked) : compare(asked);
}

}  // namespace collsim
