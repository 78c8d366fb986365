#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "algorithms/facts/collective.hpp"
#include "rules/rules.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

std::string called(const Rule& rule) {
  return rule.where.starts_with("/") ? "rule " + rule.where : rule.where;
}

std::string conditions_of(const Rule& rule) {
  std::string text;
  for (const Condition each : rule.only) text += (text.empty() ? "" : ", ") + to_text(each);
  return text.empty() ? "any" : text;
}

/// About rules[last] and those before it: which calls they take from it.
void warn_of_overlaps(const std::vector<Rule>& rules, std::size_t last, std::vector<std::string>& warnings) {
  const Rule& rule = rules[last];
  std::vector<Region> left = {rule.region};
  std::vector<std::string> takers, overlaps;
  for (std::size_t i = 0; i < last; ++i) {
    const Region both = intersection(rules[i].region, rule.region);
    if (rules[i].collective != rule.collective || both.empty()) continue;
    if (!std::ranges::includes(rule.only, rules[i].only)) continue;  // it leaves it the other calls
    takers.push_back(called(rules[i]));
    overlaps.push_back(fmt::format("{} and {} overlap: {} wins for {}", called(rules[i]), called(rule),
                                   called(rules[i]), to_string(both)));
    std::vector<Region> rest;
    for (const auto& region : left)
      for (auto& piece : difference(region, rules[i].region)) rest.push_back(std::move(piece));
    left = std::move(rest);
  }
  if (left.empty())
    overlaps = {fmt::format("{} never matches: {} before it take{} all its calls", called(rule),
                            fmt::join(takers, ", "), takers.size() == 1 ? "s" : "")};
  warnings.insert(warnings.end(), overlaps.begin(), overlaps.end());
}

/// Numbers of processes that algorithms may refuse: the first few, and those around powers of two.
std::set<int> probed_processes(const Interval& interval) {
  constexpr std::int64_t most = 1 << 16;
  std::set<int> probed;
  const auto probe = [&](std::int64_t p) {
    if (interval.contains(p)) probed.insert(static_cast<int>(p));
  };
  for (std::int64_t p = interval.first; p < interval.first + 64; ++p) probe(p);
  for (std::int64_t power = 1; power <= most; power *= 2)
    for (const std::int64_t p : {power - 1, power, power + 1}) probe(p);
  if (interval.last <= most) probe(interval.last);
  return probed;
}

std::set<std::int64_t> probed_bytes(const Interval& interval) {
  std::set<std::int64_t> probed = {interval.first};
  for (const std::int64_t bytes : {std::int64_t{8}, std::int64_t{1} << 20, interval.last})
    if (interval.contains(bytes) && bytes <= (std::int64_t{1} << 30)) probed.insert(bytes);
  return probed;
}

/// The bytes that both intervals allow.
Interval bytes_of(const Region& region, int processes) {
  const auto all_blocks = [&](std::int64_t block) {
    return block > Region::all_bytes.last / processes ? Region::all_bytes.last : block * processes;
  };
  return region.bytes.common({all_blocks(region.block.first), all_blocks(region.block.last)});
}

/// Whether the algorithm has to serve operators that commute, and others that do not.
std::set<bool> probed_commutativity(const Rule& rule) {
  std::set<bool> probed;
  for (const auto& [op_class, commutes] : rule.region.operators) probed.insert(commutes);
  if (rule.operator_class.empty()) return {true};
  return probed;
}

/// Whether the rule takes such a call wherever its ranks are.
bool allows(const Rule& rule, const Shape& shape) {
  const CallFacts facts = facts_of(rule.collective, shape);
  return std::ranges::all_of(rule.only, [&](Condition each) {
    return is_of_nodes(each) || holds(each, facts, rule.segment_bytes());
  });
}

/// Calls that the rule takes, of operators that commute, or of others.
std::vector<Shape> probed_shapes(const Rule& rule, bool commutative) {
  std::vector<Shape> shapes;
  for (const int p : probed_processes(rule.region.processes))
    for (const std::int64_t bytes : probed_bytes(bytes_of(rule.region, p)))
      shapes.push_back({.processes = p,
                        .count = collective(rule.collective).fitting(bytes, p),
                        .type_size = 1,
                        .commutative = commutative});
  std::erase_if(shapes, [&](const Shape& shape) { return !allows(rule, shape); });
  return shapes;
}

void warn_of_algorithm(const Rule& rule, std::vector<std::string>& warnings) {
  if (!rule.choice || rule.choice->about->knows_nodes) return;  // that depends on the machine
  const auto& [about, options] = *rule.choice;
  const auto promise = about->same_bits.on_all_ranks;
  bool serves = false;
  int differs = 0;  // for so many processes
  std::set<std::string> reasons;
  for (const bool commutative : probed_commutativity(rule)) {
    std::string first;
    for (const Shape& shape : probed_shapes(rule, commutative)) {
      const std::string why = about->why_unsupported(shape, options);
      serves = serves || why.empty();
      if (first.empty()) first = why;
      if (why.empty() && promise && !promise(shape, options) && differs == 0) differs = shape.processes;
    }
    if (!first.empty()) reasons.insert(first);
  }
  for (const auto& reason : reasons)
    warnings.push_back(fmt::format("{}: {} cannot serve {} of its calls, which go to the MPI library: {}",
                                   called(rule), about->full_name(), serves ? "some" : "any", reason));
  if (differs != 0)
    warnings.push_back(
        fmt::format("{}: {} may give ranks different bits where the operator rounds, as with {} "
                    "processes; COLLSIM_SAME_RESULT=1 keeps it from such calls",
                    called(rule), about->full_name(), differs));
}

}  // namespace

std::vector<std::string> Rules::warnings() const {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    warn_of_overlaps(rules_, i, all);
    warn_of_algorithm(rules_[i], all);
  }
  return all;
}

std::string Rules::table() const {
  TextTable table{.headings = {{"rule"},
                               {"collective"},
                               {"processes"},
                               {"bytes"},
                               {"block"},
                               {"operator"},
                               {"only"},
                               {"algorithm"}},
                  .lines = {}};
  for (const auto& rule : rules_)
    table.lines.push_back(
        {rule.where, rule.collective, to_string(rule.region.processes, Region::all_processes),
         to_string(rule.region.bytes, Region::all_bytes), to_string(rule.region.block, Region::all_bytes),
         rule.operator_class.empty() ? "any" : rule.operator_class, conditions_of(rule),
         rule.choice || rule.theirs.empty() ? rule.algorithm() : rule.theirs + ", which is not here"});
  return aligned(table);
}

std::string Rules::summary() const {
  std::map<std::string, std::map<std::string, int>> counts;
  for (const auto& rule : rules_)
    ++counts[rule.collective][rule.choice           ? rule.choice->about->name
                              : rule.theirs.empty() ? installed_library
                                                    : "algorithms that are not here"];
  TextTable table{.headings = {{"collective"}, {"rules", false}, {"of them"}}, .lines = {}};
  for (const auto& [name, of] : counts) {
    int all = 0;
    std::vector<std::string> parts;
    for (const auto& [algorithm, count] : of) {
      all += count;
      parts.push_back(fmt::format("{} {}", count, algorithm));
    }
    table.lines.push_back({name, std::to_string(all), fmt::format("{}", fmt::join(parts, ", "))});
  }
  return aligned(table);
}

}  // namespace collsim
