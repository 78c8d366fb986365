#include "lab/scenarios/store.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <set>

#include "lab/scenarios/atomically.hpp"
#include "tests/folder.hpp"

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
  pid_t start_writer() {
    const pid_t child = ::fork();
    if (child != 0) return child;
    Store own = store();
    for (std::int64_t count = 0;; ++count) {
      own.save(key(count % 50), outcome(0.5));
      ::usleep(50);  // whoever looks has to look at it all
    }
  }

  /// What `write` returns in a process whose files end at 5000 bytes; `unlike_all` where that process has no end of its own.
  int without_room(const std::function<int(Store&)>& write) {
    const pid_t writer = ::fork();
    if (writer == 0) {
      const rlimit room = {.rlim_cur = 5000, .rlim_max = 5000};
      ::setrlimit(RLIMIT_FSIZE, &room);
      ::signal(SIGXFSZ, SIG_IGN);
      Store own = store();
      ::_exit(write(own));
    }
    int status = 0;
    ::waitpid(writer, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : unlike_all;
  }
  static constexpr int unlike_all = 255;

  Store store() {
    return Store(folder_.path() / "results",
                 [this](const std::string& problem) { reports_.push_back(problem); });
  }
  /// As another program finds it.
  std::optional<Outcome> find(std::int64_t count) { return store().find(key(count)); }
  std::vector<fs::path> files() const {
    std::error_code none;
    const fs::directory_iterator found(folder_.path() / "results/points", none);
    std::vector<fs::path> paths;
    for (const auto& entry : found) paths.push_back(entry.path());
    return paths;
  }

  collsim::testing::Folder folder_;
  std::vector<std::string> reports_;
  Platform platform_ = Platform::load("star");
};

