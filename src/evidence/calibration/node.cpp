#include "evidence/calibration/node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "evidence/calibration/pattern_rows.hpp"
#include "platforms/levels.hpp"
#include "platforms/property.hpp"
#include "platforms/typical.hpp"
#include "points/row.hpp"
#include "support/csv.hpp"
#include "support/human.hpp"
#include "support/quantile.hpp"

namespace collsim {
namespace {

/// glibc's malloc, if nobody tells it otherwise, maps such vectors anew at every call, and gives back heap of twice the largest vector that
/// it has mapped: at first of 128 KiB, and once the program's own vectors were, of more.
constexpr std::int64_t always_mapped = 32 << 20, given_back = 256 << 10;

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
  return median(rates);
}

/// At which rate pages that the system maps anew become writable, by vectors of `from` bytes and more; the largest where none is so
/// large. Nothing where they do not take longer than others.
std::optional<double> mapping_rate(const SecondsBySize& mapped, const SecondsBySize& copy,
                                   std::int64_t from) {
  auto place = mapped.lower_bound(from);
  if (place == mapped.end() && !mapped.empty()) --place;
  const auto same = place == mapped.end() ? copy.end() : copy.find(place->first);
  if (same == copy.end() || place->second <= same->second) return {};
  return static_cast<double>(place->first) / (place->second - same->second);
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
  explicit FittedNode(const Platform& platform) : levels_(Levels::of_platform(platform)) {}

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

/// A collective of one message, less a message: the median of the sizes.
std::optional<double> call(const std::vector<LevelTime>& times) {
  std::vector<double> found;
  for (const LevelTime& each : times)
    if (each.time.pattern == "call" && nearest(times, "call", each.time.bytes) == each.time.seconds)
      if (const auto message = nearest(times, "ping_pong", each.time.bytes))
        found.push_back(each.time.seconds - *message);
  if (found.empty() || median(found) <= 0) return {};
  return median(found);
}

/// Bytes per second at which one rank of a level copies into memory that the other has read: of hand-overs, less two flags and a copy at
/// `copied`. The median of sizes that tell copies.
std::optional<double> shared(const std::vector<LevelTime>& times, const CoreGroup& group, double copied) {
  constexpr std::int64_t shortest = 4 << 10;
  double flag = 0;
  for (const LevelTime& each : times)
    if (each.level == group.name && each.time.pattern == "flag") flag = each.time.seconds;
  std::vector<double> rates;
  for (const auto& [level, cores, its] : times) {
    if (level != group.name || its.pattern != "hand_over" || its.bytes < shortest ||
        4 * its.bytes > group.cache)
      continue;
    const auto bytes = static_cast<double>(its.bytes);
    const double writing = its.seconds - 2 * flag - bytes / copied;
    rates.push_back(writing > 0 ? std::min(copied, bytes / writing) : copied);
  }
  if (rates.empty()) return {};
  return median(rates);
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
    if (const auto its = shared(times, group, *copy))
      state(level + "shared", stated("copy", *its),
            "vectors handed over through shared memory, less flags and the other's copy");
  }
  const int ranks = most_ranks(times);
  if (const SecondsBySize all = work(times, "copy", ranks); ranks > 1 && !all.empty())
    state("memory.bandwidth", stated("memory.bandwidth", 2 * ranks * rate(*all.rbegin()) / node.domains),
          fmt::format("{} copied by each of {} ranks", human_bytes(all.rbegin()->first), ranks));
  const SecondsBySize copy = work(times, "copy", 1);
  if (const auto its = mapping_rate(work(times, "mapped_copy", 1), copy, always_mapped))
    state(fmt::format("fresh@{}KiB", always_mapped >> 10), stated("copy", *its),
          "copies into pages mapped anew; from which size on: glibc, mallopt(3)");
  if (const auto its = mapping_rate(work(times, "trimmed_copy", 1), copy, given_back))
    state(fmt::format("trimmed@{}KiB", given_back >> 10), stated("copy", *its),
          "copies into heap that was given back; from which size on: glibc, mallopt(3)");
  if (const auto its = call(times))
    state("call", stated("call", *its),
          "broadcasts of one message from a common start, less half a ping-pong");
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
