#include "lab/tuner/tuned.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <tuple>

#include "lab/tuner/contest.hpp"
#include "lab/tuner/followed.hpp"
#include "lab/tuner/left_out.hpp"
#include "lab/tuner/testing/timed.hpp"
#include "rules/libraries/formats.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::rows_of;
using testing::Timed;

/// An Open MPI of whose own choice nothing is known.
const Target& open_choice() {
  static const Target its = [] {
    Target changed = target("openmpi-4.1");
    changed.table = {};
    return changed;
  }();
  return its;
}

/// Doubling takes a microsecond a round and n / GB/s each; Rabenseifner's twice the rounds and 2 n / GB/s.
double seconds_of(const std::string& algorithm, int p, std::int64_t n) {
  const double rounds = std::log2(p), bytes = static_cast<double>(n) * 1e-9;
  if (algorithm == "recursive_doubling") return rounds * (1e-6 + bytes);
  if (algorithm == "rabenseifner") return 2 * rounds * 1e-6 + 2 * bytes;
  return 10 * rounds * (1e-6 + bytes);
}

std::vector<Row> timed_rows() {
  std::vector<Row> all;
  for (const int p : {4, 8, 16})
    for (std::int64_t n = 64; n <= (1 << 20); n *= 4)
      for (const auto& [name, options] :
           std::initializer_list<std::pair<const char*, std::map<std::string, std::string>>>{
               {"recursive_doubling", {}}, {"rabenseifner", {{"fold", "half"}}}, {"reduce_bcast", {}}})
        all.push_back({{.collective = "allreduce",
                        .algorithm = name,
                        .options = describe("allreduce", name).resolve(options),
                        .backend = "model",
                        .platform = "star",
                        .overrides = {},
                        .processes = p,
                        .count = n,
                        .type = "byte"},
                       {.seconds = seconds_of(name, p, n)}});
  return all;
}

TEST(Tune, FindsTheFewestRulesWithinTheBounds) {
  const auto tuned = tune(open_choice(), timed_rows(), {.rules = 8, .mean = 0.001, .worst = 0.1});
  ASSERT_EQ(tuned.size(), 1U);
  EXPECT_TRUE(tuned[0].within);
  EXPECT_LE(tuned[0].mean, 0.001);
  ASSERT_GE(tuned[0].curve.size(), 2U);
  EXPECT_GT(tuned[0].curve[0].mean, tuned[0].curve[1].mean);
  const auto fewer = tune(open_choice(), timed_rows(), {.rules = 8, .mean = 10, .worst = 10});
  EXPECT_EQ(fewer[0].rules.size(), 1U);
  const auto strict = tune(open_choice(), timed_rows(), {.rules = 1, .mean = 0, .worst = 0});
  EXPECT_FALSE(strict[0].within);
}

TEST(Tune, ItsCurveGoesThroughWhatIsWritten) {
  for (const double worst : {0.01, 0.1, 10.0}) {
    const auto tuned = tune(open_choice(), timed_rows(), {.rules = 8, .mean = 0.02, .worst = worst});
    const CurvePoint& own = tuned[0].curve.at(tuned[0].rules.size() - 1);
    EXPECT_EQ(own.rules, tuned[0].rules.size());
    EXPECT_DOUBLE_EQ(own.mean, tuned[0].mean);
    EXPECT_DOUBLE_EQ(own.worst, tuned[0].worst);
    EXPECT_LE(tuned[0].curve.back().mean, own.mean) << "more rules cost no more";
  }
}

TEST(Tune, OneRuleIsNotSeveral) {
  const TuningBounds any = {.rules = 1, .mean = 10, .worst = 10};
  EXPECT_THAT(to_text(target("openmpi-4.1"), tune(open_choice(), timed_rows(), any), any),
              HasSubstr("allreduce for openmpi-4.1: 1 rule costs "));
}

TEST(Tune, ItsFileCostsWhatItSays) {
  const TuningBounds bounds = {.rules = 3, .mean = 0.02, .worst = 10};
  const auto tuned = tune(open_choice(), timed_rows(), bounds);
  const Files files = write_for(target("openmpi-4.1"), rules_of(tuned, "test"), "/w");
  const auto cells = follow(read_rules(files.at("openmpi-4.1.conf"), "f"), timed_rows());
  const FollowedSummary all = summary_of(cells);
  EXPECT_EQ(all.regrets.calls, all.cells);
  EXPECT_DOUBLE_EQ(all.regrets.mean, tuned[0].mean);
  EXPECT_DOUBLE_EQ(all.regrets.ninetieth, tuned[0].ninetieth);
  EXPECT_DOUBLE_EQ(all.worst->regret(), tuned[0].worst);
}

