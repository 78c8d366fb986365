#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "cli/testing/collsim.hpp"
#include "support/text_file.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* small =
    " --platform star --collective allreduce --backend model --processes 2..16:x2 --bytes 8..1M:x8";

TEST(Regret, TellsWhatALibrarysOwnChoiceCosts) {
  const testing::Folder folder;
  const std::string results = folder.path().string();
  const Ended ended = collsim("regret openmpi-4.1" + std::string(small) + " --results " + results);
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_THAT(ended.output,
              AllOf(HasSubstr("traced on"), HasSubstr("allreduce on star, as openmpi-4.1 chooses"),
                    HasSubstr("24 of 24 cells judged; mean ")));
  EXPECT_THAT(read_text(results + "/regret.csv", ""),
              HasSubstr("openmpi-4.1,recursive_doubling,recursive_doubling,"));
  EXPECT_TRUE(std::filesystem::exists(results + "/regret.svg"));
}

TEST(Regret, IsJudgedByWhatWasMeasured) {
  const testing::Folder folder;
  const Ended ended = collsim("regret mpich-5 --measured leonardo --collective allreduce,reduce --results " +
                              folder.path().string());
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_THAT(ended.output,
              AllOf(HasSubstr("What following mpich-5 costs over the best of all of mpich-5's algorithms "
                              "that were measured on leonardo:"),
                    HasSubstr("allreduce      30      30  11.6 %"), HasSubstr("reduce ")));
  const Ended unknown = collsim("regret mpich-5 --measured gondor");
  EXPECT_EQ(unknown.status, 2);
}

TEST(Regret, IsOverTheBestOfTheLibraryOrOfAll) {
  const testing::Folder folder;
  const auto regret = [&](const std::string& flags) {
    return collsim("regret openmpi-4.1" + std::string(small) + flags + " --results " +
                   folder.path().string());
  };
  EXPECT_THAT(regret("").output,
              HasSubstr("longer that takes than the best of all of openmpi-4.1's algorithms"));
  EXPECT_THAT(read_text((folder.path() / "regret.csv").string(), ""), Not(HasSubstr(",swing,")));
  const Ended all = regret(" --best-of all");
  EXPECT_THAT(all.output, HasSubstr("longer that takes than the best of all algorithms here"));
  EXPECT_THAT(read_text((folder.path() / "results.csv").string(), ""), HasSubstr(",swing,"));
  EXPECT_THAT(regret(" --best-of most").output,
              HasSubstr("--best-of is 'most'; right would be library or all"));
}

TEST(Regret, RefusesAFileOfAnotherFormat) {
  const testing::Folder folder;
  const std::string file = (folder.path() / "own.conf").string();
  std::ofstream(file) << "1\n7\n1\n0 1\n0 1 0 0\n";
  const auto regret = [&](const std::string& target) {
    return collsim("regret " + file + std::string(small) + " --for " + target + " --results " +
                   folder.path().string());
  };
  EXPECT_THAT(regret("openmpi-6").output, HasSubstr("is for openmpi-4.1, and openmpi-6 cannot follow it"));
  EXPECT_EQ(regret("mpich-5").status, 2);
}

TEST(CheckRules, TellsOfTheFilesOwnRulesAlone) {
  const testing::Folder folder;
  const std::string file = (folder.path() / "own.conf").string();
  std::ofstream(file) << "1\n7\n1\n0 1\n0 1 0 0\n";
  const Ended ended = collsim("check-rules " + file);
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.output, AllOf(HasSubstr("linear"), Not(HasSubstr("warning"))));
}

TEST(Tune, AsksWhatALibraryRunsByItsOwnChoiceOnlyWhereItIsThat) {
  const testing::Folder folder;
  ASSERT_EQ(
      collsim("tune --for openmpi-4.1 --platform star --collective gather --backend model --processes 4 "
              "--bytes 4K,4M --results " +
              folder.path().string())
          .status,
      0);
  const std::string rows = read_text((folder.path() / "results.csv").string(), "");
  EXPECT_THAT(rows, HasSubstr("gather,linear_sync,first_bytes=8192,model,,,star,,4,1,block,,1,4096,"));
  EXPECT_THAT(rows, HasSubstr("gather,linear_sync,first_bytes=0,model,,,star,,4,1,block,,1,4194304,"));
  EXPECT_THAT(rows, Not(HasSubstr("gather,linear_sync,first_bytes=0,model,,,star,,4,1,block,,1,4096,")));
}

