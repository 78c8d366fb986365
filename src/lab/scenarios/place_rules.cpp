#include "lab/scenarios/place_rules.hpp"

#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <sstream>
#include <utility>

#include "algorithms/facts/nested.hpp"
#include "lab/scenarios/addresses.hpp"
#include "platforms/network/network.hpp"
#include "points/drawn.hpp"
#include "support/data_dir.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

/// The value of an option, or the usual one.
int number(const std::string& rule, const Written& written, const std::string& option, int least, int usual) {
  const auto given = written.options.find(option);
  if (given == written.options.end()) return usual;
  const std::string& text = given->second;
  if (const auto value = number_in<int>(text); value && *value >= least) return *value;
  throw Error(fmt::format("'{}' gives {} the value '{}'; right would be a number from {} on", rule, option,
                          text, least));
}

int ranks_on_a_node(const std::string& rule, const Written& written, const Platform& platform) {
  const auto given = written.options.find("ppn");
  const bool all = given != written.options.end() && given->second == "all";
  return all ? platform.cores() : number(rule, written, "ppn", 1, 1);
}

/// So many of the platform's first nodes, in an order that the seed draws.
std::vector<int> shuffled_nodes(int seed, int among) {
  std::vector<std::pair<std::uint64_t, int>> lots;
  for (int node = 0; node < among; ++node)
    lots.emplace_back(drawn(seed, static_cast<std::uint64_t>(node)), node);
  std::ranges::sort(lots);
  std::vector<int> nodes;
  for (const auto& [lot, node] : lots) nodes.push_back(node);
  return nodes;
}

std::vector<int> drawn_nodes(int seed, int number, int among) {
  std::vector<int> nodes = shuffled_nodes(seed, among);
  nodes.resize(static_cast<std::size_t>(number));
  std::ranges::sort(nodes);
  return nodes;
}

/// The nodes of a box at the beginning of the platform's torus, in their order.
std::vector<int> box_nodes(const std::string& rule, const Written& written, const Platform& platform) {
  const std::vector<int> torus = Network::of_platform(platform)->class_of(0).sides;
  if (torus.empty())
    throw Error(fmt::format("'{}' wants a platform that is a torus; {} is none", rule, platform.name()));
  const auto given = written.options.find("sides");
  std::istringstream sides(given == written.options.end() ? "" : given->second);
  std::vector<int> nodes{0};
  int stride = 1;
  for (std::size_t i = 0; i < torus.size(); ++i) {
    int side = 0;
    const bool is_led_in = i == 0 || sides.get() == 'x';
    if (!is_led_in || !(sides >> side) || side < 1 || side > torus[i] ||
        (i + 1 == torus.size() && !sides.eof()))
      throw Error(fmt::format("'{}' has no box of the torus of {}; right would be at most sides={}", rule,
                              platform.name(), fmt::join(torus, "x")));
    const std::size_t row = nodes.size();
    for (std::size_t k = row; k < row * static_cast<std::size_t>(side); ++k)
      nodes.push_back(nodes[k - row] + stride);
    stride *= torus[i];
  }
  return nodes;
}

std::vector<std::string> files_like(const std::string& pattern) {
  glob_t found = {};
  std::vector<std::string> files;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0)
    files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  std::ranges::sort(files);
  return files;
}

/// The files that the rule names, as they are called from here or else among collsim's own data.
std::vector<std::string> listed_files(const std::string& rule, const Written& written) {
  const auto given = written.options.find("from");
  const std::string pattern = given == written.options.end() ? "" : given->second;
  std::vector<std::string> files = files_like(pattern);
  if (files.empty() && !pattern.empty()) files = files_like((data_dir() / pattern).string());
  if (files.empty())
    throw Error(fmt::format(
        "'{}' finds no file; right would be from=PATTERN, such as jobs/*.csv, of tables rank,node,...",
        rule));
  return files;
}

