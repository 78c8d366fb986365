#include "figures/explore/inside.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "backends/backend.hpp"
#include "backends/traced.hpp"
#include "backends/trial/traffic.hpp"
#include "backends/trial/undisturbed.hpp"
#include "models/activity.hpp"
#include "models/critical_path.hpp"
#include "models/matching.hpp"
#include "models/rounds.hpp"
#include "support/error.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using nlohmann::json;

constexpr int most_ranks_traced = 128;
constexpr double most_messages = 20'000;
constexpr std::size_t most_links = 10;
constexpr std::int64_t most_data = 64 << 20;  // bytes of all ranks' vectors, to tell whose they are

void check_size(const Scenario& scenario) {
  if (scenario.points.size() != 1) throw Error("a look inside is at one point; right would be one cell's");
  const Point& point = scenario.points.front();
  if (point.processes > most_ranks_traced)
    throw Error(fmt::format("{} ranks are too many to look at; right would be up to {}", point.processes,
                            most_ranks_traced));
  if (const double messages = traffic(point).messages; messages > most_messages)
    throw Error(fmt::format("{} messages are too many to look at; right would be fewer ranks", messages));
}

json path_json(const CriticalPath& path) {
  static constexpr std::array kinds = {"message", "combine", "copy", "wait"};
  const Shares& shares = path.shares;
  json segments = json::array();
  for (const Segment& each : path.segments)
    segments.push_back({{"kind", kinds[static_cast<std::size_t>(each.kind)]},
                        {"rank", each.rank},
                        {"from", each.from},
                        {"to", each.to},
                        {"bytes", each.bytes},
                        {"begin", each.begin - path.begin},
                        {"end", each.end - path.begin}});
  return {{"seconds", path.end - path.begin},
          {"shares", json::array({{"latency", shares.alpha},
                                  {"bytes on the wire", shares.beta},
                                  {"combining", shares.gamma},
                                  {"copying", shares.copying},
                                  {"waiting", shares.waiting}})},
          {"segments", segments}};
}

/// From the post of the send until the receiver's wait for it is over.
json messages_json(const std::vector<Trace>& traces, const Matching& matching, double begin) {
  std::vector<std::pair<double, double>> times;
  for (const MatchedMessage& each : matching.messages) {
    const double sent = traces[static_cast<std::size_t>(each.from)][each.send].begin;
    times.emplace_back(sent, sent);
  }
  for (std::size_t rank = 0; rank < traces.size(); ++rank)
    for (const Event& event : traces[rank]) {
      if (event.kind != Event::Kind::wait || event.request < 0) continue;
      const std::size_t place = matching.message_of(static_cast<int>(rank), event);
      if (place != Matching::none && matching.messages[place].to == static_cast<int>(rank))
        times[place].second = std::max(times[place].second, event.end);
    }
  json all = json::array();
  for (std::size_t i = 0; i < times.size(); ++i) {
    const MatchedMessage& each = matching.messages[i];
    all.push_back({each.from, each.to, each.bytes, times[i].first - begin, times[i].second - begin});
  }
  return all;
}

/// Whose data messages carry, where that can be told: of each by its place in the order of match().
std::optional<Origins> origins_of(const Platform& platform, const Point& point, const Setup& setup) {
  if (point.processes > most_in_rank_set || point.processes * point.bytes() > most_data) return {};
  return usual_backend(Backend::Kind::simulated).origins(platform, point, setup);
}

std::vector<int> ranks_in(RankSet set) {
  std::vector<int> ranks;
  for (int rank = 0; rank < most_in_rank_set; ++rank)
    if ((set >> static_cast<unsigned>(rank)) & 1U) ranks.push_back(rank);
  return ranks;
}

/// In the order of the rounds.
json rounds_json(const std::vector<Trace>& traces, const std::vector<MatchedMessage>& messages,
                 const std::optional<Origins>& origins) {
  const std::vector<int> rounds = message_rounds(traces);
  std::vector<std::size_t> order(messages.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t place) { return rounds[place]; });
  json all = json::array();
  for (const std::size_t place : order) {
    const MatchedMessage& each = messages[place];
    all.push_back({{"round", rounds[place]}, {"from", each.from}, {"to", each.to}, {"bytes", each.bytes}});
    if (!origins) continue;
    const Trace& sender = traces[static_cast<std::size_t>(each.from)];
    const auto posted =
        std::count_if(sender.begin(), sender.begin() + static_cast<std::ptrdiff_t>(each.send),
                      [](const Event& event) { return event.kind == Event::Kind::post_send; });
    all.back()["origins"] =
        ranks_in(origins->sent.at(static_cast<std::size_t>(each.from)).at(static_cast<std::size_t>(posted)));
  }
  return all;
}

json spans_json(const std::vector<std::vector<Span>>& spans, double begin) {
  json ranks = json::array();
  for (const auto& its : spans) {
    json rank = json::array();
    for (const Span& each : its)
      rank.push_back(
          {static_cast<int>(each.activity), each.begin - begin, each.end - begin, each.peer, each.bytes});
    ranks.push_back(rank);
  }
  return ranks;
}

json links_json(const std::vector<LinkLoad>& loads) {
  json links = json::array();
  for (std::size_t i = 0; i < std::min(most_links, loads.size()); ++i)
    links.push_back({{"name", loads[i].link}, {"bytes", loads[i].bytes}, {"seconds", loads[i].seconds}});
  return links;
}

}  // namespace

json inside_json(Scenario& scenario, const Setup& setup) {
  check_size(scenario);
  const Point& point = scenario.points.front();
  const Platform& platform = scenario.platforms.of_point(point);
  const Explained run = traced(setup, platform, point);
  const double begin = run.begin();
  const Matching matching = match(run.traces);
  const std::optional<Origins> origins = origins_of(platform, point, setup);
  return {{"algorithm", label(point)},
          {"p", point.processes},
          {"bytes", point.bytes()},
          {"seconds", run.outcome.seconds},
          {"path", path_json(critical_path(run.traces, begin, run.wire, undisturbed_work(platform, point)))},
          {"activities", activity_names},
          {"spans", spans_json(activities(run.traces, run.wire), begin)},
          {"messages", messages_json(run.traces, matching, begin)},
          {"rounds", rounds_json(run.traces, matching.messages, origins)},
          {"contributes", origins ? json(origins->contributes) : json()},
          {"links", links_json(link_loads(run.traces, run.route))}};
}

}  // namespace collsim
