#include "lab/scenarios/runner.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <numeric>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "lab/scenarios/headway.hpp"
#include "points/chooser.hpp"
#include "support/json.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Cost one_message(const Shape& shape, const Options&) {
  return {{.repeat = 1, .messages = shape.processes - 1, .volume = 0, .bytes = shape.bytes()}};
}

Description plugged = {
    .collective = "trial_run", .plugin = "one", .name = "plugged", .source = "", .assumes = ""};

const char* choice = "plain";  ///< of the algorithm `choosing`

std::shared_ptr<const Nested> chosen(const std::string& collective, const Options&, const Shape&) {
  return std::make_shared<const Nested>(Nested{&describe(collective, choice), {}});
}

const bool trials_enrolled = [] {
  static const std::vector<Description> all = {
      {.collective = "trial_run", .name = "opaque", .source = "", .assumes = "", .formula = ""},
      {.collective = "trial_run",
       .name = "plain",
       .source = "",
       .assumes = "",
       .formula = "",
       .cost = one_message,
       .unsupported = [](const Shape& shape, const Options&) -> std::string {
         return shape.processes == 3 ? "p is 3" : "";
       }},
      {.collective = "trial_run", .name = "choosing", .source = "", .assumes = ""},
  };
  for (const auto& about : all) detail::enroll(about);
  detail::enroll(plugged);
  enter_chooser("choosing", chosen);
  detail::collectives().push_back({"trial_run", Collective::Size::vector, true, true, true, nullptr});
  return true;
}();

class RunnerTest : public ::testing::Test {
 protected:
  Scenario scenario(const Flags& flags = {}) const {
    return parse_scenario(R"({"collective": "trial_run", "platform": "star", "algorithms": ["plain"],
                              "backends": ["smpi"], "processes": [2, 4], "bytes": "8,16,32"})",
                          "trial.json", flags);
  }
  /// Answers with the point's bytes as its seconds; counts how often it is asked, and for how many points.
  Answer answer() {
    return [this](const Platform&, const std::vector<Point>& points, int, const std::function<bool()>& stop,
                  const Done& done) {
      ++calls_;
      for (std::size_t i = points.size(); i-- > 0 && !stop();) {  // answers come in any order
        ++asked_;
        Outcome outcome;
        outcome.seconds = static_cast<double>(points[i].bytes());
        if (points[i].bytes() == failing_) outcome.status = {Status::Kind::failed, "rank 1 died"};
        done(i, outcome);
      }
    };
  }
  Results run_with(const Flags& flags = {}) {
    asked_ = calls_ = 0;
    Scenario asked = scenario(flags);
    return run(asked, settings_, answer());
  }
  std::string csv() const { return collsim::testing::contents(folder_.path() / "results.csv"); }
  nlohmann::json context() const {
    return nlohmann::json::parse(collsim::testing::contents(folder_.path() / "results.json"))["context"];
  }

  collsim::testing::Folder folder_;
  RunSettings settings_{.results = folder_.path()};
  int asked_ = 0, calls_ = 0;
  std::int64_t failing_ = -1;
};

TEST_F(RunnerTest, AnswersEveryPointInItsOrder) {
  const Results results = run_with();
  EXPECT_EQ(results.computed, 6U);
  EXPECT_EQ(results.missing, 0U);
  ASSERT_EQ(results.rows.size(), 6U);
  for (const auto& row : results.rows) EXPECT_EQ(row.outcome.seconds, static_cast<double>(row.point.bytes()));
  EXPECT_EQ(csv(), to_csv(results.rows));
}

TEST_F(RunnerTest, ARerunComputesNothingAndWritesTheSame) {
  run_with();
  const std::string first = csv();
  const Results again = run_with();
  EXPECT_EQ(asked_, 0);
  EXPECT_EQ(again.stored, 6U);
  EXPECT_EQ(csv(), first);
}

