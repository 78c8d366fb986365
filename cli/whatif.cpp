#include "cli/whatif.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/baseline.hpp"
#include "cli/present.hpp"
#include "cli/until.hpp"
#include "decisions/what_if.hpp"
#include "scenarios/atomically.hpp"

namespace collsim {
namespace {

std::vector<Variant> asked_variants(const CommandLine& arguments, const Platform& baseline) {
  std::vector<Variant> variants;
  for (const auto& text : arguments.set) {
    const auto same = [&](const Variant& other) { return other.name == text; };
    if (std::ranges::any_of(variants, same))
      throw Error(fmt::format("--set {} is given twice; right would be once", text));
    variants.push_back(parse_variant(text, baseline));
  }
  return variants;
}

void write_ratios(const WhatIf& found, const std::filesystem::path& folder) {
  const std::string file = (folder / "whatif.csv").string();
  write_atomically(file, to_csv(to_cells(found)));
  fmt::print("Ratios: {}\n", file);
}

int compare(const CommandLine& arguments, RunSettings settings, const Answer& answer,
            const std::string& line) {
  std::vector<std::string> flags;
  for (const auto& text : arguments.set) flags.insert(flags.end(), {"--set", text});
  Scenario scenario = load_baseline(arguments, shell_line(flags));
  const auto variants = asked_variants(arguments, platform_of(scenario));
  settings.results = results_folder(arguments, scenario);
  scenario.points = with_variants(scenario.points, variants);
  if (!arguments.given.contains("figures")) scenario.figures = {"what_if"};
  return run_and_present(scenario, settings, answer, line,
                         [&](Scenario&, const std::vector<Row>& rows, const auto& folder) {
                           const WhatIf found = what_if(rows, variants);
                           fmt::print("{}", to_text(found));
                           write_ratios(found, folder);
                         });
}

}  // namespace

int whatif_command(const CommandLine& arguments, RunSettings settings, const Answer& answer,
                   const std::string& line) {
  if (arguments.set.empty() == arguments.until.empty())
    throw Error(
        "'whatif' needs to know what to change; right would be --set link.bandwidth=x2, or --until "
        "recursive_doubling=ring --vary link.latency");
  if (arguments.until.empty() && !arguments.vary.empty())
    throw Error("--vary means nothing without --until; right would be --until recursive_doubling=ring");
  if (!arguments.until.empty()) return until(arguments, std::move(settings), answer, line);
  return compare(arguments, std::move(settings), answer, line);
}

}  // namespace collsim
