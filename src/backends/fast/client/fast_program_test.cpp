#include "backends/fast/client/fast_program.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "points/json.hpp"
#include "support/error.hpp"
#include "support/json.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using namespace std::chrono_literals;
using ::testing::MatchesRegex;
using ::testing::ThrowsMessage;

Point fast_point(std::int64_t count = 1000) {
  Point point;
  point.collective = "allreduce";
  point.algorithm = "ring";
  point.options = describe("allreduce", "ring").resolve({});
  point.backend = "fast";
  point.network = "links";
  point.platform = "star";
  point.processes = 4;
  point.count = count;
  return point;
}

/// Stands in for collsim: a shell script.
class FastProgramTest : public ::testing::Test {
 protected:
  FastProgram script(const std::string& body) const {
    const auto file = folder_.path() / "collsim";
    std::ofstream(file) << "#!/bin/sh\ncd " << folder_.path().string() << "\n" << body;
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return {.program = file};
  }
  std::vector<Outcome> answers(const FastProgram& fast, const std::vector<Point>& points) const {
    std::vector<Outcome> outcomes(points.size(), failed("nobody asked"));
    answer_fast(
        fast, platform_, points, 2, [] { return false; },
        [&](std::size_t index, const Outcome& outcome) { outcomes.at(index) = outcome; });
    return outcomes;
  }
  static std::string line(int index, double seconds) {
    return "echo '" + nlohmann::json{{"index", index}, {"outcome", Outcome{.seconds = seconds}}}.dump() +
           "'\n";
  }

  testing::Folder folder_;
  Platform platform_ = Platform::load("star", {{"link.bandwidth", "x2"}});
};

TEST_F(FastProgramTest, IsAskedAllAndAnswersInAnyOrder) {
  const auto outcomes = answers(script("cat > asked\n" + line(1, 2e-6) + line(0, 1e-6)),
                                {fast_point(), fast_point(std::int64_t{1} << 40)});
  EXPECT_EQ(outcomes[0].seconds, 1e-6);
  EXPECT_EQ(outcomes[1].seconds, 2e-6);
  const auto asked = nlohmann::json::parse(testing::contents(folder_.path() / "asked"));
  EXPECT_EQ(asked["jobs"], 2);
  EXPECT_EQ(asked["overrides"]["link.bandwidth"], "x2");
  EXPECT_EQ(Platform::load(asked["platform"], asked["overrides"]).xml(), asked["xml"]);
  const auto points = asked["points"].get<std::vector<Point>>();
  EXPECT_EQ(points[1], fast_point(std::int64_t{1} << 40));
}

TEST_F(FastProgramTest, ADeathIsToldWithItsSignalAndLastWords) {
  const std::string noise = "head -c 100000 /dev/zero | tr '\\0' x >&2\n";
  const auto outcomes =
      answers(script(line(0, 2e-6) + noise + "echo >&2\necho out of luck >&2\nkill -9 $$\n"),
              {fast_point(), fast_point(), fast_point()});
  // Asked again, it answers the first of those that are left.
  EXPECT_TRUE(outcomes[0].ok());
  EXPECT_TRUE(outcomes[1].ok());
  EXPECT_TRUE(outcomes[2].ok());
  const auto silent =
      answers(script(noise + "echo >&2\necho out of luck >&2\nkill -9 $$\n"), {fast_point(), fast_point()});
  for (const Outcome& outcome : silent)
    EXPECT_EQ(outcome.status.text(),
              "failed: the fast engine ended early: killed by signal 9 (Killed): out of luck");
}

TEST_F(FastProgramTest, WhereItCannotAnswerAnythingThatIsAnError) {
  const FastProgram complaining = script("echo '{\"error\": \"no such platform\"}'; exit 2\n");
  EXPECT_THAT([&] { answers(complaining, {fast_point()}); }, ThrowsMessage<Error>("no such platform"));
  EXPECT_THAT(
      [&] { answers({.program = "/nowhere/collsim"}, {fast_point()}); },
      ThrowsMessage<Error>("/nowhere/collsim: cannot be started: No such file or directory; right would be "
                           "cmake --build --preset release --target collsim"));
}

TEST_F(FastProgramTest, StopsWhenAsked) {
  const FastProgram busy = script("exec sleep 60\n");
  const auto begin = std::chrono::steady_clock::now();
  const auto stop = [&] { return std::chrono::steady_clock::now() - begin > 50ms; };
  int answered = 0;
  answer_fast(busy, platform_, {fast_point()}, 1, stop, [&](std::size_t, const Outcome&) { ++answered; });
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
  EXPECT_EQ(answered, 0);
}

