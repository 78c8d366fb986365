#include "cli/testing/collsim.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "cli/arguments.hpp"
#include "cli/shared_flags.hpp"
#include "cli/verbs.hpp"
#include "support/csv.hpp"
#include "support/data_dir.hpp"
#include "tests/folder.hpp"
#include "tests/platform_of.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

struct Mistake {
  std::string arguments, reason;
};

TEST(Collsim, MistakesAreOneLineAndExitWith2) {
  for (const auto& [arguments, reason] : std::vector<Mistake>{
           {"", "no command; right would be one of list, show, run, map"},
           {"rnu quickstart", "unknown command 'rnu'; did you mean 'run'?"},
           {"help rnu", "unknown command 'rnu'; did you mean 'run'?"},
           {"help run quickstart", "'help' takes one command; right would be collsim help COMMAND"},
           {"run",
            "'run' takes one scenario; right would be collsim run SCENARIO, or --platform and --collective "
            "alone"},
           {"run --platform star --collective bcast --slurm --native", "--native measures a scenario"},
           {"expand", "'expand' takes one scenario; right would be collsim expand SCENARIO\n"},
           {"explore nosuch", "'nosuch' is no scenario and no platform; known: 'blue_gene_p', "},
           {"run a b", "'run' takes one scenario; right would be collsim run SCENARIO"},
           {"run quickstart --imbalance", "unknown flag '--imbalance'; right would be collrun imbalance"},
           {"run quickstart --byte 8", "unknown flag '--byte'; did you mean '--bytes'"},
           {"run quickstart --verbose",
            "unknown flag '--verbose'; right would be one that collsim help COMMAND shows"},
           {"run quickstart --bytes 12",
            "--bytes: 12 bytes are not a multiple of the 8 bytes of type 'double'; right would be 8 or 16"},
           {"run quickstart --backend smip",
            "--backend: \"smip\" does not fit; right would be \"smpi\", \"fast\", \"model\" or \"native\""},
           {"run quickstart --algorithms 'rabenseifner(fold=hal)'",
            "--algorithms: option 'fold' is 'hal'; did you mean 'half'?"},
           {"run quickstart --algorithms 'ring(segment_bytes=-1)'",
            "--algorithms: '-1' is not a size; right would be a whole number such as 8, 64K or 16M"},
           {"run quickstart --algorithms 'library(selector=foo)'",
            "--algorithms: option 'selector' is 'foo'; known: 'default', 'ompi'"},
           {"run quickstart --processes 9999",
            "--processes: 9999 processes are more than star takes with ppn 1; right would be up to 1024, or "
            "up to 16384 with --ppn all"},
           {"run quickstart --figures nothing", "--figures: unknown figure 'nothing'; known: 'bandwidth'"},
           {"run quickstart --published nothing", "--published: unknown published table 'nothing'; known: "},
           {"run quickstart -j 0", "--jobs is '0'; right would be a number from 1 on"},
           {"run quickstart --shard 5/4",
            "--shard is '5/4'; right would be K/N with K from 1 to N, as in 3/8"},
           {"run quickstart --nodes 2", "--nodes means nothing without --slurm"},
           {"run quickstart --slurm -j 2", "--jobs means nothing beside --slurm"},
           {"run quickstart --slurm --native --nodes 2", "--nodes means nothing beside --native"},
           {"run quickstart --shard 1/2 --pending /dev/null",
            "/dev/null: is no regular file; right would be"},
           {"status nowhere", "nowhere: nothing was run there; right would be the results folder of a run"},
           {"run quickstart -j",
            "the required argument for option '--jobs' is missing; right would be a flag"},
           {"run nowhere.json", "nowhere.json: no such file"},
           {"run quikstart.json", "quikstart.json: no such file; did you mean 'quickstart'?"},
           {"run quikstart", "quikstart: no such scenario; did you mean 'quickstart'?"},
           {"run .", ".: is a folder; right would be a scenario's file"},
           {"run quickstart --platform my/own.xml", "--platform: my/own.xml: no such file"},
           {"show mine.xml", "mine.xml: no such file"},
           {"platform new", "'platform' takes a word and a name"},
           {"platform new mine --cores 4",
            "right would be --nodes 64 (or --switches topology.conf), --link 100Gbps"},
           {"platform new mine --nodes 4 --cores 4 --link fast",
            "--link: 'fast' is not a number with a unit"},
           {"platform new mine --nodes 4 --cores 4 --link 1Gbps --latency 3",
            "--latency 3: '3' is a time without a unit"},
           {"platform new mine --nodes 0 --cores 4 --link 1Gbps",
            "--nodes is '0'; right would be a number from 1 on"},
           {"platform new mine --without leonard", "--without is 'leonard'; did you mean 'leonardo'?"},
           {"platform new mine --smpi-defaults", "--smpi-defaults means nothing to 'platform new'"},
           {"platform complete nowhere.xml", "nowhere.xml: "},
           {"show ./mine", "./mine: no such file"},
           {"run quickstart --arrival late.txt", "--arrival: late.txt: "},
           {"run quickstart --arrival 'uniform(size=2e-5)'",
            "--arrival: '2e-5' is a time without a unit; right would be 20us, if seconds are meant"},
           {"run quickstart --overrides link.latency=1e-6",
            "override 'link.latency': '1e-6' is a time without a unit; right would be 1us"},
           {"whatif quickstart --set link.latency=1e-6", "--set link.latency=1e-6: "},
           {"run quickstart --type float64", "--type: unknown type 'float64'; did you mean 'double'?"},
           {"run quickstart --type MPI_INT32_T", "--type: unknown type 'MPI_INT32_T'; did you mean 'int'?"},
           {"run quickstart --type float16", "--type: unknown type 'float16'; known: 'byte', 'int'"},
           {"run quickstart --algorithms allreduce/ring", "did you mean 'ring'?"},
           {"run quickstart --type sum", "--type: 'sum' is an operator; right would be --op sum"},
           {"run quickstart --op double", "--op: 'double' is a type; right would be --type double"},
           {"run quickstart --op MPI_SUM", "--op: unknown operator 'MPI_SUM'; did you mean 'sum'?"},
           {"run quickstart --collective MPI_Allreduce",
            "--collective: unknown collective 'MPI_Allreduce'; did you mean 'allreduce'?"},
           {"run quickstart --bytes 8KB",
            "--bytes: '8KB' is not a size; right would be a whole number such as 8, 64K"},
           {"run quickstart --columns secs", "--columns: no column is called 'secs'"},
           {"expand quickstart --columns all --format csv", "--columns means nothing beside --format csv"},
           {"list scenarios --columns title", "--columns is 'title'; right would be all"},
           {"run quickstart --backend native",
            "no point can be answered: 140 missing: run mpirun -n P collrun SCENARIO"},
           {"run quickstart --backend native --dry-run", "no point can be answered: 140 missing: "},
           {"run quickstart --algorithms tree --processes 3 --dry-run", "no point can be answered: "},
           {"list quickstart",
            "cannot list 'quickstart'; known: 'algorithms', 'platforms', 'scenarios', 'claims'"},
           {"list algorithms -j 2", "--jobs means nothing to 'list'; collsim --help shows the commands"},
           {"show allreduce/rung", "nothing is called 'allreduce/rung'; did you mean 'allreduce/"},
           {"expand quickstart --format xml", "unknown format 'xml'; known: 'table', 'csv', 'json'"},
           {"explain quickstart", "explain needs a point; right would be --point 1 to 280"},
           {"explain quickstart --point 999", "quickstart has no point 999; right would be --point 1 to 280"},
           {"explain quickstart --backend model --point 1",
            "the point is of backend model, which leaves no trace; right would be one of backend smpi or "
            "fast"},
           {"map --collective allreduce",
            "'map' takes one platform; right would be --platform star, or a file"},
           {"map --platform star,leonardo",
            "'map' takes one platform; right would be --platform star, or a file"},
           {"map --platform star --processes 2048",
            "--processes: 2048 processes are more than star takes with ppn 1; right would be up to 1024"},
           {"map quickstart --format csv",
            "--format means nothing to 'map'; collsim --help shows the commands"},
           {"map allredcue", "'allredcue' is no scenario; right would be collsim map --collective allreduce"},
           {"map allreduce", "'allreduce' is no scenario; right would be collsim map --collective allreduce"},
           {"switch allreduce", "'switch' does not know how many ranks; right would be --processes 64"},
           {"map a b", "'map' takes one scenario; right would be collsim map SCENARIO"},
           {"run ''", "an operand is empty; right would be its name, or none"},
           {"run quickstart --results ''", "--results is empty; right would be DIR"},
           {"platform new mine --lstopo missing.xml",
            "missing.xml: no such file; right would be what lstopo"},
           {"explain-rule results/tune --point 3", "--for is missing"},
           {"draw bcast/binomial --out none/x.svg",
            "--out is 'none/x.svg', and there is no folder none; right would be one that is there"},
           {"validate published --claims ''", "--claims is empty; right would be NAME,..."},
           {"study hamiltn", "no study is called 'hamiltn'; right would be one of allgatherv, "},
           {"validate published --claims D/winner",
            "no published work or claim is called 'D/winner'; did you mean 'D/winners'?; collsim list claims "
            "shows all"},
           {"validate published --processes 2", "--processes means nothing to 'validate'"},
           {"validate quickstart --claims A", "--claims means nothing to 'validate quickstart'"},
           {"validate formula --cells x.csv",
            "--cells means nothing to 'validate formula'; right would be validate measured"},
           {"validate native --cells x.csv --platform star --testbed x.json",
            "--testbed means nothing beside --cells, which were measured elsewhere"},
           {"import x.csv --machine mine --columns avg", "--columns has 'avg'; right would be THEIRS=OURS"},
           {"import",
            "'import' lacks an operand; right would be collsim import [ALGORITHM=]FILE... --machine NAME"},
           {"import some.txt", "'import' lacks --machine; right would be collsim import [ALGORITHM=]FILE..."},
           {"study", "'study' lacks an operand; right would be collsim study STUDY"},
           {"validate", "'validate' lacks an operand; right would be collsim validate formula|engines|"},
           {"validate formula quickstart", "'validate' takes no operand 'quickstart'"},
           {"tune measure", "'tune' lacks an operand; right would be collsim tune [verify [FOLDER]|measure"},
           {"tune verify one other", "'tune' takes no operand 'other'"},
           {"testbed", "'testbed' lacks an operand"},
           {"testbed pu star", "'testbed' takes no operand 'pu'; did you mean 'up'?"},
           {"testbed run star", "'testbed' lacks a command; right would be collsim testbed up TESTBED|"},
           {"testbed up star -- true", "'testbed' takes no command"},
           {"import missing.txt --machine mine",
            "missing.txt: no such file; right would be the output of OSU's or Intel's benchmarks"},
           {"validate measured lmui", "cells.csv: has no row of the machine 'lmui'; did you mean 'lumi'"},
           {"validate measured lumi --processes 7", "--processes 7: no row of any collective"},
           {"validate measured lumi --collective foo", "--collective foo: no such row was measured"},
           {"validate measured lumi --bytes 8", "--bytes means nothing to 'validate measured'"},
           {"validate measured lumi --arrival 'late(size=1us)'", "unknown arrival pattern 'late'"},
           {"validate measured lumi --claims A", "--claims means nothing to 'validate measured'"},
           {"calibrate measured lumi --overrides copy=x2",
            "--overrides means nothing to 'calibrate measured'"},
           {"validate native --ranges",
            "--ranges means nothing to 'validate native'; right would be validate measured"},
           {"validate measured mare_nostrum --platform star --ranges",
            "--ranges: the platform states none; right would be a property such as range.send_overhead"},
           {"draw allreduce/rung", "did you mean 'ring'"},
           {"draw ring", "'ring' is no algorithm; did you mean 'allgather/ring', 'allgatherv/ring', "},
           {"draw quickstart", "'quickstart' is no algorithm; right would be COLLECTIVE/ALGORITHM"},
           {"timeline quickstart", "timeline needs a point; right would be --point 1 to 280"},
           {"report a b", "'report' takes no operand 'b'; right would be collsim report [DIR]"},
           {"report nowhere", "nowhere: nothing was run there; right would be the folder of results"},
           {"validate quickstart",
            "quickstart.json: names no published table to compare with; right would be the key "
            "'published'"}}) {
    const Ended ended = collsim(arguments);
    EXPECT_EQ(ended.status, 2) << arguments;
    EXPECT_THAT(ended.output, AllOf(StartsWith("collsim: "), HasSubstr(reason))) << arguments;
    EXPECT_EQ(ended.output.find('\n'), ended.output.size() - 1) << arguments << ": " << ended.output;
  }
}

