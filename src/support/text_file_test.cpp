#include "support/text_file.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "support/csv.hpp"
#include "support/error.hpp"
#include "support/json.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StrEq;
using ::testing::ThrowsMessage;

TEST(ReadText, RefusesWhatIsNoFile) {
  EXPECT_THAT([] { read_text("/", "a table"); },
              ThrowsMessage<Error>(StrEq("is a folder; right would be a table")));
  EXPECT_THAT([] { read_text("/nowhere", "a table"); },
              ThrowsMessage<Error>(StrEq("no such file; right would be a table")));
  for (const char* device : {"/dev/zero", "/dev/null"})
    EXPECT_THAT([&] { read_text(device, "a table"); },
                ThrowsMessage<Error>(StrEq("is no regular file; right would be a table")));
}

TEST(ReadText, RefusesANamedPipeAndTakesOneThatItWasGiven) {
  const testing::Folder folder;
  const std::string name = (folder.path() / "pipe").string();
  ASSERT_EQ(::mkfifo(name.c_str(), 0600), 0);
  EXPECT_THAT([&] { read_text(name, "a table"); },
              ThrowsMessage<Error>(StrEq("is no regular file; right would be a table")));
  EXPECT_TRUE(read_json_file(name).is_discarded());
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_EQ(::write(ends[1], "a,b\n", 4), 4);
  ::close(ends[1]);
  EXPECT_EQ(read_text("/dev/fd/" + std::to_string(ends[0]), "a table"), "a,b\n");
  ::close(ends[0]);
}

TEST(ReadText, RefusesWhatIsTooLong) {
  const testing::Folder folder;
  std::ofstream(folder.path() / "sparse").close();
  std::filesystem::resize_file(folder.path() / "sparse", (256U << 20U) + 1);
  EXPECT_THAT([&] { read_text(folder.path() / "sparse", "a table"); },
              ThrowsMessage<Error>(StrEq("has more than 256 MiB; right would be a table")));
}

TEST(FilesIn, AreRegularAndInOrder) {
  const testing::Folder folder;
  for (const char* name : {"b.txt", "a.txt", "c.xml"}) std::ofstream(folder.path() / name).close();
  ASSERT_EQ(::mkfifo((folder.path() / "pipe.txt").c_str(), 0600), 0);
  std::filesystem::create_directory(folder.path() / "folder.txt");
  std::filesystem::create_symlink("/dev/zero", folder.path() / "zero.txt");
  std::filesystem::create_symlink("a.txt", folder.path() / "link.txt");
  EXPECT_THAT(files_in(folder.path(), ".txt"),
              ElementsAre(folder.path() / "a.txt", folder.path() / "b.txt", folder.path() / "link.txt"));
  EXPECT_THAT(files_in(folder.path() / "nowhere", ".txt"), IsEmpty());
}

TEST(ReadCsv, NamesTheFileThatIsNone) {
  EXPECT_THAT([] { read_csv("/"); },
              ThrowsMessage<Error>(StrEq("/: is a folder; right would be a CSV file")));
}

}  // namespace
}  // namespace collsim
