#include "tuner/tuned.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "rules/libraries/formats.hpp"
#include "tuner/followed.hpp"
#include "tuner/left_out.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

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
  const auto tuned = tune(target("openmpi-4.1"), timed_rows(), {.rules = 8, .mean = 0.001, .worst = 0.1});
  ASSERT_EQ(tuned.size(), 1U);
  EXPECT_TRUE(tuned[0].within);
  EXPECT_LE(tuned[0].mean, 0.001);
  ASSERT_GE(tuned[0].curve.size(), 2U);
  EXPECT_GT(tuned[0].curve[0].mean, tuned[0].curve[1].mean);
  const auto fewer = tune(target("openmpi-4.1"), timed_rows(), {.rules = 8, .mean = 10, .worst = 10});
  EXPECT_EQ(fewer[0].rules.size(), 1U);
  const auto strict = tune(target("openmpi-4.1"), timed_rows(), {.rules = 1, .mean = 0, .worst = 0});
  EXPECT_FALSE(strict[0].within);
}

TEST(Tune, ItsFileCostsWhatItSays) {
  const TuningBounds bounds = {.rules = 3, .mean = 0.02, .worst = 10};
  const auto tuned = tune(target("openmpi-4.1"), timed_rows(), bounds);
  const Files files = write_for(target("openmpi-4.1"), rules_of(tuned, "test"), "/w");
  const auto cells = follow(read_rules(files.at("openmpi-4.1.conf"), "f"), timed_rows());
  const RegretSummary all = summary_of(cells);
  EXPECT_EQ(all.judged, all.cells);
  EXPECT_DOUBLE_EQ(all.mean, tuned[0].mean);
  EXPECT_DOUBLE_EQ(all.worst->regret(), tuned[0].worst);
}

TEST(Tune, RulesSayWhy) {
  const auto tuned = tune(target("openmpi-4.1"), timed_rows(), {.rules = 4, .mean = 0.001});
  const TunedRule& first = tuned[0].rules.front();
  EXPECT_EQ(first.algorithm(), "recursive_doubling");
  EXPECT_EQ(first.second, "rabenseifner");
  EXPECT_GT(first.second_mean, first.mean);
  EXPECT_LT(first.seconds, first.second_seconds);
  EXPECT_THAT(first.terms, HasSubstr("rounds against"));
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
  const auto cannot = tune(target("openmpi-4.1"), rows_of_two_ppn(), bounds);
  EXPECT_GT(cannot[0].one_for_all_nodes, 0.1);
  EXPECT_GE(cannot[0].mean, cannot[0].one_for_all_nodes);
  EXPECT_FALSE(cannot[0].fewest_for_worst);
  EXPECT_THAT(to_text(target("openmpi-4.1"), cannot, bounds),
              AllOf(HasSubstr("openmpi-4.1 cannot ask how many ranks share a node"),
                    HasSubstr("out of reach, whatever the number of rules")));
}

TEST(LeftOut, JudgesRulesWhereTheyWereNotTuned) {
  const auto rows = timed_rows();
  const auto cells = left_out(target("openmpi-4.1"), rows, {.rules = 4, .mean = 0.001});
  EXPECT_EQ(cells.size(), rows.size() / 3);
  const RegretSummary all = summary_of(cells);
  const auto tuned = tune(target("openmpi-4.1"), rows, {.rules = 4, .mean = 0.001});
  EXPECT_GT(all.mean, tuned.front().mean);
  for (const Followed& cell : cells) EXPECT_NE(cell.chosen, "reduce_bcast");
}

TEST(Tune, OfATargetThatHasNothingFindsNoRules) {
  auto others = timed_rows();
  std::erase_if(others, [](const Row& row) { return row.point.algorithm != "reduce_bcast"; });
  const auto tuned = tune(target("mpich-4"), others, {});
  EXPECT_TRUE(tuned[0].rules.empty());
  EXPECT_THAT(to_text(target("mpich-4"), tuned, {}), HasSubstr("so there are no rules"));
}

}  // namespace
}  // namespace collsim