/// All data are as they are, but for one table.
TEST(Collsim, ATableWithAWrongUnitIsNamedBeforeAnythingIsAnswered) {
  const testing::Folder folder;
  const auto data = folder.path() / "data";
  std::filesystem::create_directories(data / "validation");
  for (const auto& entry : std::filesystem::directory_iterator(data_dir()))
    if (entry.path().filename() != "validation")
      std::filesystem::create_symlink(entry.path(), data / entry.path().filename());
  for (const auto& entry : std::filesystem::directory_iterator(data_dir() / "validation"))
    if (entry.path().filename() != "published")
      std::filesystem::create_symlink(entry.path(), data / "validation" / entry.path().filename());
  std::filesystem::copy(data_dir() / "validation" / "published", data / "validation" / "published");
  const auto table = data / "validation" / "published" / "t3e_reduce.csv";
  std::string text = testing::contents(table);
  text.replace(text.find("elements of 8 B"), 15, "furlongs");
  std::ofstream(table) << text;
  const auto results = folder.path() / "results";
  for (const std::string command : {"run t3e_reduce", "validate published --claims A/reduce_table"}) {
    const Ended ended = collsim(command + " --results " + results.string(),
                                "COLLSIM_DATA_DIR=" + data.string() + " " + COLLSIM_PROGRAM);
    EXPECT_EQ(ended.status, 2) << command;
    EXPECT_THAT(ended.output,
                AllOf(StartsWith("collsim: "), EndsWith("'furlongs'; right would be 'elements of 8 B'\n")));
    EXPECT_FALSE(std::filesystem::exists(results)) << command;
  }
}

