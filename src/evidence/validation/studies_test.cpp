#include "evidence/validation/studies.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <regex>

#include "support/data_dir.hpp"
#include "support/error.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Studies, AllAskAndSayWhatAnswers) {
  const std::string index = testing::contents(data_dir() / "validation" / "README.md");
  for (const std::string& name : study_names()) {
    const Study study = load_study(name);
    EXPECT_FALSE(study.question.empty()) << name;
    EXPECT_THAT(index, HasSubstr("](" + name + "/README.md)"));
    for (const std::string& command : study.commands) {
      EXPECT_THAT(command, ::testing::Not(HasSubstr("#"))) << name;
      EXPECT_THAT(command, ::testing::Not(::testing::ContainsRegex("[A-Z]+\\.csv|NAME|FILE| A B"))) << name;
    }
  }
}

TEST(Studies, CommandsAreTheFirstBlockOfThePage) {
  EXPECT_THAT(load_study("hamilton").commands, ElementsAre("collsim validate published --claims C -j 2",
                                                           "collsim validate hamilton_allreduce"));
}

TEST(Studies, CommandsFindTheirFilesFromAnyFolder) {
  const std::regex file("[^ =]*validation/[^ ]+");
  std::size_t files = 0;
  for (const std::string& name : study_names())
    for (const std::string& command : load_study(name).commands)
      for (std::sregex_iterator each(command.begin(), command.end(), file), none; each != none;
           ++each, ++files)
        EXPECT_TRUE(std::filesystem::path(each->str()).is_absolute() && std::filesystem::exists(each->str()))
            << name << ": " << each->str();
  EXPECT_GE(files, 5U);
}

TEST(Studies, AnUnknownNameGetsThoseThatThereAre) {
  EXPECT_THAT([] { load_study("hamiltn"); },
              ThrowsMessage<Error>(::testing::StartsWith(
                  "no study is called 'hamiltn'; right would be one of allgatherv, blue_gene_p, ")));
}

}  // namespace
}  // namespace collsim