/// Measures as the n-th launch: n seconds for each point.
class LaunchesTest : public RunnerTest {
 protected:
  Results launched(int n, int wanted) {
    order_.clear();
    Scenario asked = scenario({{"backends", "native"}});
    settings_.serves = &Backend::measures;
    settings_.machine = Machine{.mpi = "one", .hosts = {"a", "a", "a", "a"}};
    settings_.launches = wanted;
    return run(asked, settings_,
               [&](const Platform&, const auto& points, int, const auto&, const Done& done) {
                 for (std::size_t i = 0; i < points.size(); ++i) {
                   order_.push_back(10 * points[i].processes + points[i].bytes());
                   Outcome outcome{.seconds = static_cast<double>(n)};
                   if (points[i].bytes() == failing_) outcome.status = {Status::Kind::failed, "it hung"};
                   done(i, outcome);
                 }
               });
  }

  /// A launch that measures two points and ends during the third, whose number in the scenario it returns.
  std::size_t broken_off(bool by_a_crash) {
    Scenario asked = scenario({{"backends", "native"}});
    settings_.serves = &Backend::measures;
    settings_.machine = Machine{.mpi = "one", .hosts = {"a", "a", "a", "a"}};
    settings_.launches = 1;
    Point third;
    const auto answer = [&](const Platform&, const auto& points, int, const auto&, const Done& done) {
      for (std::size_t i = 0; i < 2; ++i) done(i, {.seconds = 1});
      third = points[2];
      if (by_a_crash) throw std::runtime_error("crash");
    };
    try {
      run(asked, settings_, answer);
    } catch (const std::runtime_error&) {  // as if nothing had been left to catch it
    }
    const auto place = std::ranges::find(asked.points, third);
    return static_cast<std::size_t>(place - asked.points.begin());
  }

  std::vector<std::int64_t> order_;  ///< in which points were measured
};

TEST_F(LaunchesTest, APointThatEndsAJobWaitsForTheOthers) {
  const std::size_t third = broken_off(true);
  const Results rest = launched(1, 1);
  EXPECT_EQ(order_.size(), 3U);
  EXPECT_EQ(rest.computed, 3U);
  EXPECT_EQ(rest.rows[third].outcome.status.text(), "failed: the job ended while it measured this point");
  Scenario asked = scenario({{"backends", "native"}});
  const Forecast left = forecast(asked, settings_);
  EXPECT_TRUE(left.begun);
  EXPECT_THAT(left.pending, ElementsAre(third));
  EXPECT_TRUE(launched(1, 1).rows[third].outcome.ok());
  EXPECT_EQ(order_.size(), 1U);
  EXPECT_FALSE(forecast(asked, settings_).begun);
}

TEST_F(LaunchesTest, OneThatIsInterruptedGoesOnWhereItWas) {
  broken_off(false);
  EXPECT_EQ(launched(1, 1).computed, 4U);
}

TEST_F(LaunchesTest, EachMeasuresAllUntilThereAreEnough) {
  for (int launch = 1; launch <= 6; ++launch) {
    const Results results = launched(launch, 6);
    EXPECT_EQ(results.computed, 6U);
    EXPECT_EQ(results.rows[0].outcome.launches, launch);
  }
  const Results results = launched(7, 6);
  EXPECT_EQ(results.stored, 6U);
  for (const Row& row : results.rows) {
    EXPECT_EQ(row.outcome.seconds, 3.5);
    EXPECT_EQ(row.outcome.interval, (RealInterval{1, 6}));
  }
  EXPECT_THAT(csv(), HasSubstr(",3.5,0,0,1,6,6,"));
}

TEST_F(LaunchesTest, EachHasAnOrderOfItsOwn) {
  launched(1, 6);
  const auto first = order_;
  launched(2, 6);
  EXPECT_NE(order_, first);
  EXPECT_THAT(order_, ::testing::UnorderedElementsAreArray(first));
  const auto second = order_;
  launched(3, 6);
  EXPECT_NE(order_, second);
  const collsim::testing::Folder elsewhere;
  settings_.results = elsewhere.path();
  launched(1, 6);
  EXPECT_EQ(order_, first) << "drawn by the number of the launch";
}

TEST_F(LaunchesTest, WhatFailsInOneIsMeasuredByTheOthers) {
  launched(1, 3);
  failing_ = 16;
  EXPECT_THAT(launched(2, 3).rows[1].outcome.status.text(), StartsWith("failed: it hung"));
  failing_ = -1;
  const Results results = launched(3, 3);
  EXPECT_EQ(results.rows[0].outcome.launches, 3);
  EXPECT_EQ(results.rows[1].outcome.launches, 2);
  EXPECT_TRUE(results.rows[1].outcome.ok());
}