TEST(Collsim, AMistakeWritesNothing) {
  const testing::Folder folder;
  const auto results = folder.path() / "results";
  EXPECT_EQ(collsim("run quickstart --bytes 12 --results " + results.string()).status, 2);
  EXPECT_EQ(collsim("run quickstart --dry-run --results " + results.string()).status, 0);
  EXPECT_FALSE(std::filesystem::exists(results));
}

TEST(Collsim, AForecastSaysWhatTakesMostAndHowToDoWithout) {
  const testing::Folder folder;
  const Ended ended = collsim("run quickstart --dry-run --processes 128 --data time --results " +
                              (folder.path() / "results").string());
  EXPECT_THAT(ended.output,
              AllOf(HasSubstr("SMPI then judges a sample: at most "),
                    HasSubstr("\nMost of it is taken by allreduce/ring "),
                    HasSubstr(":\n  --algorithms recursive_doubling,rabenseifner,reduce_bcast,tree\n")));
}

TEST(Collsim, AForecastCountsWhatRangesAsk) {
  const testing::Folder folder;
  const std::string platform = (folder.path() / "mine.xml").string();
  const std::string made =
      "platform new mine --nodes 16 --sockets 2 --cores 8 --link 100Gbps --out " + platform;
  EXPECT_EQ(collsim(made).status, 0);
  const std::string asked =
      "map --platform " + platform +
      " --collective allreduce --algorithms ring,recursive_doubling,rabenseifner --processes 16 "
      "--bytes 8..1M:x8 --backend fast --results " +
      (folder.path() / "results").string();
  const std::string ranges = "To ask at the ends of the platform's ranges then takes at most ";
  EXPECT_THAT(collsim(asked + " --dry-run").output, HasSubstr(ranges));
  EXPECT_THAT(collsim("run quickstart --dry-run --results " + (folder.path() / "results").string()).output,
              Not(HasSubstr(ranges)))
      << "star states none";
}

TEST(Collsim, WhatIsAssumedInsideNodesIsSaidWhereRanksShareThem) {
  const testing::Folder folder;
  const std::string platform = (folder.path() / "mine.xml").string();
  collsim("platform new mine --nodes 16 --sockets 2 --cores 8 --link 100Gbps --out " + platform);
  const std::string asked = " --platform " + platform + " --algorithms ring,tree --processes 4 --results " +
                            (folder.path() / "results").string();
  const std::string caveat =
      "Ranks share nodes, inside which what messages take is assumed (message, overhead.node): do not\n";
  const std::string flags = " --collective allreduce --bytes 8,1K --backend fast";
  EXPECT_THAT(collsim("map" + asked + flags + " --ppn 4").output, HasSubstr(caveat));
  EXPECT_THAT(collsim("map" + asked + flags).output, Not(HasSubstr(caveat)));
  EXPECT_THAT(collsim("switch allreduce --ppn 4" + asked).output, HasSubstr(caveat));
}

TEST(Collsim, APlatformThatSomebodyEditedIsNotWrittenOver) {
  const testing::Folder folder;
  const std::string file = (folder.path() / "mine.xml").string();
  const std::string made = "platform new mine --nodes 4 --cores 4 --link 100Gbps --out " + file;
  EXPECT_EQ(collsim(made).status, 0);
  EXPECT_EQ(collsim(made).status, 0) << "that changes nothing";
  std::ofstream(file, std::ios::app) << "<!-- mine -->\n";
  const std::string edited = testing::contents(file);
  const Ended refused = collsim(made);
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.output, HasSubstr("right would be another --out, or --force to write over it\n"));
  EXPECT_EQ(testing::contents(file), edited);
  EXPECT_EQ(collsim(made + " --force").status, 0);
  EXPECT_NE(testing::contents(file), edited);
  EXPECT_EQ(collsim("platform complete " + file + " --out " + file).status, 0) << "it is complete";
}

TEST(Collsim, AFileOfAPlatformsNameIsPointedAt) {
  const testing::Folder folder;
  std::ofstream(folder.path() / "mine.xml") << "<platform/>";
  const std::string there = "cd " + folder.path().string() + " && " + COLLSIM_PROGRAM;
  EXPECT_THAT(collsim("show mine", there).output, HasSubstr("nothing is called 'mine'"));
  EXPECT_THAT(collsim("run quickstart --platform mine", there).output,
              HasSubstr("unknown platform 'mine'; right would be ./mine.xml, if that file is meant\n"));
}

TEST(Collsim, RulesThatAreManyAreSummedUp) {
  const Ended ended = collsim("check-rules openmpi-4.1");
  EXPECT_THAT(ended.output,
              AllOf(HasSubstr(" rules; --columns all shows each.\n"), Not(HasSubstr("/rules/100"))));
  EXPECT_THAT(collsim("check-rules openmpi-4.1 --columns all").output, HasSubstr("/rules/100"));
}