TEST_F(FastProgramTest, EndsWithTheProgramThatAsks) {
  const FastProgram busy = script("echo $$ > pid.new; mv pid.new pid; exec sleep 60\n");
  const pid_t asking = ::fork();
  if (asking == 0) {
    answers(busy, {fast_point()});
    ::_exit(0);
  }
  const auto file = folder_.path() / "pid";
  for (int wait = 0; wait < 1000 && !std::filesystem::exists(file); ++wait) std::this_thread::sleep_for(10ms);
  const pid_t pid = std::stoi(testing::contents(file));
  ::kill(asking, SIGKILL);
  ::waitpid(asking, nullptr, 0);
  // Nobody may be there to collect its status: then it stays a zombie.
  const auto runs = [&] {
    const std::string stat = testing::contents("/proc/" + std::to_string(pid) + "/stat");
    return !stat.empty() && stat.find(") Z") == std::string::npos;
  };
  for (int wait = 0; wait < 1000 && runs(); ++wait) std::this_thread::sleep_for(10ms);
  EXPECT_FALSE(runs());
}

TEST_F(FastProgramTest, AnswersTogetherAsAlone) {
  std::vector<Point> points;
  for (const std::int64_t count : {1, 3, 1000, 12, 1 << 20}) {
    points.push_back(fast_point(count));
    points.back().network = "loggp";
    points.back().data = Data::time;
  }
  points[3].algorithm = "recursive_doubling";
  // In so many messages each that two do as many steps and the others do not.
  for (const std::int64_t count : {1 << 12, 1 << 12, 1 << 13, 1 << 14}) {
    points.push_back(points[2]);
    points.back().count = count;
    points.back().options = describe("allreduce", "ring").resolve({{"segment_bytes", "64"}});
  }
  points[5].type = "long";
  ::testing::internal::CaptureStderr();
  const auto together = answers({.program = COLLSIM_PROGRAM}, points);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_TRUE(together[i].ok());
    EXPECT_EQ(together[i].seconds, answers({.program = COLLSIM_PROGRAM}, {points[i]}).front().seconds);
  }
}

TEST_F(FastProgramTest, AnswersOnePointAsRecordedWithTheBitsOfFibers) {
  for (const char* network : {"hockney", "loggp", "links", "fluid", "tcp"}) {
    Point point = fast_point();
    point.network = network;
    const auto fibers = answers({.program = COLLSIM_PROGRAM}, {point}).front();
    point.data = Data::time;
    EXPECT_EQ(answers({.program = COLLSIM_PROGRAM}, {point}).front().seconds, fibers.seconds) << network;
  }
}

TEST_F(FastProgramTest, AnswersVariantsOfThePlatformTogether) {
  std::vector<Point> points(3, fast_point(1000));
  for (Point& point : points) {
    point.network = "hockney";
    point.data = Data::time;
  }
  points[1].overrides = {{"link.latency", "x3"}};
  points[2].overrides = {{"link.bandwidth", "x0.5"}, {"copy", "x2"}};
  platform_ = Platform::load("star");
  const auto together = answers({.program = COLLSIM_PROGRAM}, points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    platform_ = Platform::load("star", points[i].overrides);
    EXPECT_EQ(together[i].seconds, answers({.program = COLLSIM_PROGRAM}, {points[i]}).front().seconds);
  }
  EXPECT_GT(together[1].seconds, together[0].seconds);
  EXPECT_GT(together[2].seconds, together[0].seconds);
  // What the platform is asked with says more than the point.
  points[1].overrides = {{"link.latency", "x9"}};
  platform_ = Platform::load("star", {{"link.latency", "x3"}});
  EXPECT_EQ(answers({.program = COLLSIM_PROGRAM}, {points[1]}).front().seconds, together[1].seconds);
}

TEST_F(FastProgramTest, RefusesWhatDoesNotFitTheMemory) {
  Point large = fast_point(1 << 30);
  large.processes = 1 << 20;
  EXPECT_THAT(answers({.program = COLLSIM_PROGRAM}, {large}).front().status.text(),
              MatchesRegex("failed: 1048576 ranks need 33554440 GiB of memory, .* are available"));
}

TEST_F(FastProgramTest, RefusesAPlatformThatHasChanged) {
  const auto file = folder_.path() / "mine.xml";
  std::filesystem::copy_file(platform_.file(), file);
  platform_ = Platform::load(file.string());
  std::ofstream(file, std::ios::app) << "<!-- changed -->\n";
  EXPECT_THAT([&] { answers({.program = COLLSIM_PROGRAM}, {fast_point()}); },
              ThrowsMessage<Error>(file.string() +
                                   ": has changed since collsim read it; right would be to start again"));
}

}  // namespace
}  // namespace collsim