TEST(Tune, RulesSayWhy) {
  const auto tuned = tune(open_choice(), timed_rows(), {.rules = 4, .mean = 0.001});
  const TunedRule& first = tuned[0].rules.front();
  EXPECT_EQ(first.algorithm(), "recursive_doubling");
  EXPECT_EQ(first.second, "rabenseifner");
  EXPECT_GT(first.second_mean, first.mean);
  EXPECT_LT(first.seconds, first.second_seconds);
  EXPECT_EQ(first.terms,
            "2 rounds, not 4; against 2.00 n combined, not 0.75 n; 1.00 n copied, not 0.00 n; 2.00 n sent, "
            "not 1.50 n");
  const std::string text = to_text(target("openmpi-4.1"), tuned, {});
  EXPECT_THAT(text, HasSubstr("allreduce for openmpi-4.1: "));
  EXPECT_THAT(text, HasSubstr("mean (worst) by number of rules: 1: "));
}

/// The same once more for four ranks a node, where times are exchanged.
std::vector<Row> rows_of_two_ppn() {
  std::vector<Row> all = timed_rows();
  for (Row row : timed_rows()) {
    row.point.ppn = 4;
    if (row.point.algorithm != "reduce_bcast")
      row.outcome.seconds =
          seconds_of(row.point.algorithm == "rabenseifner" ? "recursive_doubling" : "rabenseifner",
                     row.point.processes, row.point.count);
    all.push_back(row);
  }
  return all;
}

TEST(Tune, TellsRanksANodeApartWhereTheTargetCan) {
  const TuningBounds bounds = {.rules = 12, .mean = 0.001};
  const auto can = tune(target("collsim"), rows_of_two_ppn(), bounds);
  EXPECT_DOUBLE_EQ(can[0].one_for_all_nodes, 0);
  EXPECT_DOUBLE_EQ(can[0].worst, 0);
  EXPECT_TRUE(can[0].rules.front().rule.only.contains(Condition::one_per_node));
  const auto cannot = tune(open_choice(), rows_of_two_ppn(), bounds);
  EXPECT_GT(cannot[0].one_for_all_nodes, 0.1);
  EXPECT_GE(cannot[0].mean, cannot[0].one_for_all_nodes);
  EXPECT_FALSE(cannot[0].fewest_for_worst);
  EXPECT_THAT(to_text(target("openmpi-4.1"), cannot, bounds),
              AllOf(HasSubstr("openmpi-4.1 cannot ask how many ranks share a node"),
                    HasSubstr("out of reach, whatever the number of rules")));
}

std::vector<Rule> tuned_rules(const std::string& collective, const std::vector<Timed>& all) {
  const auto tuned =
      tune(open_choice(), rows_of(collective, all), {.rules = 8, .mean = 0, .worst = 0, .commutative = true});
  return rules_of(tuned, "").all();
}

/// Whether Open MPI runs what each rule says at every call that it takes, of some sizes.
void expect_no_others(const std::vector<Rule>& rules) {
  const Rules followed = as_followed(target("openmpi-4.1"), Rules(rules));
  for (const Rule& rule : rules)
    for (std::int64_t p = rule.region.processes.first; p <= rule.region.processes.last; ++p)
      for (std::int64_t n = rule.region.bytes.first;
           n <= std::min<std::int64_t>(rule.region.bytes.last, 40000); n += 1 + n / 97)
        ASSERT_EQ(
            followed.match(facts_of(rule.collective, {.processes = static_cast<int>(p), .count = n}))->theirs,
            rule.theirs)
            << p << " ranks, " << n << " B";
}

TEST(Tune, ARuleBeginsWhereItsAlgorithmHasEnoughElements) {
  const auto rules = tuned_rules("allreduce", {{64, 16, "recursive_doubling", 1},
                                               {64, 16, "ring", 2},
                                               {64, 100, "recursive_doubling", 2},
                                               {64, 100, "ring", 1}});
  ASSERT_EQ(rules.size(), 2U);
  EXPECT_EQ(rules[1].theirs, "ring");
  EXPECT_EQ(rules[1].region.bytes.first, 64) << "in the middle there are 40 elements";
  EXPECT_EQ(rules[0].region.bytes.last, 63);
  expect_no_others(rules);
}