TEST(Collsim, HelpNamesTheFoldersThatAreUsed) {
  struct Case {
    std::string command, asked, folder;
  };
  for (const auto& [command, asked, folder] : std::vector<Case>{
           {"run", "quickstart", "results/SCENARIO"},
           {"map", "quickstart", "results/SCENARIO"},
           {"map", "--platform star --collective bcast --processes 4", "results/map"},
           {"regret", "openmpi-4.1 --platform star --collective bcast --processes 4", "results/regret"},
           {"tune", "--platform star --for openmpi-4.1 --collective bcast --processes 4", "results/tune"},
           {"whatif", "quickstart --set link.latency=x2", "results/SCENARIO_whatif"},
           {"validate", "engines --platform star --collective bcast", "results/engines"},
           {"validate", "measured lumi --processes 8", "measured_MACHINE"}}) {
    EXPECT_THAT(collsim("help " + command).output, HasSubstr(folder));
    std::string used = folder;
    for (const auto& [name, is] : {std::pair{"SCENARIO", "quickstart"}, {"MACHINE", "lumi"}})
      if (const auto place = used.find(name); place != used.npos)
        used.replace(place, std::string(name).size(), is);
    EXPECT_THAT(collsim(command + " " + asked + " --dry-run").output, HasSubstr(used + ",")) << command;
  }
}

TEST(Collsim, AForecastOfHoursTellsOfTheFastEngine) {
  const std::string hint = "--backend fast";
  const std::string run = "run quickstart --algorithms ring --processes 512 --data time --dry-run --backend ";
  EXPECT_THAT(collsim(run + "smpi --bytes 8..1M:x1.02").output, HasSubstr(hint));
  EXPECT_THAT(collsim(run + "smpi --bytes 8").output, Not(HasSubstr(hint)));
}

TEST(Collsim, ListsAndShows) {
  EXPECT_THAT(collsim("list algorithms").output, HasSubstr("allreduce/ring "));
  EXPECT_THAT(collsim("show bcast").output,
              AllOf(HasSubstr("bcast/binomial "), Not(HasSubstr("allreduce/ring "))));
  EXPECT_THAT(collsim("list platforms").output, HasSubstr("star "));
  EXPECT_THAT(collsim("list scenarios").output, HasSubstr("quickstart "));
  EXPECT_THAT(collsim("list claims").output, HasSubstr("E/regular "));
  // 2 (p - 1) alpha and 2 (p - 1) / p n beta at p = 8
  EXPECT_THAT(collsim("show allreduce/ring").output, HasSubstr("   8     14     1.75"));
  EXPECT_THAT(
      collsim("show 'bcast/hierarchical(inter=chain(segment_bytes=8K),senders=4)'").output,
      AllOf(HasSubstr("n/4"), HasSubstr("inter = chain(segment_bytes=8192)"), HasSubstr("senders = 4")));
  EXPECT_THAT(
      collsim("show sicortex").output,
      AllOf(HasSubstr("\n  nodes: 972, cores on each: 6, routes of at most 6 links and 30 ns to 180 ns\n"),
            HasSubstr(
                " 400 MB/s to the one half the machine away, or 971 MB/s to all\n    others together\n")));
  EXPECT_THAT(collsim("show leonardo").output, HasSubstr("0.3us (0.15us..0.6us)"));
  const testing::Folder folder;
  const auto shown = [&](const Platform& platform) {
    const std::string file = (folder.path() / "mine.xml").string();
    std::ofstream(file) << platform.xml();
    return collsim("show " + file);
  };
  EXPECT_THAT(shown(platform_of(cluster("", "0-0"), 1)).output,
              HasSubstr("\n  nodes: 1, cores on each: 1\n"));
  const std::string floyd = "<zone id=\"f\" routing=\"Floyd\">" + hosts("node-", 0, 2) + "</zone>";
  const Ended known_to_smpi_only = shown(platform_of(floyd, 2));
  EXPECT_EQ(known_to_smpi_only.status, 0);
  EXPECT_THAT(known_to_smpi_only.output,
              AllOf(HasSubstr("'Floyd', which the fast engine cannot model"), HasSubstr("  copy ")));
  const std::string star = collsim("show star").output;
  for (const char* number : {"combine.arithmetic", "link.latency", "loopback.bandwidth", "memory.bandwidth"})
    EXPECT_THAT(star, HasSubstr(std::string("  ") + number + " "));
}

/// Runs in a tree whose program only writes down what it is asked, but knows the scenarios.
TEST(Collsim, TheScriptOfEverythingMapsTheScenariosOfWinners) {
  const testing::Folder folder;
  const auto tree = folder.path(), program = tree / "build" / "release" / "collsim";
  std::filesystem::create_directories(program.parent_path());
  std::filesystem::create_directories(tree / "src/figures/report");
  std::filesystem::copy_file(data_dir() / "src/figures/report/everything.sh",
                             tree / "src/figures/report/everything.sh");
  std::ofstream(program) << "#!/bin/sh\nif [ $1 = list ]; then exec " COLLSIM_PROGRAM " \"$@\"; fi\n"
                         << "echo \"$1 $2\" >> " << (tree / "asked").string() << "\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  EXPECT_EQ(
      collsim((tree / "src/figures/report/everything.sh").string() + " " + (tree / "results").string(), "sh")
          .status,
      0);
  const std::string asked = "\n" + testing::contents(tree / "asked");
  for (const char* command : {"map leonardo_placements", "map xe6_winners", "map star_allreduce_map",
                              "run quickstart", "validate published"})
    EXPECT_THAT(asked, HasSubstr(fmt::format("\n{}\n", command)));
}

TEST(Collsim, AStudyTellsWhatItTakes) {
  const testing::Folder folder;
  const std::string there = "cd " + folder.path().string() + " && " COLLSIM_PROGRAM;
  const Ended forecast = collsim("study winners --dry-run", there);
  EXPECT_EQ(forecast.status, 0) << forecast.output;
  EXPECT_THAT(forecast.output,
              AllOf(HasSubstr("validation/winners/README.md\n"),
                    HasSubstr("$ collsim map t3e_allreduce_map --backend smpi,model --dry-run\n"),
                    HasSubstr("The rest takes about ")));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "results"));
  for (const std::string reads : {"xhc", "orfeo_thin"}) {
    const Ended told = collsim("study " + reads + " --dry-run", there);
    EXPECT_EQ(told.status, 0) << told.output;
    EXPECT_THAT(told.output, HasSubstr("The rest takes about "));
  }
}