TEST(Regret, MistakesAreALine) {
  for (const auto& [arguments, says] :
       {std::pair("regret openmpi-4 --platform star", "did you mean 'openmpi-4.1'"),
        {"regret openmpi-4.1", "'regret' takes one platform"},
        {"regret openmpi-4.1 --platform star --for openmpi", "unknown target 'openmpi'"},
        {"regret openmpi-4.1 --platform star --for mpich-5",
         "openmpi-4.1 is for openmpi-4.1, and mpich-5 cannot follow it"},
        {"regret openmpi-4.1 --platform star --collective alreduce",
         "--collective: unknown collective 'alreduce'; did you mean 'allreduce'"}}) {
    const Ended ended = collsim(arguments);
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.output, HasSubstr(says));
  }
}

TEST(Tune, WritesFilesThatMeanWhatItSays) {
  const testing::Folder folder;
  const std::string results = folder.path().string();
  const Ended tuned =
      collsim("tune --for openmpi-4.1,mpich-5,collsim" + std::string(small) + " --results " + results);
  EXPECT_EQ(tuned.status, 0) << tuned.output;
  EXPECT_THAT(tuned.output,
              AllOf(HasSubstr("allreduce for openmpi-4.1: "), HasSubstr("allreduce for mpich-5: "),
                    HasSubstr("allreduce for collsim: "), HasSubstr("mean (worst) by number of rules: 1: ")));
  for (const char* file : {"openmpi-4.1.conf", "mpich-5.json", "collsim.json"})
    EXPECT_EQ(collsim("check-rules " + results + "/" + file).status, 0) << file;
  EXPECT_THAT(read_text(results + "/openmpi-4.1.env", ""), HasSubstr(results + "/openmpi-4.1.conf"));
  const Ended why = collsim("explain-rule " + results + " --for mpich-5 --point 1");
  EXPECT_THAT(why.output,
              AllOf(HasSubstr("mpich-5: rule 1 of allreduce"), HasSubstr("What decides there: ")));
  EXPECT_THAT(collsim("explain-rule " + results + " --for openmpi-4.1 --point 1").output,
              AllOf(HasSubstr("0..1447 bytes: its own choice\n"),
                    HasSubstr("So the library serves them by itself.")));
  const Ended beyond = collsim("explain-rule " + results + " --for openmpi-4.1 --point 99");
  EXPECT_EQ(beyond.status, 2);
  EXPECT_THAT(beyond.output, HasSubstr("right would be --point 1 to "));
}

TEST(Tune, LeavesToTheLibraryWhatGainsTooLittle) {
  const testing::Folder folder;
  const std::string results = folder.path().string();
  const auto tune = [&](const std::string& flags) {
    return collsim("tune --for openmpi-4.1,mpich-5" + std::string(small) + flags + " --results " + results);
  };
  EXPECT_THAT(tune("").output,
              AllOf(HasSubstr("none of which changes the order of operands"), Not(HasSubstr("gains less"))));
  const Ended tuned = tune(" --gain 40% --commutative");
  EXPECT_EQ(tuned.status, 0) << tuned.output;
  EXPECT_THAT(tuned.output, AllOf(HasSubstr("Costs are over the best algorithm that rules may name.\n"),
                                  HasSubstr("or not safely, or what gains less than 40.0 %, would save "),
                                  HasSubstr("its own choice is not known, so nothing is left to it")));
  EXPECT_THAT(read_text(results + "/openmpi-4.1.meant.json", ""), HasSubstr("a gain of 40.0 %"));
  const Ended judged = collsim("regret " + results + "/openmpi-4.1.conf" + std::string(small) +
                               " --for openmpi-4.1 --results " + results + "/judged");
  EXPECT_EQ(judged.status, 0) << judged.output;
  EXPECT_THAT(collsim("explain-rule " + results + " --for openmpi-4.1 --point 1").output,
              HasSubstr("So the library serves them by itself."));
  EXPECT_THAT(tune(" --gain 40% --dry-run").output, HasSubstr("points: "));
}

