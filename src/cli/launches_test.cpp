#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "cli/testing/collsim.hpp"
#include "support/csv.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

/// A testbed of two hosts of these rates.
void write_testbed(const std::string& file, const std::string& first, const std::string& second) {
  std::ofstream(file) << fmt::format(
      R"({{"title": "t", "root": {{"hosts": {{"a0": "{}", "a1": "{}"}}}}, "ranks": ["a0", "a1"]}})", first,
      second);
}

/// Two hosts, under a name that no other test has at the same time; five times as fast as `two_hosts`, so that a calibration is soon done.
class NativeTruth : public ::testing::Test {
 protected:
  NativeTruth() { write_testbed(testbed_, "100Mbit/s", "100Mbit/s"); }
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "not root";
    const Ended up = collsim("testbed up " + testbed_);
    if (up.status != 0) GTEST_SKIP() << "no testbed here: " << up.output;
  }
  void TearDown() override {
    if (geteuid() == 0) collsim("testbed down " + testbed_);
  }

  std::string in_folder(const std::string& name) const { return (folder_.path() / name).string(); }

  const testing::Folder folder_;
  const std::string testbed_ = in_folder("two-" + std::to_string(getpid()) + ".json");
};

TEST_F(NativeTruth, ATestbedIsCalibratedAndPredicted) {
  const std::string kept = "results/calibrate",
                    there = "cd " + folder_.path().string() + " && " COLLSIM_PROGRAM;
  const Ended calibrated = collsim("calibrate --testbed " + testbed_, there);
  if (calibrated.output.find("too much to fit") != std::string::npos) GTEST_SKIP() << calibrated.output;
  ASSERT_EQ(calibrated.status, 0) << calibrated.output;
  EXPECT_THAT(calibrated.output, HasSubstr("Measures patterns: 40 s where nothing else runs\n"));
  EXPECT_THAT(calibrated.output, HasSubstr(" of the 100 Mbit/s of the links"));
  for (const char* file : {"patterns.csv", "calibration.json", "calibration.svg"})
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / kept / file)) << file;

  const std::string validate =
      "validate native --testbed " + testbed_ +
      " --collective allreduce --algorithms 'ring,rec*,rab*,reduce_bcast,library' --bytes 65544 "
      "--launches 2 --results " +
      in_folder("v");
  const Ended first = collsim(validate, there);
  ASSERT_EQ(first.status, 0) << first.output;
  // How far they are off depends on what else the machine does; that all are judged does not.
  const CsvTable cells = read_csv(in_folder("v/native.csv"));
  EXPECT_EQ(std::ranges::count(cells.rows, "smpi", [&](const auto& row) { return cells.cell(row, "by"); }), 5)
      << first.output;
  EXPECT_THAT(testing::contents(in_folder("v/pictures/allreduce.svg")), HasSubstr("(numbers: calibrated "));
  EXPECT_THAT(first.output, HasSubstr("smpi: unsupported: the library's own messages cannot be charged"));

  EXPECT_THAT(
      first.output,
      HasSubstr("Calibration: results/calibrate/calibration.json, of this machine (2 ranks, 100 Mbit/s)\n"));

  // Eight hosts need another calibration, which cannot begin here.
  const Ended wider = collsim("validate native --testbed star",
                              "cd " + folder_.path().string() + " && PATH=/none " COLLSIM_PROGRAM);
  EXPECT_EQ(wider.status, 2);
  EXPECT_THAT(wider.output, HasSubstr("(it is of 2 ranks, right would be 8): calibrates on "));

  const Ended second = collsim(validate, there);
  EXPECT_EQ(second.status, 0) << second.output;
  EXPECT_THAT(second.output, HasSubstr(" 0 computed, ")) << "and nothing is measured again";
  EXPECT_THAT(second.output, ::testing::Not(HasSubstr("points: 6 computed")));
}

TEST_F(NativeTruth, ASecondInterruptLeavesNothing) {
  collsim("testbed down " + testbed_);
  const std::string started = in_folder("started");
  // What runs there ends late, so that the second signal comes while collsim waits for it.
  const std::string program =
      fmt::format(R"(sh -c 'trap "" TERM; touch {}; while :; do sleep 1; done')", started);
  const Ended ended =
      run({.words = {"sh", "-c",
                     fmt::format("{} testbed run {} -- {} & until [ -e {} ]; do sleep 0.1; done; "
                                 "kill -INT $!; sleep 0.3; kill -INT $!; wait $!",
                                 COLLSIM_PROGRAM, testbed_, program, started)}});
  EXPECT_NE(ended.status, 0);
  EXPECT_THAT(collsim("testbed down " + testbed_).output, HasSubstr("There was nothing of testbed"));
}

