#include "cli/help.hpp"

#include <gmock/gmock.h>

#include "cli/testing/collsim.hpp"
#include "cli/verbs.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// A page as man shows it.
std::string as_man_shows(const std::string& page) {
  const Ended ended =
      run({.words = {"sh", "-c", "groff -man -ww -Tascii -P-c -P-b -P-u - 2>&1"}, .input = page});
  EXPECT_EQ(ended.status, 0) << ended.output;
  return ended.output;
}

TEST(Help, PagesForManAreReadWithoutAWarning) {
  for (const Verb& each : verbs()) {
    const std::string shown = as_man_shows(man_page(each));
    EXPECT_THAT(shown, AllOf(HasSubstr("COLLSIM-"), HasSubstr("NAME"), Not(HasSubstr("warning"))));
    EXPECT_THAT(shown, HasSubstr(each.examples[0])) << "what it shows can be copied";
    for (const Flag& flag : each.flags) EXPECT_THAT(shown, HasSubstr("--" + flag.long_name())) << each.name;
  }
  EXPECT_THAT(as_man_shows(man_page(verbs())),
              AllOf(HasSubstr("collsim-explain-rule(1)"), HasSubstr("NO_COLOR")));
}

TEST(Help, PrintsPagesForMan) {
  EXPECT_EQ(collsim("help --man run").output, man_page(verb("run")));
  EXPECT_EQ(collsim("help --man").output, man_page(verbs()));
  EXPECT_EQ(collsim("run quickstart --man").output,
            "collsim: --man means nothing to 'run'; collsim --help shows the commands\n");
}

/// What a terminal is told.
std::string on_a_terminal(const std::string& arguments, const std::string& environment) {
  return run({.words = {"sh", "-c",
                        environment + " script -qec '" COLLSIM_PROGRAM " " + arguments + "' /dev/null"}})
      .output;
}

TEST(Help, IsBoldOnTerminalsUnlessSomebodyWantsNoColours) {
  const std::string escape = "\033[";
  EXPECT_THAT(on_a_terminal("help report", "TERM=xterm"), HasSubstr("\033[1mFlags:\033[0m"));
  EXPECT_THAT(on_a_terminal("show star", "TERM=xterm"), HasSubstr("\033[1m  number"));
  EXPECT_THAT(on_a_terminal("rnu", "TERM=xterm"), StartsWith("\033[1;31mcollsim:\033[0m unknown command"));
  EXPECT_THAT(on_a_terminal("help report", "NO_COLOR= TERM=xterm"), HasSubstr(escape)) << "empty is not set";
  EXPECT_THAT(on_a_terminal("help report", "NO_COLOR=1 TERM=xterm"), Not(HasSubstr(escape)));
  EXPECT_THAT(on_a_terminal("help report", "TERM=dumb"), Not(HasSubstr(escape)));
  EXPECT_THAT(collsim("help report").output, Not(HasSubstr(escape)));
}

}  // namespace
}  // namespace collsim