TEST(Collsim, CountsClaimsAndReportsThem) {
  const testing::Folder folder;
  const std::string results = (folder.path() / "published").string();
  const std::string validate =
      "validate published --claims C/figures,E/pipelined_broadcast --results " + results;
  const Ended first = collsim(validate);
  EXPECT_EQ(first.status, 0);
  EXPECT_THAT(first.output,
              AllOf(HasSubstr("| E/pipelined_broadcast | "), HasSubstr("| all  |    3 |   1 | ")));
  EXPECT_THAT(collsim(validate).output, HasSubstr(" points: 0 computed"));
  EXPECT_THAT(testing::contents(folder.path() / "published/scoreboard.csv"),
              HasSubstr("\nE,pipelined_broadcast,"));
  EXPECT_THAT(testing::contents(folder.path() / "published/scoreboard.md"), HasSubstr("## E. Traeff"));

  const auto page = folder.path() / "report.html";
  EXPECT_EQ(collsim("report " + results + " --out " + page.string()).status, 0);
  EXPECT_THAT(testing::contents(page), AllOf(HasSubstr("<code>collsim validate published</code>"),
                                             HasSubstr("every published number and claim: 3 rows")));
}

TEST(Collsim, JudgesWhatOtherBenchmarksPrinted) {
  const testing::Folder folder;
  const std::string at = folder.path().string() + "/";
  const char* table = "# Size  Avg Latency(us)  Min Latency(us)  Max Latency(us)  Iterations\n";
  std::ofstream(at + "ring") << "# OSU MPI Allgather Latency Test v5.9\n" << table << "4096 60 50 70 1000\n";
  std::ofstream(at + "bruck") << "# OSU MPI Allgather Latency Test v5.9\n" << table << "4096 40 30 50 1000\n";
  std::ofstream(at + "any") << "# OSU MPI Allgather Latency Test v5.9\n" << table << "4096 35 20 60 1000\n";
  const Ended imported = collsim("import ring=" + at + "ring 'bruck(turn=in_place)=" + at + "bruck' " + at +
                                 "any --machine mine --processes 8 --ppn 2 --out " + at + "mine.csv");
  EXPECT_EQ(imported.output, "3 times: " + at + "mine.csv\n");
  // Eight blocks of 4 KiB; the longest rank's time.
  EXPECT_THAT(testing::contents(at + "mine.csv"),
              HasSubstr("\nmine,benchmarks,4,8,allgather,ring,32768,byte,1000,70,70,70,longest,\n"));
  const Ended judged = collsim("validate measured --cells " + at +
                               "mine.csv --platform lumi --backends model --network "
                               "hockney --set link.latency=x2 --results " +
                               at + "results");
  EXPECT_EQ(judged.status, 0) << judged.output;
  EXPECT_THAT(judged.output, HasSubstr("| link.latency=x2 |"));
  EXPECT_THAT(judged.output, HasSubstr("| all: library "));
  const Ended changed = collsim("validate measured --cells " + at +
                                "mine.csv --platform lumi --backends model "
                                "--network hockney --overrides link.latency=x2 --results " +
                                at + "changed");
  EXPECT_EQ(changed.status, 0) << changed.output;
  EXPECT_THAT(testing::contents(at + "changed/results.csv"), HasSubstr("link.latency=x2"));
  EXPECT_TRUE(std::filesystem::exists(at + "results/measured.svg"));
}

TEST(Collsim, JudgesWhatRanksMeasureWhoCameApart) {
  const testing::Folder folder;
  const std::string at = folder.path().string() + "/";
  std::ofstream(at + "cells.csv") << "machine,ranks,collective,algorithm,bytes,median_us\n"
                                     "mine,2,bcast,linear,65536,30\nmine,2,bcast,binomial,65536,30\n";
  const auto judged = [&](const std::string& moments) {
    std::ofstream(at + "apart.csv") << "rank,seconds\n" << moments;
    return collsim(
        fmt::format("validate measured mine --cells {0}cells.csv --platform star --type float "
                    "--backends fast --network links --arrival {0}apart.csv --results {0}results",
                    at));
  };
  const auto predicted = [&](const std::string& moments) {
    const Ended ended = judged(moments);
    EXPECT_EQ(ended.status, 0) << ended.output;
    const CsvTable cells = read_csv(at + "results/measured.csv");
    return cells.number<double>(cells.cell(cells.rows.at(0), "predicted"));
  };
  // Who comes late is waited for: a receiver that comes first has the root's delay in its own clock.
  const double together = predicted("0,0\n1,0\n");
  EXPECT_NEAR(predicted("0,1e-3\n1,0\n") - together, 1e-3, 1e-9);
  // A rank that the file has beyond the job's takes no part.
  EXPECT_EQ(predicted("0,0\n1,0\n2,1\n"), together);
  const Ended few = judged("0,0\n");
  EXPECT_EQ(few.status, 2);
  EXPECT_EQ(few.output, fmt::format("collsim: {}apart.csv: has 1 ranks; right would be 2, as a job has, or "
                                    "--processes\n",
                                    at));
}

TEST(Collsim, JudgesNativeRowsOfElsewhere) {
  const testing::Folder folder;
  const std::string at = folder.path().string() + "/";
  std::ofstream(at + "imb")
      << "# Benchmarking PingPong\n# #processes = 2\n#bytes #repetitions t[usec] Mbytes/sec\n"
         "8 10 1.5 5\n# Benchmarking Barrier\n# #processes = 8\n"
         "#repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n10 1 3 2\n";
  std::ofstream(at + "ring.csv") << "size,avg\n65536,300\n";
  std::ofstream(at + "tree.csv") << "size,avg\n65536,200\n";
  const Ended imported = collsim(
      "import dissemination=" + at + "imb ring=" + at + "ring.csv tree=" + at +
      "tree.csv --columns size=bytes,avg=median_us --collective allreduce --type double --machine mine "
      "--processes 8 --out " +
      at + "mine.csv");
  EXPECT_EQ(imported.output,
            at + "imb:4: a line left out: PingPong is no blocking collective\n3 times: " + at + "mine.csv\n");
  const Ended judged =
      collsim("validate native --cells " + at +
              "mine.csv --platform star --backends fast,model --network links --results " + at + "results");
  EXPECT_EQ(judged.status, 0) << judged.output;
  EXPECT_THAT(judged.output, AllOf(HasSubstr("| allreduce/ring "), HasSubstr("| barrier/dissemination "),
                                   HasSubstr("allreduce of 64 KiB on 8 ranks: ")));
  EXPECT_TRUE(std::filesystem::exists(at + "results/native.md"));
}

