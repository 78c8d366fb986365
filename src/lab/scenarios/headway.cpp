#include "lab/scenarios/headway.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "lab/scenarios/atomically.hpp"
#include "lab/scenarios/progress.hpp"
#include "support/human.hpp"
#include "support/json.hpp"
#include "support/text_file.hpp"

namespace collsim {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Share, number, of)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Headway, share, host, jobs, total, points, answered, failed, effort, spent,
                                   elapsed, ended)

namespace {

namespace fs = std::filesystem;

constexpr auto interval = std::chrono::seconds(10);
constexpr double lost = 60;  // seconds of silence of a share that is surely not running

fs::path folder_of(const fs::path& results) {
  return results / "progress";
}

std::string host_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

bool running(const Headway& share) {
  return !share.ended && share.silent < lost;
}

/// Trials that are under way.
std::size_t trials(const Headway& share) {
  return running(share) ? std::min(static_cast<std::size_t>(share.jobs), share.left()) : 0;
}

/// Of the shares that run, the one that ends last; whoever has not begun takes the place of one that has ended and
/// as long as the shares on average.
std::string time_to_go(const std::vector<Headway>& shares) {
  double longest = 0, whole = 0;
  int live = 0, ended = 0;
  for (const auto& share : shares) {
    ended += share.ended ? 1 : 0;
    if (!running(share)) continue;
    const double left = seconds_left(share.effort, share.spent, share.elapsed, share.jobs);
    longest = std::max(longest, left);
    whole += share.elapsed + left;
    ++live;
  }
  if (live == 0) return "nobody is answering them";
  const int waiting = shares.front().share.of - live - ended;
  return fmt::format("about {} to go", human_seconds(std::round(longest + whole / live * waiting / live)));
}

}  // namespace

Heartbeat::Heartbeat(fs::path results, Headway start)
    : folder_(folder_of(results)), headway_(std::move(start)), process_(::getpid()) {
  const auto shares = headways(results);
  if (!shares.empty() && shares.front().share.of != headway_.share.of) forget_headways(results);
  sweep(folder_);
  headway_.host = host_name();
  note();
}

void Heartbeat::advance(double effort, bool answered) {
  ++(answered ? headway_.answered : headway_.failed);
  headway_.spent += effort;
}

void Heartbeat::beat() {
  // Backends fork, and their children, who know no answers, also ask whether to stop.
  if (Clock::now() - noted_ > interval && ::getpid() == process_) note();
}

void Heartbeat::end() {
  headway_.ended = true;
  note();
}

void Heartbeat::note() {
  noted_ = Clock::now();
  headway_.elapsed = std::chrono::duration<double>(noted_ - start_).count();
  const auto name = fmt::format("{}_of_{}.json", headway_.share.number, headway_.share.of);
  write_atomically(folder_ / name, nlohmann::json(headway_).dump() + "\n");
}

std::vector<Headway> headways(const fs::path& results) {
  std::vector<Headway> found;
  for (const auto& file : files_in(folder_of(results), ".json")) {
    std::error_code gone;
    const auto written = fs::last_write_time(file, gone);
    const auto json = read_json_file(file);
    if (gone || json.is_discarded()) continue;  // swept meanwhile
    found.push_back(json.get<Headway>());
    found.back().silent = std::chrono::duration<double>(fs::file_time_type::clock::now() - written).count();
  }
  std::sort(found.begin(), found.end(),
            [](const Headway& a, const Headway& b) { return a.share.number < b.share.number; });
  return found;
}

void forget_headways(const fs::path& results) {
  std::error_code none;  // whoever began meanwhile notes again
  fs::remove_all(folder_of(results), none);
}

std::string to_text(const std::vector<Headway>& shares) {
  std::size_t answered = 0, failed = 0, under_way = 0;
  int live = 0, ended = 0;
  std::string silent;
  for (const auto& share : shares) {
    answered += share.answered;
    failed += share.failed;
    under_way += trials(share);
    live += running(share) ? 1 : 0;
    ended += share.ended ? 1 : 0;
    if (!share.ended && !running(share))
      silent += fmt::format("Share {}/{} on {} was last heard of {} ago, with {} points left.\n",
                            share.share.number, share.share.of, share.host,
                            human_seconds(std::round(share.silent)), share.left());
  }
  const auto& [total, of] = std::pair(shares.front().total, shares.front().share.of);
  const std::size_t left = total - answered - failed - under_way;
  const std::string time = left + under_way > 0 ? time_to_go(shares) : "nothing to go";
  return fmt::format(
      "{} points: {} answered, {} running, {} failed, {} left; {}.\n{} of {} shares running, {} ended.\n{}",
      total, answered, under_way, failed, left, time, live, of, ended, silent);
}

}  // namespace collsim