/// What calibrate says on hosts of these rates.
std::string calibrated_on(const std::string& first, const std::string& second) {
  const testing::Folder folder;
  const std::string file = (folder.path() / "two.json").string();
  write_testbed(file, first, second);
  return collsim("calibrate --testbed " + file).output;
}

TEST(Testbed, IsCalibratedWhereAllHostsAreAlike) {
  EXPECT_EQ(calibrated_on("50Mbit/s", "20Mbit/s"),
            "collsim: testbed two: ranks 0 and 1 have different rates; right would be a testbed whose hosts "
            "have one rate and are on one switch, such as star\n");
  EXPECT_THAT(collsim("calibrate --testbed racks").output,
              HasSubstr("testbed racks: ranks 0 and 1 are on different switches; right would be"));
}

TEST(Testbed, NeedsAProgramThatThereIs) {
  const Ended ended = collsim("testbed run two_hosts -- no-such-program");
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.output,
            "collsim: no-such-program: there is no such program; right would be one in PATH, or a file\n");
}

/// `collsim run` with two ranks of this machine.
std::string run_here(const std::string& flags, const std::string& folder, int processes = 2) {
  return fmt::format("run quickstart --backend native --algorithms ring --processes {} --bytes 8,64 {}",
                     processes, flags) +
         " --launch 'mpirun -q --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1 -n 2' "
         "--results " +
         folder;
}

TEST(Launch, TunesByWhatIsMeasuredWhereSimulationsLeaveCallsOpen) {
  const testing::Folder folder;
  const std::string asks =
      "tune --for openmpi-4.1 --platform star --collective allgather --processes 2,4 --bytes 64,4K "
      "--launches 1 "
      "--launch 'mpirun -q --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1 -n 2' --results " +
      folder.path().string();
  const Ended ended = collsim(asks);
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("Launch 1 of 1: allgather, "));
  EXPECT_THAT(testing::contents(folder.path() / "native" / "results.csv"), HasSubstr("forced=neighbor"));
  EXPECT_THAT(ended.output, ContainsRegex("2 of 4[ \n]calls[ \n]were[ \n]measured"))
      << "4 ranks are too many";
  EXPECT_EQ(collsim(asks).status, 0) << "nor is there anything to measure again";
  EXPECT_THAT(collsim(asks + " --full").output, HasSubstr("--launch measures what a simulation leaves open"));
}

TEST(Launch, MeasuresWhatRulesGain) {
  const testing::Folder folder;
  const std::string rules = (folder.path() / "rules").string(), times = (folder.path() / "times").string();
  ASSERT_EQ(
      collsim("tune --for openmpi-4.1 --platform star --collective allreduce --backend model --processes 2 "
              "--bytes 64,4K --results " +
              rules)
          .status,
      0);
  const std::string asks =
      "tune measure " + rules + " --for openmpi-4.1 --launches 1 --results " + times +
      " --launch 'mpirun -q --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1 -n 2'";
  const Ended ended = collsim(asks + " --processes 2 --bytes 4K");
  EXPECT_LE(ended.status, 1) << ended.output << "\n1: chance made rules slower";
  EXPECT_THAT(ended.output, HasSubstr("Over the best of all algorithms of openmpi-4.1"));
  EXPECT_THAT(ended.output, ContainsRegex("allreduce +1 "));
  EXPECT_THAT(testing::contents(folder.path() / "times" / "gains.csv"), HasSubstr("\nallreduce,2,4096,"));
  // Other rules in the same folder are measured anew.
  const std::filesystem::path written = folder.path() / "rules" / "openmpi-4.1.conf";
  std::ofstream(written, std::ios::app) << "\n";
  EXPECT_THAT(collsim(asks + " --processes 2 --bytes 4K").output,
              HasSubstr("Launch 1 of 1: allreduce, 1 point"));
  EXPECT_THAT(collsim(asks).output, HasSubstr("'tune measure' needs numbers of ranks"));
  EXPECT_THAT(collsim(asks + " --processes 2 --collective bcast").output,
              HasSubstr("no rule is for 'bcast'; right would be some of allreduce"));
  EXPECT_THAT(
      collsim("tune measure " + rules + " --for mpich-4 --launch true --processes 2").output,
      HasSubstr(
          "nobody can have mpich-4 run one algorithm after the other; right would be --for openmpi-4.1"));
  EXPECT_THAT(collsim("tune measure " + rules + " --for openmpi-4.1").output,
              HasSubstr("right would be collsim tune measure FOLDER --for TARGET"));
}