TEST(Collsim, DrawsRounds) {
  const testing::Folder folder;
  const auto file = folder.path() / "ring.svg";
  EXPECT_EQ(collsim("draw allreduce/ring --processes 3 --out " + file.string()).output,
            "Picture: " + file.string() + "\n");
  EXPECT_EQ(testing::contents(file), collsim("draw allreduce/ring --processes 3").output);
}

TEST(Collsim, DrawsTimeLines) {
  const testing::Folder folder;
  const auto prefix = folder.path() / "line";
  const Ended ended = collsim(
      "timeline quickstart --backend fast --algorithms ring --processes 4 --bytes 8K --point 1 --out " +
      prefix.string() + ".svg");
  EXPECT_THAT(ended.output,
              AllOf(HasSubstr("allreduce/ring on star, p = 4, 8 KiB\n"), HasSubstr("ranks idle ")));
  EXPECT_THAT(testing::contents(prefix.string() + ".svg"), HasSubstr(">computing<"));
  EXPECT_THAT(testing::contents(prefix.string() + "_links.svg"), HasSubstr(">nodes up: 4 of 4 links"));
  EXPECT_THAT(testing::contents(prefix.string() + ".perfetto-trace"), HasSubstr("rank 3"));
}

/// The same as the time line's, from both engines: on the star reduce and broadcast leave ranks idle alike.
TEST(Collsim, RowsTellHowRanksSpendTheirTime) {
  const testing::Folder folder;
  const std::string asked = "quickstart --algorithms reduce_bcast --processes 4 --bytes 8K ";
  EXPECT_THAT(
      collsim("timeline " + asked + "--backend fast --point 1 --out " + (folder.path() / "l").string())
          .output,
      HasSubstr("ranks idle 37.0 % of it, load balance 63.0 %"));
  const std::string run = "run " + asked + "--results " + folder.path().string();
  EXPECT_EQ(collsim(run + "/without").status, 0);
  EXPECT_EQ(collsim(run + "/with --backend smpi,fast,model --balance true").status, 0);
  const CsvTable with = read_csv(folder.path() / "with/results.csv");
  ASSERT_EQ(with.rows.size(), 3U);
  for (const auto& row : with.rows) {
    const bool tells = with.cell(row, "backend") != "model";
    EXPECT_EQ(with.cell(row, "idle_share").substr(0, 4), tells ? "0.37" : "");
    EXPECT_EQ(with.cell(row, "load_balance").substr(0, 4), tells ? "0.62" : "");
  }
  const CsvTable without = read_csv(folder.path() / "without/results.csv");
  EXPECT_EQ(without.cell(without.rows.front(), "idle_share"), "");
  EXPECT_EQ(without.cell(without.rows.front(), "seconds"), with.cell(with.rows.front(), "seconds"));
}