TEST(Tune, ARuleBeginsLaterOnlyWhereThatIsNeeded) {
  std::vector<Timed> all;
  for (const int p : {8, 64}) {
    all.push_back({p, 16, "recursive_doubling", 1});
    all.push_back({p, 16, p == 8 ? "rabenseifner" : "ring", 2});
    all.push_back({p, 100, p == 8 ? "rabenseifner" : "ring", 1});
    all.push_back({p, 100, "recursive_doubling", 2});
  }
  for (Timed& each : all)
    if (std::string(each.algorithm) == "rabenseifner") each.options = {{"fold", "half"}};
  all.push_back({8, 16, "reduce_bcast", 0.5, {{"radix", "1048576"}}});
  const auto rules = tuned_rules("allreduce", all);
  ASSERT_EQ(rules.size(), 4U);
  for (const Rule& rule : rules) {
    if (rule.theirs == "rabenseifner") {
      EXPECT_EQ(rule.region.bytes.first, 40) << "the middle";
    }
    if (rule.theirs == "ring") {
      EXPECT_EQ(rule.region.bytes.first, 64);
    }
  }
  expect_no_others(rules);
}

TEST(Tune, RulesThatAskForElementsNeedNoLimits) {
  auto rows = rows_of("allreduce", {{64, 16, "recursive_doubling", 1},
                                    {64, 16, "rabenseifner", 2},
                                    {64, 100, "recursive_doubling", 2},
                                    {64, 100, "rabenseifner", 1}});
  const auto tuned = tune(target("mpich-5"), rows, {.rules = 8, .mean = 0, .worst = 0});
  ASSERT_EQ(tuned[0].rules.size(), 2U);
  const Rule& rule = tuned[0].rules[1].rule;
  EXPECT_EQ(rule.theirs, "reduce_scatter_allgather");
  EXPECT_EQ(rule.region.bytes.first, 40);
  EXPECT_TRUE(rule.only.contains(Condition::enough_elements));
}

TEST(Tune, ARuleBeginsWhereItsAlgorithmHasEnoughSegments) {
  const std::map<std::string, std::string> segment = {{"segment_bytes", "8192"}};
  const auto rules = tuned_rules("bcast", {{64, 4096, "binomial", 3},
                                           {64, 4096, "linear", 1},
                                           {64, 4096, "split_binary", 1, segment},
                                           {64, 4096, "chain", 9, segment},
                                           {64, 20000, "linear", 2},
                                           {64, 20000, "split_binary", 1, segment},
                                           {64, 20000, "chain", 9, segment}});
  ASSERT_EQ(rules.size(), 2U);
  EXPECT_EQ(rules[1].theirs, "split_binary_tree(segsize=8192)");
  EXPECT_EQ(rules[1].region.bytes.first, 16384);
  expect_no_others(rules);
}

TEST(Tune, ARuleOfTheSmallestSizesLeavesOthersToTheLibrary) {
  const auto rules = tuned_rules("allreduce", {{64, 100, "recursive_doubling", 2}, {64, 100, "ring", 1}});
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0].region.bytes.first, 64);
  expect_no_others(rules);
}

TEST(Tune, ARuleEndsWithTheNumberOfRanksThatHasEnoughElements) {
  const auto rules = tuned_rules("allreduce", {{72, 74, "recursive_doubling", 2},
                                               {72, 74, "ring", 1},
                                               {100, 74, "recursive_doubling", 1},
                                               {100, 74, "ring", 1}});
  ASSERT_EQ(rules.size(), 2U);
  EXPECT_EQ(rules[0].theirs, "ring");
  EXPECT_EQ(rules[0].region.processes.last, 74) << "in the middle 84 ranks would be too many";
  EXPECT_EQ(rules[1].region.processes.first, 75);
  expect_no_others(rules);
}

/// An exchange of neighbours for even numbers of ranks is the fastest at 12, and a ring runs in its stead at 13.
std::vector<TunedCollective> tuned_for_neighbors(double ring_seconds) {
  return tune(open_choice(),
              rows_of("allgather", {{12, 1200, "neighbor_exchange", 1},
                                    {12, 1200, "ring", ring_seconds},
                                    {12, 1200, "bruck", 1.5, {{"turn", "in_place"}}},
                                    {16, 1600, "bruck", 1, {{"turn", "in_place"}}},
                                    {16, 1600, "ring", 9}}),
              {.rules = 2, .mean = 0.02, .worst = 1});
}

