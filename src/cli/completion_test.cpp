#include "cli/completion.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "cli/testing/collsim.hpp"
#include "cli/verbs.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> words_after(const std::vector<std::string>& words) {
  std::vector<std::string> found;
  for (const auto& candidate : complete(words).candidates) found.push_back(candidate.word);
  return found;
}

TEST(Completion, BeginsWithCommands) {
  EXPECT_EQ(words_after({"collsim", ""}).size(), verbs().size() + 1);
  EXPECT_THAT(words_after({"collsim", "st"}), ElementsAre("study", "status"));
  EXPECT_THAT(words_after({"collsim", "help", "exp"}),
              ElementsAre("explain-rule", "expand", "explain", "explore"));
  EXPECT_THAT(complete({"collsim", "or"}).candidates,
              ElementsAre(Completion::Candidate{"order", verb("order").says}));
}

TEST(Completion, KnowsOperands) {
  EXPECT_THAT(words_after({"collsim", "list", ""}),
              ElementsAre("algorithms", "platforms", "scenarios", "claims"));
  EXPECT_THAT(words_after({"collsim", "run", "quick"}), ElementsAre("quickstart"));
  EXPECT_THAT(words_after({"collsim", "show", "allreduce/rab"}), ElementsAre("allreduce/rabenseifner"));
  EXPECT_THAT(words_after({"collsim", "show", "cray_t"}), ElementsAre("cray_t3e"));
  EXPECT_THAT(words_after({"collsim", "study", "t3"}), ElementsAre("t3e"));
  EXPECT_THAT(words_after({"collsim", "validate", "measured", "lu"}), ElementsAre("lumi"));
  EXPECT_THAT(words_after({"collsim", "validate", "formula", ""}), IsEmpty());
  EXPECT_TRUE(complete({"collsim", "run", ""}).files);
  EXPECT_TRUE(complete({"collsim", "import", "a.txt", ""}).files) << "one file after the other";
  EXPECT_FALSE(complete({"collsim", "list", ""}).files);
}

TEST(Completion, KnowsFlagsOfACommandThatAreNotThereYet) {
  EXPECT_THAT(words_after({"collsim", "report", "--"}), ElementsAre("--out", "--help"));
  EXPECT_THAT(words_after({"collsim", "run", "quickstart", "--bytes", "8", "--b"}),
              AllOf(Contains("--backend"), Not(Contains("--bytes"))));
  EXPECT_THAT(words_after({"collsim", "whatif", "quickstart", "--set", "latency=x2", "--se"}),
              ElementsAre("--set"))
      << "may be given again";
}

TEST(Completion, KnowsValues) {
  EXPECT_THAT(words_after({"collsim", "map", "--platform", "sta"}), Contains("star"));
  EXPECT_THAT(words_after({"collsim", "map", "--platform=sta"}), Contains("--platform=star"));
  EXPECT_THAT(words_after({"collsim", "map", "--platform", "=", "sta"}), Contains("--platform=star"));
  EXPECT_THAT(words_after({"collsim", "map", "--collective", "allr"}), ElementsAre("allreduce"));
  EXPECT_THAT(words_after({"collsim", "run", "quickstart", "--backend", ""}),
              ElementsAre("smpi", "fast", "model", "native"));
  EXPECT_THAT(words_after({"collsim", "run", "quickstart", "--in_place", ""}), ElementsAre("true", "false"));
  EXPECT_THAT(words_after({"collsim", "tune", "--for", "openmpi-4"}), ElementsAre("openmpi-4.1"));
  EXPECT_THAT(words_after({"collsim", "run", "quickstart", "-j", ""}), IsEmpty());
  EXPECT_TRUE(complete({"collsim", "map", "--platform", "./"}).files);
}

TEST(Completion, GoesOnAfterTheLastCommaOfAList) {
  EXPECT_THAT(words_after({"collsim", "run", "quickstart", "--backend", "smpi,fa"}),
              ElementsAre("smpi,fast"));
}

TEST(Completion, OffersAlgorithmsOfTheCollectiveThatIsAskedAbout) {
  EXPECT_THAT(words_after({"collsim", "map", "--collective", "barrier", "--algorithms", ""}),
              AllOf(Contains("dissemination"), Not(Contains("rabenseifner"))));
  EXPECT_THAT(words_after({"collsim", "run", "quickstart", "--algorithms", "rab"}),
              ElementsAre("rabenseifner"));
}

TEST(Completion, KnowsTestbeds) {
  EXPECT_THAT(words_after({"collsim", "testbed", "up", "r"}),
              ElementsAre("racks", "racks100", "racks40_80", "rows"));
  EXPECT_THAT(words_after({"collsim", "validate", "native", "--testbed", "star1"}), ElementsAre("star100"));
}

TEST(Completion, HasNothingToSayOfWhatItDoesNotKnow) {
  EXPECT_EQ(complete({"collsim"}).candidates.size(), 0U);
  EXPECT_THAT(words_after({"collsim", "nonsense", ""}), IsEmpty());
  EXPECT_THAT(words_after({"collsim", "run", "quickstart", "--nonsense=", ""}), IsEmpty());
  EXPECT_TRUE(complete({"collsim", "testbed", "run", "a.json", "--", "mpi"}).files)
      << "another program's words";
}

TEST(Completion, IsPrintedForShells) {
  EXPECT_THAT(collsim("completion words -- collsim ord").output, StartsWith("order\ttells in which order"));
  EXPECT_THAT(collsim("completion words -- collsim run quick").output, HasSubstr("quickstart\t\n:files\n"));
  EXPECT_EQ(collsim("completion csh").output,
            "collsim: no completion for 'csh'; right would be bash, zsh or fish\n");
}

/// What bash completes, with the script that is printed, where its last word is being written.
std::vector<std::string> bash_completes(const std::string& line, const std::string& words) {
  const std::string script = "source <(" COLLSIM_PROGRAM " completion bash); compopt() { :; }; COMP_WORDS=(" +
                             words +
                             "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _collsim " COLLSIM_PROGRAM
                             "; printf '%s\\n' \"${COMPREPLY[@]}\"";
  const Ended ended = run({.words = {"bash", "-c", script}});
  EXPECT_EQ(ended.status, 0) << line;
  std::vector<std::string> found;
  std::istringstream lines(ended.output);
  for (std::string word; std::getline(lines, word);) found.push_back(word);
  return found;
}

TEST(Completion, IsUnderstoodByBash) {
  EXPECT_THAT(bash_completes("collsim ord", "collsim ord"), ElementsAre("order"));
  EXPECT_THAT(bash_completes("collsim map --platform=sta", "collsim map --platform = sta"), Contains("star"));
  EXPECT_THAT(bash_completes("collsim show cray_t", "collsim show cray_t"), ElementsAre("cray_t3e"));
}

}  // namespace
}  // namespace collsim