TEST(Collsim, RowsDoNotDependOnJobs) {
  const testing::Folder folder;
  const std::string run =
      "run quickstart --processes 8,16 --bytes 8,1K,64K --figures time_over_bytes --results ";
  EXPECT_EQ(collsim(run + (folder.path() / "one").string() + " -j 1").status, 0);
  EXPECT_EQ(collsim(run + (folder.path() / "two").string() + " -j 2").status, 0);
  const std::string csv = testing::contents(folder.path() / "one/results.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 5 * 2 * 2 * 3);  // algorithms, backends, p, sizes
  EXPECT_EQ(csv, testing::contents(folder.path() / "two/results.csv"));
  EXPECT_EQ(testing::contents(folder.path() / "one/results.json"),
            testing::contents(folder.path() / "two/results.json"));
}

/// `collsim run quickstart` on these sizes, in the background.
Child start_run(const std::string& sizes, const std::string& results) {
  return Child([&] {
    ::signal(SIGHUP, SIG_DFL);  // the tests may run under nohup
    std::freopen("/dev/null", "w", stdout);
    become({.words = {COLLSIM_PROGRAM, "run", "quickstart", "--bytes", sizes, "--backend", "smpi",
                      "--results", results}});
  });
}

std::ptrdiff_t answers_in(const std::filesystem::path& results) {
  std::error_code none;
  std::ptrdiff_t lines = 0;
  for (const auto& file : std::filesystem::directory_iterator(results / "points", none)) {
    const std::string text = testing::contents(file.path());
    lines += std::count(text.begin(), text.end(), '\n');
  }
  return lines;
}

/// Waits until a run has stored some answers. False if it ends before, or takes a minute.
bool wait_for_answers(pid_t child, const std::filesystem::path& results, std::ptrdiff_t least) {
  using namespace std::chrono_literals;
  const auto deadline = std::chrono::steady_clock::now() + 1min;
  while (std::chrono::steady_clock::now() < deadline) {
    if (answers_in(results) >= least) return true;
    siginfo_t ended = {};
    if (::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        ended.si_pid == child)
      return false;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

/// Ends a run; its status as waitpid() tells it.
int end_run(Child& child, int signal) {
  ::kill(child.pid(), signal);
  return child.wait();
}

TEST(Collsim, AKilledRunGoesOnWhereItWas) {
  const testing::Folder folder;
  const auto killed = folder.path() / "killed", undisturbed = folder.path() / "undisturbed";
  const std::string sizes = "8..4K:x2";
  Child child = start_run(sizes, killed.string());
  const bool started = wait_for_answers(child.pid(), killed, 5);
  end_run(child, SIGKILL);
  ASSERT_TRUE(started) << child.errors();
  EXPECT_FALSE(std::filesystem::exists(killed / "results.csv"));
  const std::string run = "run quickstart --bytes " + sizes + " --backend smpi --results ";
  const std::string said = collsim(run + killed.string()).output;
  EXPECT_THAT(said, Not(HasSubstr(" 0 found in the store")));
  EXPECT_EQ(collsim(run + undisturbed.string()).status, 0);
  EXPECT_EQ(testing::contents(killed / "results.csv"), testing::contents(undisturbed / "results.csv"));
}

class Interruption : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Signals, Interruption, ::testing::Values(SIGINT, SIGTERM, SIGHUP));

TEST_P(Interruption, OfARunSaysHowToGoOn) {
  const testing::Folder folder;
  const auto results = folder.path() / "results";
  Child child = start_run("8..64K:x1.05", results.string());
  const bool started = wait_for_answers(child.pid(), results, 1);
  const int status = end_run(child, GetParam());
  ASSERT_TRUE(started) << child.errors();
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const std::string said = child.errors();
  EXPECT_THAT(said, HasSubstr("collsim run quickstart --bytes 8..64K:x1.05 --backend smpi --results " +
                              results.string()));
  EXPECT_TRUE(std::filesystem::exists(results / "results.csv"));
}

TEST(Collsim, APictureThatIsStoppedIsNoMistake) {
  const testing::Folder folder;
  const auto gnuplot = folder.path() / "gnuplot";
  std::ofstream(gnuplot) << "#!/bin/sh\nkill -INT $PPID\nexit 1\n";
  std::filesystem::permissions(gnuplot, std::filesystem::perms::owner_all);
  const auto results = folder.path() / "results";
  const Ended ended =
      collsim("run quickstart --processes 2 --bytes 8 --backend model --results " + results.string(),
              "PATH=" + folder.path().string() + ":$PATH " COLLSIM_PROGRAM);
  EXPECT_EQ(ended.status, 130) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("\nStopped: figure time_over_bytes of "));
  EXPECT_TRUE(std::filesystem::exists(results / "results.csv"));
}

TEST(Collsim, SharesAddUpToARun) {
  const testing::Folder folder;
  const auto shared = folder.path() / "shared", alone = folder.path() / "alone";
  const std::string run = "run quickstart --processes 2,4 --bytes 8,1K --results ";
  for (const char* shard : {" --shard 1/3", " --shard 3/3", " --shard 2/3"})
    EXPECT_THAT(collsim(run + shared.string() + shard).output, HasSubstr("Share"));
  EXPECT_FALSE(std::filesystem::exists(shared / "results.csv"));
  EXPECT_THAT(collsim("status " + shared.string()).output,
              StartsWith("40 points: 40 answered, 0 running, 0 failed, 0 left; nothing to go.\n"
                         "0 of 3 shares running, 3 ended.\n"));
  EXPECT_THAT(collsim(run + shared.string()).output,
              HasSubstr("40 points: 0 computed, 40 found in the store"));
  collsim(run + alone.string() + " -j 2");
  EXPECT_EQ(testing::contents(shared / "results.csv"), testing::contents(alone / "results.csv"));
  EXPECT_EQ(testing::contents(shared / "results.json"), testing::contents(alone / "results.json"));
}

TEST(Collsim, TheFastEngineAnswersBesideSmpi) {
  const testing::Folder folder;
  const std::string run =
      "run quickstart --processes 4 --bytes 1K --algorithms ring --backend smpi,fast,model "
      "--network hockney,links --figures time_over_bytes -j 2 --results " +
      folder.path().string();
  const Ended first = collsim(run);
  EXPECT_EQ(first.status, 0) << first.output;
  EXPECT_THAT(first.output, HasSubstr("4 points: 4 computed"));
  EXPECT_THAT(testing::contents(folder.path() / "results.csv"), HasSubstr(",fast,links,fibers,star,"));
  EXPECT_THAT(testing::contents(folder.path() / "time_over_bytes.svg"),
              HasSubstr(">simulated by fast/links<"));
  EXPECT_THAT(collsim(run).output, HasSubstr("4 points: 0 computed, 4 found"));
}

TEST(Collsim, ExplainsWhatTheFastEngineDid) {
  const std::string question =
      "explain quickstart --processes 4 --bytes 1K --algorithms ring --network links --point 1 --backend ";
  const std::string smpi = collsim(question + "smpi").output, fast = collsim(question + "fast").output;
  EXPECT_THAT(fast, HasSubstr("Critical path: "));
  EXPECT_THAT(fast, HasSubstr("Busiest links"));
  EXPECT_EQ(fast, smpi) << "on a star, where ring shares no link";
}

TEST(Collsim, WithoutItsModulesThereIsNoSimGridAndNobodyJudges) {
  const testing::Folder folder;
  const auto alone = folder.path() / "collsim";
  std::filesystem::copy_file(COLLSIM_PROGRAM, alone);
  const auto run = [&](const std::string& backend) {
    return collsim("run quickstart --processes 2 --bytes 8 --algorithms ring --backend " + backend +
                       " --results " + (folder.path() / "results").string(),
                   alone.string());
  };
  const auto missing = [&](const std::string& module) {
    return fmt::format(
        "collsim: {0}/{1}.so: cannot open shared object file: No such file or directory; right would be "
        "cmake --build --preset release --target {1}\n",
        folder.path().string(), module);
  };
  const Ended simulated = run("smpi"), judged = collsim("report nowhere", alone.string());
  EXPECT_EQ(simulated.status, 2);
  EXPECT_EQ(simulated.output, missing("collsim_simgrid"));
  EXPECT_EQ(judged.status, 2);
  EXPECT_EQ(judged.output, missing("collsim_judging"));
  EXPECT_THAT(collsim("study", alone.string()).output, HasSubstr("'study' lacks an operand"))
      << "before anybody is asked to build it";
  EXPECT_THAT(collsim("validate formula --cells x", alone.string()).output, HasSubstr("means nothing to"));
  EXPECT_EQ(run("fast").status, 0);
  EXPECT_EQ(run("model").status, 0);
}

TEST(Collsim, RunsFromFlagsAlone) {
  const testing::Folder folder;
  const Ended ended = collsim(
      "run --collective allreduce --platform star --algorithms ring --processes 4 --bytes 8 --backend model "
      "--results " +
      folder.path().string());
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("\n1 point: 1 computed, 0 found in the store.\n"));
}

TEST(Collsim, MapsFromFlagsAloneAndGoesOnFromTheStore) {
  const testing::Folder folder;
  const std::string map =
      "map --collective allreduce --platform star --algorithms ring,tree --processes 2,3 --bytes 8,1K "
      "--results " +
      folder.path().string();
  const Ended first = collsim(map);
  EXPECT_EQ(first.status, 0) << first.output;
  EXPECT_THAT(first.output,
              AllOf(HasSubstr("model chooses as fast in 4 of 4 cells (100.0 %)"), HasSubstr("12 computed"),
                    HasSubstr("SMPI judges 6 of 8 points; --backend smpi asks it for all:\n"),
                    HasSubstr("fast     smpi          6"),
                    HasSubstr("SMPI has the same winner at all 2 cells that it judges.\n")));
  EXPECT_GT(first.output.find("SMPI judges"), first.output.find("12 computed")) << "answers come first";
  EXPECT_THAT(first.output, HasSubstr("4 of 16 points have no answer")) << "tree at p = 3";
  for (const char* file : {"map.csv", "map.json", "map.svg", "map.png", "results.csv", "sample.csv"})
    EXPECT_TRUE(std::filesystem::exists(folder.path() / file)) << file;
  EXPECT_THAT(collsim(map + " -j 2").output, HasSubstr("0 computed, 12 found in the store"));
}