TEST_F(LaunchesTest, WhoeverDoesNotMeasureTakesWhatThereIs) {
  launched(1, 6);
  Scenario asked = scenario({{"backends", "native"}});
  settings_.serves = [](const Backend& backend) { return !backend.measures(); };
  settings_.machine.reset();
  const Results results = run(asked, settings_, answer());
  EXPECT_EQ(results.stored, 6U);
  EXPECT_EQ(results.rows[0].outcome.launches, 1);
}

TEST_F(RunnerTest, AnswersOfAChooserDependOnWhatItChose) {
  const Flags flags = {{"algorithms", "choosing"}};
  run_with(flags);
  EXPECT_EQ(asked_, 6);
  choice = "opaque";
  run_with(flags);
  EXPECT_EQ(asked_, 6);
  choice = "plain";
  run_with(flags);
  EXPECT_EQ(asked_, 0);
}

TEST_F(RunnerTest, WhatAChooserChoseIsAskedOnce) {
  choice = "plain";
  const Flags both = {{"algorithms", "choosing,plain"}};
  Scenario asked = scenario(both);
  const Forecast all = forecast(asked, settings_);
  EXPECT_EQ(all.pending.size(), 12U);
  Scenario once = scenario();
  EXPECT_NEAR(all.seconds, forecast(once, settings_).seconds, 1e-12);
  const Results results = run_with(both);
  EXPECT_EQ(asked_, 6);
  EXPECT_EQ(results.computed, 12U);
  EXPECT_EQ(results.missing, 0U);
  for (const auto& row : results.rows) EXPECT_EQ(row.outcome.seconds, static_cast<double>(row.point.bytes()));
  EXPECT_EQ(run_with(both).stored, 12U);
  EXPECT_EQ(run_with({{"algorithms", "choosing"}}).stored, 6U);
}

TEST_F(RunnerTest, WhatAChooserChoseFailsWithIt) {
  choice = "plain";
  failing_ = 16;
  const Flags both = {{"algorithms", "choosing,plain"}};
  for (const auto& row : run_with(both).rows)
    EXPECT_EQ(row.outcome.ok(), row.point.bytes() != 16) << row.point.algorithm;
  EXPECT_EQ(run_with(both).stored, 8U);
  EXPECT_EQ(asked_, 2) << "once for each number of processes";
}

TEST_F(RunnerTest, AddingOneSizeComputesOneSize) {
  run_with();
  const Results more = run_with({{"bytes", "8,16,32,64"}});
  EXPECT_EQ(asked_, 2);  // at p = 2 and p = 4
  EXPECT_EQ(more.stored, 6U);
  EXPECT_EQ(more.rows.size(), 8U);
}

TEST_F(RunnerTest, AStoppedRunKeepsWhatItHas) {
  settings_.stop = [this] { return asked_ >= 2; };
  const Results part = run_with();
  EXPECT_EQ(part.computed, 2U);
  EXPECT_EQ(part.missing, 4U);
  EXPECT_THAT(csv(), HasSubstr("failed: the run was stopped"));
  settings_.stop = [] { return false; };
  EXPECT_EQ(run_with().stored, 2U);
  EXPECT_EQ(asked_, 4);
}

TEST_F(RunnerTest, FailedPointsAreRowsAndTriedAgain) {
  failing_ = 16;
  const Results results = run_with();
  EXPECT_EQ(results.computed, 6U);
  EXPECT_THAT(csv(), HasSubstr("failed: rank 1 died"));
  failing_ = -1;
  run_with();
  EXPECT_EQ(asked_, 2);
  EXPECT_THAT(csv(), Not(HasSubstr("failed")));
}

