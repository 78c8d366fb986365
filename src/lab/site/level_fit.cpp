#include "lab/site/level_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>

#include "models/fit.hpp"
#include "support/error.hpp"
#include "support/human.hpp"
#include "support/quantile.hpp"

namespace collsim {
namespace {

constexpr double within = 0.06;                 // twice what public repeats of one ping-pong differ by
constexpr std::int64_t copies_from = 4 << 10;   // shorter messages tell latencies, not copies
constexpr std::int64_t long_copies = 16 << 10;  // beside which an answer of nothing takes no time
constexpr std::int64_t no_size = std::numeric_limits<std::int64_t>::max();
constexpr double least_jump = 0.25;         // a quarter, as a logarithm
constexpr double software_of_flag = 60e-9;  // of a small message: what a flag does without
constexpr double saturated = 0.8;           // of what as many pairs would move alone

using StatedNumbers = std::vector<std::pair<std::string, Stated>>;

std::string rate_text(double bytes_per_second) {
  return fmt::format("{:.4g}GBps", bytes_per_second / 1e9);
}

std::string time_text(double seconds) {
  return fmt::format("{:.0f}ns", seconds * 1e9);
}

/// What is known of one level: its curve, and what is a guess of it.
struct LevelCurve {
  std::vector<PingPong> points;
  std::int64_t measured = 0;  ///< the largest size that was
  double ratio = 1;           ///< larger ones are so many times those of the level `like`
  std::string like = {};
};

std::optional<double> at(const std::vector<PingPong>& points, std::int64_t bytes) {
  const auto place = std::ranges::find(points, bytes, &PingPong::bytes);
  return place == points.end() ? std::nullopt : std::optional(place->seconds);
}

/// Larger sizes that only another level was measured at are taken to be slower by as much as the largest that both have.
LevelCurve extended(std::vector<PingPong> points, const LevelTimes& other) {
  LevelCurve curve{.points = points, .measured = points.back().bytes};
  const auto all = other.curve();
  for (const PingPong& each : all)
    if (const auto its = at(points, each.bytes)) curve.ratio = *its / each.seconds;
  for (const PingPong& each : all)
    if (each.bytes > curve.measured) {
      curve.points.push_back({each.bytes, each.seconds * curve.ratio});
      curve.like = other.name;
    }
  return curve;
}

/// Sizes of messages, in bytes.
struct Sizes {
  std::int64_t from, end;
  bool have(std::int64_t bytes) const { return from <= bytes && bytes < end; }
};

/// For which parts of a message's time its ranks are busy, and what tells it.
struct BusyParts {
  double sender, receiver;
  std::string from;
};

/// Writes the properties of levels.
class LevelWriter {
 public:
  LevelWriter(const std::vector<LevelTimes>& levels, const NodeFacts& node) : levels_(levels), node_(node) {
    std::vector<std::vector<PingPong>> measured;
    for (std::size_t level = 0; level < levels.size(); ++level) {
      measured.push_back(levels[level].curve());
      curves_.push_back(extended(measured.back(), longer(level)));
    }
    jump_ = common_jump(measured, copies_from, least_jump);
  }

  StatedNumbers write() {
    std::string names;
    for (const LevelTimes& level : levels_) names += (names.empty() ? "" : ", ") + level.name;
    state("levels", names, "");
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      const std::string cores = std::to_string(levels_[level].cores);
      state(property_of(level, "cores"), cores, "given: --levels, or cores of the node");
      write_steps(level);
      write_flag(level);
      write_limit(level);
      write_cache(level);
    }
    write_copies();
    return std::move(numbers_);
  }

 private:
  std::string property_of(std::size_t level, const std::string& what) const {
    return fmt::format("level.{}.{}", levels_[level].name, what);
  }
  void state(const std::string& name, const std::string& value, const std::string& source,
             const std::string& range = "") {
    numbers_.push_back({name, {value, source, range}});
  }

  /// The nearest level that has larger sizes, inside before outside; else the level itself.
  const LevelTimes& longer(std::size_t level) const {
    const auto largest = [&](std::size_t of) { return levels_[of].curve().back().bytes; };
    for (std::size_t inside = level; inside-- > 0;)
      if (largest(inside) > largest(level)) return levels_[inside];
    for (std::size_t outside = level + 1; outside < levels_.size(); ++outside)
      if (largest(outside) > largest(level)) return levels_[outside];
    return levels_[level];
  }

  std::vector<FittedStep> steps_of(std::size_t level) const {
    std::set<std::int64_t> breaks;
    if (jump_) breaks.insert(*jump_);
    if (!curves_[level].like.empty()) breaks.insert(curves_[level].measured + 1);
    auto steps = fit_steps(curves_[level].points, within, breaks);
    const auto has_rate = [](const FittedStep& step) { return step.line.beta > 0; };
    for (auto step = steps.begin(); step != steps.end(); ++step) {
      if (has_rate(*step)) continue;
      auto other = std::find_if(step, steps.end(), has_rate);
      if (other == steps.end()) other = std::ranges::find_if(steps, has_rate);
      if (other == steps.end())
        throw Error(
            fmt::format("{} has no two sizes that tell a rate; right would be osu_latency of all sizes",
                        levels_[level].from));
      step->line.beta = other->line.beta;
    }
    return steps;
  }

