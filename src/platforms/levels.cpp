#include "platforms/levels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "platforms/properties.hpp"
#include "platforms/property.hpp"
#include "platforms/quantity.hpp"
#include "support/range.hpp"

namespace collsim {

class LevelsReader {
 public:
  explicit LevelsReader(const Platform& platform) : platform_(platform) {}

  Levels read() {
    const std::string text = platform_.text("levels");
    const auto names = text.empty() ? std::vector<std::string>() : split_list(text);
    check_names(names);
    if (names.empty()) return {};
    for (const std::string& name : names) add(name);
    const Levels::Level& node = found_.levels_.back();
    if (node.cores != platform_.cores())
      complain(fmt::format(
          "has a node of {} cores whose last level, '{}', has {}; right would be a last level of {}",
          platform_.cores(), node.name, node.cores, platform_.cores()));
    while (found_.levels_[found_.innermost_].cores == 1 && found_.innermost_ + 1 < names.size())
      ++found_.innermost_;
    read_nonblocking();
    found_.readers_ = platform_.number("copies.readers");
    for (std::size_t level = 0; level < names.size(); ++level) found_.steps_.push_back(steps(level));
    return std::move(found_);
  }

 private:
  using Copier = Levels::Copier;

  [[noreturn]] void complain(const std::string& what) const {
    throw PlatformError(platform_.file(), 0, what);
  }
  static std::string property_of(const std::string& level, const std::string& what) {
    return fmt::format("level.{}.{}", level, what);
  }
  double number(const std::string& level, const std::string& what, double bytes = 0) const {
    return platform_.number(property_of(level, what), static_cast<std::int64_t>(bytes));
  }

  /// Nothing is said of a level that is not named, or by what levels replace.
  void check_names(const std::vector<std::string>& names) const {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (std::ranges::count(names, names[i]) > 1)
        complain(fmt::format("names the level '{}' twice", names[i]));
    for (const auto& [name, number] : platform_.numbers()) {
      if (name.starts_with("level.")) {
        const std::string its = name.substr(6, name.find('.', 6) - 6);
        if (std::ranges::find(names, its) == names.end())
          complain(
              names.empty()
                  ? fmt::format("says '{}', but names no levels; add <prop id=\"levels\" value=\"{}, ...\"/>",
                                name, its)
                  : fmt::format("says '{}', but 'levels' names no '{}'{}", name, its,
                                suggestion(its, names)));
      }
      const bool replaced = name == "message" || name.starts_with("message@");
      if (replaced && !names.empty())
        complain(fmt::format("says '{}' and names levels; right would be level.NAME.rate", name));
    }
  }

  /// For which parts of a message of so many bytes its sender and its receiver copy, where both do.
  std::pair<double, double> parts(double from) const {
    const std::string rest = "copies.receiver";
    const auto bytes = static_cast<std::int64_t>(from);
    const auto sizes = by_size(platform_, rest);
    const bool said = platform_.has(rest) || (!sizes.empty() && sizes.front().first <= from);
    const double sender = platform_.number("copies.sender", bytes),
                 receiver = said ? platform_.number(rest, bytes) : 1 - sender;
    if (sender > 1 || receiver > 1 || sender + receiver < 1)
      complain(fmt::format(
          "says that senders copy for {} of a message's time and receivers for {}; right would be "
          "parts that make the whole together, or more",
          sender, receiver));
    return {sender, receiver};
  }

  void read_nonblocking() {
    const std::string property = "copies.nonblocking";
    if (!platform_.has(property)) return;
    if (copiers_.size() < 2)
      complain(
          fmt::format("says '{}', but not how larger messages are copied; add <prop "
                      "id=\"copies@SIZE\" value=\"...\"/>",
                      property));
    found_.changes_ = std::next(copiers_.begin())->first;
    found_.nonblocking_ = std::min(platform_.number(property), found_.changes_);
  }

  void add(const std::string& name) {
    const double cores = number(name, "cores");
    if (cores == 0)
      complain(fmt::format(
          "names the level '{0}' without its size; add <prop id=\"level.{0}.cores\" value=\"...\"/>", name));
    if (const auto* inner = found_.levels_.empty() ? nullptr : &found_.levels_.back();
        inner && (static_cast<int>(cores) <= inner->cores || static_cast<int>(cores) % inner->cores != 0))
      complain(fmt::format(
          "has levels that do not nest: {} cores of '{}' in {} of '{}'; right would be a multiple",
          inner->cores, inner->name, cores, name));
    Levels::Level level{.name = name,
                        .cores = static_cast<int>(cores),
                        .port = number(name, "port"),
                        .memory = number(name, "memory"),
                        .flag = number(name, "flag"),
                        .cache = number(name, "cache"),
                        .copy = number(name, "copy"),
                        .combine = number(name, "combine"),
                        .shared = number(name, "shared")};
    for (const auto& [what, rate] : {std::pair("copy", level.copy), std::pair("combine", level.combine)}) {
      if (rate > 0 && level.cache == 0)
        complain(fmt::format(
            "says '{0}', but not how large that cache is; add <prop id=\"level.{1}.cache\" value=\"...\"/>",
            property_of(name, what), name));
      if (rate == 0 && level.cache > 0)
        complain(
            fmt::format("says 'level.{0}.cache', but not how fast ranks work there; add <prop id=\"{1}\" "
                        "value=\"...Bps\"/>",
                        name, property_of(name, what)));
    }
    if (level.combine > 0 && platform_.number("combine.arithmetic") == 0)
      complain(
          fmt::format("says '{}', which is beside combine.arithmetic; add <prop id=\"combine.arithmetic\" "
                      "value=\"...Bps\"/>",
                      property_of(name, "combine")));
    found_.levels_.push_back(level);
  }