TEST_F(RunnerTest, UnsupportedPointsAreRowsForEveryBackend) {
  const Results results = run_with(
      {{"processes", "3"}, {"bytes", "8"}, {"algorithms", "plain,opaque"}, {"backends", "smpi,model"}});
  ASSERT_EQ(results.rows.size(), 4U);
  EXPECT_EQ(results.rows[0].outcome.status.text(), "unsupported: p is 3");
  EXPECT_EQ(results.rows[1].outcome.status.text(), "unsupported: p is 3");
  EXPECT_EQ(results.rows[2].outcome.status.text(), "ok");
  EXPECT_EQ(results.rows[3].outcome.status.text(), "unsupported: no cost formula");
  EXPECT_EQ(asked_, 1);
}

TEST_F(RunnerTest, OneCallForEachPlatform) {
  run_with({{"overrides", "link.bandwidth=x2"}});
  EXPECT_EQ(calls_, 1);
  Scenario two = parse_scenario(R"({"collective": "trial_run", "platform": "star", "algorithms": ["plain"],
      "backends": ["smpi"], "processes": 2, "bytes": 8,
      "sweeps": [{}, {"overrides": {"link.bandwidth": "x4"}}, {"bytes": 16}]})",
                                "trial.json");
  asked_ = calls_ = 0;
  run(two, settings_, answer());
  EXPECT_EQ(calls_, 2);
  EXPECT_EQ(asked_, 3);
}

TEST_F(RunnerTest, PointsOfOtherProgramsComeFromTheStore) {
  const Results before = run_with({{"backends", "smpi,native"}});
  EXPECT_EQ(asked_, 6);
  EXPECT_THAT(before.rows.at(6).outcome.status.reason, HasSubstr("collrun"));
  settings_.serves = &Backend::measures;
  run_with({{"backends", "smpi,native"}});
  EXPECT_EQ(asked_, 6);
  settings_.serves = RunSettings().serves;
  const Results after = run_with({{"backends", "smpi,native"}});
  EXPECT_EQ(asked_, 0);
  for (const auto& row : after.rows) EXPECT_TRUE(row.outcome.ok());
}

TEST_F(RunnerTest, ContextTellsWhatWasAsked) {
  run_with();
  const auto json = nlohmann::json::parse(collsim::testing::contents(folder_.path() / "results.json"));
  EXPECT_EQ(json["context"]["scenario"]["collective"], "trial_run");
  EXPECT_TRUE(json["context"].contains("simgrid"));
  EXPECT_EQ(json["rows"].size(), 6U);
}

TEST_F(RunnerTest, AFolderThatCannotBeWrittenIsAnErrorAfterTheTrials) {
  std::ofstream(folder_.path() / "points") << "in the way";
  EXPECT_THAT([&] { run_with(); }, ::testing::ThrowsMessage<Error>(HasSubstr("cannot be written")));
  EXPECT_EQ(asked_, 1);  // and no more after the first failure
}

TEST_F(RunnerTest, NativeAnswersBelongToTheirMachine) {
  settings_.serves = &Backend::measures;
  settings_.machine = Machine{.mpi = "one", .hosts = {"a", "a", "a", "a"}};
  run_with({{"backends", "native"}});
  EXPECT_EQ(asked_, 6);
  settings_.machine->hosts = {"a", "a", "b", "b"};  // p = 2 is where it was
  run_with({{"backends", "native"}});
  EXPECT_EQ(asked_, 3);
  settings_.machine.reset();  // as noted in the folder
  EXPECT_EQ(run_with({{"backends", "native"}}).stored, 6U);
  EXPECT_EQ(context()["machine"]["hosts"], nlohmann::json({"a", "a", "b", "b"}));
  settings_.serves = RunSettings().serves;
  run_with({{"backends", "smpi"}});
  EXPECT_FALSE(context().contains("machine"));
}

TEST_F(RunnerTest, AnswersOfAPluginBelongToItsFile) {
  const Flags flags = {{"algorithms", "plugged"}};
  plugged.plugin = "one";
  run_with(flags);
  plugged.plugin = "two";
  run_with(flags);
  EXPECT_EQ(asked_, 6);
  plugged.plugin = "one";
  EXPECT_EQ(run_with(flags).stored, 6U);
}

