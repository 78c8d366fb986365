#include "rules/libraries/openmpi.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

#include "algorithms/facts/collective.hpp"
#include "rules/libraries/foreign_algorithms.hpp"

namespace collsim {
namespace {

/// By number. Others than these have none that coll/tuned looks at.
constexpr std::array collective_names = {"allgather",
                                         "allgatherv",
                                         "allreduce",
                                         "alltoall",
                                         "alltoallv",
                                         "",
                                         "barrier",
                                         "bcast",
                                         "exscan",
                                         "gather",
                                         "",
                                         "reduce",
                                         "reduce_scatter",
                                         "reduce_scatter_block",
                                         "scan",
                                         "scatter"};

}  // namespace

std::string openmpi_collective(long id) {
  return id < static_cast<long>(collective_names.size()) ? collective_names[static_cast<std::size_t>(id)]
                                                         : "";
}

int openmpi_id(const std::string& collective) {
  const auto found = std::ranges::find(collective_names, collective);
  return found == collective_names.end() ? -1 : static_cast<int>(found - collective_names.begin());
}

Rule openmpi_calls(const std::string& collective_name) {
  Rule calls{.where = {}, .collective = collective_name};
  if (!collective(collective_name).combines) return calls;
  calls.operator_class = "commutative";
  calls.region.operators = operator_class(calls.operator_class);
  return calls;
}

Written openmpi_algorithm(const std::string& collective, const std::string& name,
                          const std::vector<std::pair<std::string, long>>& given) {
  Written theirs{name, {}};
  std::istringstream heeded(named(Library::openmpi, collective, name).front()->takes);
  for (std::string parameter; heeded >> parameter;)
    for (const auto& [its, value] : given)
      if (its == parameter && value != 0) theirs.options[parameter] = std::to_string(value);
  return theirs;
}

std::string openmpi_function(const std::string& collective, const std::string& theirs) {
  static const std::map<std::string, std::string> others = {
      {"allgather/linear", "basic_linear"},
      {"allgatherv/default", "basic_default"},
      {"allreduce/rabenseifner", "redscat_allgather"},
      {"alltoall/linear", "basic_linear"},
      {"barrier/linear", "basic_linear"},
      {"binary_tree", "bintree"},
      {"double_ring", "doublering"},
      {"in-order_binary", "in_order_binary"},
      {"modified_bruck", "bruck"},
      {"neighbor", "neighborexchange"},
      {"non-overlapping", "nonoverlapping"},
      {"recursive_doubling", "recursivedoubling"},
      {"recursive_halving", "recursivehalving"},
      {"reduce/linear", "basic_linear"},
      {"reduce/rabenseifner", "redscat_gather"},
      {"reduce_scatter/recursive_halving", "basic_recursivehalving"},
      {"segmented_ring", "ring_segmented"},
      {"split_binary_tree", "split_bintree"},
      {"two_proc", "two_procs"}};
  const std::string name = parse_written(theirs).name;
  for (const auto& key : {collective + "/" + name, name})
    if (const auto found = others.find(key); found != others.end()) return found->second;
  return name;
}

std::string without_collective(const std::string& collective, const std::string& function) {
  std::string own = function;
  for (const auto& prefix : {collective + "_", std::string("intra_")})
    if (own.starts_with(prefix)) own.erase(0, prefix.size());
  return own;
}

std::string openmpi_algorithm_of(const std::string& collective, const std::string& function) {
  const std::string own = without_collective(collective, function);
  for (const ForeignAlgorithm& row : foreign_algorithms(Library::openmpi))
    if (row.collective == collective && openmpi_function(collective, row.theirs) == own)
      return parse_written(row.theirs).name;
  return "";
}

bool openmpi_knows_sizes(const std::string& name) {
  constexpr std::array unknown = {"alltoallv", "barrier", "exscan",    "gather",
                                  "scan",      "scatter", "allgatherv"};
  return std::ranges::find(unknown, name) == unknown.end();
}

bool take_openmpi_sizes(Rule& rule, const Interval& sizes) {
  constexpr std::array nothing = {"alltoallv", "barrier", "exscan", "scan"};
  if (std::ranges::find(nothing, rule.collective) != nothing.end()) return sizes.first == 0;
  // Of an allgatherv the mean block of all ranks is compared.
  if (rule.collective == "allgatherv") return sizes.first == 0;
  rule.region.bytes = sizes;
  return true;
}

}  // namespace collsim