  void write_steps(std::size_t level) {
    const LevelCurve& curve = curves_[level];
    for (const FittedStep& step : steps_of(level)) {
      const bool first = step.from == curve.points.front().bytes, guessed = step.from > curve.measured;
      const std::string at_size = first ? "" : "@" + size_text(step.from);
      std::string source = fmt::format("calibrated: {}, line from {} on, within {}", levels_[level].from,
                                       human_bytes(step.from), human_percent(step.within));
      std::string range;
      if (guessed) {
        source = fmt::format("estimate: {:.3g} times the times of {}, as {} have it; {} has no larger ones",
                             curve.ratio, curve.like, human_bytes(curve.measured), levels_[level].from);
        range = fmt::format("x0.8..x{:.3g}", std::max(1.25, curve.ratio));
      }
      state(property_of(level, "latency") + at_size, time_text(step.line.alpha), source);
      state(property_of(level, "rate") + at_size, rate_text(1 / step.line.beta), source, range);
    }
  }

  static std::string size_text(std::int64_t bytes) {
    return bytes % 1024 == 0 ? fmt::format("{}KiB", bytes / 1024) : fmt::format("{}B", bytes);
  }

  /// Software that a flag does without is taken to be the same everywhere. A message needs a flag: if flags took longer, their ranks
  /// had not the cores to themselves.
  void write_flag(std::size_t level) {
    const LevelTimes& its = levels_[level];
    const PingPong& shortest = curves_[level].points.front();
    if (its.flag > 0 && its.flag <= shortest.seconds)
      return state(property_of(level, "flag"), time_text(its.flag), "calibrated: flags in " + its.from);
    const double both = std::max(shortest.seconds - software_of_flag, shortest.seconds / 2);
    state(property_of(level, "flag"), time_text(both / 2),
          fmt::format("estimate: half of {} B in {} without some 60 ns of software{}", shortest.bytes,
                      its.from, its.flag > 0 ? "; flags took longer than that message" : ""),
          "x0.5..x2");
  }

  /// Bytes per second of a pair that nothing disturbs.
  double alone(std::size_t level, std::int64_t bytes) const {
    const PingPongOutput& its = levels_[level].measured;
    if (const auto one = its.pairs.find(1); one != its.pairs.end() && one->second.contains(bytes))
      return one->second.at(bytes);
    if (const auto place = its.one_way.find(bytes); place != its.one_way.end()) return place->second;
    const auto time = at(curves_[level].points, bytes);
    return time ? static_cast<double>(bytes) / *time : 0;
  }

  /// Writes what limits pairs at once whose senders are in one group and their receivers in another: the port of such a group, or within
  /// the innermost level its memory.
  void write_limit(std::size_t level) {
    const auto& pairs = levels_[level].measured.pairs;
    if (pairs.empty()) return;
    const auto& [number, rates] = *pairs.rbegin();
    const auto most = std::ranges::max_element(rates, {}, &RateBySize::value_type::second);
    const double one = alone(level, most->first);
    if (one == 0 || most->second > saturated * number * one) return;
    state(level > 0 ? property_of(level - 1, "port") : property_of(level, "memory"),
          rate_text(std::max(one, most->second)),
          fmt::format("calibrated: {}, {} of {} pairs at once", levels_[level].from, human_bytes(most->first),
                      number));
  }

  /// The fastest messages of a level that are shorter than the jump, and long enough to be copies.
  double fastest(std::size_t level) const {
    double most = 0;
    for (const PingPong& each : curves_[level].points)
      if (each.bytes >= copies_from && (!jump_ || each.bytes < *jump_))
        most = std::max(most, static_cast<double>(each.bytes) / each.seconds);
    return most;
  }

  void write_cache(std::size_t level) {
    const auto group = std::ranges::find(node_.groups, levels_[level].cores, &CoreGroup::cores);
    const double rate = fastest(level);
    if (group == node_.groups.end() || group->cache == 0 || rate == 0) return;
    state(property_of(level, "cache"), fmt::format("{}KiB", group->cache >> 10), "given: hwloc");
    state(
        property_of(level, "copy"), rate_text(rate),
        fmt::format("estimate: as fast as the fastest messages of 4 KiB and more in {}", levels_[level].from),
        "x1..x2");
    state(property_of(level, "combine"), rate_text(rate * 2 / 3),
          "estimate: combining a byte moves three where a copy moves two", "x1..x2");
  }

  /// What of a message's time a rank is busy, by rates of messages in a row: `bytes` of each rank take so much of it.
  std::optional<double> part(RateBySize PingPongOutput::*rates, double bytes, Sizes sizes) const {
    std::vector<double> found;
    for (std::size_t level = 0; level < levels_.size(); ++level)
      for (const auto& [size, rate] : levels_[level].measured.*rates)
        if (const auto time = at(curves_[level].points, size); time && sizes.have(size))
          found.push_back(bytes * static_cast<double>(size) / rate / *time);
    if (found.empty()) return {};
    return median(found);
  }