  /// Where something that messages of a level take changes.
  std::set<double> sizes(const std::string& level) const {
    std::set<double> all = {0};
    for (const std::string& name : {property_of(level, "latency"), property_of(level, "rate"),
                                    std::string("copies.sender"), std::string("copies.receiver")})
      for (const auto& [size, value] : by_size(platform_, name)) all.insert(size);
    for (const auto& [size, copier] : copiers_) all.insert(size);
    return all;
  }

  std::vector<Levels::Step> steps(std::size_t level) {
    const std::string& name = found_.levels_[level].name;
    std::vector<Levels::Step> all;
    if (level < found_.innermost_) return all;
    for (const double from : sizes(name)) {
      const auto [sender, receiver] = parts(from);
      Levels::Step step{.from = from,
                        .latency = number(name, "latency", from),
                        .rate = number(name, "rate", from),
                        .most = most(level),
                        .copier = std::prev(copiers_.upper_bound(from))->second,
                        .sender = sender,
                        .receiver = receiver};
      if (step.rate == 0)
        complain(
            fmt::format("names the level '{0}' without the rate of its messages; add <prop "
                        "id=\"level.{0}.rate\" value=\"...Bps\"/>",
                        name));
      all.insert(all.begin(), step);
    }
    return all;
  }

  /// What ports and memories let pass of a message of the level.
  double most(std::size_t level) const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t other = 0; other < found_.levels_.size(); ++other) {
      const Levels::Level& its = found_.levels_[other];
      if (its.port > 0 && other < level) least = std::min(least, its.port);
      if (its.memory > 0) least = std::min(least, its.memory);
    }
    return least;
  }

  /// The property `copies`, by size.
  std::map<double, Copier> read_copiers() const {
    static const std::map<std::string, Copier> words = {{"both", Copier::both},
                                                        {"sender", Copier::sender},
                                                        {"receiver", Copier::receiver},
                                                        {"fragments", Copier::fragments}};
    std::map<double, Copier> all = {{0, Copier::both}};
    for (const auto& [name, value] : platform_.properties()) {
      if (name != "copies" && !name.starts_with("copies@")) continue;
      const auto found = words.find(value);
      if (found == words.end())
        complain(
            fmt::format("says {} '{}'; right would be both, sender, receiver or fragments", name, value));
      all[name == "copies" ? 0 : parse_bytes(name.substr(name.find('@') + 1))] = found->second;
    }
    return all;
  }

  const Platform& platform_;
  std::map<double, Copier> copiers_ = read_copiers();
  Levels found_;
};

Levels Levels::of_platform(const Platform& platform) {
  return LevelsReader(platform).read();
}

/// What is handed over sooner than blocking sends do it is announced by an empty message at least.
NodeMessage Levels::message(std::size_t level, double bytes, Sending send) const {
  using enum NodeMessage::Sender;
  const bool sooner = send == Sending::nonblocking && bytes >= nonblocking_ && bytes < changes_;
  const double as = sooner ? changes_ : bytes;
  const auto step = std::ranges::find_if(steps_[level], [&](const Step& its) { return its.from <= as; });
  const double least = sooner ? steps_[level].back().latency : 0;
  const double seconds = std::max(step->latency, least) + bytes / step->rate, passing = bytes / step->most;
  switch (step->copier) {
    case Copier::both:
      return {.before = step->sender * seconds,
              .sets_out = (1 - step->receiver) * seconds,
              .held = std::max(step->receiver * seconds, passing)};
    case Copier::sender:
      return {.before = seconds, .sets_out = seconds};
    case Copier::receiver:
      return {.held = std::max(seconds, passing), .sender = pages};
    case Copier::fragments:
      return {.held = std::max(seconds, passing), .sender = core};
  }
  return {};
}

double Levels::fastest_from(std::size_t level) const {
  double fastest = 0;
  for (std::size_t outer = std::max(level, innermost_); outer < size(); ++outer)
    for (const Step& step : steps_[outer]) {
      if (step.copier == Copier::sender) continue;
      const double alone = step.copier == Copier::both ? step.rate / step.receiver : step.rate;
      fastest = std::max(fastest, std::min(alone, step.most));
    }
  return fastest;
}

InsideNodes::InsideNodes(Levels levels, std::vector<int> nodes, std::vector<int> cores)
    : levels_(std::move(levels)), nodes_(std::move(nodes)), cores_(std::move(cores)) {
  for (const int node : nodes_) nodes_with_ranks_ = std::max(nodes_with_ranks_, node + 1);
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    auto& members = members_.emplace_back(static_cast<std::size_t>(groups(level)));
    for (int rank = 0; rank < ranks(); ++rank) ++members[static_cast<std::size_t>(group(level, rank))];
  }
}

/// The flag of the innermost level that holds all ranks of the node where they are farthest apart.
double InsideNodes::slowest_flag() const {
  double slowest = 0;
  std::map<int, int> first;  // rank of each node
  for (int rank = 0; rank < ranks(); ++rank) {
    const int other = first.emplace(nodes_[static_cast<std::size_t>(rank)], rank).first->second;
    if (other != rank) slowest = std::max(slowest, flag(other, rank));
  }
  return slowest;
}

}  // namespace collsim
