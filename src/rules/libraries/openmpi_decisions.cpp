#include <algorithm>
#include <array>
#include <sstream>

#include "rules/libraries/foreign_algorithms.hpp"
#include "rules/libraries/openmpi.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

/// From so many processes and bytes on.
struct FixedDecision {
  std::string collective, theirs;
  std::int64_t processes = 0, bytes = 0;
};

FixedDecision decision(std::istringstream& words) {
  FixedDecision found;
  std::string function;
  words >> found.collective >> found.processes >> found.bytes >> function;
  found.theirs = openmpi_algorithm_of(found.collective, function);
  if (found.theirs.empty())
    throw Error("Open MPI runs " + function + " of " + found.collective +
                " by its own choice; right would be an algorithm that a version up to 5.0 has");
  return found;
}

/// Of these collectives the bytes of one rank's block count.
bool counts_blocks(const std::string& collective) {
  constexpr std::array names = {"allgather", "allgatherv", "alltoall",
                                "gather",    "scatter",    "reduce_scatter_block"};
  return std::ranges::find(names, collective) != names.end();
}

/// The calls from one decision to the next ones: of as many processes, and of more.
Rule calls_of(const FixedDecision& from, const std::vector<FixedDecision>& all) {
  Rule calls = openmpi_calls(from.collective);
  Interval bytes = {from.bytes, Region::all_bytes.last};
  calls.region.processes.first = from.processes;
  for (const FixedDecision& other : all) {
    if (other.collective != from.collective) continue;
    if (other.processes == from.processes && other.bytes > from.bytes)
      bytes.last = std::min(bytes.last, other.bytes - 1);
    if (other.processes > from.processes)
      calls.region.processes.last = std::min(calls.region.processes.last, other.processes - 1);
  }
  (counts_blocks(from.collective) ? calls.region.block : calls.region.bytes) = bytes;
  return calls;
}

}  // namespace

Rules openmpi_decisions(const std::string& output, const std::string& source) {
  std::vector<FixedDecision> all;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string what;
    if (words >> what && what == "chosen") all.push_back(decision(words));
  }
  if (all.empty())
    throw Error("the library did not tell what it chooses; right would be an Open MPI of version 4 or 5");
  std::vector<Rule> rules;
  for (const FixedDecision& each : all)
    append_rules(Library::openmpi, calls_of(each, all), {each.theirs, {}}, rules);
  return Rules(std::move(rules), source);
}

}  // namespace collsim
