#include "cli/shared_flags.hpp"

#include <fmt/format.h>

namespace collsim::flags {

const Flag calibration = {"calibration", "FILE", "what collsim calibrate found", &CommandLine::calibration};
const Flag cells = {"cells", "FILE",
                    "the times, as collsim import writes them (default: those of four machines)",
                    &CommandLine::cells};
const Flag columns = {"columns", "all|NAME,...",
                      "what its tables show, such as all (default: what fits a terminal)",
                      &CommandLine::columns};
const Flag counterparts = {"counterparts", "FILE|LIBRARY",
                           "which algorithms the measured ones are: a file says it, or their MPI library "
                           "(default: that of --mpi)",
                           &CommandLine::counterparts};
const Flag derivatives = {"derivatives", "", "how times change with each number of the platform",
                          &CommandLine::derivatives};
const Flag dry_run = {"dry-run", "", "number of points, estimated time and memory; nothing is simulated",
                      &CommandLine::dry_run, true};
const Flag format = {"format", "table|csv|json", "of what is printed (default table)", &CommandLine::format};
const Flag jobs = {"jobs,j", "N", "trials at a time (default 1)", &CommandLine::jobs, true};
const Flag launch = {"launch", "COMMAND",
                     "where to measure: what starts a program there, such as 'srun -n 8'; it may end in "
                     "collrun_mpich",
                     &CommandLine::launch};
const Flag lstopo = {"lstopo", "FILE", "what lstopo --of xml writes on a node", &CommandLine::lstopo};
const Flag launches = {"launches", "N", "separate starts that measure each point (default 6)",
                       &CommandLine::launches};
const Flag like = {"like", "ALGORITHM", "another algorithm, which should combine alike", &CommandLine::like};
const Flag nodes = {"nodes", "N", "of --slurm: nodes that share the points (default 1)", &CommandLine::nodes,
                    true};
const Flag mpi = {
    "mpi", "LIBRARY",
    "which library chose where times name no algorithm, such as openmpi-4.1: what its own table names ran",
    &CommandLine::mpi};
const Flag out = {"out", "FILE", "where it goes (default: standard output)", &CommandLine::out};
const Flag pace = {"pace", "SECONDS|first",
                   "of ranks that share a node: half a round trip of 4 KiB, without which no time counts; "
                   "first: as at first (default: by the platform's levels)",
                   &CommandLine::pace};
const Flag plugin = {"plugin", "FILE", "library with more algorithms; any number of them",
                     &CommandLine::plugins};
const Flag point = {"point", "N", "its number in collsim expand", &CommandLine::point};
const Flag results = {"results", "DIR", "folder for answers (default results/SCENARIO)",
                      &CommandLine::results, true};
const Flag set = {"set", "NAME=CHANGE,...",
                  "changes that make a variant, such as link.bandwidth=x2; any number of them",
                  &CommandLine::set};
const Flag testbed = {"testbed", "NAME|FILE", "where to measure: a testbed, up or not",
                      &CommandLine::testbed};

FlagList of_all() {
  return {{"help,h", "", "this text", &CommandLine::help},
          {"man", "", "of help: the same as a page for man", &CommandLine::man},
          {"version", "", "what answers", &CommandLine::version}};
}

Flag beside(Flag flag, std::vector<std::string> operands) {
  flag.beside = std::move(operands);
  return flag;
}

FlagList with(FlagList flags, const FlagList& others) {
  flags.insert(flags.end(), others.begin(), others.end());
  return flags;
}

FlagList of_answering(const std::string& folder, const FlagList& others) {
  const FlagList flags = {
      jobs,
      results.saying("DIR", fmt::format("folder for answers (default {})", folder)),
      plugin,
      {"shard", "K/N", "answers part K of N into the store, wherever the others are answered",
       &CommandLine::shard, true},
      {"pending", "FILE", "of --shard: the points to share out, as --slurm has written them",
       &CommandLine::pending, true},
      {"slurm", "", "has a cluster answer; SBATCH_ACCOUNT and the like say more", &CommandLine::slurm, true},
      nodes,
      {"partition", "NAME", "of --slurm: where", &CommandLine::partition, true},
      {"time", "LIMIT", "of --slurm: of each job, as 1:30:00", &CommandLine::time, true},
  };
  return with(with(flags, others), key_flags());
}

FlagList without(FlagList flags, const std::set<std::string>& names) {
  std::erase_if(flags, [&](const Flag& each) { return names.contains(each.name); });
  return flags;
}

FlagList keys(const std::set<std::string>& names) {
  FlagList flags = key_flags();
  std::erase_if(flags, [&](const Flag& each) { return !names.contains(each.name); });
  return flags;
}

}  // namespace collsim::flags
