#include "evidence/validation/advice.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;

Point advised_point(const std::string& algorithm, std::int64_t bytes) {
  Point point;
  point.collective = "allreduce";
  point.algorithm = algorithm;
  point.platform = "star";
  point.processes = 8;
  point.type = "byte";
  point.count = bytes;
  return point;
}

/// A time of the library's own choice, which was `ran`.
AdviceQuestion own_choice(std::int64_t bytes, double measured) {
  AdviceQuestion found{.measured = {{advised_point("library", bytes)}},
                       .ran = {"recursive_doubling", advised_point("recursive_doubling", bytes)}};
  found.measured.row.outcome.seconds = measured;
  found.others = {{"ring", advised_point("ring", bytes)},
                  {"rabenseifner", advised_point("rabenseifner", bytes)}};
  return found;
}

/// What ran takes a second; `best` is the time of ring, and the third has none.
OutcomeOf predicting(double best) {
  return [best](const Point& point) {
    if (point.algorithm == "rabenseifner") return missing("not asked");
    return Outcome{.seconds = point.algorithm == "ring" ? best : 1.0};
  };
}

TEST(Advice, OfAModelWithoutErrorsPromisesWhatItPredicts) {
  const Advice advice = advise({own_choice(8, 1.0), own_choice(64, 1.0)}, predicting(0.5));
  ASSERT_EQ(advice.cells.size(), 2U);
  const AdvisedCell& cell = advice.cells[0];
  EXPECT_EQ(cell.as, "recursive_doubling");
  EXPECT_EQ(cell.best.theirs, "ring");
  EXPECT_DOUBLE_EQ(cell.gain, 0.5);
  EXPECT_DOUBLE_EQ(cell.certainty, 1);
  EXPECT_DOUBLE_EQ(cell.promised.value(), 0.5);
  EXPECT_TRUE(cell.worth_trying());
  EXPECT_EQ(advice.errors.median, 0);
}

TEST(Advice, PromisesNoMoreThanErrorsAllow) {
  // Errors by 1, 2 and 4 make ratios wrong by factors of up to 4.
  const std::vector<AdviceQuestion> measured = {own_choice(8, 1.0), own_choice(64, 2.0),
                                                own_choice(512, 4.0)};
  for (const double best : {0.96, 0.9, 0.6, 0.4, 0.2}) {
    const Advice advice = advise(measured, predicting(best));
    for (const AdvisedCell& cell : advice.cells) {
      EXPECT_DOUBLE_EQ(cell.gain, 1 - best);
      EXPECT_LT(cell.promised.value_or(0), cell.gain);
      EXPECT_EQ(cell.promised.has_value(), best < 0.25) << "a gain that an error of 4 undoes";
      EXPECT_EQ(cell.worth_trying(), best < 0.95) << "no choice is worth less";
    }
  }
}

TEST(Advice, OfOneTimeIsSureOfNothing) {
  const Advice advice = advise({own_choice(8, 1.0)}, predicting(0.1));
  EXPECT_TRUE(std::isnan(advice.cells[0].certainty));
  EXPECT_FALSE(advice.cells[0].promised);
  EXPECT_FALSE(advice.cells[0].worth_trying());
}

TEST(Advice, LeavesWellAlone) {
  const Advice advice = advise({own_choice(8, 1.0), own_choice(64, 1.0)}, predicting(2));
  EXPECT_EQ(advice.cells[0].best.theirs, "");
  EXPECT_EQ(advice.cells[0].gain, 0);
  EXPECT_TRUE(rules_to_try(advice, target("openmpi-4.1")).all().empty());
}

TEST(Advice, SuspectsTheNumberThatExplainsTheErrors) {
  const Advice advice =
      advise({own_choice(8, 2.0), own_choice(64, 2.0), own_choice(512, 1.0)}, predicting(2));
  const std::vector<Parameter> numbers = {
      {.name = "copy", .numbers = {"copy"}, .value = "1GBps"},
      {.name = "link.latency", .numbers = {"link.latency"}, .value = "1us"},
      {.name = "idle", .numbers = {"idle"}, .value = "1us"}};
  using Value = Elasticities::Value;
  const auto found = suspects(advice, {numbers,
                                       {},
                                       {{Value{0}, Value{1}, Value{0}},
                                        {Value{-0.1}, Value{1}, Value{0}},
                                        {Value{-1}, Value{0}, std::nullopt}}});
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].parameter.name, "link.latency");
  EXPECT_NEAR(found[0].factor, 2, 1e-12);
  EXPECT_NEAR(found[0].expected, 0, 1e-12);
}

TEST(Advice, RulesReachHalfTheWayToTheNextSize) {
  const Advice advice =
      advise({own_choice(64, 1.0), own_choice(1024, 1.0), own_choice(1 << 20, 1.0)}, predicting(0.5));
  const Rules rules = rules_to_try(advice, target("openmpi-4.1"));
  // Up to 8 KiB the table of 8 ranks names recursive doubling, and Rabenseifner's algorithm from there on.
  ASSERT_EQ(rules.all().size(), 3U) << "neighbours are one";
  EXPECT_EQ(rules.all()[0].theirs, "recursive_doubling");
  EXPECT_EQ(rules.all()[0].region.bytes, (Interval{0, 63}));
  EXPECT_EQ(rules.all()[1].theirs, "ring");
  EXPECT_EQ(rules.all()[1].region.processes, (Interval{8, 8}));
  EXPECT_EQ(rules.all()[1].region.bytes, (Interval{64, 1 << 20}));
  EXPECT_EQ(rules.all()[2].theirs, "rabenseifner");
  EXPECT_THAT(write_for(target("openmpi-4.1"), rules, "/here").at("openmpi-4.1.conf"),
              HasSubstr("  64 4 0 0  # ring\n"));
}

TEST(Advice, IsATableForPeopleAndOneForMachines) {
  Advice advice = advise({own_choice(8, 1.0), own_choice(64, 1.0)}, predicting(0.5));
  advice.excluded["openmpi-4.1 runs basic_linear here, which collsim has not"] = 2;
  EXPECT_THAT(to_text(advice), AllOf(HasSubstr("recursive_doubling"), HasSubstr("50.0 %"),
                                     HasSubstr("The model is off by 0 % in the median"),
                                     HasSubstr("Not judged: 2 times: openmpi-4.1 runs basic_linear")));
  EXPECT_THAT(to_cells(advice).lines, ::testing::SizeIs(2));
}

}  // namespace
}  // namespace collsim
