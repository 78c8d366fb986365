#include "cli/verbs.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "cli/help.hpp"
#include "cli/shared_flags.hpp"
#include "cli/testing/collsim.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// The words of a command line in which quotes stand around whole words.
std::vector<std::string> words_of_example(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream stream(line);
  for (std::string word; stream >> std::quoted(word, '\'');) words.push_back(word);
  return words;
}

TEST(Verbs, HelpFitsAPageAndNamesEveryFlag) {
  for (const Verb& each : verbs()) {
    const std::string text = help(each, "collsim " + each.name);
    EXPECT_THAT(text, StartsWith("collsim " + each.name)) << each.name;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(line.size(), 100U) << each.name << ": " << line;
    for (const Flag& flag : each.flags) EXPECT_THAT(text, HasSubstr("--" + flag.long_name())) << each.name;
    for (const char* example : each.examples) EXPECT_THAT(text, HasSubstr(example));
  }
}

TEST(Verbs, ExamplesAreUnderstood) {
  for (const Verb& each : verbs())
    for (const std::string example : each.examples) {
      const std::vector<std::string> words = words_of_example(example);
      std::vector<const char*> line;
      for (const std::string& word : words) line.push_back(word.c_str());
      const CommandLine arguments = parse_arguments(static_cast<int>(line.size()), line.data(), all_flags());
      ASSERT_FALSE(arguments.words.empty()) << example;
      EXPECT_EQ(&verb(arguments.words.front()), &each) << example;
      EXPECT_NO_THROW(check_flags(arguments, each)) << example;
    }
}

/// What a flag's name means to the parser does not depend on the command.
TEST(Verbs, FlagsOfOneNameAreReadAlike) {
  for (const Verb& each : verbs())
    for (const Flag& its : each.flags) {
      const Flag& known = *std::ranges::find(all_flags(), its.long_name(), &Flag::long_name);
      EXPECT_EQ(its.name, known.name) << each.name;
      EXPECT_EQ(its.value.empty(), known.value.empty()) << each.name << " --" << its.name;
      EXPECT_EQ(its.kind, known.kind) << each.name << " --" << its.name;
      EXPECT_EQ(its.otherwise, known.otherwise) << each.name << " --" << its.name;
      EXPECT_EQ(its.is_about_answering, known.is_about_answering) << each.name << " --" << its.name;
    }
}

TEST(Verbs, FlagsOfKeysAreAskedForByTheKeys) {
  ASSERT_EQ(flags::keys({"backends", "op"}).size(), 2U);
  EXPECT_EQ(flags::keys_but({"backends", "op"}).size() + 2, key_flags().size());
  EXPECT_EQ(flags::keys({"backends"}).front().long_name(), "backend");
}

TEST(Verbs, HelpIsAskedForInThreeWays) {
  const std::string all = collsim("help").output, run = collsim("help run").output;
  EXPECT_THAT(all, AllOf(HasSubstr("  collsim run "), HasSubstr("  collsim check-rules "),
                         Not(HasSubstr("--bytes"))));
  EXPECT_EQ(collsim("--help").output, all);
  EXPECT_THAT(run, AllOf(StartsWith("collsim run [SCENARIO]\n"), HasSubstr("-j, --jobs N "),
                         HasSubstr("--in_place true|false")));
  EXPECT_EQ(collsim("run --help").output, run);
  EXPECT_EQ(collsim("run quickstart -h").output, run);
  EXPECT_THAT(collsim("help explain").output,
              AllOf(HasSubstr("--point N "), Not(HasSubstr("--jobs")), Not(HasSubstr("--dry-run"))));
}

}  // namespace
}  // namespace collsim
