#include "lab/scenarios/cross_ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "backends/backend.hpp"
#include "lab/scenarios/place_rules.hpp"
#include "lab/scenarios/rank_files.hpp"
#include "platforms/network/network.hpp"
#include "support/human.hpp"
#include "support/json.hpp"
#include "support/names.hpp"

namespace collsim {
namespace {

using nlohmann::json;

constexpr int most_processes = 1 << 20;  // as many as anybody simulates

/// Nothing stands for "all": the cores of a node.
using RanksOfNode = std::optional<PerNode>;

std::vector<At<RanksOfNode>> ranks_per_node(const Keys& keys) {
  std::vector<At<RanksOfNode>> all;
  const auto add = [&](const json& value, const std::string& pointer) {
    for (const auto& size : keys.sizes(value, pointer)) {
      if (size.value < 1 || size.value > most_processes)
        keys.origin().fail(
            pointer, std::to_string(size.value) + " is out of range; right would be 1 or more, or \"all\"");
      all.push_back({PerNode(static_cast<int>(size.value)), pointer});
    }
  };
  for (const auto& [value, pointer] : keys.values("ppn", 1)) {
    if (!value.is_string()) {
      add(value, pointer);
      continue;
    }
    for (const std::string& part : split_list(value.get<std::string>())) {
      if (part == "all")
        all.push_back({std::nullopt, pointer});
      else if (part.find('+') != part.npos && part.find("..") == part.npos)
        all.push_back({keys.origin().placed(pointer, [&] { return PerNode::parse(part); }), pointer});
      else
        add(part, pointer);
    }
  }
  return all;
}

/// Empty, or why not all processes find a node. `ppn_is_given`: the usual one may not be what is wanted.
std::string why_no_room(const Keys& keys, const Platform& platform, bool ppn_is_given, const Point& point) {
  if (point.processes <= point.ppn.room(platform.nodes())) return {};
  const std::string all = keys.origin().flags.contains("processes") ? "--ppn all" : "\"ppn\": \"all\"";
  return fmt::format(
      "{} processes are more than {} takes with ppn {}; right would be up to {}{}", point.processes,
      platform.name(), point.ppn.text(), point.ppn.room(platform.nodes()),
      ppn_is_given || platform.cores() == 1
          ? ""
          : fmt::format(", or up to {} with {}", PerNode(platform.cores()).room(platform.nodes()), all));
}

/// Empty, or why not every rank has a core, unless the scenario wants them to take turns. `place`: what puts them there.
std::string why_no_core(const Keys& keys, const Platform& platform, const Point& point,
                        const std::string& place) {
  const int most = point.ppn.most(point.processes);
  if (most <= platform.cores()) return {};
  if (platform.has("levels"))
    return fmt::format(
        "{} puts {} ranks on a node of {}, which has {} cores; right would be at most as many, since its "
        "levels know a rank a core",
        place, most, platform.name(), platform.cores());
  if (keys.truth("oversubscribe")) return {};
  const std::string allowed =
      keys.origin().flags.contains("ppn") ? "--oversubscribe true" : "\"oversubscribe\": true";
  return fmt::format(
      "{} puts {} ranks on a node of {}, which has {}; right would be at most {}, or {}, with which "
      "they take turns",
      place, most, platform.name(), counted(platform.cores(), "core"), platform.cores(), allowed);
}

/// Which platforms have a way from a node to itself.
class Loopbacks {
 public:
  bool on(const Platform& platform) {
    const auto known = known_.find(&platform);
    return known != known_.end() ? known->second : known_.emplace(&platform, look_at(platform)).first->second;
  }

 private:
  /// SimGrid alone knows what Network::of_platform() cannot read.
  static bool look_at(const Platform& platform) try {
    std::vector<int> links;
    Network::of_platform(platform)->route(0, 0, links);
    return !links.empty();
  } catch (const PlatformError&) {
    return true;
  }

  std::map<const Platform*, bool> known_;
};

/// Whether ranks of a node can send to each other. Natively they can.
void check_way(const Keys& keys, const Platform& platform, const Point& point, const std::string& pointer,
               const std::string& place, Loopbacks& loopbacks) {
  const int most = point.ppn.most(point.processes);
  if (most == 1 || backend(point).measures() || loopbacks.on(platform)) return;
  keys.origin().fail(pointer,
                     fmt::format("{} puts {} ranks on a node of {}, whose nodes have no way to send to "
                                 "themselves; right would be one rank per node, or a loopback in its "
                                 "file (loopback_bw, loopback_lat)",
                                 place, most, platform.name()));
}

/// Drafts whose ranks find no node or no core, by the platform and the ppn.
class Misfits {
 public:
  explicit Misfits(const Keys& keys) : keys_(keys) {}

  /// Whether the ranks fit.
  bool fit(const Platform& platform, const Draft& draft, const std::string& ppn_at) {
    const Point& point = draft.point;
    Asked& asked = asked_[{platform.name(), point.ppn}];
    asked.all.insert(point.processes);
    std::string pointer = draft.processes_at;
    std::string why = why_no_room(keys_, platform, keys_.has("ppn"), point);
    if (why.empty()) {
      pointer = ppn_at;
      why = why_no_core(keys_, platform, point, "ppn " + point.ppn.text());
    }
    if (why.empty()) return true;
    if (asked.misfit.empty()) asked.why = why;
    asked.misfit.insert(point.processes);
    if (first_.value.empty()) first_ = {why, pointer};
    return false;
  }

  /// Complains of the first.
  [[noreturn]] void fail() const { keys_.origin().fail(first_.pointer, first_.value); }

