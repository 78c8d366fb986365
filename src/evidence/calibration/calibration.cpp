#include "evidence/calibration/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "evidence/calibration/pattern_rows.hpp"
#include "lab/scenarios/store.hpp"
#include "models/fit.hpp"
#include "platforms/protocol.hpp"
#include "support/document.hpp"
#include "support/human.hpp"
#include "support/json.hpp"
#include "support/quantile.hpp"

namespace collsim {
namespace {

using Rows = std::vector<PatternTime>;

constexpr std::int64_t long_message = 64 << 10;  // shorter ones pass a shaper's bucket in part unshaped
constexpr std::int64_t short_message = 8;
constexpr std::int64_t fills_links = 16 << 10;  // more than they pass at once after a rest
constexpr double most_spread = 0.3;  ///< quartile distance over median of what the bandwidth is fitted to

Rows of(const Rows& rows, const std::string& pattern) {
  Rows found;
  std::ranges::copy_if(rows, std::back_inserter(found),
                       [&](const PatternTime& row) { return row.pattern == pattern; });
  if (found.empty())
    throw Error("there is no row of the pattern " + pattern +
                "; right would be what collrun patterns writes");
  return found;
}

std::string name_of(const PatternTime& row) {
  return fmt::format("{} of {} by {} ranks", row.pattern, human_bytes(row.bytes), row.ranks);
}

[[noreturn]] void refuse_noise(const std::string& what) {
  throw Error(what + ", too much to fit; right would be a machine that does nothing else, or slower links");
}

void check_quiet(const PatternTime& row) {
  if (spread_of(row) > most_spread)
    refuse_noise(fmt::format("{} varies by {}", name_of(row), human_percent(spread_of(row))));
}

/// Compares the medians of all that is fitted to times. Late receivers tell a decision, whose margin eager_of() looks at; to
/// one_to_all, all_to_one and short messages of pairs the fit is only compared.
void check_medians(const Rows& rows, bool cores_are_shared) {
  const auto is_fitted = [&](const PatternTime& row) {
    const std::string& name = row.pattern;
    if (name == "rounds" || name == "send") return true;
    if (name == "lone" || name == "one_way") return cores_are_shared;
    if (name == "exchange") return row.bytes >= long_message;
    if (name == "ping_pong") return row.bytes >= fills_links;
    return name == "copy" || name.starts_with("combine.");
  };
  std::string noisy;
  for (const auto& row : rows)
    if (is_fitted(row) && uncertainty(row) > most_uncertain)
      noisy += fmt::format("{}{} by {} in {} repetitions", noisy.empty() ? "" : ", ", name_of(row),
                           human_percent(uncertainty(row)), row.repetitions);
  if (!noisy.empty()) refuse_noise("medians are uncertain: " + noisy);
}

double overhead_of(const Rows& sends, double latency) {
  const auto shortest = std::ranges::find(sends, short_message, &PatternTime::bytes);
  if (shortest == sends.end()) throw Error("there is no send of 8 B; right would be one");
  return std::min(shortest->seconds, latency);
}

ByLoad latency_of(const Rows& rounds) {
  ByLoad latency;
  for (const auto& row : rounds)
    if (row.bytes == short_message) latency.known[row.ranks] = row.seconds;
  if (!latency.known.contains(2))
    throw Error("there are no rounds of 8 B between two ranks; right would be some");
  return latency;
}

/// The line through what pairs of ranks need for long messages. Throws Error for none.
Hockney line_through(const Rows& rows) {
  std::vector<PingPong> line;
  for (const auto& row : rows) {
    if (row.ranks != 2 || row.bytes < long_message) continue;
    check_quiet(row);
    line.push_back({row.bytes, row.seconds});
  }
  if (line.size() < 2)
    throw Error(fmt::format(
        "fewer than two sizes of 64 KiB or more of the pattern {} tell no bandwidth; right would be two",
        rows.front().pattern));
  return fit_hockney(line);
}

/// Of the messages that tell the rate the line leaves nothing beyond.
std::map<std::int64_t, double> latency_factors_of(Rows ping_pongs, const Calibration& found) {
  std::ranges::sort(ping_pongs, {}, &PatternTime::bytes);
  std::vector<PingPong> points = {{short_message, found.latency.at_load(2)}};
  for (const auto& row : ping_pongs)
    if (row.ranks == 2 && row.bytes > short_message) points.push_back({row.bytes, row.seconds});
  auto factors = latency_factors(points, found.overhead, found.alone, long_message);
  const bool has_long = std::ranges::count(points, long_message, &PingPong::bytes) > 0;
  if (has_long && !factors.empty()) factors.rbegin()->second = 1;
  return factors;
}

/// During the way back of a ping-pong the links rest: what the shortest one that fills them is ahead of latency and rate. In
/// longer ones that is lost in what the rate is uncertain by.
double rest_of(const Rows& ping_pongs, const Calibration& found) {
  const PatternTime* shortest = nullptr;
  for (const auto& row : ping_pongs)
    if (row.ranks == 2 && row.bytes >= fills_links && (!shortest || row.bytes < shortest->bytes))
      shortest = &row;
  if (!shortest)
    throw Error(
        "no ping_pong of 16 KiB or more tells what links pass at once; right would be one by two ranks");
  check_quiet(*shortest);
  return std::max(0.0, found.message(shortest->bytes, 2) - shortest->seconds);
}

/// Of sends that had to wait: what they did not wait for. Where none had to, the longest.
std::int64_t buffered_by(const Rows& sends, double bandwidth) {
  std::vector<double> found;
  for (const auto& row : sends) {
    const auto bytes = static_cast<double>(row.bytes);
    if (row.seconds > 0.1 * bytes / bandwidth && row.bytes >= long_message)
      found.push_back(std::max(0.0, bytes - row.seconds * bandwidth));
  }
  if (found.empty()) return std::ranges::max_element(sends, {}, &PatternTime::bytes)->bytes;
  return std::llround(median(found));
}

/// Messages that are there when their receiver asks for them: it takes them in far less time than they travel.
std::int64_t eager_of(Rows late, const Calibration& calibration) {
  std::ranges::sort(late, {}, &PatternTime::bytes);
  std::int64_t eager = 0;
  for (const auto& row : late) {
    const double waited = 0.5 * calibration.message(row.bytes, 2);
    if (row.low < waited && waited < row.high)
      refuse_noise(fmt::format("{} takes {} to {}, and more than {} if it waited", name_of(row),
                               human_seconds(row.low), human_seconds(row.high), human_seconds(waited)));
    if (row.seconds > waited) break;
    eager = row.bytes;
  }
  return eager;
}

const PatternTime& row_of(const Rows& rows, const std::string& pattern, int ranks, std::int64_t bytes) {
  for (const auto& row : rows)
    if (row.pattern == pattern && row.ranks == ranks && row.bytes == bytes) return row;
  throw Error(fmt::format("there is no {} of {} by {} ranks; right would be what collrun patterns writes",
                          pattern, human_bytes(bytes), ranks));
}

bool share_cores(const Rows& rounds, const Site& site) {
  return site.cores > 0 && std::ranges::max_element(rounds, {}, &PatternTime::ranks)->ranks > site.cores;
}

/// Of the calibration it needs latency and overhead.
SharedCores cores_of(const Rows& rows, const Site& site, const Calibration& found) {
  const Rows rounds = of(rows, "rounds");
  const int ranks = std::ranges::max_element(rounds, {}, &PatternTime::ranks)->ranks;
  if (!share_cores(rounds, site)) return {};
  constexpr std::int64_t many = 16 << 10, most = 64 << 10;
  const auto seconds = [&](const std::string& pattern, std::int64_t bytes) {
    return row_of(rows, pattern, ranks, bytes).seconds;
  };
  const double share = static_cast<double>(site.cores) / ranks;
  const double each = found.latency.at_load(ranks) * share;
  SharedCores cores{.number = site.cores};
  // Whoever has sent one message has its next turn when all others of its core have looked in vain, and finds the answer in the one
  // after that: a round trip takes two looks of each, besides one message's work. Of a round one look of a core is in vain.
  cores.poll = std::max(0.0, (2 * seconds("lone", short_message) - each) / (2 / share - share));
  const double message = std::max(0.0, each - share * cores.poll);
  cores.hand_over =
      std::max(0.0, seconds("send", most) - seconds("send", many)) / static_cast<double>(most - many);
  // MPI_Send of few bytes returns when their piece has come to its receiver, and hardly anything else takes time.
  cores.forward = std::min(found.overhead, message);
  cores.receive = message - cores.forward;
  cores.acknowledge = std::max(0.0, seconds("one_way", short_message) * share - each);
  return cores;
}

/// By the longest vectors.
ByLoad rate_of(const Rows& rows) {
  const std::int64_t longest = std::ranges::max_element(rows, {}, &PatternTime::bytes)->bytes;
  ByLoad rate;
  for (const auto& row : rows)
    if (row.bytes == longest) rate.known[row.ranks] = static_cast<double>(row.bytes) / row.seconds;
  return rate;
}

}  // namespace

double ByLoad::at_load(int ranks) const {
  const auto above = known.lower_bound(ranks);
  if (above == known.end()) return std::prev(above)->second;
  if (above == known.begin() || above->first == ranks) return above->second;
  const auto& [few, low] = *std::prev(above);
  const auto& [many, high] = *above;
  return low + (high - low) * (ranks - few) / (many - few);
}

std::string measured_digest(int ranks, std::int64_t bytes, double seconds, double low, double high) {
  constexpr std::size_t enough = 16;
  return sha256(fmt::format("{} {} {} {} {}", ranks, bytes, seconds, low, high)).substr(0, enough);
}

Calibration calibrate(const Rows& rows, const Site& site) {
  Calibration found;
  found.nominal = site.nominal;
  found.machine = site.machine;
  check_medians(rows, share_cores(of(rows, "rounds"), site));
  found.latency = latency_of(of(rows, "rounds"));
  found.overhead = overhead_of(of(rows, "send"), found.latency.at_load(2));
  found.bandwidth = 1 / line_through(of(rows, "exchange")).beta;
  if (constexpr double bits = 8; site.nominal > 0 && bits * found.bandwidth > site.nominal)
    throw Error(fmt::format(
        "exchanges had {:.4g} Mbit/s, more than the {:g} of the testbed's links; right would be the testbed "
        "on which they were measured",
        bits * found.bandwidth / 1e6, site.nominal / 1e6));
  found.rest = rest_of(of(rows, "ping_pong"), found);
  found.alone = std::max(found.bandwidth, 1 / line_through(of(rows, "ping_pong")).beta);
  if (site.nominal == 0) found.latency_factors = latency_factors_of(of(rows, "ping_pong"), found);
  found.buffered = buffered_by(of(rows, "send"), found.bandwidth);
  found.eager = eager_of(of(rows, "late_receiver"), found);
  found.cores = cores_of(rows, site, found);
  for (const char* name : {"copy", "combine.arithmetic", "combine.location", "combine.user"})
    found.rates[name] = rate_of(of(rows, name));
  found.digest = sha256(to_csv(rows));
  for (const auto& row : rows)
    found.used.insert(measured_digest(row.ranks, row.bytes, row.seconds, row.low, row.high));
  return found;
}

void to_json(nlohmann::json& json, const Calibration& calibration) {
  json = {{"nominal", calibration.nominal},
          {"machine", calibration.machine},
          {"bandwidth", calibration.bandwidth},
          {"alone", calibration.alone},
          {"latency", calibration.latency.known},
          {"overhead", calibration.overhead},
          {"latency_factors", calibration.latency_factors},
          {"buffered", calibration.buffered},
          {"rest", calibration.rest},
          {"cores",
           {{"number", calibration.cores.number},
            {"poll", calibration.cores.poll},
            {"hand_over", calibration.cores.hand_over},
            {"forward", calibration.cores.forward},
            {"receive", calibration.cores.receive},
            {"acknowledge", calibration.cores.acknowledge}}},
          {"eager", calibration.eager},
          {"digest", calibration.digest},
          {"used", calibration.used}};
  for (const auto& [name, rate] : calibration.rates) json["rates"][name] = rate.known;
}

void from_json(const nlohmann::json& json, Calibration& calibration) {
  json.at("nominal").get_to(calibration.nominal);
  json.at("machine").get_to(calibration.machine);
  json.at("bandwidth").get_to(calibration.bandwidth);
  json.at("alone").get_to(calibration.alone);
  json.at("latency").get_to(calibration.latency.known);
  json.at("overhead").get_to(calibration.overhead);
  json.at("latency_factors").get_to(calibration.latency_factors);
  json.at("buffered").get_to(calibration.buffered);
  json.at("rest").get_to(calibration.rest);
  const auto& cores = json.at("cores");
  cores.at("number").get_to(calibration.cores.number);
  cores.at("poll").get_to(calibration.cores.poll);
  cores.at("hand_over").get_to(calibration.cores.hand_over);
  cores.at("forward").get_to(calibration.cores.forward);
  cores.at("receive").get_to(calibration.cores.receive);
  cores.at("acknowledge").get_to(calibration.cores.acknowledge);
  json.at("eager").get_to(calibration.eager);
  json.at("digest").get_to(calibration.digest);
  json.at("used").get_to(calibration.used);
  for (const auto& [name, rate] : json.at("rates").items()) rate.get_to(calibration.rates[name].known);
}

namespace {

bool is_whole(const Calibration& calibration) {
  const auto positive = [](const ByLoad& number) {
    return !number.known.empty() && std::ranges::all_of(number.known, [](const auto& one) {
      return one.second > 0 && one.second < 1e18;
    });
  };
  return calibration.nominal >= 0 && calibration.bandwidth > 0 &&
         calibration.alone >= calibration.bandwidth && calibration.overhead >= 0 &&
         calibration.buffered >= 0 && calibration.rest >= 0 && calibration.cores.number >= 0 &&
         calibration.cores.poll >= 0 && calibration.cores.hand_over >= 0 && calibration.cores.forward >= 0 &&
         calibration.cores.receive >= 0 && calibration.cores.acknowledge >= 0 && calibration.eager >= 0 &&
         positive(calibration.latency) && calibration.rates.contains("copy") &&
         std::ranges::all_of(calibration.rates, [&](const auto& rate) { return positive(rate.second); });
}

}  // namespace

Calibration load_calibration(const std::string& file) {
  const Origin origin{file};
  const auto json = parse_json(read_document(file, "what collsim calibrate found: calibration.json"), origin);
  try {
    const auto found = json.get<Calibration>();
    if (is_whole(found)) return found;
  } catch (const nlohmann::json::exception&) {  // told below
  }
  origin.fail("", "is no calibration; right would be the calibration.json that collsim calibrate writes");
}

}  // namespace collsim
