#include "figures/plots/switches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "figures/plots/few.hpp"
#include "figures/plots/figure.hpp"
#include "figures/plots/rows.hpp"
#include "lab/decisions/tornado.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

/// The first of "ring = tree".
std::string first_of(const std::string& algorithms) {
  return algorithms.substr(0, algorithms.find(" = "));
}

/// The algorithms that are the fastest, and as many of the next best as there is room for beside them.
std::set<std::string> shown(const std::vector<Stretch>& stretches) {
  std::set<std::string> names;
  for (const Stretch& stretch : stretches) names.insert(first_of(stretch.algorithm));
  for (const Stretch& stretch : stretches)
    if (!stretch.second.empty() && names.size() < most_series) names.insert(stretch.second);
  return names;
}

std::string title_of(const Point& conditions) {
  return fmt::format("{} processes ({} a node)", conditions.processes, conditions.ppn.text());
}

/// The time of an algorithm at a size; 0 where nobody knows.
double seconds_at(const TimesBySize& times, std::int64_t bytes, const std::string& algorithm) {
  const auto look = times.find(bytes);
  if (look == times.end()) return 0;
  const auto found = look->second.find(algorithm);
  return found == look->second.end() ? 0 : found->second;
}

/// A line of a switch, and one of each mistake by a factor of 2 that costs something.
std::string marks(const SwitchesDrawn& drawn, std::size_t panel, const std::string& title) {
  std::string text, before;
  const auto line = [&](const char* kind, std::int64_t bytes, double seconds, const std::string& says) {
    if (seconds > 0) text += fmt::format("{},{},{},,{},{},{}\n", panel, title, kind, bytes, seconds, says);
  };
  for (const Stretch& stretch : drawn.found.stretches) {
    const std::string serves = first_of(stretch.algorithm);
    if (!before.empty()) {
      line("switch", stretch.from, stretch.first, human_bytes(stretch.from));
      if (stretch.cost_at_half)
        line("early", stretch.half, seconds_at(drawn.times, stretch.half, serves),
             "+" + human_percent(*stretch.cost_at_half));
      if (stretch.cost_at_twice)
        line("late", stretch.twice, seconds_at(drawn.times, stretch.twice, before),
             "+" + human_percent(*stretch.cost_at_twice));
    }
    before = serves;
  }
  return text;
}

}  // namespace

std::string switch_rows(const std::vector<SwitchesDrawn>& all) {
  std::string text = "panel,title,kind,series,bytes,seconds,says\n";
  std::size_t panel = 0;
  for (const std::size_t number : spread(all.size(), most_panels)) {
    const SwitchesDrawn& drawn = all[number];
    const std::string title = title_of(drawn.found.conditions);
    ++panel;
    for (const auto& name : shown(drawn.found.stretches))
      for (const auto& [bytes, seconds] : drawn.times)
        if (const auto its = seconds.find(name); its != seconds.end())
          text += fmt::format("{},{},time,{},{},{},\n", panel, title, plain(name), bytes, its->second);
    text += marks(drawn, panel, title);
  }
  return text;
}

std::vector<std::string> draw_switches(const std::vector<SwitchesDrawn>& all,
                                       const std::string& output_prefix, const std::string& title,
                                       const std::string& source) {
  return draw_rows("switch", switch_rows(all), output_prefix, output_prefix, title, source);
}

}  // namespace collsim
