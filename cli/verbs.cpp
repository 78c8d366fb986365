#include "cli/verbs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/arguments.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

/// Of commands that answer points: how many at a time, where, and who.
std::set<std::string> with_run_flags(std::set<std::string> flags) {
  flags.insert(
      {"jobs", "results", "plugin", "scenario", "shard", "pending", "slurm", "nodes", "partition", "time"});
  return flags;
}

}  // namespace

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> all = {
      {"list", "list algorithms|platforms|scenarios|claims [--columns all]", {"columns", "plugin"}},
      {"show", "show ALGORITHM|PLATFORM|SCENARIO", {"plugin"}},
      {"run",
       "run SCENARIO [-j N] [--shard K/N] [--slurm [--nodes N]] [--launch COMMAND|--testbed FILE] [--results "
       "DIR] [--dry-run] [--columns all|NAME,...]",
       with_run_flags({"columns", "dry-run", "launch", "launches", "native", "testbed"})},
      {"map", "map [SCENARIO] [-j N] [--results DIR] [--dry-run]", with_run_flags({"dry-run"})},
      {"expand",
       "expand SCENARIO [--format table|csv|json] [--columns all|NAME,...]",
       {"columns", "format", "plugin", "scenario"}},
      {"import",
       "import [ALGORITHM=]FILE... --machine NAME [--processes N] [--ppn N] [--columns THEIRS=OURS,...] "
       "[--out "
       "FILE.csv]",
       {"collective", "columns", "counterparts", "machine", "out", "processes", "ppn", "type"}},
      {"report", "report [DIR] [--out FILE.html]", {"out"}},
      {"validate",
       "validate formula|engines|native|measured MACHINE|repeated DIR DIR|published|SCENARIO [-j N]",
       with_run_flags({"testbed", "launch", "launches", "calibration", "cells", "claims", "columns",
                       "counterparts", "dry-run", "ranges", "set"})},
      {"study", "study NAME [--dry-run]", {"dry-run"}},
      {"status", "status DIR", {}},
      {"check-rules", "check-rules FILE.json", {"plugin"}},
      {"testbed",
       "testbed up|down|status|run|platform|placement FILE [--calibration FILE] [-- COMMAND ...]",
       {"calibration"}},
      {"calibrate",
       "calibrate [FILE.csv|measured MACHINE] [--testbed FILE|--launch COMMAND] [--results DIR]",
       {"testbed", "launch", "results", "cells", "columns", "counterparts", "scenario", "jobs"}},
      {"draw",
       "draw ALGORITHM [--processes N] [--out FILE.svg]",
       {"bytes", "count", "distribution", "in_place", "mapping", "op", "out", "platform", "plugin", "ppn",
        "processes", "root", "type"}},
      {"order",
       "order ALGORITHM [--processes N] [--like ALGORITHM]",
       {"bytes", "count", "in_place", "like", "op", "plugin", "processes", "root"}},
      {"imbalance",
       "imbalance --arrival NOISE|--like DIR [--processes N] [--ppn N] [--platform NAME] [--results DIR]",
       {"arrival", "like", "mapping", "placement", "platform", "ppn", "processes", "results"}},
      {"whatif",
       "whatif SCENARIO --set NAME=CHANGE ...|--until A=B --vary NAME[=FROM..TO]|--tornado|--derivatives [-j "
       "N] "
       "[--results DIR]",
       with_run_flags({"derivatives", "dry-run", "set", "tornado", "until", "vary", "factor"})},
      {"explain",
       "explain SCENARIO --point N [--derivatives]",
       {"derivatives", "point", "plugin", "scenario"}},
      {"timeline", "timeline SCENARIO --point N [--out PREFIX]", {"out", "point", "plugin", "scenario"}},
  };
  return all;
}

const Verb& verb(const std::string& name) {
  const auto found = std::ranges::find(verbs(), name, &Verb::name);
  if (found != verbs().end()) return *found;
  std::vector<std::string> names;
  for (const auto& each : verbs()) names.emplace_back(each.name);
  if (name.empty()) throw Error(fmt::format("no command; right would be one of {}", fmt::join(names, ", ")));
  throw Error("unknown command '" + name + "'" + suggestion(name, names));
}

std::string help() {
  std::string text = "collsim answers questions about collective algorithms on modeled machines.\n\n";
  for (const auto& each : verbs()) text += fmt::format("  collsim {}\n", each.usage);
  std::set<std::string> flags;
  for (const auto& each : verbs()) flags.insert(each.flags.begin(), each.flags.end());
  return text + "\n" + flags_help(flags);
}

}  // namespace collsim