TEST(Tune, JudgesWhatRunsAtNumbersOfRanksBetween) {
  const TunedRule slow = tuned_for_neighbors(9)[0].rules.front();
  EXPECT_EQ(slow.rule.theirs, "bruck") << "13 to 15 ranks would pay for the ring";
  EXPECT_EQ(slow.unless, "");
  const auto near = tuned_for_neighbors(1.1);
  EXPECT_EQ(near[0].rules.front().rule.theirs, "neighbor");
  EXPECT_EQ(near[0].rules.front().unless, "even, else ring");
  EXPECT_EQ(near[0].rules.front().calls, 1U) << "those between are no cells";
  EXPECT_THAT(to_text(target("openmpi-4.1"), near, {}), HasSubstr("even, else ring"));
}

TEST(Tune, TakesAnAlgorithmThatIsNotHereBetweenToBeLikeTheOneBeside) {
  const auto rules = tuned_rules("bcast", {{8, 1 << 20, "scatter_recursive_doubling_allgather", 1},
                                           {8, 1 << 20, "linear", 9},
                                           {16, 1 << 20, "scatter_recursive_doubling_allgather", 1},
                                           {16, 1 << 20, "linear", 9}});
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0].theirs, "scatter_allgather") << "it runs on 9 to 15 ranks, too, in a way of its own";
}

/// On 8 ranks Open MPI 4.1 doubles below 8 KiB, and takes Rabenseifner's algorithm from there on.
std::vector<Row> rows_beside_own_choice(double ring_at_1k, double ring_at_1m) {
  return rows_of("allreduce", {{8, 1 << 10, "recursive_doubling", 1},
                               {8, 1 << 10, "ring", ring_at_1k},
                               {8, 1 << 20, "rabenseifner", 1, {{"fold", "half"}}},
                               {8, 1 << 20, "ring", ring_at_1m}});
}

TEST(Tune, LeavesToTheLibraryWhatRulesHardlyImprove) {
  const Target& its = target("openmpi-4.1");
  const TuningBounds bounds = {.mean = 0.02, .commutative = true};
  const auto tuned = tune(its, rows_beside_own_choice(0.99, 0.99), bounds);
  ASSERT_EQ(tuned[0].rules.size(), 1U) << "pieces beside each other are one";
  EXPECT_TRUE(tuned[0].rules[0].is_own_choice());
  EXPECT_NEAR(tuned[0].mean, 0.0101, 0.0001);
  EXPECT_NEAR(tuned[0].rules[0].second_mean, 0, 1e-9);
  EXPECT_TRUE(rules_of(tuned, "").empty());
  EXPECT_THAT(to_text(its, tuned, bounds),
              AllOf(HasSubstr("allreduce for openmpi-4.1: no rule: its own choice costs 1.0 % in the mean"),
                    HasSubstr("its own choice")));
}

TEST(Tune, HasARuleWhereItGains) {
  const Target& its = target("openmpi-4.1");
  const TuningBounds bounds = {.mean = 0.02, .commutative = true};
  const auto rows = rows_beside_own_choice(1.5, 0.9);
  const auto tuned = tune(its, rows, bounds);
  ASSERT_EQ(tuned[0].rules.size(), 2U);
  EXPECT_EQ(tuned[0].number_of_rules(), 1U);
  EXPECT_TRUE(tuned[0].rules[0].is_own_choice());
  EXPECT_EQ(tuned[0].rules[1].rule.theirs, "ring");
  EXPECT_THAT(to_text(its, tuned, bounds), HasSubstr("1 rule beside its own choice cost 0 % in the mean"));
  const Files files = write_for(its, rules_of(tuned, "test"), "/w");
  EXPECT_THAT(files.at("openmpi-4.1.conf"), HasSubstr("  0 0 0 0  # its own choice\n  32768 4 0 0  # ring"));
  const auto cells = follow(read_rules(files.at("openmpi-4.1.conf"), "f"), rows);
  EXPECT_DOUBLE_EQ(summary_of(cells).regrets.mean, tuned[0].mean);
  EXPECT_EQ(cells.front().chosen, "recursive_doubling");
}

