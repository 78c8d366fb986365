#include "backends/service.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "backends/server.hpp"
#include "points/json.hpp"
#include "support/error.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// Points that differ in their counts, answered by servers that die where a test says. What servers have done lies in files.
class ServiceTest : public ::testing::Test {
 protected:
  using Serve = std::function<void(const std::vector<Point>& points, int out)>;

  std::vector<std::string> answers(int points, const Serve& serve,
                                   const std::function<void(const std::string&)>& at_once = {}) {
    std::vector<Point> asked(static_cast<std::size_t>(points));
    for (int i = 0; i < points; ++i) asked[static_cast<std::size_t>(i)].count = i;
    std::vector<std::string> heard(asked.size(), "nothing");
    Service service{.name = "it", .serve = [&](const std::vector<Point>& some, int out) {
                      note("start");
                      serve(some, out);
                    }};
    if (at_once) service.ended_at_once = at_once;
    ask(
        service, asked, [] { return false; },
        [&](std::size_t index, const Outcome& outcome) {
          EXPECT_EQ(heard[index], "nothing") << index << " is answered twice";
          heard[index] = outcome.ok() ? std::to_string(outcome.seconds) : outcome.status.text();
        });
    return heard;
  }
  /// Answers each with its count, as backends do.
  static void answer(const std::vector<Point>& points, int out,
                     const std::function<void(std::int64_t)>& before) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      send_begin(out, {i});
      before(points[i].count);
      send_answer(out, i, {.seconds = static_cast<double>(points[i].count)});
    }
  }
  /// How often this was noted, by whatever process, now included.
  int note(const std::string& what) const {
    const auto file = folder_.path() / what;
    std::ofstream(file, std::ios::app) << '.';
    return static_cast<int>(testing::contents(file).size());
  }
  int noted(const std::string& what) const { return note(what) - 1; }

  testing::Folder folder_;
};

TEST_F(ServiceTest, AServerThatIsKilledIsStartedAgain) {
  const auto heard = answers(6, [&](const auto& points, int out) {
    answer(points, out, [&](std::int64_t count) {
      if ((count == 1 || count == 4) && note("kill" + std::to_string(count)) == 1)
        ::kill(::getpid(), SIGKILL);
    });
  });
  EXPECT_THAT(heard, ElementsAre("0.000000", "1.000000", "2.000000", "3.000000", "4.000000", "5.000000"));
  EXPECT_EQ(noted("start"), 5) << "thrice for the batch, once for each point under way when it was killed";
}

TEST_F(ServiceTest, ThePointItDiesOnAgainIsToBlameAndNoOther) {
  const auto heard = answers(4, [&](const auto& points, int out) {
    answer(points, out, [&](std::int64_t count) {
      if (count == 2) std::abort();
    });
  });
  EXPECT_THAT(heard, ElementsAre("0.000000", "1.000000",
                                 "failed: it ended early: killed by signal 6 (Aborted)", "3.000000"));
}

TEST_F(ServiceTest, OfPointsUnderWayTogetherOneIsToBlame) {
  const auto heard = answers(4, [&](const auto& points, int out) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < points.size(); ++i) all.push_back(i);
    send_begin(out, all);
    for (const std::size_t i : all)
      if (points[i].count == 2) ::kill(::getpid(), SIGKILL);
    for (const std::size_t i : all) send_answer(out, i, {.seconds = static_cast<double>(points[i].count)});
  });
  EXPECT_THAT(heard, ElementsAre("0.000000", "1.000000",
                                 "failed: it ended early: killed by signal 9 (Killed)", "3.000000"));
}

TEST_F(ServiceTest, OneThatIsKilledWhileItStartsIsStartedAgain) {
  const auto heard = answers(2, [&](const auto& points, int out) {
    if (note("started") == 1) ::kill(::getpid(), SIGKILL);
    answer(points, out, [](std::int64_t) {});
  });
  EXPECT_THAT(heard, ElementsAre("0.000000", "1.000000"));
}

TEST_F(ServiceTest, OneThatNeverStartsIsGivenUpWithHowItEnded) {
  const auto never = [](const std::string&) { FAIL() << "it did not end by itself"; };
  const auto killed = answers(
      3, [](const auto&, int) { ::kill(::getpid(), SIGKILL); }, never);
  EXPECT_THAT(killed, Each("failed: it ended early: killed by signal 9 (Killed)"));
  EXPECT_EQ(noted("start"), 2);
  std::string end;
  answers(
      3, [](const auto&, int) { ::_exit(0); }, [&](const std::string& how) { end = how; });
  EXPECT_EQ(end, "exit code 0");
}

TEST_F(ServiceTest, AnErrorThatItWritesIsThrown) {
  const auto refuse = [](const auto&, int) { throw Error("no such platform"); };
  EXPECT_THAT([&] { answers(1, refuse); }, ThrowsMessage<Error>("no such platform"));
}

TEST_F(ServiceTest, WhatIsNoAnswerIsToldInOneLine) {
  for (const char* line : {"hello", "{}", "[1]", "{\"index\":0,\"outcome\":7}", "{\"begun\":\"x\"}"}) {
    const auto babble = [&](const auto&, int out) {
      const std::string text = std::string(line) + "\n";
      EXPECT_EQ(::write(out, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    };
    EXPECT_THAT([&] { answers(1, babble); },
                ThrowsMessage<Error>(HasSubstr("it wrote what is no answer: " + std::string(line))));
  }
}

}  // namespace
}  // namespace collsim