/// So many nodes next to each other in the list of a real job, which is drawn from those that have enough.
std::vector<int> allocated_nodes(const std::string& rule, const Written& written, int needed,
                                 const Platform& platform) {
  std::vector<std::vector<int>> jobs;
  std::size_t most = 0;
  for (const std::string& file : listed_files(rule, written)) {
    std::vector<int> nodes;
    for (const RankPlace& place : read_real_places(file, platform))
      if (std::ranges::find(nodes, place.host) == nodes.end()) nodes.push_back(place.host);
    most = std::max(most, nodes.size());
    if (std::ssize(nodes) >= needed) jobs.push_back(std::move(nodes));
  }
  if (jobs.empty())
    throw Error(fmt::format("'{}' needs {} nodes; the largest of the jobs there has {}", rule, needed, most));
  const int seed = number(rule, written, "seed", 0, 1);
  const std::vector<int>& job = jobs[drawn(seed, 0) % jobs.size()];
  const auto room = job.size() - static_cast<std::size_t>(needed);
  const auto first = job.begin() + static_cast<std::ptrdiff_t>(drawn(seed, 1) % (room + 1));
  return {first, first + needed};
}

}  // namespace

std::vector<RankPlace> places_by_rule(const std::string& rule, int processes, const Platform& platform) {
  const Written written = parse_written(rule);
  static const std::map<std::string, std::vector<std::string>> options = {
      {"contiguous", {"first", "ppn"}}, {"spread", {"first", "ppn"}},       {"scattered", {"seed", "ppn"}},
      {"shuffled", {"seed", "ppn"}},    {"drawn", {"from", "seed", "ppn"}}, {"box", {"sides", "ppn"}}};
  const auto kind = options.find(written.name);
  if (kind == options.end())
    throw Error(fmt::format(
        "unknown placement '{}'; right would be contiguous(first=0,ppn=1), spread(first=0,ppn=1), "
        "scattered(seed=1,ppn=1), shuffled(seed=1,ppn=1), drawn(from=jobs/*.csv,seed=1,ppn=1), "
        "box(sides=4x4x2,ppn=1) or a file that ends in .csv",
        rule));
  for (const auto& [option, value] : written.options)
    if (std::ranges::find(kind->second, option) == kind->second.end())
      throw Error(fmt::format("'{}' has no option '{}'{}", rule, option, suggestion(option, kind->second)));
  const int ppn = ranks_on_a_node(rule, written, platform);
  const bool in_a_row = kind->second.front() == "first";
  const int first = in_a_row ? number(rule, written, "first", 0, 0) : 0;
  const std::vector<int> box =
      written.name == "box" ? box_nodes(rule, written, platform) : std::vector<int>{};
  const int needed = (processes + ppn - 1) / ppn;
  const int room = box.empty() ? std::max(0, platform.nodes() - first) : static_cast<int>(box.size());
  if (needed > room)
    throw Error(fmt::format("'{}' needs {} nodes for {} processes; {} has {}{}", rule, needed, processes,
                            platform.name(), room,
                            first > 0     ? " from there on"
                            : box.empty() ? ""
                                          : " there"));
  std::vector<int> nodes(static_cast<std::size_t>(needed));
  if (in_a_row)
    std::iota(nodes.begin(), nodes.end(), first);
  else if (written.name == "box")
    std::copy_n(box.begin(), needed, nodes.begin());
  else if (written.name == "drawn")
    nodes = allocated_nodes(rule, written, needed, platform);
  else if (const int seed = number(rule, written, "seed", 0, 1); written.name == "shuffled")
    nodes = shuffled_nodes(seed, needed);
  else
    nodes = drawn_nodes(seed, needed, platform.nodes());
  const bool spread = written.name == "spread";
  std::vector<RankPlace> places;
  for (int rank = 0; rank < processes; ++rank) {
    const int slot = rank % ppn;
    const int there = std::min(ppn, processes - (rank - slot));
    places.push_back({nodes[static_cast<std::size_t>(rank / ppn)],
                      spread && there <= platform.cores() ? slot * platform.cores() / there : -1});
  }
  return places;
}

}  // namespace collsim
