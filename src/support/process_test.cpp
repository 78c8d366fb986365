#include "support/process.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>

#include "support/error.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;

TEST(Process, LastWordsAreTheLastLineThatSaysSomething) {
  EXPECT_EQ(last_words("first\nlast\n\nBacktrace (most recent call last):\n  -> 0# main\n"), "last");
  EXPECT_EQ(last_words(""), "");
  EXPECT_EQ(last_words("no rules\n-----\n"), "no rules");
}

TEST(Process, LastWordsOfALauncherAreWhatItsRulesEnclose) {
  const std::string rule = std::string(74, '-') + "\n";
  const std::string slots =
      rule +
      "There are not enough slots available in the system to satisfy the 8\nslots that were requested:\n\n" +
      "  collprobe\n\nEither request fewer slots, or make more.\n" + rule;
  const std::string said =
      "There are not enough slots available in the system to satisfy the 8 slots that were requested:";
  EXPECT_EQ(last_words(slots), said);
  EXPECT_EQ(last_words(rule + "another thing\n" + rule + slots), said);
  EXPECT_EQ(last_words(slots + "and then this\n"), "and then this");
}

TEST(Process, AProgramReadsItsInputAndWritesBothStreams) {
  const Ended ended = run({.words = {"sh", "-c", "cat; echo $GREETING >&2"},
                           .input = "asked",
                           .environment = {{"GREETING", "hello"}}});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "asked");
  EXPECT_EQ(ended.errors, "hello\n");
  EXPECT_EQ(ended.failure, "");
}

TEST(Process, WhatAProgramPrintsIsHeardWhileItRuns) {
  std::string before_its_end;
  const Ended ended = run({.words = {"sh", "-c", "echo early; sleep 0.5; echo late; exit 3"}},
                          [&](const std::string& last) { before_its_end = last; });
  EXPECT_EQ(before_its_end, "early\n");
  EXPECT_EQ(ended.output, "early\nlate\n");
  EXPECT_EQ(ended.failure, "exit code 3");
}

TEST(Process, AProgramThatFailsSaysHow) {
  EXPECT_EQ(run({.words = {"sh", "-c", "exit 4"}}).failure, "exit code 4");
  EXPECT_EQ(run({.words = {"sh", "-c", "echo why >&2; exit 4"}}).failure, "exit code 4: why");
  EXPECT_EQ(run({.words = {"sh", "-c", "kill -9 $$"}}).failure, "killed by signal 9 (Killed)");
  EXPECT_EQ(run({.words = {"/nowhere/program"}}).failure,
            "/nowhere/program: cannot be started: No such file or directory");
}

TEST(Process, LastWordsOfAChildAreItsLastBytes) {
  Child child([] {
    std::fprintf(stderr, "%s\n", std::string(200'000, 'x').c_str());
    throw std::runtime_error("the reason");
  });
  EXPECT_EQ(child.failure(child.wait()), "the reason");
  EXPECT_THAT(child.errors(), HasSubstr(std::string(200'000, 'x')));
}

/// Whether the process is there, or its status has still to be collected.
bool is_there(pid_t pid) {
  return ::kill(pid, 0) == 0;
}

TEST(Process, AChildEndsWithItsOwner) {
  pid_t asked = 0, deaf = 0;
  {
    const Child willing([] { ::pause(); }, SIGTERM);
    const Child unwilling(
        [] {
          ::signal(SIGTERM, SIG_IGN);
          for (;;) ::pause();
        },
        SIGTERM);
    asked = willing.pid();
    deaf = unwilling.pid();
    EXPECT_TRUE(is_there(asked) && is_there(deaf));
  }
  EXPECT_FALSE(is_there(asked));
  EXPECT_FALSE(is_there(deaf));
}

TEST(MemoryFile, HoldsTextAndItsEnd) {
  const MemoryFile file("abc");
  EXPECT_EQ(file.text(), "abc");
  EXPECT_EQ(file.text(2), "bc");
  EXPECT_EQ(MemoryFile().text(), "");
}

TEST(RunOpenly, ReturnsHowItEndedAndSaysWhatCannotStart) {
  const auto never = [] { return false; };
  EXPECT_EQ(WEXITSTATUS(run_openly({.words = {"sh", "-c", "exit 7"}}, never)), 7);
  EXPECT_THAT(
      [&] { run_openly({.words = {"no-such-program"}}, never); },
      ::testing::ThrowsMessage<Error>("no-such-program: cannot be started: No such file or directory"));
}

TEST(RunOpenly, AsksAProgramToEnd) {
  const int status = run_openly({.words = {"sleep", "1000"}}, [] { return true; });
  EXPECT_EQ(WTERMSIG(status), SIGTERM);
}

}  // namespace
}  // namespace collsim
