#include "calibration/node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "calibration/pattern_rows.hpp"
#include "platforms/levels.hpp"
#include "platforms/property.hpp"
#include "platforms/typical.hpp"
#include "points/row.hpp"
#include "support/csv.hpp"
#include "support/human.hpp"
#include "support/quantile.hpp"

namespace collsim {
namespace {

/// Seconds by size of one pattern of work by so many ranks.
using SecondsBySize = std::map<std::int64_t, double>;

SecondsBySize work(const std::vector<LevelTime>& times, const std::string& pattern, int ranks) {
  SecondsBySize found;
  for (const LevelTime& each : times)
    if (each.level.empty() && each.time.pattern == pattern && each.time.ranks == ranks)
      found[each.time.bytes] = each.time.seconds;
  return found;
}

int most_ranks(const std::vector<LevelTime>& times) {
  int most = 1;
  for (const LevelTime& each : times)
    if (each.level.empty()) most = std::max(most, each.time.ranks);
  return most;
}

double rate(const SecondsBySize::value_type& at) {
  return static_cast<double>(at.first) / at.second;
}

/// The median rate of sizes whose two vectors fit the cache.
std::optional<double> rate_in(const SecondsBySize& times, std::int64_t cache) {
  std::vector<double> rates;
  for (const auto& each : times)
    if (2 * each.first <= cache) rates.push_back(rate(each));
  if (rates.empty()) return {};
  std::ranges::sort(rates);
  return quantile(rates, 0.5);
}

/// From which size on copying into new memory takes more than twice as long as into old, and at which rate that becomes
/// writable; nothing where the largest does not.
std::optional<std::pair<std::int64_t, double>> fresh(const SecondsBySize& fresh_copy,
                                                     const SecondsBySize& copy) {
  std::optional<std::pair<std::int64_t, double>> found;
  for (auto each = fresh_copy.rbegin(); each != fresh_copy.rend(); ++each) {
    const auto same = copy.find(each->first);
    if (same == copy.end() || each->second < 2 * same->second) break;
    const double its = static_cast<double>(each->first) / (each->second - same->second);
    found = {each->first, found ? found->second : its};
  }
  return found;
}

std::string stated(const char* name, double value) {
  return written(property(name), value);
}

void add(LevelTimes& level, const PatternTime& time) {
  const int pairs = time.ranks / 2, others = time.ranks - 1;
  const auto bytes = static_cast<double>(time.bytes);
  if (time.pattern == "ping_pong" && pairs == 1) level.measured.times.push_back({time.bytes, time.seconds});
  if (time.pattern == "ping_pong" && time.bytes > 0)
    level.measured.pairs[pairs][time.bytes] = pairs * bytes / time.seconds;
  if (time.pattern == "exchange" && pairs == 1)
    level.measured.both_ways[time.bytes] = 2 * bytes / time.seconds;
  if (time.pattern == "in_a_row" && pairs == 1) level.measured.one_way[time.bytes] = bytes / time.seconds;
  if (time.pattern == "one_to_all") level.to_many[others][time.bytes] = time.seconds;
  if (time.pattern == "all_to_one") level.from_many[others][time.bytes] = time.seconds;
  if (time.pattern == "flag") level.flag = time.seconds;
}

/// What patterns take on a node with levels, where nothing else goes on.
class FittedNode {
 public:
  explicit FittedNode(const Platform& platform) : levels_(Levels::of(platform)) {}

  /// Seconds; 0 where the levels say nothing of it.
  double operator()(const LevelTime& measured) const {
    const PatternTime& time = measured.time;
    const auto level = index(measured.level);
    if (!level) return 0;
    if (time.pattern == "flag") return levels_[*level].flag;
    const auto bytes = static_cast<double>(time.bytes);
    const NodeMessage message = levels_.message(*level, bytes);
    const double alone = message.sets_out + message.held;
    const int others = time.ranks - 1;
    if (time.pattern == "ping_pong") return std::max(alone, time.ranks / 2 * bytes / limit(*level));
    if (time.pattern == "exchange") return std::max(alone, message.before + message.held);
    if (time.pattern == "in_a_row") return std::max(message.before, message.held);
    if (time.pattern == "all_to_one") return message.sets_out + others * message.held;
    if (time.pattern != "one_to_all") return 0;
    const double served = message.sender == NodeMessage::Sender::pages ? levels_.readers() : 1;
    return message.sender == NodeMessage::Sender::nothing ? (others - 1) * message.before + alone
                                                          : std::max(1.0, others / served) * message.held;
  }

 private:
  std::optional<std::size_t> index(const std::string& name) const {
    for (std::size_t level = 0; level < levels_.size(); ++level)
      if (levels_[level].name == name) return level;
    return {};
  }
  /// Bytes per second out of the group inside, or of the innermost group's memory.
  double limit(std::size_t level) const {
    const double its = level > 0 ? levels_[level - 1].port : levels_[level].memory;
    return its > 0 ? its : std::numeric_limits<double>::infinity();
  }