TEST_F(RunnerTest, NativeAnswersOfAPluginBelongToTheFileThatWasMeasured) {
  const Flags flags = {{"algorithms", "plugged"}, {"backends", "native"}};
  settings_.serves = &Backend::measures;
  settings_.machine = Machine{.mpi = "one", .hosts = {"a"}, .plugins = {{"trial_run/plugged", "native one"}}};
  run_with(flags);
  settings_.machine->plugins = {{"trial_run/plugged", "native two"}};
  run_with(flags);
  EXPECT_EQ(asked_, 6);
  settings_.machine.reset();  // as noted in the folder, whatever this program has loaded
  plugged.plugin = "simulated";
  EXPECT_EQ(run_with(flags).stored, 6U);
}

TEST_F(RunnerTest, BeginsWithWhatTakesShortestForATenthThenWithWhatTakesLongest) {
  Scenario asked = scenario({{"processes", "2,8,4"}, {"bytes", "8,1M,64K"}});
  std::vector<double> order;
  const Results results = run(
      asked, settings_,
      [&](const Platform& platform, const std::vector<Point>& points, int, const auto&, const Done& done) {
        for (std::size_t i = 0; i < points.size(); ++i) {
          order.push_back(backend(points[i]).effort(points[i], platform));
          done(i, Outcome{.seconds = static_cast<double>(points[i].bytes())});
        }
      });
  const auto longest = std::ranges::max_element(order);
  const double first = std::accumulate(order.begin(), longest, 0.0),
               tenth = std::accumulate(order.begin(), order.end(), 0.0) / 10;
  EXPECT_GT(first, 0);
  EXPECT_LE(first, tenth);
  EXPECT_GT(first + order.back(), tenth);
  EXPECT_EQ(order.front(), *std::ranges::min_element(order));
  EXPECT_TRUE(std::is_sorted(order.begin(), longest));
  EXPECT_TRUE(std::is_sorted(longest, order.end(), std::greater<>()));
  ASSERT_EQ(results.rows.size(), 9U);
  EXPECT_EQ(results.rows[0].point.processes, 2);
  for (const auto& row : results.rows) EXPECT_EQ(row.outcome.seconds, static_cast<double>(row.point.bytes()));
}

TEST_F(RunnerTest, TheLibraryIsRefusedWhereItsMessagesCostTheRanksTime) {
  Scenario asked =
      parse_scenario(R"({"collective": "allreduce", "algorithms": ["library"], "platform": "cray_t3e",
                                      "backends": ["smpi", "native"], "processes": 4, "bytes": 8})",
                     "trial.json");
  EXPECT_THAT(
      [&] { run(asked, settings_, answer()); },
      ::testing::ThrowsMessage<Error>(AllOf(HasSubstr("1 unsupported: the library's own messages"),
                                            HasSubstr("choose another algorithm"),
                                            HasSubstr("1 missing: run mpirun -n P collrun SCENARIO"))));
  EXPECT_EQ(asked_, 0);
}

TEST_F(RunnerTest, WhatTheFastEngineCannotIsUnsupported) {
  const auto why = [](const char* algorithm, const char* schedule, const char* data) {
    Scenario asked =
        parse_scenario(R"({"collective": "allreduce", "platform": "star", "backends": ["fast"],
                                        "processes": 4, "bytes": 8})",
                       "trial.json", {{"algorithms", algorithm}, {"schedule", schedule}, {"data", data}});
    return why_unsupported(asked.points.at(0), asked.platforms.of_point(asked.points.at(0)));
  };
  EXPECT_EQ(why("ring", "fibers", "verify"), "");
  EXPECT_EQ(why("ring", "recorded", "time"), "");
  EXPECT_THAT(why("ring", "recorded", "verify"), StartsWith("a recorded schedule moves no data"));
  EXPECT_THAT(why("library", "fibers", "time"), StartsWith("the fast engine has no library of collectives"));
}

TEST_F(RunnerTest, NetworksAndSchedulesAreQuestionsOfTheirOwn) {
  run_with({{"backends", "fast"}, {"network", "links,fluid"}, {"data", "time"}});
  EXPECT_EQ(asked_, 12);
  EXPECT_EQ(run_with({{"backends", "fast"}, {"data", "time"}}).stored, 6U) << "links is the platform's own";
  run_with({{"backends", "fast"}, {"data", "time"}, {"schedule", "recorded"}});
  EXPECT_EQ(asked_, 6);
}

