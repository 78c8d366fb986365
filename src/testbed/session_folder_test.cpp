#include "testbed/session_folder.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace collsim {
namespace {

namespace fs = std::filesystem;

/// In a folder for temporary files where others have been.
class SessionFolder : public ::testing::Test {
 protected:
  SessionFolder() {
    std::string name = (fs::temp_directory_path() / "session-XXXXXX").string();
    place_ = mkdtemp(name.data());
    setenv("TMPDIR", place_.c_str(), 1);
  }
  ~SessionFolder() override {
    if (before_.empty())
      unsetenv("TMPDIR");
    else
      setenv("TMPDIR", before_.c_str(), 1);
    fs::remove_all(place_);
  }

  std::string before_ = getenv("TMPDIR") ? getenv("TMPDIR") : "";
  fs::path place_;
  Testbed testbed_ = {.name = "t", .title = "", .switches = {}, .hosts = {}};
};

mode_t mode_of(const fs::path& file) {
  struct stat found = {};
  return stat(file.c_str(), &found) == 0 ? found.st_mode & 0777 : 0;
}

TEST_F(SessionFolder, IsPrivateAndUsedAgain) {
  const fs::path made = session_folder(testbed_);
  EXPECT_EQ(made.parent_path(), place_);
  EXPECT_TRUE(made.filename().string().starts_with("collsim.t."));
  EXPECT_EQ(mode_of(made), 0700U);
  EXPECT_EQ(session_folder(testbed_), made);
  const Testbed other = {.name = "t2", .title = "", .switches = {}, .hosts = {}};
  EXPECT_NE(session_folder(other), made);
  std::ofstream(made / "socket") << "x";
  EXPECT_TRUE(remove_session_folders(testbed_));
  EXPECT_FALSE(fs::exists(made));
  EXPECT_FALSE(remove_session_folders(testbed_)) << "a second time there is nothing to do";
  EXPECT_TRUE(remove_session_folders(other));
}

/// What lies there under its name and is not this user's alone is neither used nor followed nor removed.
TEST_F(SessionFolder, IsNeverWhatAnotherHasPutThere) {
  const fs::path victim = place_ / "victim", kept = victim / "kept";
  fs::create_directory(victim);
  fs::permissions(victim, fs::perms::owner_all);
  std::ofstream(kept) << "x";
  fs::create_directory_symlink(victim, place_ / "collsim.t.aaaaaa");
  fs::create_directory(place_ / "collsim.t");
  fs::create_directory(place_ / "collsim.t.bbbbbb");
  fs::permissions(place_ / "collsim.t.bbbbbb", fs::perms::all);
  std::ofstream(place_ / "collsim.t.cccccc") << "x";
  const fs::path of_another = place_ / "collsim.t.dddddd";
  fs::create_directory(of_another);
  fs::permissions(of_another, fs::perms::owner_all);
  constexpr uid_t nobody = 65534;
  if (geteuid() == 0) {
    ASSERT_EQ(chown(of_another.c_str(), nobody, nobody), 0);
  } else {
    fs::remove(of_another);
  }
  EXPECT_FALSE(remove_session_folders(testbed_));
  const fs::path made = session_folder(testbed_);
  for (const auto& [name, is_there] :
       {std::pair{"aaaaaa", true}, {"bbbbbb", true}, {"cccccc", true}, {"dddddd", geteuid() == 0}}) {
    const fs::path planted = place_ / (std::string("collsim.t.") + name);
    EXPECT_NE(made, planted);
    EXPECT_EQ(fs::exists(planted), is_there) << planted;
  }
  EXPECT_TRUE(remove_session_folders(testbed_));
  EXPECT_TRUE(fs::exists(kept));
  EXPECT_TRUE(fs::exists(place_ / "collsim.t"));
}

}  // namespace
}  // namespace collsim