TEST(Tune, ItsCurveSaysHowManyRulesAreForTheOwnChoice) {
  const auto rows = rows_beside_own_choice(3, 0.5);
  const Target& its = target("openmpi-4.1");
  const auto tuned = tune(its, rows, {.mean = 0.02, .commutative = true});
  ASSERT_GE(tuned[0].curve.size(), 2U);
  EXPECT_EQ(tuned[0].curve[0].own_choice, 1U) << "it takes all calls";
  EXPECT_DOUBLE_EQ(tuned[0].curve[0].mean, 0.5) << "and twice as long in one of two";
  const CurvePoint& best = tuned[0].curve[1];
  EXPECT_EQ(best.rules - best.own_choice, tuned[0].number_of_rules());
  EXPECT_DOUBLE_EQ(best.mean, tuned[0].mean);
  EXPECT_EQ(to_csv(curve_cells(its, tuned)).substr(0, 44), "target,collective,rules,own_choice,mean,wors");
  const TuningBounds one = {.rules = 1, .mean = 0.02, .commutative = true};
  const auto few = tune(its, rows, one);
  EXPECT_THAT(to_text(its, few, one),
              AllOf(HasSubstr("number of rules, those for its own choice counted: 1: 50.0 % (100.0 %)"),
                    HasSubstr("10.0 % anywhere takes 2 rules, those for its own choice counted\n")));
  EXPECT_THAT(to_text(its, tune(open_choice(), rows, one), one), Not(HasSubstr("counted")));
}

/// On 8 and 15 ranks.
std::vector<Row> rows_of_two_numbers(double small, double large) {
  std::vector<Timed> all;
  for (const int p : {8, 15})
    for (const auto& [bytes, other, seconds] :
         {std::tuple(std::int64_t{1} << 10, "recursive_doubling", small),
          {std::int64_t{1} << 20, "rabenseifner", large}}) {
      all.push_back({p, bytes, other, 1});
      if (other == std::string("rabenseifner")) all.back().options = {{"fold", "half"}};
      all.push_back({p, bytes, "ring", seconds});
    }
  return rows_of("allreduce", all);
}

TEST(Tune, JoinsWhatIsLeftAcrossNumbersOfRanks) {
  const auto tuned = tune(target("openmpi-4.1"), rows_of_two_numbers(1.5, 1.5), {.commutative = true});
  ASSERT_EQ(tuned[0].rules.size(), 1U);
  EXPECT_EQ(tuned[0].rules[0].rule.region.processes, (Interval{8, 15}));
  EXPECT_EQ(tuned[0].rules[0].calls, 4U);
}

TEST(Tune, LeavesWhatGainsLeastAsFarAsTheMeanAllows) {
  // Own choices lose 1 % of small calls and 1.5 % of large ones, and all together may lose 1.1 %.
  const TuningBounds bounds = {.mean = 0.011, .worst = 0.1, .commutative = true};
  const auto tuned = tune(target("openmpi-4.1"), rows_of_two_numbers(1 / 1.01, 1 / 1.015), bounds);
  EXPECT_EQ(tuned[0].number_of_rules(), 1U) << "the mean of both would be 1.25 %";
}

TEST(Tune, ARuleStaysThatTheWorstCallNeeds) {
  const auto tuned = tune(target("openmpi-4.1"), rows_beside_own_choice(0.99, 0.9),
                          {.mean = 1, .worst = 0.05, .commutative = true});
  EXPECT_EQ(tuned[0].number_of_rules(), 1U) << "11 % are more than 5 %";
}

TEST(Tune, LeavesEachCallThatGainsTooLittle) {
  // A ring gains 30 % at 1 KiB and 60 % at 1 MiB.
  const auto rows = rows_beside_own_choice(1 / 1.3, 1 / 1.6);
  const auto choices = [&](const Target& its, double gain) {
    std::string text;
    const auto tuned = tune(its, rows, {.gain = gain, .commutative = true});
    for (const TunedRule& rule : tuned[0].rules) text += (text.empty() ? "" : " ") + rule.algorithm();
    return text;
  };
  const Target& its = target("openmpi-4.1");
  EXPECT_EQ(choices(its, 0), "ring");
  EXPECT_EQ(choices(its, 0.2999), "ring");
  EXPECT_EQ(choices(its, 0.31), "its own choice ring");
  EXPECT_EQ(choices(its, 0.61), "its own choice");
  EXPECT_EQ(choices(open_choice(), 0.61), "ring") << "nobody knows what it gains there";
}

