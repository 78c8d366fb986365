#include "cli/imbalance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "backends/backend.hpp"
#include "cli/ideal.hpp"
#include "cli/shared_flags.hpp"
#include "figures/plots/figure.hpp"
#include "lab/scenarios/atomically.hpp"
#include "support/csv.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

/// "2 ranks of 1 node"
std::string ranks_of_nodes(const Nodes& nodes) {
  return fmt::format("{} of {}", counted(nodes.ranks(), "rank"), counted(nodes.count(), "node"));
}

std::string moments_csv(const Skews& skews) {
  std::string text = "repetition,rank,node,seconds\n";
  for (std::size_t repetition = 0; repetition < skews.moments.size(); ++repetition)
    for (int rank = 0; rank < skews.nodes.ranks(); ++rank)
      text += fmt::format("{},{},{},{}\n", repetition, rank, skews.nodes.node_of(rank),
                          skews.moments[repetition][static_cast<std::size_t>(rank)]);
  return text;
}

/// Reads moments as moments_csv() writes them. Throws Error.
Skews read_moments(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file))
    throw Error(file.string() + " is missing; right would be --like where collrun imbalance has written");
  const CsvTable table = read_csv(file);
  const auto number = [&](const std::vector<std::string>& row, const char* name) {
    return table.number<std::int64_t>(table.cell(row, name));
  };
  std::vector<int> nodes;
  Moments moments;
  for (const auto& row : table.rows) {
    if (number(row, "rank") == 0) moments.emplace_back();
    if (moments.empty() || number(row, "rank") != std::ssize(moments.back()))
      throw Error(fmt::format(
          "{}: ranks do not follow each other; right would be what collrun imbalance writes", file.string()));
    moments.back().push_back(table.number<double>(table.cell(row, "seconds")));
    if (moments.size() == 1) nodes.push_back(static_cast<int>(number(row, "node")));
  }
  const bool whole = std::ranges::all_of(
      moments, [&](const std::vector<double>& each) { return each.size() == nodes.size(); });
  if (moments.size() < 2 || nodes.size() < 2 || !whole)
    throw Error(fmt::format("{}: right would be two repetitions or more, each of the same two ranks or more",
                            file.string()));
  return {usual_backend(Backend::Kind::measured).name().text(), Nodes(nodes), moments};
}

std::string arrivals_csv(const std::vector<double>& arrivals) {
  std::string text = "rank,seconds\n";
  for (std::size_t rank = 0; rank < arrivals.size(); ++rank)
    text += fmt::format("{},{}\n", rank, arrivals[rank]);
  return text;
}

std::string deviations_csv(const Skews& skews) {
  const auto& [kind, nodes, moments] = skews;
  std::string text;
  if (nodes.count() > 1)
    for (const double seconds : deviations_between(moments, nodes))
      text += fmt::format("{},between,{}\n", kind, seconds);
  if (nodes.largest() > 1)
    for (const double seconds : deviations_within(moments, nodes))
      text += fmt::format("{},within,{}\n", kind, seconds);
  return text;
}

double deviation(const std::optional<Variance>& variance) {
  return variance ? std::sqrt(std::max(0.0, variance->mean)) : 0;
}

/// "within nodes: variance 1.2e-10 s^2 (1.1e-10 to 1.3e-10), standard deviation 11 us"
void tell(const char* part, const std::optional<Variance>& variance) {
  if (!variance) return fmt::print("{} nodes: cannot be told apart here\n", part);
  fmt::print("{} nodes: variance {:.3g} s^2 (95 %: {:.3g} to {:.3g}), standard deviation {}\n", part,
             variance->mean, variance->low, variance->high, human_seconds(deviation(variance)));
}

void tell(const Skews& skews) {
  const Imbalance found = imbalance(skews.moments, skews.nodes);
  fmt::print("{}: {} repetitions of {} of work on {}\n", skews.kind, skews.moments.size(),
             human_seconds(BalancedWork().seconds), ranks_of_nodes(skews.nodes));
  tell("between", found.between);
  tell("within", found.within);
}

