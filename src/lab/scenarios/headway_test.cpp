#include "lab/scenarios/headway.hpp"

#include <gmock/gmock.h>

#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

namespace fs = std::filesystem;

Headway share(int number, int of) {
  return {.share = {number, of}, .jobs = 2, .total = 100, .points = 50, .answered = 10, .effort = 40};
}

class HeadwayTest : public ::testing::Test {
 protected:
  std::string text() const { return to_text(headways(folder_.path())); }
  void age(const std::string& note, int minutes) const {
    fs::last_write_time(folder_.path() / "progress" / note,
                        fs::file_time_type::clock::now() - std::chrono::minutes(minutes));
  }
  collsim::testing::Folder folder_;
};

TEST_F(HeadwayTest, CountsWhatTheSharesHaveNoted) {
  EXPECT_TRUE(headways(folder_.path()).empty());
  Heartbeat one(folder_.path(), share(1, 2));
  EXPECT_THAT(text(), StartsWith("100 points: 10 answered, 2 running, 0 failed, 88 left; about 40 s to go.\n"
                                 "1 of 2 shares running, 0 ended.\n"))
      << "20 s for the 40 s of the share on two cores, as long again for the one that nobody has begun";
  Heartbeat two(folder_.path(), share(2, 2));
  EXPECT_THAT(text(),
              StartsWith("100 points: 20 answered, 4 running, 0 failed, 76 left; about 20 s to go.\n"));
  two.advance(20, true);
  two.advance(20, false);
  two.end();
  EXPECT_THAT(text(), StartsWith("100 points: 21 answered, 2 running, 1 failed, 76 left; "));
  EXPECT_THAT(text(), HasSubstr("\n1 of 2 shares running, 1 ended.\n"));
}

TEST_F(HeadwayTest, WhoIsSilentForAMinuteDoesNotRun) {
  const Heartbeat beat(folder_.path(), share(1, 2));
  age("1_of_2.json", 5);
  EXPECT_THAT(
      text(),
      StartsWith("100 points: 10 answered, 0 running, 0 failed, 90 left; nobody is answering them.\n"));
  EXPECT_THAT(text(), HasSubstr("Share 1/2 on "));
  EXPECT_THAT(text(), HasSubstr(" was last heard of 5 min ago, with 40 points left.\n"));
}

TEST_F(HeadwayTest, BeatsEveryTenSeconds) {
  Heartbeat beat(folder_.path(), share(1, 1));
  age("1_of_1.json", 5);
  beat.beat();
  EXPECT_GT(headways(folder_.path()).at(0).silent, 60) << "it has noted its start just now";
}

TEST_F(HeadwayTest, AnotherDivisionTakesTheNotesAway) {
  const Heartbeat early(folder_.path(), share(2, 2));
  const Heartbeat late(folder_.path(), share(3, 4));
  ASSERT_EQ(headways(folder_.path()).size(), 1U);
  EXPECT_EQ(headways(folder_.path())[0].share.of, 4);
}

}  // namespace
}  // namespace collsim
