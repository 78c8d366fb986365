#include <gmock/gmock.h>

#include <fstream>

#include "cli/testing/collsim.hpp"
#include "support/csv.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Advise : public ::testing::Test {
 protected:
  Advise() {
    std::ofstream(folder.path() / "osu.txt")
        << "# OSU MPI Allreduce Latency Test v5.9\n# Size       Avg Latency(us)\n64 3.5\n512 6.3\n4096 28.5\n"
           "65536 178\n1048576 2750\n";
  }
  Ended ask(const std::string& arguments) const {
    return collsim("advise " + arguments + " --results " + (folder.path() / "answers").string());
  }
  std::string osu() const { return (folder.path() / "osu.txt").string(); }
  testing::Folder folder;
};

TEST_F(Advise, TellsWhatRanAndWhatToTry) {
  const Ended ended = ask(osu() + " --platform star --mpi openmpi-4.1 --processes 8");
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("The model is off by "), HasSubstr("in nine cases of ten"),
                                  HasSubstr("To try: "), HasSubstr("openmpi-4.1.conf")));
  const CsvTable advice = read_csv(folder.path() / "answers/advice.csv");
  std::vector<std::string> ran, tries;
  for (const auto& row : advice.rows) {
    ran.push_back(advice.cell(row, "ran"));
    tries.push_back(advice.cell(row, "worth_trying") == "true" ? advice.cell(row, "best") : "");
    if (const std::string promised = advice.cell(row, "promised"); !promised.empty()) {
      EXPECT_LE(advice.number<double>(promised), advice.number<double>(advice.cell(row, "gain")));
    }
  }
  EXPECT_THAT(ran, ElementsAre("recursive_doubling", "recursive_doubling", "recursive_doubling",
                               "rabenseifner", "rabenseifner"));
  EXPECT_THAT(tries, ElementsAre("", "", "rabenseifner", "", ""));
  for (const char* file : {"measured.csv", "advice.svg", "advice.png", "openmpi-4.1.env"})
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "answers" / file)) << file;
}

TEST_F(Advise, AsksTheBackendThatIsNamed) {
  const std::string asked = osu() + " --platform star --mpi openmpi-4.1 --processes 8";
  const Ended ended = ask(asked + " --backend model");
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("The model is off by "));
}

TEST_F(Advise, MistakesAreOneLineAndExitWith2) {
  for (const auto& [arguments, reason] : std::vector<std::pair<std::string, std::string>>{
           {"", "'advise' lacks an operand; right would be collsim advise FILE..."},
           {osu() + " --mpi openmpi-4.1", "'advise' lacks --platform; right would be collsim advise FILE..."},
           {osu() + " --platform star", "'advise' lacks --mpi; right would be collsim advise FILE..."},
           {osu() + " --platform star --mpi openmpi-4.2 --processes 8", "'openmpi-4.2'"},
           {osu() + " --platform star --mpi openmpi-4.1", "does not say how many ranks it had"},
           {"ring=" + osu() + " --platform star --mpi openmpi-4.1 --processes 8",
            "no time is of the library's own choice; right would be files without ALGORITHM= before them"}}) {
    const Ended ended = ask(arguments);
    EXPECT_EQ(ended.status, 2) << arguments;
    EXPECT_THAT(ended.output, AllOf(StartsWith("collsim: "), HasSubstr(reason))) << arguments;
    EXPECT_EQ(ended.output.find('\n'), ended.output.size() - 1) << ended.output;
  }
}

}  // namespace
}  // namespace collsim
