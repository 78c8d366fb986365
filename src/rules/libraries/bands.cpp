#include "rules/libraries/bands.hpp"

#include <algorithm>
#include <set>

namespace collsim {

std::vector<std::int64_t> cuts_of(const std::vector<Interval>& intervals, const Interval& all) {
  std::set<std::int64_t> cuts = {all.first};
  for (const Interval& each : intervals) {
    if (all.contains(each.first)) cuts.insert(each.first);
    if (each.last < all.last && all.contains(each.last + 1)) cuts.insert(each.last + 1);
  }
  return {cuts.begin(), cuts.end()};
}

std::vector<Band> bands_of(const Rules& rules, const std::string& collective) {
  std::vector<Interval> intervals;
  for (const Rule& rule : rules.all())
    if (rule.collective == collective) intervals.push_back(rule.region.processes);
  const auto cuts = cuts_of(intervals, Region::all_processes);
  std::vector<Band> bands;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    Band band{{cuts[i], i + 1 == cuts.size() ? Region::all_processes.last : cuts[i + 1] - 1}, {}};
    for (const Rule& rule : rules.all())
      if (rule.collective == collective && rule.region.processes.contains(band.processes.first))
        band.rules.push_back(&rule);
    if (!band.rules.empty()) bands.push_back(std::move(band));
  }
  return bands;
}

std::vector<std::string> collectives_of(const Rules& rules) {
  std::vector<std::string> names;
  for (const Rule& rule : rules.all())
    if (std::ranges::find(names, rule.collective) == names.end()) names.push_back(rule.collective);
  return names;
}

}  // namespace collsim
