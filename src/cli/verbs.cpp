#include "cli/verbs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "backends/backend.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

const Flag help_flag = {"help,h", "", "this text", &CommandLine::help};
const Flag man = {"man", "", "of help: the same as a page for man", &CommandLine::man};
const Flag version = {"version", "", "what answers", &CommandLine::version};

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

Flag beside(Flag flag, std::vector<std::string> operands) {
  flag.beside = std::move(operands);
  return flag;
}

/// The flags and others.
FlagList with(FlagList flags, const FlagList& others) {
  flags.insert(flags.end(), others.begin(), others.end());
  return flags;
}

/// Commands that answer points take these: how many at a time, where, and who. `folder`: where, unless somebody says.
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

/// The flags but those of these names.
FlagList without(FlagList flags, const std::set<std::string>& names) {
  std::erase_if(flags, [&](const Flag& each) { return names.contains(each.name); });
  return flags;
}

/// The flags of these keys of a scenario.
FlagList keys(const std::set<std::string>& names) {
  FlagList flags = key_flags();
  std::erase_if(flags, [&](const Flag& each) { return !names.contains(each.name); });
  return flags;
}

}  // namespace

std::set<std::string> Verb::flag_names() const {
  std::set<std::string> names;
  for (const Flag& each : flags) names.insert(each.long_name());
  return names;
}

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> all = {
      {"list",
       "algorithms|platforms|scenarios|claims",
       "names all of a kind, each with a line",
       {columns.saying("all", "all there is to say of each"), plugin},
       {"collsim list algorithms", "collsim list platforms --columns all"}},
      {"show",
       "ALGORITHM|COLLECTIVE|PLATFORM|SCENARIO|schema|keys|properties|commands|columns|algorithms|backends",
       "tells all of an algorithm, platform or scenario, names a collective's algorithms, or prints a page "
       "of the reference",
       {plugin},
       {"collsim show 'allreduce/ring(segment_bytes=8K)'", "collsim show leonardo"}},
      {"run",
       "SCENARIO",
       "answers a scenario: rows, a table, figures",
       of_answering("results/SCENARIO",
                    {columns,
                     dry_run,
                     launch,
                     launches,
                     testbed,
                     {"native", "", "of --slurm: measures with collrun, a job for each number of nodes",
                      &CommandLine::native, true}}),
       {"collsim run quickstart -j 2",
        "collsim run quickstart --processes 8..64:x2 --bytes 8..1M:x4 --backend fast"}},
      {"map",
       "[SCENARIO]",
       "tells who wins at each number of processes and size, and what following a model costs",
       of_answering("results/SCENARIO, or results/map", {dry_run}),
       {"collsim map t3e_allreduce_map",
        "collsim map --collective bcast --platform star --processes 4,16 --bytes 8..1M:x8"}},
      {"regret",
       "RULES",
       "tells what following the rules of an MPI library costs, cell by cell",
       of_answering(
           "results/regret, or results/regret_measured",
           {{"best-of", "library|all",
             "over the best of what: of the algorithms that the library has (default), or of all that are "
             "here",
             &CommandLine::best_of},
            dry_run,
            cells.saying("FILE", "of --measured: " + cells.meaning),
            counterparts,
            {"measured", "MACHINE", "judges by what was measured there", &CommandLine::measured},

            {"for", "TARGET", "whose algorithms compete, such as mpich-5 (default: those of the rules)",
             &CommandLine::targets}}),
       {"collsim regret openmpi-4.1 --platform leonardo --collective allreduce",
        "collsim regret mine.conf --platform star --collective bcast,reduce --backend model"}},
      {"switch",
       "COLLECTIVE",
       "tells at which sizes to go over from one algorithm to another, and what it costs to do so earlier or "
       "later",
       with({jobs, dry_run, results.saying("DIR", "folder for answers (default results/switch_COLLECTIVE)"),
             plugin},
            without(key_flags(), {"collective", "figures", "published"})),
       {"collsim switch allreduce --platform star --processes 16,64",
        "collsim switch allgather --platform ./mine.xml --processes 48,4096 --ppn all --bytes 64..1M"}},
      {"tune",
       "[verify [FOLDER]|measure FOLDER|trace]",
       "finds few rules that cost little, and writes the files that MPI libraries read; verify proves them, "
       "or "
       "each algorithm of a library; measure times an Open MPI by its own choices, under the rules and by "
       "each "
       "of its algorithms; trace reads an Open MPI's own choices out of it. Unless flags say "
       "otherwise, "
       "rules are for 2 to 1024 ranks (allgather, alltoall: 256), one a node, as far as the platform has "
       "nodes, "
       "and 8 B to 4 MiB",
       of_answering(
           "results/tune, tune_measured, tune_verify, tune_measure or tune_trace",
           {dry_run,
            launch.saying("COMMAND",
                          "what starts programs of the library, such as 'mpirun -n 8'; without verify, "
                          "measure or trace: "
                          "measures the calls that simulations leave open"),
            launches,
            testbed,
            {"for", "TARGET,...",
             "who is to follow the rules: openmpi-4.1, openmpi-5.0, openmpi-6, mpich-4, mpich-5, "
             "ucc, smpi, collsim",
             &CommandLine::targets},
            {"rules", "N", "at most so many of a collective (default 12)", &CommandLine::rules},
            {"regret", "SHARE",
             "what rules may cost in the mean over the best choices; where what Open MPI chooses by itself "
             "costs no more, there are none (default 2%)",
             &CommandLine::regret},
            {"worst", "SHARE", "what they may cost anywhere, where so few can keep it (default 10%)",
             &CommandLine::worst},
            {"commutative", "", "all operators commute, so that no order is to be kept",
             &CommandLine::commutative},
            cells.saying("FILE", "of --measured: " + cells.meaning),
            counterparts,
            {"measured", "MACHINE",
             "tunes by what was measured there, and tells what rules cost at calls left out",
             &CommandLine::measured},
            {"full", "", "asks every point of the grid, not only those that decide", &CommandLine::full},
            {"few", "", "asks only those that decide, even where all take a core less than two minutes",
             &CommandLine::few}}),
       {"collsim tune --platform leonardo --for openmpi-4.1,mpich-5 --collective allreduce,bcast",
        "collsim tune verify results/tune --for openmpi-4.1 --launch 'mpirun -n 8'"}},
      {"explain-rule",
       "FOLDER --for TARGET --point N",
       "tells why a rule that tune has found is one",
       {{"for", "TARGET", "whose rule it is", &CommandLine::targets},
        point.saying("N", "its number in the table")},
       {"collsim explain-rule results/tune --for openmpi-4.1 --point 3",
        "collsim explain-rule results/tune --for mpich-5 --point 1"}},
      {"expand",
       "SCENARIO",
       "lists the points that a scenario asks, numbered",
       with({columns, format, plugin}, key_flags()),
       {"collsim expand quickstart", "collsim expand quickstart --bytes 1K --format csv"}},
      {"import",
       "[ALGORITHM=]FILE... --machine NAME",
       "makes a table of measured times from the output of benchmarks",
       with({columns.saying("THEIRS=OURS,...",
                            "what columns of CSV files are called here, such as avg=median_us"),
             counterparts,
             {"machine", "NAME", "what the table calls it", &CommandLine::machine},
             out.saying("FILE.csv", "where the table goes (default: standard output)")},
            keys({"collective", "processes", "ppn", "type"})),
       {"collsim import ring=osu_ring.txt osu_default.txt --machine gondor --processes 64 --out gondor.csv",
        "collsim import times.csv --machine gondor --columns avg=median_us"}},
      {"advise",
       "FILE... --platform FILE --mpi LIBRARY",
       "reads what was measured with a library's own choices, tells what ran, how well the platform explains "
       "it, and what may be "
       "faster",
       with({columns.saying("THEIRS=OURS,...",
                            "what columns of CSV files are called here, such as avg=median_us"),
             counterparts, jobs, mpi, results.saying("DIR", "folder for answers (default results/advise)"),
             plugin},
            keys({"backends", "collective", "network", "platform", "ppn", "processes", "type"})),
       {"collsim advise osu_allreduce.txt --platform ./gondor.xml --mpi openmpi-4.1 --processes 64 --ppn 32",
        "collsim advise imb.txt osu_bcast.txt --platform leonardo --mpi openmpi-4.1 --processes 8"}},
      {"report",
       "[DIR]",
       "writes a page about all that was run into a folder (default results)",
       {out.saying("FILE.html", "where the page goes (default report.html)")},
       {"collsim report", "collsim report results/quickstart --out quickstart.html"}},
      {"validate",
       "formula|engines|native|measured MACHINE|repeated DIR DIR|published|SCENARIO",
       "compares answers with closed forms, engines with each other, and both with what was measured",
       of_answering(
           "results/engines, native_MACHINE, measured_MACHINE, published or SCENARIO",
           {columns.saying("all|NAME,...|THEIRS=OURS,...",
                           "what its tables show; of --cells: what columns of CSV files are called here, "
                           "such as avg=median_us"),
            dry_run, beside(testbed, {"native"}), beside(launch, {"native"}), beside(launches, {"native"}),
            beside(pace, {"native"}),
            beside(calibration.saying(
                       "FILE", "what collsim calibrate found (default results/calibrate/calibration.json)"),
                   {"native"}),
            beside(cells, {"measured", "native"}), beside(counterparts, {"measured", "native"}),
            beside({"claims", "NAME,...", "works, or claims as WORK/CLAIM", &CommandLine::claims},
                   {"published"}),
            beside(mpi, {"measured"}),
            beside({"ranges", "", "asks again at the ends of the platform's ranges, range.NAME",
                    &CommandLine::ranges},
                   {"measured"}),
            beside(set, {"measured"})}),
       {"collsim validate formula -j 2", "collsim validate measured lumi --collective allreduce"}},
      {"study",
       "STUDY",
       "asks a study of validation/ again, and tells where its page is",
       {dry_run},
       {"collsim study t3e", "collsim study hamilton --dry-run"}},
      {"status",
       "DIR",
       "tells how far the shares of a run are",
       {},
       {"collsim status results/quickstart", "collsim status results/allreduce_million"}},
      {"check-rules",
       "FILE",
       "tells which algorithm serves which call, what overlaps and what cannot serve; also of files of Open "
       "MPI, "
       "MPICH and UCC",
       {columns.saying("all", "every rule, where they are many"), plugin},
       {"collsim check-rules rules/mpich-3.json", "collsim check-rules mine.json --plugin libmine.so"}},
      {"testbed",
       "up TESTBED|down TESTBED|status TESTBED|platform TESTBED|placement TESTBED|run TESTBED -- COMMAND ...",
       "makes a network inside this machine, and runs programs on it",
       {calibration},
       {"collsim testbed up star", "collsim testbed run star -- collrun quickstart --processes 4"}},
      {"platform",
       "new NAME|complete FILE",
       "writes a platform file from what is known of a machine, and tells what it assumes",
       {out.saying("FILE.xml", "where the platform goes (default NAME.xml, or FILE_complete.xml)"),
        {"force", "", "writes over a file that says something else", &CommandLine::force},
        {"without", "MACHINE,...", "no number comes from these machines, as where one of them is judged",
         &CommandLine::without},
        beside(nodes.saying("N", "how many"), {"new"}),
        beside({"sockets", "N", "of a node (default 1)", &CommandLine::sockets}, {"new"}),
        beside({"cores", "N", "of a socket", &CommandLine::cores}, {"new"}),
        beside({"link", "RATE", "of a node's cable, such as 100Gbps", &CommandLine::link}, {"new"}),
        beside({"latency", "TIME", "half a round trip of the smallest message between two near nodes, 1.3us",
                &CommandLine::latency},
               {"new"}),
        beside({"topology", "SHAPE",
                "star, fat_tree(2:1), fat_tree(2:1,leaf=16), dragonfly(groups=8) or torus(8x8x4)",
                &CommandLine::topology},
               {"new"}),
        beside(
            {"nic", "NAME", "hdr100, hdr200, ndr400, slingshot11, roce100 or eth25, as data sheets have it",
             &CommandLine::nic},
            {"new"}),
        beside({"cpu", "NAMExSOCKETS", "such as epyc-7763x2 or xeon-8480x2, as data sheets have it",
                &CommandLine::cpu},
               {"new"}),
        beside(lstopo, {"new"}),
        beside({"switches", "FILE", "Slurm's topology.conf", &CommandLine::switches}, {"new"}),
        beside({"ping-pong", "FILE", "what osu_latency or IMB-MPI1 PingPong prints between two nodes",
                &CommandLine::ping_pong},
               {"new"}),
        beside(
            {"ping-pong-node", "FILE", "the same between two ranks of a node", &CommandLine::ping_pong_node},
            {"new"}),
        beside({"levels", "NAME[:CORES]=FILE,...",
                "the same between ranks as near as that, innermost first, as l3:4=l3.txt,socket=socket.txt,"
                "node=node.txt; osu_bw, osu_bibw, osu_mbw_mr and Exchange may follow in a file",
                &CommandLine::levels},
               {"new"}),
        beside(
            {"smpi-defaults", "",
             fmt::format("with SimGrid's own factors, to compare with smpirun; only --backend {} knows them",
                         judging_backend().name().text()),
             &CommandLine::smpi_defaults},
            {"complete"})},
       {"collsim platform new mine --nodes 64 --cpu epyc-7763x2 --nic hdr100 --topology 'fat_tree(2:1)'",
        "collsim platform complete cluster.xml --out mine.xml"}},
      {"calibrate",
       "[FILE.csv|node [FILE.csv]|measured MACHINE]",
       "fits a platform's numbers to messages that it measures between hosts or in a node, to a "
       "ping-pong or to measured cells",
       with({testbed, beside(lstopo.saying("FILE", "beside FILE.csv: " + lstopo.meaning), {"node"}), launch,
             results.saying("DIR", "where it writes (default results/calibrate)"), jobs,
             cells.saying("FILE", "of measured: " + cells.meaning),
             columns.saying("THEIRS=OURS,...",
                            "of --cells: what columns of CSV files are called here, such as avg=median_us"),
             counterparts.saying("FILE", "of measured: " + counterparts.meaning)},
            key_flags()),
       {"collsim calibrate node --launch 'mpirun -n 128 --bind-to core'",
        "collsim calibrate measured lumi -j 2"}},
      {"draw",
       "ALGORITHM",
       "draws an algorithm's rounds",
       with({out.saying("FILE.svg", "where the picture goes (default: standard output)"), plugin},
            keys({"bytes", "count", "distribution", "in_place", "mapping", "op", "platform", "ppn",
                  "processes", "root", "type"})),
       {"collsim draw allreduce/ring --processes 8 --out ring.svg",
        "collsim draw bcast/binomial --root 3 --platform star"}},
      {"order",
       "ALGORITHM",
       "tells in which order an algorithm combines what ranks bring",
       with({like, plugin}, keys({"bytes", "count", "in_place", "op", "processes", "root"})),
       {"collsim order reduce/rabenseifner --processes 13",
        "collsim order reduce/rabenseifner --processes 13 --like reduce/binomial"}},
      {"imbalance",
       "--arrival NOISE|--like DIR",
       "tells at which moments ranks would come to a call after the same work",
       with({like.saying("DIR", "where collrun imbalance has measured"),
             results.saying("DIR", "where it writes (default results/imbalance_simulated)")},
            keys({"arrival", "mapping", "placement", "platform", "ppn", "processes"})),
       {"collsim imbalance --like results/imbalance",
        "collsim imbalance --processes 96 --platform cray_xe6 --ppn 24 --arrival 'normal(size=20us)'"}},
      {"whatif",
       "SCENARIO --set NAME=CHANGE|--until A=B|--tornado|--derivatives",
       "tells what another machine would change",
       of_answering(
           "results/SCENARIO_whatif",
           {derivatives,
            dry_run,
            set,
            {"tornado", "", "which number of the platform matters most", &CommandLine::tornado},
            {"factor", "xNUMBER", "of --tornado: how far each is changed, either way (default x2)",
             &CommandLine::factor},
            {"until", "A=B", "from which value of --vary on algorithm B is faster than A, or A than B",
             &CommandLine::until},
            {"vary", "NAME[=FROM..TO]",
             "of --until: a number of the platform, such as link.latency=x0.1..x10 (default x0.01..x100)",
             &CommandLine::vary}}),
       {"collsim whatif quickstart --set link.bandwidth=x2 --set link.latency=x0.5",
        "collsim whatif quickstart --until recursive_doubling=ring --vary link.latency"}},
      {"explain",
       "SCENARIO --point N",
       "tells what a point's time is made of: its critical path and busiest links",
       with({derivatives, format.saying("table|json", format.meaning), point, plugin}, key_flags()),
       {"collsim explain quickstart --point 3", "collsim explain quickstart --point 3 --derivatives"}},
      {"explore",
       "[SCENARIO|PLATFORM]",
       "serves a page to play with in a browser: who wins where, and why, as the machine changes",
       with({jobs.saying("N", "trials at a time (default: the processors)"),
             plugin,
             {"static", "DIR",
              "writes a copy of the page that needs no collsim, with what was answered before",
              &CommandLine::out}},
            keys({"algorithms", "bytes", "collective", "op", "ppn", "processes", "type"})),
       {"collsim explore", "collsim explore leonardo --collective bcast --processes 4..64:x2 --ppn 4"}},
      {"timeline",
       "SCENARIO --point N",
       "draws what ranks and links do when, also for Perfetto",
       with(
           {out.saying("PREFIX", "what the names of its files begin with (default timeline)"), point, plugin},
           key_flags()),
       {"collsim timeline quickstart --point 3",
        "collsim timeline allgatherv_infiniband --point 3 --out ring"}},
      {"completion",
       "bash|zsh|fish|words -- collsim WORD ...",
       "prints what makes a shell complete the words of command lines",
       {},
       {"collsim completion bash > ~/.local/share/bash-completion/completions/collsim",
        "collsim completion fish > ~/.config/fish/completions/collsim.fish"}},
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

const FlagList& all_flags() {
  static const FlagList all = [] {
    FlagList flags = {help_flag, man, version};
    for (const Verb& verb : verbs())
      for (const Flag& each : verb.flags)
        if (std::ranges::find(flags, each.name, &Flag::name) == flags.end()) flags.push_back(each);
    return flags;
  }();
  return all;
}

const Flag& flag(const std::string& long_name) {
  return *std::ranges::find_if(all_flags(), [&](const Flag& each) { return each.long_name() == long_name; });
}

void check_flags(const CommandLine& arguments, const Verb& verb) {
  allow_flags(arguments, verb.flag_names());
  if (arguments.words.size() < 2) return;
  const std::string& operand = arguments.words[1];
  for (const Flag& each : verb.flags)
    if (!each.beside.empty() && arguments.given.contains(each.long_name()) &&
        std::ranges::find(each.beside, operand) == each.beside.end())
      throw Error(fmt::format("--{0} means nothing to '{1} {2}'; right would be {1} {3}", each.long_name(),
                              verb.name, operand, each.beside.front()));
}

}  // namespace collsim
