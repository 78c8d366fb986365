#include "rules/libraries/openmpi.hpp"

#include <algorithm>
#include <array>
#include <sstream>

#include "algorithms/facts/collective.hpp"
#include "rules/libraries/foreign_algorithms.hpp"

namespace collsim {
namespace {

/// By number. Others than these have none that coll/tuned looks at.
constexpr std::array names = {"allgather",
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
  return id < static_cast<long>(names.size()) ? names[static_cast<std::size_t>(id)] : "";
}

int openmpi_id(const std::string& collective) {
  const auto found = std::ranges::find(names, collective);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
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