TEST(Tune, VerifiesTheFileInTheFolderAndNoOther) {
  const testing::Folder folder;
  const std::filesystem::path written = folder.path() / "written", copied = folder.path() / "copied";
  ASSERT_EQ(collsim("tune --for openmpi-4.1" + std::string(small) + " --results " + written.string()).status,
            0);
  std::filesystem::copy(written, copied, std::filesystem::copy_options::recursive);
  const Ended elsewhere = collsim("tune verify " + copied.string() + " --for openmpi-4.1 --launch true");
  EXPECT_EQ(elsewhere.status, 2);
  EXPECT_THAT(elsewhere.output,
              AllOf(HasSubstr((written / "openmpi-4.1.conf").string()), HasSubstr("not beside it")));
}

TEST(Tune, MeasuresCollectivesThatHaveRules) {
  const testing::Folder folder;
  const std::string results = folder.path().string();
  ASSERT_EQ(collsim("tune --for openmpi-4.1 --platform star --collective allreduce,bcast --backend model "
                    "--processes 2..16:x2 --bytes 8..1M:x8 --results " +
                    results)
                .status,
            0);
  const Ended ended = collsim("tune measure " + results +
                              " --for openmpi-4.1 --collective bcast,reduce --processes 2 --launch true "
                              "--results " +
                              results);
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.output,
              HasSubstr("--collective: no rule is for 'reduce'; right would be some of allreduce,bcast"));
  std::ofstream(results + "/openmpi-4.1.meant.json") << "[]";
  EXPECT_THAT(collsim("tune measure " + results +
                      " --for openmpi-4.1 --processes 2 --launch true --results " + results)
                  .output,
              HasSubstr("no rules to measure"));
}

TEST(Tune, SaysWhatItIsTunedForAndHowManyPointsItAsked) {
  const testing::Folder folder;
  const std::string results = " --results " + folder.path().string();
  const std::string asks =
      "tune --for openmpi-4.1 --platform star --collective allreduce --processes 2..256:x2";
  const Ended some = collsim(asks + " --few" + results);
  EXPECT_EQ(some.status, 0) << some.output;
  EXPECT_THAT(some.output, AllOf(HasSubstr("Tuned for 2 .. 256 ranks, 1 a node, 8 B .. 4 MiB (--processes"),
                                 ContainsRegex("[0-9]+ of 640 points of"),
                                 ContainsRegex("asked at [0-9]+ of 160 calls: .* at worst; expected at the"),
                                 HasSubstr("--full asks all")));
  for (const char* flag : {"", " --full"})
    EXPECT_THAT(collsim(asks + flag + results).output,
                AllOf(HasSubstr("all 640 points of"), Not(HasSubstr("expected"))))
        << flag;
}

TEST(Tune, ForecastsNoMoreThanItAsks) {
  const testing::Folder folder;
  const std::string asks =
      "tune --for openmpi-4.1 --platform star --collective allreduce --processes 2..256:x2 --dry-run "
      "--results " +
      folder.path().string();
  EXPECT_THAT(
      collsim(asks + " --few").output,
      AllOf(HasSubstr("At most 96 of the 640 points of the grid are asked"), HasSubstr("96 points: 0 in ")));
  EXPECT_THAT(collsim(asks).output, HasSubstr("640 points: 0 in "));
  EXPECT_THAT(collsim(asks + " --full").output, HasSubstr("640 points: 0 in "));
}

TEST(Tune, ForecastsGridsWithPointsThatNobodySupports) {
  const testing::Folder folder;
  EXPECT_THAT(collsim("tune --for openmpi-5.0,mpich-5 --platform leonardo --collective allgather --processes "
                      "2..256:x2,3..256:x2 --dry-run --results " +
                      folder.path().string())
                  .output,
              HasSubstr(" points: 0 in "));
}

TEST(Tune, LeavesNoRulesOfAnEarlierRunBesideItsOwn) {
  const testing::Folder folder;
  const std::string results = folder.path().string();
  const auto tune = [&](const std::string& targets) {
    return collsim("tune --for " + targets + small + " --results " + results);
  };
  ASSERT_EQ(tune("openmpi-4.1,mpich-5").status, 0);
  std::ofstream(results + "/mpich-5.notes") << "mine";
  std::ofstream(results + "/mpich-5.mine.json") << "mine";
  std::ofstream(results + "/ucc.conf") << "mine";
  const Ended again = tune("openmpi-4.1");
  EXPECT_THAT(again.output, HasSubstr("Removed, of an earlier run: " + results + "/mpich-5.json"));
  EXPECT_FALSE(std::filesystem::exists(results + "/mpich-5.env"));
  EXPECT_FALSE(std::filesystem::exists(results + "/mpich-5.svg"));
  for (const char* mine : {"/mpich-5.notes", "/mpich-5.mine.json", "/ucc.conf"})
    EXPECT_TRUE(std::filesystem::exists(results + mine)) << mine;
  EXPECT_TRUE(std::filesystem::exists(results + "/openmpi-4.1.conf"));
}