TEST(Tune, SaysWhatIsLeftForWantOfGain) {
  const TuningBounds bounds = {.gain = 0.61, .commutative = true};
  const Target& its = target("openmpi-4.1");
  const auto rows = rows_beside_own_choice(1 / 1.3, 1 / 1.6);
  const auto tuned = tune(its, rows, bounds);
  EXPECT_DOUBLE_EQ(tuned[0].mean, 0) << "over what rules may run";
  EXPECT_NEAR(tuned[0].beyond, 0.45, 1e-9);
  EXPECT_EQ(tuned[0].rules[0].second, "") << "a ring may not";
  EXPECT_THAT(to_text(its, tuned, bounds),
              HasSubstr("or not safely, or what gains less than 61.0 %, would save "
                        "45.0 % more in the mean"));
}

TEST(Namers, KnowALibrarysOwnChoiceWhereItIsOne) {
  Namers namers({&target("openmpi-4.1")}, false);
  const auto rows = rows_of("allreduce", {{4, 10, "ring", 1}, {4, 1 << 10, "ring", 1}});
  EXPECT_EQ(namers.who_names(rows[0].point).size(), 1U) << "it takes a ring below 16 B";
  EXPECT_EQ(namers.who_names(rows[1].point).size(), 0U) << "a ring changes the order";
}

TEST(LeftOut, JudgesRulesWhereTheyWereNotTuned) {
  const auto rows = timed_rows();
  const auto cells = left_out(open_choice(), rows, {.rules = 4, .mean = 0.001});
  EXPECT_EQ(cells.size(), rows.size() / 3);
  const FollowedSummary all = summary_of(cells);
  const auto tuned = tune(open_choice(), rows, {.rules = 4, .mean = 0.001});
  EXPECT_GT(all.regrets.mean, tuned.front().mean);
  for (const Followed& cell : cells) EXPECT_NE(cell.chosen, "reduce_bcast");
}

TEST(Tune, OfATargetThatHasNothingFindsNoRules) {
  auto others = timed_rows();
  std::erase_if(others, [](const Row& row) { return row.point.algorithm != "reduce_bcast"; });
  const auto tuned = tune(target("mpich-4"), others, {});
  EXPECT_TRUE(tuned[0].rules.empty());
  EXPECT_THAT(to_text(target("mpich-4"), tuned, {}), HasSubstr("so there are no rules"));
}

const Choice& written_choice(const std::string& collective, const std::string& name) {
  static std::map<std::string, Choice> made;
  return made.emplace(collective + name, choose(collective, name).front()).first->second;
}

TEST(Terms, NameWhatDecides) {
  Point at{.collective = "allreduce",
           .algorithm = "ring",
           .options = {},
           .backend = "fast",
           .platform = "star",
           .overrides = {},
           .processes = 16,
           .count = 1 << 20,
           .type = "byte"};
  const Choice &ring = written_choice("allreduce", "ring"),
               &doubling = written_choice("allreduce", "recursive_doubling");
  const TermsOf terms = [](const Point& point) {
    if (point.algorithm == "ring")
      return PredictedTerms{.messages = 30e-6, .bytes = 200e-6, .combined = 100e-6};
    return PredictedTerms{.messages = 4e-6, .bytes = 400e-6, .combined = 400e-6};
  };
  constexpr double saved = 500e-6;
  EXPECT_EQ(terms_text(at, ring, doubling, saved, terms),
            "0.94 n combined, not 4.00 n, which saves 300 us; 1.88 n sent, not 4.00 n, which saves 200 us; "
            "against 30 "
            "rounds, not 4, which costs 26 us");
  EXPECT_THAT(terms_text(at, ring, doubling, 4 * saved, terms),
              HasSubstr("which costs 26 us; in all 474 us by formula, where 2 ms are saved: what makes the "
                        "difference is in none of its terms"));
  EXPECT_THAT(terms_text(at, doubling, ring, saved, terms),
              AllOf(HasSubstr("none of the formulas' terms, by which it would be the other way round: 4 "
                              "rounds, not 30, which saves 26 us; against 4.00 n combined"),
                    Not(HasSubstr("in all"))))
      << "they say that it is slower";
  EXPECT_THAT(terms_text(at, ring, doubling, saved, {}), HasSubstr("; against 30 rounds, not 4"));
  EXPECT_EQ(terms_text(at, ring, ring, saved, {}), "none of the formulas' terms, by which both take as long");
}

TEST(Terms, SayWhoHasNoFormula) {
  Point at;
  at.collective = "allreduce";
  at.processes = 16;
  at.count = 1 << 20;
  EXPECT_EQ(
      terms_text(at, written_choice("allreduce", "ring"), written_choice("allreduce", "library"), 1e-3, {}),
      "not known, as library has no formula there");
}

}  // namespace
}  // namespace collsim