TEST_F(RunnerTest, SharesAreAnsweredApartAndWriteNoResults) {
  std::size_t rows = 0;
  for (int number = 1; number <= 4; ++number) {
    settings_.share = {number, 4};
    const Results part = run_with();
    rows += part.rows.size();
    EXPECT_EQ(part.computed, part.rows.size());
    EXPECT_EQ(run_with().stored, part.rows.size()) << "a share is the same points whatever is in the store";
  }
  EXPECT_EQ(rows, 6U);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "results.csv"));
  settings_.share = {};
  EXPECT_EQ(run_with().stored, 6U);
  EXPECT_EQ(asked_, 0);
}

TEST_F(RunnerTest, OnlyPendingPointsAreSharedOut) {
  settings_.pending = {1, 4};
  EXPECT_EQ(run_with().computed, 2U);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "results.csv"));
  settings_.pending.reset();
  Scenario asked = scenario();
  EXPECT_THAT(forecast(asked, settings_).pending, ElementsAre(0, 2, 3, 5));
  EXPECT_EQ(run_with().stored, 2U);
}

TEST_F(RunnerTest, NotesItsHeadway) {
  failing_ = 16;
  settings_.jobs = 3;
  run_with();
  const auto shares = headways(folder_.path());
  ASSERT_EQ(shares.size(), 1U);
  EXPECT_EQ(shares[0].points, 6U);
  EXPECT_EQ(shares[0].answered, 4U);
  EXPECT_EQ(shares[0].failed, 2U);
  EXPECT_EQ(shares[0].jobs, 3);
  EXPECT_TRUE(shares[0].ended);
  EXPECT_NEAR(shares[0].spent, shares[0].effort, 1e-12);
}

TEST_F(RunnerTest, ForecastCountsEffort) {
  Scenario asked = scenario();
  const Forecast all = forecast(asked, settings_);
  EXPECT_EQ(all.points, 6U);
  EXPECT_EQ(all.stored, 0U);
  double work = 0;
  for (const auto& point : asked.points)
    work += backend(point).effort(point, asked.platforms.of_point(point));
  EXPECT_NEAR(all.seconds, work, 1e-12);
  settings_.jobs = 2;
  EXPECT_NEAR(forecast(asked, settings_).seconds, work / 2, 1e-12);
  settings_.jobs = 1;
  EXPECT_EQ(all.bytes, backend(asked.points.back()).memory(asked.points.back()));
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
  run_with();
  EXPECT_EQ(forecast(asked, settings_).seconds, 0);
  EXPECT_EQ(forecast(asked, settings_).stored, 6U);
}

TEST_F(RunnerTest, AScenarioWithoutAnyAnswerIsAnErrorThatSaysWhy) {
  const auto complaint = [&](const Flags& flags) -> std::string {
    try {
      run_with(flags);
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  };
  const char* why = "no point can be answered: 3 unsupported: p is 3";
  EXPECT_EQ(complaint({{"processes", "3"}}), why);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "results.csv"));
  EXPECT_EQ(complaint({{"processes", "3"}, {"backends", "smpi,native"}, {"bytes", "8"}}),
            "no point can be answered: 2 unsupported: p is 3");
  EXPECT_THAT(complaint({{"backends", "native"}}), HasSubstr("6 missing: run mpirun -n P collrun"));
  EXPECT_EQ(complaint({{"processes", "2,3"}}), "none");
  Scenario asked = scenario({{"processes", "3"}});
  EXPECT_EQ(to_text(forecast(asked, {.results = folder_.path() / "others"}).reasons),
            "3 unsupported: p is 3");
}

TEST(Unanswered, ToldByHowManyTheyAre) {
  EXPECT_EQ(to_text(Unanswered{{"a", 1}, {"b", 5}, {"c", 2}, {"d", 1}, {"e", 1}}),
            "5 b; 2 c; 1 a; 2 for other reasons");
  EXPECT_EQ(to_text(Unanswered{{"a", 1}}), "1 a");
}

}  // namespace
}  // namespace collsim