TEST(Tune, TakesSeveralNumbersOfRanksANode) {
  const testing::Folder folder;
  const std::string results = folder.path().string();
  const Ended ended = collsim(
      "tune --for openmpi-4.1 --platform star_of_nodes --collective allreduce --backend model "
      "--processes 8,32,64 --ppn 1,all --bytes 1K,1M --results " +
      results);
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_THAT(ended.output,
              HasSubstr("Tuned for 8 .. 64 ranks, 1 a node, 1 KiB .. 1 MiB; 8 .. 64 ranks, 16 a"));
  EXPECT_TRUE(std::filesystem::exists(results + "/openmpi-4.1.ppn1.svg"));
  EXPECT_TRUE(std::filesystem::exists(results + "/openmpi-4.1.ppn16.svg"));
}

TEST(Tune, TakesMeasuredTimesAndJudgesRulesWhereTheyWereLeftOut) {
  const testing::Folder folder;
  const std::string results = folder.path().string();
  const Ended ended = collsim(
      "tune --measured leonardo --for openmpi-4.1 --commutative --collective reduce --results " + results);
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_THAT(ended.output,
              AllOf(HasSubstr("times measured on"), HasSubstr("reduce for openmpi-4.1: "),
                    HasSubstr("Each number of ranks left out in turn"), HasSubstr("of the library")));
  EXPECT_TRUE(std::filesystem::exists(results + "/openmpi-4.1.conf"));
}

TEST(Tune, MistakesAreALineAndWriteNothing) {
  const testing::Folder folder;
  const std::string results = (folder.path() / "none").string();
  for (const auto& [arguments, says] :
       {std::pair("tune --platform star", "'tune' needs who is to follow the rules"),
        {"tune --platform star --for openmpi-4.2", "did you mean 'openmpi-4.1'"},
        {"tune --platform star --for mpich-5,ucc,mpich-5", "--for names mpich-5 twice"},
        {"tune --platform star --for mpich-5 --regret much",
         "--regret is 'much'; right would be a share such as 2%"},
        {"tune --platform star --for mpich-5 --regret 200",
         "--regret is '200'; right would be a share such as 2%"},
        {"tune --platform star --for mpich-5 --gain 20%",
         "--gain means nothing to mpich-5, whose own choice is not known here"},
        {"tune --platform star --for mpich-5 --rules 101", "--rules is 101"},
        {"tune --platform star --for mpich-5 --processes 100000", "more than star takes"},
        {"tune --platform star --for mpich-5 --backend model,fast", "'tune' takes one platform"},
        {"tune --platform star --for mpich-5 --collective bcast,magic",
         "--collective: unknown collective 'magic'; known: 'allgather', 'allgatherv', 'allreduce', "},
        {"tune --platform star --for smpi --collective scan", "no target of --for has an algorithm of scan"},
        {"tune --platform star --for openmpi-4.1 --collective allreduce --algorithms bine",
         "no target of --for may name an algorithm of allreduce that is asked for"},
        {"tune --platform star --for openmpi-4.1 --testbed none.json", "none.json"},
        {"tune --platform star --for mpich-5 --few --full",
         "--few asks a part of the grid, and --full all of it; right would be one of these"},
        {"tune --platform star --for mpich-5 --few --backend model", "and --backend model all of it"},
        {"tune --measured leonardo --for mpich-5 --few", "and --measured asks nobody"},
        {"tune --platform star --for openmpi-4.1 --launch true --backend model",
         "right would be without --backend model"},
        {"tune quickstart --platform star --for mpich-5", "'tune' takes flags alone"}}) {
    const Ended ended = collsim(std::string(arguments) + " --results " + results);
    EXPECT_EQ(ended.status, 2) << arguments;
    EXPECT_THAT(ended.output, AllOf(HasSubstr(says), Not(HasSubstr("Written")))) << arguments;
  }
  EXPECT_FALSE(std::filesystem::exists(results));
}

}  // namespace
}  // namespace collsim