  /// Messages that are shorter than the jump: copies, or what there is.
  Sizes short_ones() const {
    const std::int64_t end = jump_.value_or(no_size);
    return {end > copies_from ? copies_from : 1, end};
  }
  Sizes long_ones() const { return {*jump_, no_size}; }

  /// The parts of a message's time, by messages in a row.
  std::optional<BusyParts> parts_in_a_row(Sizes sizes) const {
    const auto busier = part(&PingPongOutput::one_way, 1, sizes),
               both = part(&PingPongOutput::both_ways, 2, sizes);
    if (!busier) return {};
    const double receiver = std::clamp(*busier, 0.5, 1.0);
    const double sender = both ? std::clamp(*both - receiver, 1 - receiver, receiver) : receiver;
    return BusyParts{sender, receiver,
                     fmt::format("messages in a row{} beside ping-pongs of the same sizes",
                                 both ? ", one way and both," : "")};
  }

  /// The same parts by a rank that sends to k others or hears from k: one message alone, and its own part of each further one.
  std::optional<BusyParts> parts_of_many() const {
    std::vector<double> senders, receivers;
    each_fan(long_copies, jump_.value_or(no_size), [&](int k, double to, double from) {
      senders.push_back((to - 1) / (k - 1));
      receivers.push_back((from - 1) / (k - 1));
    });
    if (senders.empty()) return {};
    const double sender = std::clamp(median(senders), 0.0, 1.0);
    return BusyParts{sender, std::clamp(median(receivers), 1 - sender, 1.0),
                     "one rank to many and many to one beside ping-pongs of the same sizes"};
  }

  /// Tells of sizes from `from` on, below `end`, what one to k others and k to one take, as multiples of one message.
  template <class Use>
  void each_fan(std::int64_t from, std::int64_t end, const Use& use) const {
    for (std::size_t level = 0; level < levels_.size(); ++level)
      for (const auto& [others, times] : levels_[level].to_many)
        for (const auto& [bytes, to] : times) {
          const auto back = levels_[level].from_many.find(others);
          const auto one = at(curves_[level].points, bytes);
          if (bytes < from || bytes >= end || others < 2 || !one || back == levels_[level].from_many.end())
            continue;
          if (const auto its = back->second.find(bytes); its != back->second.end())
            use(others, to / *one, its->second / *one);
        }
  }

  /// Writes how messages that are one copy wait: k that send to one do not wait where each copies itself, and k that copy from one
  /// do not where they read its pages together.
  void write_single_copies() {
    std::vector<double> waits, readers;
    each_fan(*jump_, no_size, [&](int k, double to, double from) {
      waits.push_back((from - 1) / (k - 1));
      readers.push_back(std::clamp(k / to, 1.0, static_cast<double>(k)));
    });
    const bool sender = !waits.empty() && median(waits) < 0.5;
    state("copies@" + size_text(*jump_), sender ? "sender" : "receiver", "");
    if (!sender && !readers.empty() && std::round(median(readers)) > 1)
      state("copies.readers", fmt::format("{:.0f}", median(readers)),
            "calibrated: one rank to many beside ping-pongs of the same sizes");
  }

  void state_parts(const BusyParts& parts, const std::string& at_size) {
    state("copies.sender" + at_size, fmt::format("{:.3g}", parts.sender), "calibrated: " + parts.from);
    state("copies.receiver" + at_size, fmt::format("{:.3g}", parts.receiver), "calibrated: " + parts.from);
  }

  /// Whose receiver copies alone do not keep a rank from sending that receives meanwhile.
  void write_long_copies() {
    constexpr double disturb = 1.1;  // an exchange beside a message
    const auto both = part(&PingPongOutput::both_ways, 2, long_ones());
    const auto parts = parts_in_a_row(long_ones());
    if (!both || *both < disturb || !parts) return write_single_copies();
    state("copies@" + size_text(*jump_), "both", "");
    state_parts(*parts, "@" + size_text(*jump_));
  }

  void write_copies() {
    auto parts = parts_of_many();
    if (!parts) parts = parts_in_a_row(short_ones());
    if (parts) state_parts(*parts, "");
    if (!jump_) return;
    write_long_copies();
    const double rate = 1 / steps_of(0).back().line.beta;
    state("copy", rate_text(rate),
          fmt::format("derived: the longest messages in {} are one copy", levels_.front().from));
    state("combine.arithmetic", rate_text(rate * 2 / 3),
          "derived: combining a byte moves three where a copy moves two");
  }

  const std::vector<LevelTimes>& levels_;
  const NodeFacts& node_;
  std::vector<LevelCurve> curves_;
  std::optional<std::int64_t> jump_;
  StatedNumbers numbers_;
};

}  // namespace

std::vector<std::pair<std::string, Stated>> level_numbers(const std::vector<LevelTimes>& levels,
                                                          const NodeFacts& node) {
  return LevelWriter(levels, node).write();
}

}  // namespace collsim