TEST_F(StoreTest, Sha256IsThatOfTheStandard) {  // FIPS 180-2, appendix B.1
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(StoreTest, KeepsAnswersOfAWriterInAFile) {
  Store one = store(), other = store();
  EXPECT_FALSE(one.find(key(1)));
  EXPECT_FALSE(fs::exists(folder_.path() / "results"));  // looking writes nothing
  one.save(key(1), outcome(1.0 / 3));
  one.save(key(3), outcome(3));
  other.save(key(2), outcome(2));
  EXPECT_EQ(files().size(), 2U);
  ASSERT_TRUE(find(1));
  EXPECT_EQ(*find(1), outcome(1.0 / 3));
  EXPECT_EQ(find(2)->seconds, 2);
  EXPECT_EQ(find(3)->seconds, 3);
  EXPECT_FALSE(find(4));
  EXPECT_TRUE(reports_.empty());
}

TEST_F(StoreTest, SeesWhatOthersAddWhenItLooksAgain) {
  Store reader = store(), writer = store();
  for (std::int64_t count = 0; count < 100; ++count) {
    writer.save(key(count), outcome(static_cast<double>(count)));
    EXPECT_FALSE(reader.find(key(count)));
    reader.refresh();
    for (const std::int64_t early : {std::int64_t{0}, count}) {
      ASSERT_TRUE(reader.find(key(early)));
      EXPECT_EQ(reader.find(key(early))->seconds, static_cast<double>(early));
    }
  }
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
      [](Point& p) { p.threads = 2; },
      [](Point& p) { p.balance = true; },
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
      [](Point& p) { p.arrival = Arrival::parse("sorted(size=1s)"); },
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
    for (const RunsAs schedule : {RunsAs::fibers, RunsAs::recorded}) {
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

TEST_F(StoreTest, DamagedLinesAreReportedAndCountAsMissing) {
  {
    Store writer = store();
    for (const std::int64_t count : {1, 2}) writer.save(key(count), outcome(0.25));
  }
  const fs::path file = files().at(0);
  const std::string whole = collsim::testing::contents(file), second = whole.substr(whole.find('\n') + 1);
  std::string altered = whole;
  altered.replace(altered.find("0.25"), 4, "0.75");
  for (const std::string& damaged :
       {altered, "[]\n" + second, "\n" + second, std::string(200, '\0') + "\n" + second,
        "{\"key\":\"" + key(1) + "\"}\n" + second}) {
    reports_.clear();
    std::ofstream(file) << damaged;
    EXPECT_FALSE(find(1));
    ASSERT_EQ(reports_.size(), 1U) << damaged;
    EXPECT_THAT(reports_[0], HasSubstr(file.string() + ": damaged at byte 0"));
    EXPECT_TRUE(find(2)) << "what follows is whole";
  }
  store().save(key(1), outcome(0.25));
  EXPECT_TRUE(find(1));
}

TEST_F(StoreTest, APartOfALineIsNobodysAnswer) {
  store().save(key(1), outcome(0.25));
  const fs::path file = files().at(0);
  const std::string whole = collsim::testing::contents(file);
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, whole.size() / 2, whole.size() - 1}) {
    fs::resize_file(file, size);
    EXPECT_FALSE(find(1));
  }
  EXPECT_TRUE(reports_.empty());
}

TEST_F(StoreTest, AnAnswerOfAnotherPointIsDamage) {
  store().save(key(1), outcome(1));
  std::string line = collsim::testing::contents(files().at(0));
  line.replace(line.find(key(1)), key(1).size(), key(2));
  std::ofstream(files().at(0)) << line;
  EXPECT_FALSE(find(2));
  EXPECT_EQ(reports_.size(), 1U);
}

TEST_F(StoreTest, AWriterWithoutRoomKeepsWhatItHas) {
  const int written = without_room([this](Store& own) {
    int count = 0;
    try {
      for (;; ++count) own.save(key(count), outcome(1));
    } catch (const Error& error) {
      own.save(key(1000), outcome(1));  // into another file
      return std::string(error.what()).find("results/points/") == std::string::npos ? unlike_all : count;
    }
  });
  ASSERT_NE(written, unlike_all);
  EXPECT_GT(written, 5);
  for (int count = 0; count < written; ++count) EXPECT_TRUE(find(count)) << count;
  EXPECT_FALSE(find(written));
  EXPECT_TRUE(find(1000));
  EXPECT_TRUE(reports_.empty());
}

TEST_F(StoreTest, WithoutRoomWhatWasMeasuredHasNotEndedTheJob) {
  const int written = without_room([this](Store& own) {
    int count = 0;
    try {
      for (;; ++count) {
        own.note_begin(key(count));
        own.save(key(count), outcome(1));
      }
    } catch (const Error&) {
      return count;
    }
  });
  ASSERT_NE(written, unlike_all);
  EXPECT_GT(written, 2);
  EXPECT_TRUE(find(written - 1));
  EXPECT_FALSE(store().broke_off(key(written)));
  EXPECT_TRUE(reports_.empty());
}

TEST_F(StoreTest, KillNeverLeavesAPartOfAnAnswer) {
  for (int round = 0; round < 10; ++round) {
    const pid_t writer = start_writer();
    ::usleep(static_cast<useconds_t>(2000 + 3100 * round));
    ::kill(writer, SIGKILL);
    ::waitpid(writer, nullptr, 0);
    const Store reader = store();
    for (std::int64_t count = 0; count < 50; ++count) reader.find(key(count));
    EXPECT_TRUE(reports_.empty()) << reports_.front();
  }
  EXPECT_TRUE(find(0));  // the writers did write
}

TEST_F(StoreTest, TwoWritersShareAFolder) {
  const pid_t one = start_writer();
  const pid_t two = start_writer();
  Store reader = store();
  for (int i = 0; i < 200; ++i) {
    reader.refresh();
    reader.find(key(i % 50));
  }
  ::kill(one, SIGKILL);
  ::kill(two, SIGKILL);
  ::waitpid(one, nullptr, 0);
  ::waitpid(two, nullptr, 0);
  EXPECT_TRUE(reports_.empty()) << reports_.front();
}

TEST_F(StoreTest, TroubleNamesThePath) {
  std::ofstream(folder_.path() / "results") << "a file where a folder should be";
  EXPECT_THAT([&] { store().save(key(1), outcome(1)); },
              ThrowsMessage<Error>(HasSubstr((folder_.path() / "results").string())));
  EXPECT_THAT([] { write_atomically("/dev/full/nothing", "x"); },
              ThrowsMessage<Error>(HasSubstr("/dev/full")));
}

TEST_F(StoreTest, ReadsRegularFilesOnly) {
  store().save(key(1), outcome(1));
  const fs::path points = folder_.path() / "results" / "points";
  ASSERT_EQ(::mkfifo((points / "another.jsonl").c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", points / "endless.jsonl");
  EXPECT_TRUE(store().find(key(1)));
}

TEST_F(StoreTest, ADeviceOrAPipeStaysWhatItIs) {
  const fs::path pipe = folder_.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  write_atomically(pipe, "x");
  char read = 0;
  EXPECT_EQ(::read(reader, &read, 1), 1);
  EXPECT_EQ(read, 'x');
  ::close(reader);
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(StoreTest, ABareNameIsAFileHere) {
  const fs::path here = fs::current_path();
  fs::current_path(folder_.path());
  write_atomically("picture.svg", "x");
  fs::current_path(here);
  EXPECT_EQ(testing::contents(folder_.path() / "picture.svg"), "x");
}

TEST_F(StoreTest, SweepsWhatKilledProgramsLeft) {
  write_atomically(folder_.path() / "results.csv", "x");
  const fs::path answer = folder_.path() / "results.csv";
  const fs::path old = answer.string() + ".aBcDeF.part", fresh = answer.string() + ".GhIjKl.part";
  for (const auto& path : {old, fresh}) std::ofstream(path) << "{";
  const auto two_hours_ago = fs::file_time_type::clock::now() - std::chrono::hours(2);
  for (const auto& path : {old, answer}) fs::last_write_time(path, two_hours_ago);
  sweep(folder_.path());
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(fresh));  // somebody may be writing it
  EXPECT_TRUE(fs::exists(answer));
}

}  // namespace
}  // namespace collsim