/// Normal, with the variances that were measured.
Arrival noise_like(const Skews& measured) {
  const Imbalance found = imbalance(measured.moments, measured.nodes);
  const double between = deviation(found.between), within = deviation(found.within);
  Arrival noise{.pattern = ArrivalPattern::normal, .size = between + within};
  if (noise.size > 0) noise.within = within / noise.size;
  return noise;
}

Skews simulated(const Placement& placement, const Arrival& noise) {
  const BalancedWork work;
  std::vector<int> nodes;
  for (int rank = 0; rank < placement.processes(); ++rank) nodes.push_back(placement.node_of(rank));
  Skews skews{"simulated", Nodes(nodes), {}};
  for (Arrival each = noise; std::ssize(skews.moments) < work.repetitions; ++each.seed) {
    skews.moments.push_back(each.times(placement, work.seconds));
    for (double& moment : skews.moments.back()) moment += work.seconds;
  }
  return skews;
}

Placement placement_like(const Nodes& nodes) {
  std::vector<RankPlace> places;
  for (int rank = 0; rank < nodes.ranks(); ++rank) places.push_back({.host = nodes.node_of(rank)});
  return {nodes.ranks(), 1, Mapping::block, Listed<RankPlace>("measured", places)};
}

int imbalance_command(const Context& context) {
  const CommandLine& arguments = context.arguments;
  std::optional<Skews> measured;
  if (!arguments.text(flags::like).empty())
    measured = read_moments(std::filesystem::path(arguments.text(flags::like)) / "moments.csv");
  if (!measured && !arguments.scenario.contains("arrival"))
    throw Error(
        "no noise; right would be --arrival 'normal(size=20us;within=0.25)', or --like DIR, where collrun "
        "imbalance has measured some");
  const Point asked = ideal_scenario("barrier/dissemination", arguments.scenario).points.front();
  const Placement placement = measured ? placement_like(measured->nodes) : asked.placement();
  if (placement.processes() < 2)
    throw Error("imbalance is of several ranks; right would be --processes 2 or more");
  const Arrival noise = asked.arrival.none() && measured ? noise_like(*measured) : asked.arrival;
  fmt::print("noise: --arrival '{}'\n", noise.text());
  present_imbalance(simulated(placement, noise), measured,
                    arguments.text(flags::results).empty() ? "results/imbalance_simulated"
                                                           : arguments.text(flags::results));
  return 0;
}

}  // namespace

void present_imbalance(const Skews& skews, const std::optional<Skews>& other,
                       const std::filesystem::path& folder) {
  write_atomically(folder / "moments.csv", moments_csv(skews));
  write_atomically(folder / "arrival.csv", arrivals_csv(typical_arrivals(skews.moments)));
  std::string deviations = "kind,part,seconds\n";
  if (other) {
    tell(*other);
    deviations += deviations_csv(*other);
  }
  tell(skews);
  fmt::print("pattern: --arrival {}\n", (folder / "arrival.csv").string());
  const auto files =
      draw_rows("imbalance", deviations + deviations_csv(skews), "the skews", (folder / "imbalance").string(),
                "How far does balanced work drift apart on " + ranks_of_nodes(skews.nodes) + "?");
  fmt::print("figure: {}\n", files.front());
}

Verb imbalance_verb() {
  return {"imbalance",
          "--arrival NOISE|--like DIR",
          "tells at which moments ranks would come to a call after the same work",
          flags::with({flags::like.saying("DIR", "where collrun imbalance has measured"),
                       flags::results.saying("DIR", "where it writes (default results/imbalance_simulated)")},
                      flags::keys({"arrival", "mapping", "placement", "platform", "ppn", "processes"})),
          {"collsim imbalance --like results/imbalance",
           "collsim imbalance --processes 96 --platform cray_xe6 --ppn 24 --arrival 'normal(size=20us)'"},
          imbalance_command};
}

}  // namespace collsim