TEST(Launch, SixGiveAnInterval) {
  const testing::Folder folder;
  const std::string results = folder.path().string();
  const Ended once = collsim(run_here("--launches 1", results));
  ASSERT_EQ(once.status, 0) << once.output;
  EXPECT_THAT(once.output, HasSubstr("Launch 1 of 1: allreduce, 2 points\n"));
  const Ended all = collsim(run_here("", results));
  ASSERT_EQ(all.status, 0) << all.output;
  EXPECT_THAT(all.output, ::testing::Not(HasSubstr("Launch 1 of 6")));
  EXPECT_THAT(all.output, HasSubstr("Launch 2 of 6: allreduce, 2 points\n"));
  EXPECT_THAT(all.output, HasSubstr("Launch 6 of 6: allreduce, 2 points\n"));
  const CsvTable rows = read_csv(folder.path() / "results.csv");
  ASSERT_EQ(rows.rows.size(), 2U);
  for (const auto& row : rows.rows) {
    EXPECT_EQ(rows.cell(row, "launches"), "6");
    const auto seconds = [&](const char* column) { return rows.number<double>(rows.cell(row, column)); };
    EXPECT_LE(seconds("interval_low"), seconds("seconds"));
    EXPECT_GE(seconds("interval_high"), seconds("seconds"));
  }
  EXPECT_EQ(collsim("validate repeated " + results + " " + results).output,
            "Of 2 points, the interval of the ratio of both runs contains 1 in 2 (100.0 %).\n"
            "|ratio - 1|: median 0 %, 90th percentile 0 %, worst 0 %.\n");
}

TEST(Launch, TooFewRanksAreNamed) {
  const testing::Folder folder;
  const Ended ended = collsim(run_here("--launches 1", folder.path().string(), 3));
  EXPECT_EQ(ended.status, 2) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("collsim: collrun: unsupported: needs 3 processes, the job has 2"));
}

TEST(Launch, OneThatIsInterruptedGoesOn) {
  const testing::Folder folder;
  const std::string launcher = (folder.path() / "launcher").string();
  std::ofstream(launcher) << "kill -INT $PPID; exec sleep 60\n";
  const std::string run = "run quickstart --backend native --processes 2 --launch 'sh " + launcher +
                          "' --results " + folder.path().string();
  const Ended ended = collsim(run);
  EXPECT_EQ(ended.status, 130);
  EXPECT_THAT(ended.output,
              HasSubstr("Stopped: what has been measured is kept in " + folder.path().string()));
  EXPECT_THAT(ended.output, HasSubstr("collsim " + run + "\n"));
}

TEST(Launch, HasAMeaningWhereSomethingIsMeasured) {
  EXPECT_THAT(collsim("run quickstart --launches 2").output,
              HasSubstr("--launches means nothing without --testbed or --launch"));
  EXPECT_THAT(collsim("run quickstart --backend smpi --launch true").output,
              HasSubstr("no point is asked of the backend native; right would be --backend smpi,native"));
  EXPECT_THAT(collsim("run quickstart --backend native --launch true --shard 1/2").output,
              HasSubstr("--shard means nothing to a run that measures here"));
}

// Asked for every collective: a size that is no multiple of two blocks is rounded, and barriers have none.
TEST(Launch, OneThatCannotStartIsAMistake) {
  const testing::Folder folder;
  const Ended ended = collsim(
      "validate native --platform star --launch no-such-launcher --processes 2 --bytes 64K "
      "--results " +
      folder.path().string());
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.output, "collsim: no-such-launcher: cannot be started: No such file or directory\n");
}

// Its platform has one node, where a rank alone would be judged.
TEST(Launch, OneOnASingleNodeIsToldItsRanks) {
  const testing::Folder folder;
  const std::string made = (folder.path() / "mine.xml").string();
  ASSERT_EQ(collsim("platform new mine --nodes 1 --cores 2 --out " + made).status, 0);
  const std::string validate =
      "validate native --platform " + made + " --launch no-such-launcher --results " + folder.path().string();
  const Ended ended = collsim(validate);
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.output,
            "collsim: " + made +
                " has a single node, and a rank alone sends nothing; right would be as many as the launch "
                "starts, such as --processes 2 --ppn 2\n");
  EXPECT_EQ(collsim(validate + " --processes 2 --ppn 2 --backends fast").output,
            "collsim: no-such-launcher: cannot be started: No such file or directory\n")
      << "who measures need not be asked";
}

