#include "scenarios/store.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <set>

#include "testing/folder.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

namespace fs = std::filesystem;

class StoreTest : public ::testing::Test {
 protected:
  Point point(std::int64_t count) const {
    Point asked;
    asked.collective = "allreduce";
    asked.algorithm = "ring";
    asked.backend = "smpi";
    asked.platform = "star";
    asked.count = count;
    return asked;
  }
  std::string key(std::int64_t count) const { return Store::key(point(count), platform_, "provenance"); }
  static Outcome outcome(double seconds) {
    Outcome found;
    found.seconds = seconds;
    return found;
  }
  /// Forks a writer of answers 0, 1, 2, ... that goes on until it is killed.
  pid_t start_writer() const {
    const pid_t child = ::fork();
    if (child != 0) return child;
    for (std::int64_t count = 0;; ++count)
      store_.save(key(count % 50), point(count % 50), "provenance", outcome(0.5));
  }

  collsim::testing::Folder folder_;
  std::vector<std::string> reports_;
  Store store_{folder_.path() / "results",
               [this](const std::string& problem) { reports_.push_back(problem); }};
  Platform platform_ = Platform::load("star");
};

TEST_F(StoreTest, Sha256IsThatOfTheStandard) {  // FIPS 180-2, appendix B.1
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(StoreTest, KeepsAnAnswerUnderItsHash) {
  EXPECT_FALSE(store_.find(key(1)));
  EXPECT_FALSE(fs::exists(folder_.path() / "results"));  // looking writes nothing
  store_.save(key(1), point(1), "provenance", outcome(1.0 / 3));
  ASSERT_TRUE(store_.find(key(1)));
  EXPECT_EQ(store_.find(key(1))->seconds, 1.0 / 3);
  EXPECT_FALSE(store_.find(key(2)));
  const std::string hash = key(1);
  EXPECT_TRUE(fs::exists(folder_.path() / "results/points" / hash.substr(0, 2) / (hash + ".json")));
  EXPECT_TRUE(reports_.empty());
}

TEST_F(StoreTest, KeyFollowsWhatDeterminesTheAnswer) {
  std::set<std::string> keys = {key(1), key(2)};
  using Change = void (*)(Point&);
  const std::vector<Change> changes = {
      [](Point& p) { p.collective = "reduce"; },
      [](Point& p) { p.algorithm = "tree"; },
      [](Point& p) { p.backend = "model"; },
      [](Point& p) { p.processes = 2; },
      [](Point& p) { p.ppn = 2; },
      [](Point& p) { p.mapping = Mapping::round_robin; },
      [](Point& p) { p.type = "int"; },
      [](Point& p) { p.op = "max"; },
      [](Point& p) { p.root = 1; },
      [](Point& p) { p.in_place = true; },
      [](Point& p) { p.data = Data::time; },
      [](Point& p) { p.loop = 2; },
      [](Point& p) { p.ppn = PerNode::parse("2+1"); },
      [](Point& p) {
        p.places = {"places.csv", {{1}}};
      },
      [](Point& p) {
        p.places = {"places.csv", {{2}}};
      },
      [](Point& p) {
        p.places = {"places.csv", {{2, 0}}};
      },
      [](Point& p) { p.arrival = Arrival::parse("sorted(size=1)"); },
      [](Point& p) {
        p.arrival = {.pattern = ArrivalPattern::measured, .moments = {"moments.csv", {0.0}}};
      },
      [](Point& p) {
        p.arrival = {.pattern = ArrivalPattern::measured, .moments = {"moments.csv", {1.0}}};
      },
      [](Point& p) {
        p.options = Options(std::map<std::string, std::string>{{"segment_bytes", "1"}});
      }};
  for (const auto& change : changes) {
    Point changed = point(1);
    change(changed);
    keys.insert(Store::key(changed, platform_, "provenance"));
  }
  Point fast = point(1);
  fast.backend = "fast";
  for (const char* network : {"links", "fluid"}) {
    for (const Schedule schedule : {Schedule::fibers, Schedule::recorded}) {
      fast.network = network;
      fast.schedule = schedule;
      keys.insert(Store::key(fast, platform_, "provenance"));
    }
  }
  keys.insert(Store::key(point(1), Platform::load("star", {{"link.bandwidth", "x2"}}), "provenance"));
  keys.insert(Store::key(point(1), platform_, "another provenance"));
  EXPECT_EQ(keys.size(), 2 + changes.size() + 4 + 2);
  Point other = point(1);
  other.platform = "/elsewhere/star.xml";  // the same machine by another name
  EXPECT_EQ(Store::key(other, platform_, "provenance"), key(1));
}

TEST_F(StoreTest, KeyFollowsWhatFilesSayAndNotTheirNames) {
  const auto placed = [&](const std::string& places, const std::string& moments) {
    Point asked = point(1);
    asked.places = {places, {{2, 0}}};
    asked.arrival = {.pattern = ArrivalPattern::measured, .moments = {moments, {1.0}}};
    return Store::key(asked, platform_, "provenance");
  };
  EXPECT_EQ(placed("a.csv", "b.csv"), placed("c.csv", "d.csv"));
}

TEST_F(StoreTest, DamagedFilesAreReportedAndCountAsMissing) {
  store_.save(key(1), point(1), "provenance", outcome(0.25));
  const std::string whole = collsim::testing::contents(store_.path(key(1)));
  std::string altered = whole;
  altered.replace(altered.find("0.25"), 4, "0.75");
  for (const std::string& damaged :
       {whole.substr(0, whole.size() / 2), std::string(), std::string("[]"), altered}) {
    reports_.clear();
    std::ofstream(store_.path(key(1))) << damaged;
    EXPECT_FALSE(store_.find(key(1)));
    ASSERT_EQ(reports_.size(), 1U);
    EXPECT_THAT(reports_[0], HasSubstr(store_.path(key(1)).string()));
  }
  store_.save(key(1), point(1), "provenance", outcome(0.25));
  EXPECT_TRUE(store_.find(key(1)));
}

TEST_F(StoreTest, AnAnswerOfAnotherPointIsDamage) {
  store_.save(key(1), point(1), "provenance", outcome(1));
  fs::create_directories(store_.path(key(2)).parent_path());
  fs::copy_file(store_.path(key(1)), store_.path(key(2)));
  EXPECT_FALSE(store_.find(key(2)));
  EXPECT_EQ(reports_.size(), 1U);
}

TEST_F(StoreTest, KillNeverLeavesAPartOfAnAnswer) {
  for (int round = 0; round < 10; ++round) {
    const pid_t writer = start_writer();
    ::usleep(static_cast<useconds_t>(2000 + 3100 * round));
    ::kill(writer, SIGKILL);
    ::waitpid(writer, nullptr, 0);
    for (std::int64_t count = 0; count < 50; ++count) store_.find(key(count));
    EXPECT_TRUE(reports_.empty()) << reports_.front();
  }
  EXPECT_TRUE(store_.find(key(0)));  // the writers did write
}

TEST_F(StoreTest, TwoWritersShareAFolder) {
  const pid_t one = start_writer();
  const pid_t two = start_writer();
  for (int i = 0; i < 2000; ++i) store_.find(key(i % 50));
  ::kill(one, SIGKILL);
  ::kill(two, SIGKILL);
  ::waitpid(one, nullptr, 0);
  ::waitpid(two, nullptr, 0);
  EXPECT_TRUE(reports_.empty()) << reports_.front();
}

TEST_F(StoreTest, TroubleNamesThePath) {
  std::ofstream(folder_.path() / "results") << "a file where a folder should be";
  EXPECT_THAT([&] { store_.save(key(1), point(1), "provenance", outcome(1)); },
              ThrowsMessage<Error>(HasSubstr((folder_.path() / "results").string())));
  EXPECT_THAT([] { write_atomically("/dev/full/nothing", "x"); },
              ThrowsMessage<Error>(HasSubstr("/dev/full")));
}

TEST_F(StoreTest, CleansWhatKilledProgramsLeft) {
  store_.save(key(1), point(1), "provenance", outcome(1));
  const fs::path answer = store_.path(key(1));
  const fs::path old = answer.string() + ".aBcDeF", fresh = answer.string() + ".GhIjKl";
  for (const auto& path : {old, fresh}) std::ofstream(path) << "{";
  const auto two_hours_ago = fs::file_time_type::clock::now() - std::chrono::hours(2);
  for (const auto& path : {old, answer}) fs::last_write_time(path, two_hours_ago);
  store_.clean();
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(fresh));  // somebody may be writing it
  EXPECT_TRUE(fs::exists(answer));
}

}  // namespace
}  // namespace collsim