TEST(Collsim, AMapNeedsOneAnswerForEachCell) {
  const testing::Folder folder;
  const Ended ended =
      collsim("map quickstart --processes 2 --bytes 8 --op sum,max --results " + folder.path().string());
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.output, HasSubstr("collsim: two points answer"));
}

TEST(Collsim, DataThatAreNotThereAreAMistake) {
  for (const std::string command : {"list platforms", "list scenarios", "list claims", "show star",
                                    "run quickstart", "draw allreduce/ring"}) {
    const Ended ended = collsim(command, std::string("COLLSIM_DATA_DIR=/nowhere ") + COLLSIM_PROGRAM);
    EXPECT_EQ(ended.status, 2) << command;
    EXPECT_THAT(ended.output,
                AllOf(StartsWith("collsim: "), HasSubstr("/nowhere"), HasSubstr("right would be")))
        << command;
    EXPECT_EQ(std::count(ended.output.begin(), ended.output.end(), '\n'), 1) << ended.output;
  }
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
  return widest;
}

TEST(Collsim, TablesFitAPage) {
  const testing::Folder folder;
  const std::string run =
      "run quickstart --backend smpi,fast,model --processes 4 --bytes 8,1K --figures time_over_bytes "
      "--results " +
      folder.path().string();
  for (const std::string command :
       {"list scenarios", "list scenarios --columns all", "list algorithms", "list platforms --columns all",
        "list claims", "show lumi", "show allreduce/ring", "expand quickstart --processes 4 --bytes 8",
        run.c_str(), "run quickstart --dry-run"})
    EXPECT_LE(widest_line(collsim(command).output), 100U) << command;
  const std::string few = collsim(run).output, all = collsim(run + " --columns all").output,
                    some = collsim(run + " --columns algorithm,seconds_mean").output;
  EXPECT_THAT(few, AllOf(HasSubstr(" seconds  status\n"), Not(HasSubstr("since_last_arrival"))));
  EXPECT_THAT(all, AllOf(HasSubstr("since_last_arrival"), HasSubstr(" messages ")));
  EXPECT_THAT(some, AllOf(HasSubstr("algorithm "), HasSubstr("seconds_mean"), Not(HasSubstr(" backend "))));
}

/// Its title is the scenario's, which is of another platform.
TEST(Collsim, AFigureSaysWhatWasAsked) {
  const testing::Folder folder;
  const auto picture = [&](const std::string& flags) {
    const std::string results = folder.path().string();
    collsim("run quickstart --backend model --processes 2,4 --figures time_over_bytes " + flags +
            " --results " + results);
    return testing::contents(folder.path() / "time_over_bytes.svg");
  };
  EXPECT_THAT(picture("--platform lumi --algorithms ring,tree"),
              AllOf(HasSubstr("Which allreduce is fastest on lumi"), Not(HasSubstr("ideal star"))));
  EXPECT_THAT(picture("--collective bcast --algorithms chain"),
              HasSubstr("How long does bcast take on star"));
}

TEST(Collsim, AFigureWithoutItsRowsIsLeftOut) {
  const testing::Folder folder;
  const Ended ended = collsim(
      "run quickstart --algorithms ring --backend model --figures speedup_over_mpich,time_over_bytes " +
      ("--results " + folder.path().string()));
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("No figure speedup_over_mpich: the results hold nothing"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "time_over_bytes.svg"));
}

/// What the loader opened for a command, by the names of files.
std::string opened_by(const std::string& command) {
  return collsim(command, "LD_DEBUG=files " COLLSIM_PROGRAM).output;
}

/// RTLD_NOW, so that a module that lacks something of the program's cannot be opened.
TEST(Collsim, OpensEachModuleWhole) {
  const testing::Folder folder;
  const std::string results = " --results " + (folder.path() / "results").string();
  const std::string fast = opened_by("run quickstart --processes 2 --bytes 8 --backend fast" + results),
                    simgrid = opened_by("run quickstart --processes 2 --bytes 8 --backend smpi" + results),
                    judging = opened_by("report" + results.substr(results.rfind(' ')) + " --out " +
                                        (folder.path() / "report.html").string());
  EXPECT_THAT(fast, AllOf(HasSubstr("libfmt"), Not(HasSubstr("collsim_")), Not(HasSubstr("simgrid"))));
  EXPECT_THAT(simgrid, AllOf(HasSubstr("calling init: "), HasSubstr("collsim_simgrid.so"),
                             HasSubstr("libsimgrid"), Not(HasSubstr("collsim_judging"))));
  EXPECT_THAT(judging, AllOf(HasSubstr("collsim_judging.so"), Not(HasSubstr("simgrid"))));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "report.html"));
  std::set<std::string> modules;
  for (const auto& file :
       std::filesystem::directory_iterator(std::filesystem::path(COLLSIM_PROGRAM).parent_path()))
    if (file.path().extension() == ".so" && !file.path().filename().string().starts_with("lib"))
      modules.insert(file.path().stem());
  EXPECT_EQ(modules, (std::set<std::string>{"collsim_judging", "collsim_simgrid"})) << "all are opened here";
}

TEST(Collsim, OutputThatIsLostIsAMistake) {
  // What follows the comment sign is the shell's to forget: errors go where output went before.
  const Ended ended = collsim("list platforms 2>&1 >/dev/full #");
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.output,
              StartsWith("collsim: standard output: cannot be written: No space left on device"));
}

TEST(Collsim, HyphensMayStandForUnderscores) {
  const char* const words[] = {"collsim",   "run", "x",          "--in-place=true",
                               "--results", "a-b", "--backends", "smpi"};
  const CommandLine arguments = parse_arguments(8, words, all_flags());
  EXPECT_EQ(arguments.scenario.at("backends"), "smpi") << "and a key for its flag";
  EXPECT_EQ(arguments.scenario.at("in_place"), "true");
  EXPECT_EQ(arguments.text(flags::results), "a-b");
}

TEST(Collsim, CommandLinesAreQuotedForTheShell) {
  const char* const words[] = {"collsim", "run", "a b", "--algorithms", "rec*", "it's"};
  EXPECT_EQ(shell_line(6, words), "collsim run 'a b' --algorithms 'rec*' 'it'\\''s'");
}

}  // namespace
}  // namespace collsim