/// `collsim validate native` with two ranks of this machine, which share a node.
std::string judge_here(const std::string& flags, const std::string& folder) {
  return "validate native --platform orfeo_epyc --processes 2 --ppn 2 --collective allreduce --algorithms "
         "ring "
         "--bytes 1K --launches 1 --backends model " +
         flags +
         " --launch 'mpirun -q --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1 -n 2' "
         "--results " +
         folder;
}

TEST(Launch, RanksOfANodeAreJudgedAtOnePace) {
  const testing::Folder folder;
  const Ended first = collsim(judge_here("--pace first", (folder.path() / "first").string()));
  EXPECT_THAT(first.output, HasSubstr("Pace: half a round trip of 4 KiB took "));
  if (first.status == 0) {
    EXPECT_THAT(first.output, HasSubstr(" 0 left out\n"));
  }

  const Ended mistaken = collsim(judge_here("--pace fast", folder.path().string()));
  EXPECT_EQ(mistaken.status, 2);
  EXPECT_EQ(mistaken.output, "collsim: --pace is 'fast'; right would be a time such as 2.1us, or first\n");
  EXPECT_THAT(collsim("validate formula --pace first").output,
              HasSubstr("--pace means nothing to 'validate formula'"));
}

TEST(Launch, OneThatEndsBeforeItMeasuresIsAMistake) {
  const testing::Folder folder;
  const std::string results = " --results " + folder.path().string();
  const Ended ended = collsim("run quickstart --backend native --processes 2,4 --launch false" + results);
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(
      ended.output,
      "collsim: false ended with code 1 before it measured anything; right would be a launch of 4 ranks "
      "that works here\n");
  const Ended calibrated = collsim("calibrate --launch false" + results);
  EXPECT_EQ(calibrated.status, 2);
  EXPECT_EQ(calibrated.output,
            "collsim: false ended with code 1 before it measured anything; right would be a launch of two "
            "ranks or more that works here\n");
}

TEST(Launch, OneThatWritesNothingIsNotToldAnOlderReason) {
  const testing::Folder folder;
  std::ofstream(folder.path() / "results.csv") << "status\nunsupported: older\n";
  const auto output_of = [&](const std::string& launch) {
    return collsim("run quickstart --backend native --processes 2 --launch " + launch + " --results " +
                   folder.path().string())
        .output;
  };
  EXPECT_THAT(output_of("false"), HasSubstr("collsim: false ended with code 1 before it measured anything"));
  EXPECT_THAT(output_of("true"), HasSubstr("collsim: nothing of what collrun has measured is of use here"));
}

TEST(Launch, OneThatMeasuresNothingIsLostAlone) {
  const testing::Folder folder;
  const std::string script = (folder.path() / "once.sh").string();
  std::ofstream(script)
      << "mkdir " << folder.path().string() << "/begun || exit 3\n"
      << "mpirun -q --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1 -n 2 \"$@\"\n";
  const Ended ended = collsim(
      "run quickstart --backend native --algorithms ring --processes 2 --bytes 8 --launches 3 --launch 'sh " +
      script + "' --results " + folder.path().string());
  EXPECT_THAT(ended.output, HasSubstr("Launch 1 of 3: allreduce, 1 point\n"));
  EXPECT_THAT(ended.output, HasSubstr("allreduce: launch 2 ended with code 3; the others go on\n"));
  EXPECT_THAT(ended.output, HasSubstr("allreduce: launch 3 ended with code 3; the others go on\n"));
}

TEST(Launch, WhereToMeasureIsAsked) {
  EXPECT_EQ(collsim("calibrate").output,
            "collsim: where to measure is told by --testbed FILE or --launch 'srun -n 8'; right would be one "
            "of them\n");
  EXPECT_THAT(collsim("validate native").output,
              HasSubstr("what to simulate is told by --testbed FILE or by --platform FILE"));
  EXPECT_THAT(collsim("validate formula --launch x").output,
              HasSubstr("--launch means nothing to 'validate formula'"));
}

}  // namespace
}  // namespace collsim
