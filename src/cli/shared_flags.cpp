#include "cli/shared_flags.hpp"

#include <fmt/format.h>

namespace collsim::flags {

const Flag calibration = {"calibration", "FILE", "what collsim calibrate found"};
const Flag cells = {"cells", "FILE",
                    "the times, as collsim import writes them (default: those of four machines)"};
const Flag columns = {"columns", "all|NAME,...",
                      "what its tables show, such as all (default: what fits a terminal)"};
const Flag counterparts = {"counterparts", "FILE|LIBRARY",
                           "which algorithms the measured ones are: a file says it, or their MPI library"};
const Flag derivatives = {"derivatives", "", "how times change with each number of the platform"};
const Flag dry_run = {"dry-run",      "", "number of points, estimated time and memory; nothing is simulated",
                      FlagKind::text, "", true};
const Flag format = {"format", "table|csv|json", "of what is printed (default table)", FlagKind::text,
                     "table"};
const Flag jobs = {"jobs,j", "N", "trials at a time (default 1)", FlagKind::number, "1", true};
const Flag launch = {"launch", "COMMAND",
                     "where to measure: what starts a program there, such as 'srun -n 8'; it may end in "
                     "collrun_mpich"};
const Flag lstopo = {"lstopo", "FILE", "what lstopo --of xml writes on a node"};
const Flag launches = {"launches", "N", "separate starts that measure each point (default 6)",
                       FlagKind::number};
const Flag like = {"like", "ALGORITHM", "another algorithm, which should combine alike"};
const Flag nodes = {"nodes",          "N", "of --slurm: nodes that share the points (default 1)",
                    FlagKind::number, "1", true};
const Flag mpi = {
    "mpi", "LIBRARY",
    "which library chose where times name no algorithm, such as openmpi-4.1: what its own table names ran"};
const Flag out = {"out", "FILE", "where it goes (default: standard output)", FlagKind::file};
const Flag pace = {"pace", "SECONDS|first",
                   "of ranks that share a node: half a round trip of 4 KiB, without which no time counts; "
                   "first: as at first (default: by the platform's levels)"};
const Flag plugin = {"plugin", "FILE", "library with more algorithms; any number of them", FlagKind::texts};
const Flag point = {"point", "N", "its number in collsim expand", FlagKind::number, "0"};
const Flag results = {"results",      "DIR", "folder for answers (default results/SCENARIO)",
                      FlagKind::text, "",    true};
const Flag set = {"set", "NAME=CHANGE,...",
                  "changes that make a variant, such as link.bandwidth=x2; any number of them",
                  FlagKind::texts};
const Flag testbed = {"testbed", "NAME|FILE", "where to measure: a testbed, up or not"};

const Flag machine = {"machine", "NAME", "what the table calls it"};
const Flag claims = {"claims", "NAME,...", "works, or claims as WORK/CLAIM"};
const Flag ranges = {"ranges", "", "asks again at the ends of the platform's ranges, range.NAME"};
const Flag measured = {"measured", "MACHINE", "judges by what was measured there"};
const Flag targets = {"for", "TARGET", "whose rules these are"};

const Flag until = {"until", "A=B",
                    "from which value of --vary on algorithm B is faster than A, or A than B"};
const Flag vary = {
    "vary", "NAME[=FROM..TO]",
    "of --until: a number of the platform, such as link.latency=x0.1..x10 (default x0.01..x100)"};

const Flag shard = {
    "shard",         "K/N", "answers part K of N into the store, wherever the others are answered",
    FlagKind::share, "1/1", true};
const Flag pending = {
    "pending",      "FILE", "of --shard: the points to share out, as --slurm has written them",
    FlagKind::text, "",     true};
const Flag slurm = {"slurm",        "", "has a cluster answer; SBATCH_ACCOUNT and the like say more",
                    FlagKind::text, "", true};
const Flag partition = {"partition", "NAME", "of --slurm: where", FlagKind::text, "", true};
const Flag time = {"time", "LIMIT", "of --slurm: of each job, as 1:30:00", FlagKind::text, "", true};
const Flag native = {"native",       "", "of --slurm: measures with collrun, a job for each number of nodes",
                     FlagKind::text, "", true};

const Flag help = {"help,h", "", "this text"};
const Flag man = {"man", "", "of help: the same as a page for man"};
const Flag version = {"version", "", "what answers"};

bool say_where_to_measure(const CommandLine& arguments) {
  return !arguments.text(testbed).empty() || !arguments.text(launch).empty();
}

FlagList of_all() {
  return {help, man, version};
}

FlagList with(FlagList flags, const FlagList& others) {
  flags.insert(flags.end(), others.begin(), others.end());
  return flags;
}

FlagList of_answering(const std::string& folder, const FlagList& others) {
  const FlagList flags = {
      jobs,    results.saying("DIR", fmt::format("folder for answers (default {})", folder)),
      plugin,  shard,
      pending, slurm,
      nodes,   partition,
      time};
  return with(with(flags, others), key_flags());
}

FlagList keys(const std::set<std::string>& names) {
  FlagList flags = key_flags();
  std::erase_if(flags, [&](const Flag& each) { return !names.contains(each.key); });
  return flags;
}

FlagList keys_but(const std::set<std::string>& names) {
  FlagList flags = key_flags();
  std::erase_if(flags, [&](const Flag& each) { return names.contains(each.key); });
  return flags;
}

}  // namespace collsim::flags
