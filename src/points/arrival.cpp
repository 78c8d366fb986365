#include "points/arrival.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>

#include "algorithms/facts/nested.hpp"
#include "points/drawn.hpp"
#include "support/error.hpp"
#include "support/human.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

template <class Number>
Number in_range(std::optional<Number> value, const std::string& entry, const std::string& option,
                const std::string& text, Number least, Number most) {
  if (value && *value >= least && *value <= most) return *value;
  throw Error("'" + entry + "' gives " + option + " the value '" + text +
              "'; right would be size=20us or size=x0.5 (of the balanced time), within=0 to 1, seed=1");
}
template <class Number>
Number number(const std::string& entry, const std::string& option, const std::string& text, Number least,
              Number most) {
  return in_range(number_in<Number>(text), entry, option, text, least, most);
}

std::string shortest(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

/// Reads a size: a share of the balanced time, or seconds.
void take_size(Arrival& arrival, const std::string& entry, const std::string& text) {
  constexpr double largest = 1e9;
  arrival.relative = text.starts_with('x');
  if (arrival.relative)
    arrival.size = number(entry, "size", text.substr(1), 0.0, largest);
  else
    arrival.size = in_range(std::optional(parse_seconds(text)), entry, "size", text, 0.0, largest);
}

/// From 0 on, below 1.
double fraction(std::uint64_t bits) {
  return static_cast<double>(bits >> 11U) * 0x1p-53;
}

/// One value of a distribution of size 1.
double random(const Arrival& arrival, std::uint64_t key) {
  const double one = fraction(drawn(arrival.seed, 2 * key));
  if (arrival.pattern == ArrivalPattern::uniform) return one;
  if (arrival.pattern == ArrivalPattern::exponential) return -std::log1p(-one);
  const double other = fraction(drawn(arrival.seed, 2 * key + 1));
  return std::sqrt(-2 * std::log1p(-one)) * std::cos(2 * std::numbers::pi * other);  // Box and Muller
}

/// The place of an index of 0..last, evenly from 0 to 1.
double place(int index, int last) {
  return last > 0 ? static_cast<double>(index) / last : 0;
}

int chosen(const Arrival& arrival, int among) {
  return static_cast<int>(drawn(arrival.seed, 0) % static_cast<std::uint64_t>(among));
}

/// When a rank comes, for a size of 1.
double moment(const Arrival& arrival, const Placement& placement, int rank) {
  const int node = placement.node_of(rank);
  switch (arrival.pattern) {
    case ArrivalPattern::one_late_rank:
      return rank == chosen(arrival, placement.processes()) ? 1 : 0;
    case ArrivalPattern::one_late_node:
      return node == chosen(arrival, placement.nodes()) ? 1 : 0;
    case ArrivalPattern::sorted:
      return (1 - arrival.within) * place(node, placement.nodes() - 1) +
             arrival.within * place(rank, placement.processes() - 1);
    default:
      break;
  }
  constexpr std::uint64_t nodes_from = std::uint64_t{1} << 32U;
  return (1 - arrival.within) * random(arrival, nodes_from + static_cast<std::uint64_t>(node)) +
         arrival.within * random(arrival, static_cast<std::uint64_t>(rank));
}

}  // namespace

Arrival Arrival::parse(const std::string& text) {
  const Written written = parse_written(text);
  Arrival arrival{.pattern = collsim::parse<ArrivalPattern>(written.name)};
  for (const auto& [option, value] : written.options) {
    if (arrival.none()) throw Error("'" + text + "' has options; right would be 'none' alone");
    if (option == "size") {
      take_size(arrival, text, value);
    } else if (option == "within") {
      arrival.within = number(text, option, value, 0.0, 1.0);
    } else if (option == "seed") {
      arrival.seed = number(text, option, value, 0, 1'000'000'000);
    } else {
      throw Error("'" + text + "' has no option '" + option + "'" +
                  suggestion(option, {"seed", "size", "within"}));
    }
  }
  if (!arrival.none() && !written.options.contains("size"))
    throw Error("'" + text + "' has no size; right would be " + written.name + "(size=20us) or " +
                written.name + "(size=x0.5), of the balanced time");
  return arrival;
}

std::string Arrival::text() const {
  if (none()) return {};
  if (pattern == ArrivalPattern::measured) return moments.name();
  std::string shown = to_text(pattern) + "(size=" + (relative ? "x" + shortest(size) : exact_seconds(size));
  if (within != Arrival().within) shown += ";within=" + shortest(within);
  if (seed != Arrival().seed) shown += ";seed=" + std::to_string(seed);
  return shown + ")";
}

std::vector<double> Arrival::times(const Placement& placement, double balanced) const {
  std::vector<double> all;
  for (int rank = 0; rank < placement.processes(); ++rank)
    all.push_back(pattern == ArrivalPattern::none ? 0
                  : pattern == ArrivalPattern::measured
                      ? moments.values()[static_cast<std::size_t>(rank)]
                      : moment(*this, placement, rank) * size * (relative ? balanced : 1));
  const double first = *std::ranges::min_element(all);
  for (double& time : all) time -= first;
  return all;
}

}  // namespace collsim