  /// How many of which numbers of processes, and why the first.
  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    for (const auto& [place, asked] : asked_)
      if (!asked.misfit.empty())
        lines.push_back(fmt::format("{} of {} numbers of processes with ppn {}, as {}", asked.misfit.size(),
                                    asked.all.size(), place.second.text(), asked.why));
    return lines;
  }

 private:
  struct Asked {
    std::set<int> all, misfit;
    std::string why;
  };

  const Keys& keys_;
  std::map<std::pair<std::string, PerNode>, Asked> asked_;
  Text first_;
};

void cross_rules(const Keys& keys, Platforms& platforms, Drafts& drafts) {
  Loopbacks loopbacks;
  Misfits misfits(keys);
  std::vector<Draft> fitting;
  cross(drafts, ranks_per_node(keys), [&](Draft& draft, const At<RanksOfNode>& ppn) {
    const Platform& platform = platforms.of_point(draft.point);
    Point& point = draft.point;
    point.ppn = ppn.value.value_or(PerNode(platform.cores()));
    if (!misfits.fit(platform, draft, ppn.pointer)) return;
    check_way(keys, platform, point, ppn.pointer, "ppn " + point.ppn.text(), loopbacks);
    if (point.processes < point.ppn.number_on(0)) point.ppn = point.processes;
    fitting.push_back(draft);
  });
  if (fitting.empty()) misfits.fail();
  drafts.list = std::move(fitting);
  drafts.left_out = misfits.lines();
  cross(drafts, keys.texts("mapping", "block"),
        [](Draft& draft, const Text& mapping) { draft.point.mapping = parse<Mapping>(mapping.value); });
}

/// Files' lists, each read once, and their beginnings as points of fewer processes need them.
template <class Value>
class RankLists {
 public:
  using Read = std::vector<Value> (*)(const std::string&);
  explicit RankLists(Read read) : read_(read) {}

  /// Throws Error where the file cannot be read or has too few ranks.
  const Listed<Value>& get(const std::string& file, int processes) {
    const auto place = files_.find(file);
    const auto& all =
        place != files_.end() ? place->second : files_.emplace(file, contents_of(file)).first->second;
    if (std::ssize(all) < processes)
      throw Error(fmt::format("{}: has {}; right would be {}, one for each process", file,
                              counted(all.size(), "rank"), processes));
    auto& list = lists_[{file, processes}];
    if (list.empty()) list = {file, {all.begin(), all.begin() + processes}};
    return list;
  }

 private:
  /// A file that is not there is the scenario's mistake, not the file's.
  std::vector<Value> contents_of(const std::string& file) const {
    try {
      return read_(file);
    } catch (const DocumentError& error) {
      throw Error(error.what());
    }
  }

  Read read_;
  std::map<std::string, std::vector<Value>> files_;
  std::map<std::pair<std::string, int>, Listed<Value>> lists_;
};

void cross_places(const Keys& keys, Platforms& platforms, Drafts& drafts) {
  RankLists<RankPlace> lists(read_places);
  Loopbacks loopbacks;
  std::map<std::tuple<std::string, std::string, int>, Listed<RankPlace>> by_rule;
  cross(drafts, keys.texts("placement"), [&](Draft& draft, const Text& places) {
    const Platform& platform = platforms.of_point(draft.point);
    Point& point = draft.point;
    keys.origin().placed(places.pointer, [&] {
      if (names_file(places.value)) {
        point.places = lists.get(places.value, point.processes);
      } else {
        auto& list = by_rule[{places.value, point.platform, point.processes}];
        if (list.empty()) list = {places.value, places_by_rule(places.value, point.processes, platform)};
        point.places = list;
      }
      check_places(point.places.values(), places.value, platform);
    });
    point.mapping = Mapping::listed;
    point.ppn = point.placement().most_on_a_node();
    if (const std::string why = why_no_core(keys, platform, point, places.value); !why.empty())
      keys.origin().fail(places.pointer, why);
    check_way(keys, platform, point, places.pointer, places.value, loopbacks);
  });
}

/// Threads that share a core would not combine faster.
void cross_threads(const Keys& keys, Platforms& platforms, Drafts& drafts) {
  cross(drafts, keys.numbers("threads", 1, most_processes, 1), [&](Draft& draft, const Number& threads) {
    Point& point = draft.point;
    point.threads = static_cast<int>(threads.value.value);
    const Platform& platform = platforms.of_point(point);
    const int ranks = point.ppn.most(point.processes);
    if (point.threads > 1 && point.threads > platform.cores() / ranks)
      keys.origin().fail(threads.pointer,
                         fmt::format("{} threads of each of {} on a node are more than the {} of {}; right "
                                     "would be at most {}",
                                     point.threads, counted(ranks, "rank"), counted(platform.cores(), "core"),
                                     platform.name(), std::max(1, platform.cores() / ranks)));
  });
}

}  // namespace

void cross_ranks(const Keys& keys, Platforms& platforms, Drafts& drafts) {
  cross(drafts, keys.numbers("processes", 1, most_processes), [](Draft& draft, const Number& processes) {
    draft.point.processes = static_cast<int>(processes.value.value);
    draft.processes_at = processes.pointer;
  });
  if (keys.has_placement())
    cross_places(keys, platforms, drafts);
  else
    cross_rules(keys, platforms, drafts);
  cross_threads(keys, platforms, drafts);
}

void cross_arrivals(const Keys& keys, Drafts& drafts) {
  RankLists<double> lists(read_moments);
  cross(drafts, keys.texts("arrival", "none"), [&](Draft& draft, const Text& arrival) {
    keys.origin().placed(arrival.pointer, [&] {
      draft.point.arrival = names_file(arrival.value)
                                ? Arrival{.pattern = ArrivalPattern::measured,
                                          .moments = lists.get(arrival.value, draft.point.processes)}
                                : Arrival::parse(arrival.value);
    });
  });
}

}  // namespace collsim
