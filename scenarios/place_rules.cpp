#include "scenarios/place_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "algorithms/facts/nested.hpp"
#include "points/drawn.hpp"

namespace collsim {
namespace {

/// The value of an option, or the usual one.
int number(const std::string& rule, const Written& written, const std::string& option, int least, int usual) {
  const auto given = written.options.find(option);
  if (given == written.options.end()) return usual;
  const std::string& text = given->second;
  int value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure == std::errc() && end == text.data() + text.size() && value >= least) return value;
  throw Error(fmt::format("'{}' gives {} the value '{}'; right would be a number from {} on", rule, option,
                          text, least));
}

int ranks_on_a_node(const std::string& rule, const Written& written, const Platform& platform) {
  const auto given = written.options.find("ppn");
  const bool all = given != written.options.end() && given->second == "all";
  return all ? platform.cores() : number(rule, written, "ppn", 1, 1);
}

std::vector<int> drawn_nodes(int seed, int number, int among) {
  std::vector<std::pair<std::uint64_t, int>> lots;
  for (int node = 0; node < among; ++node)
    lots.emplace_back(drawn(seed, static_cast<std::uint64_t>(node)), node);
  std::ranges::nth_element(lots, lots.begin() + number);
  std::vector<int> nodes;
  for (int i = 0; i < number; ++i) nodes.push_back(lots[static_cast<std::size_t>(i)].second);
  std::ranges::sort(nodes);
  return nodes;
}

}  // namespace

std::vector<RankPlace> places_by_rule(const std::string& rule, int processes, const Platform& platform) {
  const Written written = parse_written(rule);
  const bool scattered = written.name == "scattered";
  if (!scattered && written.name != "contiguous")
    throw Error(fmt::format(
        "unknown placement '{}'; right would be contiguous(first=0,ppn=1), scattered(seed=1,ppn=1) or a "
        "file that ends in .csv",
        rule));
  const std::string own = scattered ? "seed" : "first";
  for (const auto& [option, value] : written.options)
    if (option != "ppn" && option != own)
      throw Error(fmt::format("'{}' has no option '{}'{}", rule, option, suggestion(option, {own, "ppn"})));
  const int ppn = ranks_on_a_node(rule, written, platform);
  const int first = scattered ? 0 : number(rule, written, own, 0, 0);
  const int needed = (processes + ppn - 1) / ppn;
  const int room = platform.nodes() - first;
  if (needed > room)
    throw Error(fmt::format("'{}' needs {} nodes for {} processes; {} has {}{}", rule, needed, processes,
                            platform.name(), room, first > 0 ? " from there on" : ""));
  const std::vector<int> nodes = scattered
                                     ? drawn_nodes(number(rule, written, own, 0, 1), needed, platform.nodes())
                                     : std::vector<int>();
  std::vector<RankPlace> places;
  for (int rank = 0; rank < processes; ++rank)
    places.push_back({scattered ? nodes[static_cast<std::size_t>(rank / ppn)] : first + rank / ppn});
  return places;
}

}  // namespace collsim