  Levels levels_;
};

/// Seconds of a pattern by two ranks of the innermost level that was measured; nothing where there is no such row.
std::optional<double> nearest(const std::vector<LevelTime>& times, const std::string& pattern,
                              std::int64_t bytes) {
  const LevelTime* found = nullptr;
  for (const LevelTime& each : times)
    if (each.time.pattern == pattern && each.time.ranks == 2 && each.time.bytes == bytes &&
        (!found || each.cores < found->cores))
      found = &each;
  return found ? std::optional(found->time.seconds) : std::nullopt;
}

/// A collective of one message, less a message.
std::optional<double> call(const std::vector<LevelTime>& times) {
  const auto collective = nearest(times, "call", 1), message = nearest(times, "ping_pong", 1);
  if (!collective || !message || *collective <= *message) return {};
  return *collective - *message;
}

/// What messages take longer that come in another order than their receives were posted in, by how many others wait meanwhile.
std::optional<double> match(const std::vector<LevelTime>& times) {
  const auto found_first = nearest(times, "in_order", 0), looked_for = nearest(times, "out_of_order", 0);
  if (!found_first || !looked_for || *looked_for <= *found_first) return {};
  constexpr double others_in_the_mean = (queue_length - 1) / 2.0;
  return (*looked_for - *found_first) / others_in_the_mean;
}

}  // namespace

std::string to_csv(const std::vector<LevelTime>& times) {
  Cells cells{
      .names = {"level", "cores", "pattern", "ranks", "bytes", "seconds", "low", "high", "repetitions"},
      .lines = {}};
  for (const auto& [level, cores, time] : times)
    cells.lines.push_back({level, std::int64_t{cores}, time.pattern, std::int64_t{time.ranks}, time.bytes,
                           time.seconds, time.low, time.high, std::int64_t{time.repetitions}});
  return to_csv(cells);
}

std::vector<LevelTime> read_level_times(const std::filesystem::path& csv) {
  const CsvTable table = read_csv(csv);
  const std::vector<PatternTime> patterns = read_patterns(csv);
  std::vector<LevelTime> times;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const auto& row = table.rows[i];
    times.push_back({table.cell(row, "level"),
                     static_cast<int>(table.number<std::int64_t>(table.cell(row, "cores"))), patterns[i]});
  }
  return times;
}

std::vector<LevelTime> certain(const std::vector<LevelTime>& times) {
  std::vector<LevelTime> found = times;
  std::erase_if(found, [](const LevelTime& each) { return uncertainty(each.time) > most_uncertain; });
  return found;
}

std::vector<LevelTimes> level_times(const std::vector<LevelTime>& times, const NodeFacts& node,
                                    const std::string& from) {
  std::vector<LevelTimes> all;
  for (const LevelTime& each : times) {
    if (each.level.empty()) continue;
    auto place = std::ranges::find(all, each.level, &LevelTimes::name);
    if (place == all.end())
      place = all.insert(
          all.end(),
          {.name = each.level, .cores = each.cores, .from = fmt::format("{}, {}", from, each.level)});
    if (place->cores != each.cores)
      throw Error(fmt::format("{}: '{}' has {} cores, and {} elsewhere; right would be one number", from,
                              each.level, each.cores, place->cores));
    const auto again = [&](const LevelTime& other) {
      return other.level == each.level && other.time.pattern == each.time.pattern &&
             other.time.ranks == each.time.ranks && other.time.bytes == each.time.bytes;
    };
    if (std::ranges::count_if(times, again) > 1)
      throw Error(fmt::format("{}: {} of {} B by {} ranks of '{}' is there twice; right would be one row",
                              from, each.time.pattern, each.time.bytes, each.time.ranks, each.level));
    add(*place, each.time);
  }
  std::ranges::sort(all, {}, &LevelTimes::cores);
  for (LevelTimes& level : all) std::ranges::sort(level.measured.times, {}, &PingPong::bytes);
  check_levels(all, node);
  return all;
}

std::map<std::string, Stated> work_numbers(const std::vector<LevelTime>& times, const NodeFacts& node,
                                           const std::string& from) {
  std::map<std::string, Stated> found;
  const auto state = [&](const std::string& name, const std::string& value, const std::string& what) {
    found[name] = {value, fmt::format("calibrated: {}, {}", from, what), ""};
  };
  for (const char* pattern : {"copy", "combine.arithmetic", "combine.location", "combine.user"})
    if (const SecondsBySize its = work(times, pattern, 1); !its.empty())
      state(pattern, stated("copy", rate(*its.rbegin())), human_bytes(its.rbegin()->first) + " by one rank");
  for (const CoreGroup& group : node.groups) {
    const auto copy = rate_in(work(times, "copy", 1), group.cache),
               combine = rate_in(work(times, "combine.arithmetic", 1), group.cache);
    if (!copy || !combine) continue;
    const std::string level = fmt::format("level.{}.", group.name);
    state(level + "copy", stated("copy", *copy), "vectors that fit this cache");
    state(level + "combine", stated("copy", *combine), "vectors that fit this cache");
    state(level + "cache", fmt::format("{}KiB", group.cache >> 10), "hwloc");
  }
  const int ranks = most_ranks(times);
  if (const SecondsBySize all = work(times, "copy", ranks); ranks > 1 && !all.empty())
    state("memory.bandwidth", stated("memory.bandwidth", 2 * ranks * rate(*all.rbegin()) / node.domains),
          fmt::format("{} copied by each of {} ranks", human_bytes(all.rbegin()->first), ranks));
  if (const auto mapped = fresh(work(times, "fresh_copy", 1), work(times, "copy", 1)))
    state(fmt::format("fresh@{}KiB", mapped->first >> 10), stated("copy", mapped->second),
          "copies into memory that is mapped anew");
  if (const auto its = call(times))
    state("call", stated("call", *its), "broadcasts of 1 B between two ranks, less half a ping-pong");
  if (const auto its = match(times))
    state("match", stated("match", *its),
          fmt::format("{} messages out of the order of their receives, less in it", queue_length));
  return found;
}

std::vector<LevelResidual> residuals(const Platform& platform, const std::vector<LevelTime>& times) {
  const FittedNode fitted(platform);
  std::vector<LevelResidual> found;
  for (const LevelTime& each : times)
    if (const double seconds = fitted(each); seconds > 0) found.push_back({each, seconds});
  return found;
}

}  // namespace collsim
