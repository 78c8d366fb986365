#include "rules/region.hpp"

#include <algorithm>
#include <iterator>

#include "algorithms/facts/operand.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

std::string size_text(std::int64_t size) {
  for (const auto& [shift, suffix] : {std::pair{30, "G"}, {20, "M"}, {10, "K"}})
    if (size > 0 && size % (std::int64_t{1} << shift) == 0) return std::to_string(size >> shift) + suffix;
  return std::to_string(size);
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const auto& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

}  // namespace

const std::set<OperatorKind>& Region::all_operators() {
  static const std::set<OperatorKind> all = [] {
    std::set<OperatorKind> kinds;
    for (const auto& op : operand_ops()) kinds.emplace(op.op_class, op.commutative);
    return kinds;
  }();
  return all;
}

Region intersection(const Region& a, const Region& b) {
  Region both{a.processes.common(b.processes), a.bytes.common(b.bytes), {}, a.block.common(b.block)};
  std::ranges::set_intersection(a.operators, b.operators,
                                std::inserter(both.operators, both.operators.end()));
  return both;
}

std::vector<Region> difference(const Region& a, const Region& b) {
  const Region both = intersection(a, b);
  if (both.empty()) return {a};
  std::vector<Region> pieces;
  const auto keep = [&pieces](const Region& piece) {
    if (!piece.empty()) pieces.push_back(piece);
  };
  // Cut off what lies beside the intersection, one dimension after the other.
  keep({{a.processes.first, both.processes.first - 1}, a.bytes, a.operators, a.block});
  keep({{both.processes.last + 1, a.processes.last}, a.bytes, a.operators, a.block});
  keep({both.processes, {a.bytes.first, both.bytes.first - 1}, a.operators, a.block});
  keep({both.processes, {both.bytes.last + 1, a.bytes.last}, a.operators, a.block});
  keep({both.processes, both.bytes, a.operators, {a.block.first, both.block.first - 1}});
  keep({both.processes, both.bytes, a.operators, {both.block.last + 1, a.block.last}});
  Region others{both.processes, both.bytes, {}, both.block};
  std::ranges::set_difference(a.operators, b.operators,
                              std::inserter(others.operators, others.operators.end()));
  keep(others);
  return pieces;
}

std::set<OperatorKind> operator_class(const std::string& name) {
  std::set<OperatorKind> chosen;
  std::vector<std::string> known = {"commutative", "non_commutative"};
  for (const auto& kind : Region::all_operators()) {
    const auto& [op_class, commutes] = kind;
    if (std::find(known.begin(), known.end(), op_class) == known.end()) known.push_back(op_class);
    if (name == op_class || name == (commutes ? "commutative" : "non_commutative")) chosen.insert(kind);
  }
  if (chosen.empty()) throw Error("unknown operator class '" + name + "'" + suggestion(name, known));
  return chosen;
}

std::string to_string(const Interval& interval, const Interval& all) {
  if (interval == all) return "any";
  if (interval.first == interval.last) return size_text(interval.first);
  return size_text(interval.first) + ".." + (interval.last == all.last ? "" : size_text(interval.last));
}

std::string to_string(const Region& region) {
  std::vector<std::string> parts;
  if (region.processes != Region::all_processes)
    parts.push_back(to_string(region.processes, Region::all_processes) + " processes");
  if (region.bytes != Region::all_bytes)
    parts.push_back(to_string(region.bytes, Region::all_bytes) + " bytes");
  if (region.block != Region::all_bytes)
    parts.push_back("blocks of " + to_string(region.block, Region::all_bytes) + " bytes");
  if (region.operators != Region::all_operators()) {
    std::vector<std::string> kinds;
    for (const auto& [op_class, commutes] : region.operators)
      kinds.push_back((commutes ? "" : "non-commutative ") + op_class);
    parts.push_back(joined(kinds, " and ") + " operators");
  }
  return parts.empty() ? "all calls" : joined(parts, ", ");
}

}  // namespace collsim
