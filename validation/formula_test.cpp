#include "validation/formula.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "algorithms/facts/description.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;

constexpr Hockney machine = {.alpha = 1e-6, .beta = 1e-9, .gamma = 2e-9, .kappa = 0};

const Point full_vector_ring = {.collective = "allreduce",
                                .algorithm = "ring_full_vector",
                                .options = {},
                                .backend = "smpi",
                                .platform = "star",
                                .overrides = {},
                                .processes = 5,
                                .count = 100};
// 4 (alpha + 16 beta + n beta + n gamma), n = 800.
constexpr double full_vector_ring_seconds = 4 * (1e-6 + 16e-9 + 800e-9 + 1600e-9);

FormulaCheck check_of(const Outcome& outcome) {
  return check_formulas({full_vector_ring}, {outcome}, machine).at(0);
}

Outcome taking(double seconds) {
  Outcome outcome;
  outcome.seconds = seconds;
  return outcome;
}

TEST(FormulaCheck, ExpectsTheClosedFormWithTheEnvelope) {
  const FormulaCheck check = check_of(taking(full_vector_ring_seconds));
  EXPECT_TRUE(check.passed);
  EXPECT_NEAR(check.expected, full_vector_ring_seconds, 1e-15 * full_vector_ring_seconds);
}

TEST(FormulaCheck, FailsBeyondTheTolerance) {
  EXPECT_TRUE(check_of(taking(full_vector_ring_seconds * (1 + 0.9e-9))).passed);
  const FormulaCheck slow = check_of(taking(full_vector_ring_seconds * (1 + 1.1e-9)));
  EXPECT_FALSE(slow.passed);
  EXPECT_NEAR(slow.deviation, 1.1e-9, 1e-14);
  EXPECT_FALSE(check_of(taking(full_vector_ring_seconds * (1 - 1.1e-9))).passed);
}

TEST(FormulaCheck, FailsWithoutATime) {
  Outcome crashed = taking(full_vector_ring_seconds);
  crashed.status = {Status::Kind::failed, "signal 11"};
  const FormulaCheck check = check_of(crashed);
  EXPECT_FALSE(check.passed);
  EXPECT_THAT(to_table({check}), HasSubstr("FAILED: failed: signal 11"));
}

TEST(FormulaCheck, WantsAnOutcomeForEachPoint) {
  EXPECT_THAT([&] { check_formulas({full_vector_ring}, {}, machine); },
              ThrowsMessage<Error>("1 points, but 0 outcomes"));
}

TEST(FormulaCheck, PrintsFormulaAndTimes) {
  const std::string table =
      to_table({check_of(taking(full_vector_ring_seconds)), check_of(taking(2 * full_vector_ring_seconds))});
  const std::string formula = describe("allreduce", "ring_full_vector").formula;
  const auto heading = table.find("allreduce/ring_full_vector: " + formula + "\n");
  EXPECT_EQ(heading, 0U);
  EXPECT_THAT(table.substr(heading + formula.size() + 30), Not(HasSubstr(formula)))
      << "one heading per algorithm";
  EXPECT_NE(table.find("13.664000    13.664000"), std::string::npos) << table;
  EXPECT_NE(table.find("13.664000    27.328000    1.0e+00  FAILED"), std::string::npos) << table;
  EXPECT_NE(table.find("2 checks, 1 failed"), std::string::npos) << table;
}

TEST(FormulaPoints, CoverEveryAlgorithmWithACost) {
  std::set<std::string> covered;
  for (const Point& point : formula_points()) {
    const Description& about = describe(point.collective, point.algorithm);
    EXPECT_EQ(about.why_unsupported(point.shape(), point.options), "");
    EXPECT_LT(point.root, point.processes);
    covered.insert(about.full_name());
  }
  for (const Description* about : descriptions())
    EXPECT_EQ(covered.contains(about->full_name()), about->cost && !about->concurrent) << about->full_name();
}

TEST(StarMachine, ReadsThePlatformFile) {
  const Hockney star = star_machine(Platform::load("star"));
  EXPECT_DOUBLE_EQ(star.alpha, 1e-6);
  EXPECT_DOUBLE_EQ(star.beta, 1e-9);
  EXPECT_DOUBLE_EQ(star.gamma, 1e-9);
  EXPECT_DOUBLE_EQ(star.kappa, 0.25e-9);
}

}  // namespace
}  // namespace collsim
