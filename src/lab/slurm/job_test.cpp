#include "lab/slurm/job.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "support/error.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;

/// Shell scripts stand in for Slurm's programs.
class Slurm : public ::testing::Test {
 protected:
  void SetUp() override { ::setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1); }
  void TearDown() override { ::setenv("PATH", path_.c_str(), 1); }
  void program(const std::string& name, const std::string& body) const {
    const auto file = folder_.path() / name;
    std::ofstream(file) << "#!/bin/sh\n" << body << "\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  }
  std::string said() const { return collsim::testing::contents(folder_.path() / "said"); }
  std::string say() const { return "echo \"$*\" >> " + (folder_.path() / "said").string() + "\n"; }

  collsim::testing::Folder folder_;
  std::string path_ = ::getenv("PATH");
  BatchJob batch_{
      .name = "question", .line = "exec answer", .log = "/100%/%j.txt", .tasks = 3, .after = "16"};
};

TEST_F(Slurm, JobsTakeWholeNodesAndAreTriedAgain) {
  program("sbatch", say() + "cat >> " + (folder_.path() / "said").string() + "\necho '17;cluster'");
  EXPECT_EQ(submit(batch_, {.partition = "long", .time = "1:00:00"}), "17");
  EXPECT_THAT(said(),
              AllOf(HasSubstr("--requeue"), HasSubstr("--exclusive --mem=0"), HasSubstr("--array=1-3 "),
                    HasSubstr("--dependency=afterany:16"), HasSubstr("--partition=long --time=1:00:00"),
                    HasSubstr("--output=/100%%/%j.txt"), HasSubstr("\n#!/bin/sh\nexec answer\n")));
}

TEST_F(Slurm, NobodyIsAskedForWhatTheUserLeavesOpen) {
  program("sbatch", say() + "echo 17");
  batch_.tasks = 0;
  batch_.after = "";
  submit(batch_, {});
  EXPECT_THAT(said(),
              AllOf(Not(HasSubstr("--array")), Not(HasSubstr("--dependency")), Not(HasSubstr("--partition")),
                    Not(HasSubstr("--time")), Not(HasSubstr("--test-only"))));
}

TEST_F(Slurm, RefusalsAreOneLine) {
  program("sbatch",
          "echo 'sbatch: error: invalid partition specified: x' >&2; echo 'sbatch: error: no' >&2; exit 1");
  EXPECT_THAT([&] { submit(batch_, {}); },
              ThrowsMessage<Error>(
                  AllOf(HasSubstr("--slurm: sbatch: error: no; right would be"), Not(HasSubstr("\n")))));
  ::setenv("PATH", "/nowhere", 1);
  EXPECT_THAT([&] { submit(batch_, {}); },
              ThrowsMessage<Error>(
                  HasSubstr("--slurm: sbatch: cannot be started: No such file or directory; right")));
}

TEST_F(Slurm, ACheckSubmitsNothing) {
  program("sbatch", say());
  check(batch_, {});
  EXPECT_THAT(said(), HasSubstr("--test-only"));
}

TEST(Job, EndsInAStateWithACode) {
  const auto line = [](const std::string& state) {
    return "JobId=17 JobName=x JobState=" + state +
           " Reason=None Requeue=1 DerivedExitCode=0:0 ExitCode=130:0 Nodes=1";
  };
  for (const char* alive : {"PENDING", "RUNNING", "COMPLETING", "REQUEUED", "SUSPENDED"})
    EXPECT_FALSE(ending_in(line(alive))) << alive;
  ASSERT_TRUE(ending_in(line("NODE_FAIL")));
  EXPECT_EQ(ending_in(line("NODE_FAIL"))->state, "NODE_FAIL");
  EXPECT_EQ(ending_in(line("COMPLETED"))->code, 130);
  EXPECT_FALSE(ending_in("slurm_load_jobs error: Unable to contact slurm controller"));
}

TEST_F(Slurm, TellsWhatIsInTheQueue) {
  program("squeue", "printf 'RUNNING\\nPENDING\\nRUNNING\\n'");
  EXPECT_EQ(queue({"17", "18"}), "1 pending, 2 running");
  program("squeue", "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1");
  EXPECT_EQ(queue({"17"}), "");
  EXPECT_EQ(how_to_cancel({"17", "18"}), "scancel 17 18");
}

TEST_F(Slurm, AJobThatSlurmHasForgottenIsOver) {
  program("scontrol", "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1");
  ASSERT_TRUE(ending("17"));
  EXPECT_EQ(ending("17")->state, "forgotten by Slurm");
  program("scontrol", "echo 'Unable to contact slurm controller' >&2; exit 1");
  EXPECT_FALSE(ending("17"));
}

}  // namespace
}  // namespace collsim
