#include "lab/tuner/search.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "lab/tuner/followed.hpp"
#include "lab/tuner/interpolated.hpp"
#include "lab/tuner/served.hpp"

namespace collsim {
namespace {

/// Four algorithms, of which two are the fastest on some of 2 to 1024 processes and 8 B to 4 MiB.
std::vector<Point> grid() {
  std::vector<Point> points;
  for (int p = 2; p <= 1024; p *= 2)
    for (std::int64_t n = 8; n <= (4 << 20); n *= 2)
      for (const char* name : {"recursive_doubling", "rabenseifner", "ring", "reduce_bcast"})
        points.push_back({.collective = "allreduce",
                          .algorithm = name,
                          .options = describe("allreduce", name).resolve({}),
                          .backend = "fast",
                          .platform = "star",
                          .overrides = {},
                          .processes = p,
                          .count = n,
                          .type = "byte"});
  return points;
}

std::optional<double> formula(const Point& point) {
  const double rounds = std::log2(point.processes), n = 1e-9 * static_cast<double>(point.bytes());
  if (point.algorithm == "recursive_doubling") return rounds * (1e-6 + n);
  if (point.algorithm == "rabenseifner") return rounds * 2e-6 + 2 * n;
  if (point.algorithm == "ring") return 2 * (point.processes - 1) * 1e-6 + 1.9 * n;
  return 2 * rounds * (1e-6 + n);
}

/// As the formula says, but for Rabenseifner's on many processes, where it takes up to twice as long.
double truth(const Point& point) {
  const double more = point.algorithm == "rabenseifner" ? 1 + std::log2(point.processes) / 10 : 1.1;
  return *formula(point) * more;
}

struct Asked {
  std::size_t count = 0;
  AskOutcomes ask = [this](const std::vector<Point>& points) {
    count += points.size();
    std::vector<Outcome> outcomes;
    for (const Point& point : points) outcomes.push_back({.seconds = truth(point)});
    return outcomes;
  };
};

/// By how much longer whoever looks best takes than the best, in the mean over the calls.
double regret(const std::vector<Row>& rows) {
  std::map<Point, double> truths;
  for (const Row& row : rows) truths[row.point] = truth(row.point);
  std::map<std::string, const Row*> chosen;
  std::map<std::string, double> least;
  for (const Row& row : rows) {
    const std::string call = std::to_string(row.point.processes) + " " + std::to_string(row.point.bytes());
    const Row*& best = chosen[call];
    if (!best || row.outcome.seconds < best->outcome.seconds) best = &row;
    const double own = truths[row.point];
    least[call] = least.contains(call) ? std::min(least[call], own) : own;
  }
  double sum = 0;
  for (const auto& [call, best] : chosen) sum += truths[best->point] / least[call] - 1;
  return sum / static_cast<double>(chosen.size());
}

std::vector<std::size_t> one_target(const Point&) {
  return {0};
}

std::vector<Row> answers(const Searched& searched) {
  std::vector<Row> found;
  for (std::size_t i = 0; i < searched.rows.size(); ++i)
    if (searched.answered[i]) found.push_back(searched.rows[i]);
  return found;
}

TEST(Search, FindsWhoIsFastestByFewAnswers) {
  Asked asked;
  const Searched found = search_grid(grid(), formula, one_target, asked.ask);
  EXPECT_EQ(found.rows.size(), grid().size());
  EXPECT_EQ(found.asked(), asked.count);
  EXPECT_LE(static_cast<double>(asked.count), most_asked * static_cast<double>(found.rows.size()));
  EXPECT_LT(regret(found.rows), 0.005);
  std::vector<Row> by_formula;
  for (const Point& point : grid()) by_formula.push_back({point, {.seconds = *formula(point)}});
  EXPECT_GT(regret(by_formula), 0.01);
}

TEST(Search, AsksOfTheGridWhatNoFormulaTells) {
  Asked asked;
  const auto points = grid();
  const Searched found = search_grid(
      points, [](const Point&) { return std::nullopt; }, one_target, asked.ask);
  EXPECT_EQ(found.asked(), points.size());
  EXPECT_EQ(answers(found).size(), points.size());
  EXPECT_DOUBLE_EQ(regret(found.rows), 0);
}

TEST(Search, AsksNobodyWhoIsForNoTarget) {
  Asked asked;
  const TargetsOf targets = [](const Point& point) {
    return point.algorithm == "ring" ? std::vector<std::size_t>() : std::vector<std::size_t>{0, 1};
  };
  const FormulaSeconds of_others = [](const Point& point) {
    EXPECT_NE(point.algorithm, "ring") << "a formula is evaluated for nobody";
    return formula(point);
  };
  const Searched found = search_grid(grid(), of_others, targets, asked.ask);
  for (const Row& row : answers(found)) EXPECT_NE(row.point.algorithm, "ring");
  for (const Row& row : found.rows) EXPECT_EQ(row.outcome.ok(), row.point.algorithm != "ring");
  EXPECT_GT(asked.count, 0U);
}

TEST(Search, DoesNotBelieveAFormulaOfMessagesAtOnce) {
  std::vector<Point> points = grid();
  for (Point& point : points) {
    point.collective = "bcast";
    point.algorithm = point.algorithm == "ring" ? "linear" : "binomial";
    point.options = describe("bcast", point.algorithm).resolve({});
  }
  const FormulaSeconds one_after_the_other = [](const Point& point) {
    return std::optional(point.algorithm == "linear" ? point.processes * 1e-5
                                                     : std::log2(point.processes) * 1e-6);
  };
  const AskOutcomes ask = [](const std::vector<Point>& asked) {
    std::vector<Outcome> outcomes;
    for (const Point& point : asked)
      outcomes.push_back({.seconds = point.algorithm == "linear" ? 1e-7 : 1e-6});
    return outcomes;
  };
  const Searched found = search_grid(points, one_after_the_other, one_target, ask);
  EXPECT_TRUE(
      std::ranges::any_of(answers(found), [](const Row& row) { return row.point.algorithm == "linear"; }));
}

TEST(Search, AsksNobodyWhatHeDoesNotSupport) {
  std::vector<Point> points = grid();
  for (Point& point : points) {
    point.collective = "allgather";
    point.algorithm = "neighbor_exchange";
    point.options = describe("allgather", "neighbor_exchange").resolve({});
    point.processes += 1;
    point.count = point.processes;
  }
  Asked asked;
  const Searched found = search_grid(points, formula, one_target, asked.ask);
  EXPECT_EQ(asked.count, 0U);
  EXPECT_FALSE(found.rows.front().outcome.ok());
}

TEST(Search, LeavesOutWhoFails) {
  const AskOutcomes ask = [](const std::vector<Point>& points) {
    std::vector<Outcome> outcomes;
    for (const Point& point : points)
      outcomes.push_back(point.algorithm == "rabenseifner" ? unsupported("broken")
                                                           : Outcome{.seconds = truth(point)});
    return outcomes;
  };
  const Searched found = search_grid(grid(), formula, one_target, ask);
  for (const Row& row : answers(found)) EXPECT_EQ(row.outcome.ok(), row.point.algorithm != "rabenseifner");
}

/// Doubling or the ring is the fastest everywhere, Rabenseifner's 1.3 times and by a reduce 1.5 times as long.
std::optional<double> formula_of_second_best(const Point& point) {
  const bool small = point.bytes() <= 4096;
  if (point.algorithm == (small ? "recursive_doubling" : "ring")) return 1e-6;
  if (point.algorithm == "rabenseifner") return 1.3e-6;
  return point.algorithm == "reduce_bcast" ? 1.5e-6 : 3e-6;
}

/// A little off, but for Rabenseifner's on 128 to 512 processes, which takes three times as long. It is the fastest nowhere.
double truth_of_second_best(const Point& point) {
  const double off = std::sin(7 * std::log2(point.processes) + 3 * std::log2(point.bytes()));
  const bool lost = point.algorithm == "rabenseifner" && point.processes >= 128 && point.processes <= 512;
  return *formula_of_second_best(point) * (1 + 0.05 * off) * (lost ? 3 : 1);
}

/// The one algorithm that costs least at worst, by what rows say and with what it truly costs.
struct OneRule {
  std::string algorithm;
  std::vector<ListRun> runs = {};
  double worst = 0;
};
OneRule one_rule(const std::vector<Row>& rows) {
  std::map<Point, std::vector<std::size_t>> calls;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Point at = rows[i].point;
    at.algorithm.clear();
    at.options = {};
    calls[at].push_back(i);
  }
  OneRule best{.algorithm = "", .worst = 100};
  for (const char* name : {"recursive_doubling", "rabenseifner", "ring", "reduce_bcast"}) {
    OneRule own{.algorithm = name};
    for (const auto& [at, numbers] : calls) {
      std::size_t mine = 0, other = rows.size();
      for (const std::size_t i : numbers)
        if (rows[i].point.algorithm == name)
          mine = i;
        else if (other == rows.size() || rows[i].outcome.seconds < rows[other].outcome.seconds)
          other = i;
      own.runs.push_back({mine, other, rows[other].outcome.seconds});
      own.worst = std::max(own.worst, rows[mine].outcome.seconds / rows[other].outcome.seconds - 1);
    }
    if (own.worst < best.worst) best = own;
  }
  return best;
}

struct SecondBest {
  AskOutcomes ask = [](const std::vector<Point>& points) {
    std::vector<Outcome> outcomes;
    for (const Point& point : points) outcomes.push_back({.seconds = truth_of_second_best(point)});
    return outcomes;
  };
  Searched search(const RunsOfLists& lists) const {
    return search_grid(grid(), formula_of_second_best, one_target, ask, lists, 0.1);
  }
};

TEST(Search, AsksWhatAListRunsThoughItIsTheFastestNowhere) {
  const SecondBest second_best;
  const OneRule unasked = one_rule(second_best.search({}).rows);
  EXPECT_EQ(unasked.algorithm, "rabenseifner") << "the first question alone leaves a bad list";
  EXPECT_LT(unasked.worst, 0.5) << "which looks good";
  const RunsOfLists lists = [](const std::vector<Row>& rows) { return one_rule(rows).runs; };
  const Searched found = second_best.search(lists);
  EXPECT_EQ(one_rule(found.rows).algorithm, "reduce_bcast");
  EXPECT_LE(static_cast<double>(found.asked()), most_asked * static_cast<double>(found.rows.size()));
  const Searched again = second_best.search(lists);
  EXPECT_EQ(again.answered, found.answered);
}

TEST(Search, AsksWhatAListRunsBesideABestThatHasNoFormula) {
  const SecondBest second_best;
  const FormulaSeconds formula = [](const Point& point) {
    return point.algorithm == "ring" ? std::nullopt : formula_of_second_best(point);
  };
  const RunsOfLists lists = [](const std::vector<Row>& rows) { return one_rule(rows).runs; };
  const Searched found = search_grid(grid(), formula, one_target, second_best.ask, lists, 0.1);
  EXPECT_EQ(one_rule(found.rows).algorithm, "reduce_bcast");
  for (std::size_t i = 0; i < found.rows.size(); ++i)
    EXPECT_TRUE(found.answered[i] || found.rows[i].point.algorithm != "ring");
  const Searched least = search_grid(grid(), formula, one_target, [&](const std::vector<Point>& points) {
    std::vector<Outcome> outcomes;
    for (const Point& point : points) outcomes.push_back({.seconds = formula(point).value_or(1e-6)});
    return outcomes;
  });
  EXPECT_LE(found.asked(), most_points(least, formula));
}

TEST(Search, AsksNothingMoreOfListsWhoseCostsAreKnownToBeSmall) {
  const SecondBest second_best;
  std::size_t lists_made = 0;
  const Searched found = second_best.search([&](const std::vector<Row>&) {
    ++lists_made;
    return std::vector<ListRun>();
  });
  EXPECT_EQ(found.answered, second_best.search({}).answered);
  EXPECT_GE(lists_made, 1U);
}

TEST(Served, TellsWhichOfItsCostsAreExpected) {
  std::vector<Point> points;
  for (const Point& point : grid())
    if (point.processes == 4 && point.bytes() <= 32) points.push_back(point);
  Searched searched{.rows = {}, .answered = std::vector<bool>(points.size(), false)};
  for (const Point& point : points) searched.rows.push_back({point, {.seconds = 1}});
  const auto call = [&](std::size_t number, double seconds) {
    Point at = points[4 * number];
    at.algorithm.clear();
    at.options = {};
    return ServedCall{
        .at = at, .runs = "recursive_doubling", .other = "ring", .seconds = seconds, .other_seconds = 1};
  };
  // Nobody asked the first; what runs at the second, but not who is faster; both at the third, which another number of ranks shares.
  const std::vector<ServedCall> served = {call(0, 1.5), call(1, 1.2), call(2, 1.1), call(2, 0.5)};
  for (const std::size_t asked : {4, 8, 10}) searched.answered[asked] = true;
  const AskedCalls found = asked_calls(served, searched);
  EXPECT_EQ(found.calls, 3U);
  EXPECT_EQ(found.asked, 1U);
  EXPECT_NEAR(found.worst_asked, 0.1, 1e-9);
  EXPECT_NEAR(found.worst_expected, 0.5, 1e-9);
}

TEST(Served, FindsTheRowsOfWhatListsRun) {
  std::vector<Row> rows;
  for (const Point& point : grid()) rows.push_back({point, {.seconds = truth(point)}});
  const RunsOfLists lists = runs_of_lists({&target("openmpi-4.1"), &target("mpich-5")}, {.rules = 1});
  const auto runs = lists(rows);
  ASSERT_FALSE(runs.empty());
  for (const ListRun& run : runs) {
    EXPECT_NE(run.runs, run.best);
    EXPECT_EQ(rows[run.runs].point.processes, rows[run.best].point.processes);
    EXPECT_EQ(rows[run.runs].point.count, rows[run.best].point.count);
  }
}

TEST(Interpolated, GuessesFromTheNearest) {
  const std::vector<Spot> spots = {{0, 0, true}, {1, 0, true}, {4, 0, true}};
  Interpolated ratio(spots);
  EXPECT_FALSE(ratio.guess_at(0));
  ratio.learn(0, 1);
  EXPECT_TRUE(ratio.misses().empty());
  ratio.learn(2, 2);
  const auto guess = ratio.guess_at(1);
  EXPECT_DOUBLE_EQ(guess->distance, 1);
  EXPECT_DOUBLE_EQ(guess->value, (1 + 2 / 9.0) / (1 + 1 / 9.0));
  EXPECT_DOUBLE_EQ(ratio.guess_at(0)->value, 1);
  EXPECT_THAT(ratio.misses(), ::testing::ElementsAre(1 / 16.0, 1 / 16.0));
}

TEST(Interpolated, APowerOfTwoIsFarFromOthers) {
  EXPECT_DOUBLE_EQ(distance({2, 3, true}, {2, 3, false}), 1);
}

}  // namespace
}  // namespace collsim
