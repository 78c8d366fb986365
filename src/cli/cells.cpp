#include "cli/cells.hpp"

#include <fmt/format.h>

#include "algorithms/facts/collective.hpp"
#include "lab/scenarios/scenario.hpp"
#include "support/error.hpp"
#include "support/json.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

using nlohmann::json;

constexpr const char* doubling = ":x2";

/// Numbers of processes by which an alltoall or allgather is asked: its messages grow with their square.
int most_processes(const std::string& name) {
  return collective(name).size == Collective::Size::blocks ? 256 : 1024;
}

std::string usual_processes(const std::string& name, const Platform& platform, const std::string& ppn) {
  const PerNode per_node = ppn == "all" ? PerNode(platform.cores()) : PerNode::parse(ppn);
  const auto most = std::min<std::int64_t>(per_node.room(platform.nodes()), most_processes(name));
  return fmt::format("2..{0}{1},3..{0}{1}", std::max<std::int64_t>(3, most), doubling);
}

/// A sweep of a collective for each number of ranks a node, with numbers of processes of its own.
std::vector<json> usual_sweeps(const std::string& name, const Flags& flags) {
  const Platform platform = Platform::load(flags.at("platform"), {});
  const auto ppn = flags.find("ppn");
  std::vector<json> sweeps;
  for (const auto& each : split_list(ppn == flags.end() ? "1" : ppn->second))
    sweeps.push_back(
        {{"collective", name}, {"ppn", each}, {"processes", usual_processes(name, platform, each)}});
  return sweeps;
}

}  // namespace

std::vector<std::string> asked_collectives(const CommandLine& arguments) {
  const auto asked = arguments.scenario.find("collective");
  if (asked == arguments.scenario.end()) return {"allreduce", "bcast", "reduce", "allgather", "alltoall"};
  std::vector<std::string> names = split_list(asked->second);
  for (const auto& name : names) {
    try {
      collective(name);
    } catch (const Error& error) {
      throw Error(fmt::format("--collective: {}", error.what()));
    }
  }
  return names;
}

Scenario scenario_of_cells(
    const CommandLine& arguments,
    const std::function<std::vector<std::string>(const std::string& collective)>& algorithms,
    const std::vector<std::string>& backends) {
  const std::string& command = arguments.words.front();
  Flags flags = arguments.scenario;
  const bool needs_one = !flags.contains("processes") && !flags.contains("placement");
  if (!flags.contains("platform") || (needs_one && flags["platform"].find(',') != std::string::npos))
    throw Error("'" + command + "' takes one platform; right would be --platform star, or a file");
  json document = {{"platform", flags["platform"]}, {"sweeps", json::array()}};
  for (const auto& name : asked_collectives(arguments))
    for (json& sweep : needs_one ? usual_sweeps(name, flags) : std::vector<json>{{{"collective", name}}}) {
      sweep["algorithms"] = algorithms(name);
      document["sweeps"].push_back(std::move(sweep));
    }
  flags.erase("collective");
  if (needs_one) flags.erase("ppn");
  if (!backends.empty() && !flags.contains("backends")) document["backends"] = backends;
  for (const auto& [key, usual] :
       std::initializer_list<std::pair<const char*, json>>{{"data", "time"}, {"bytes", "8..4M:x2"}})
    if (!flags.contains(key) && !(std::string(key) == "bytes" && flags.contains("count")))
      document[key] = usual;
  return parse_scenario(document.dump(), command, flags);
}

}  // namespace collsim
