#include "evidence/validation/formula.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "algorithms/facts/description.hpp"
#include "algorithms/facts/operand.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

Hockney machine(const Point&) {
  return {.alpha = 1e-6, .beta = 1e-9, .gamma = 2e-9, .kappa = 0};
}

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
  EXPECT_TRUE(check.passed());
  EXPECT_NEAR(check.reference.outcome.seconds, full_vector_ring_seconds, 1e-15 * full_vector_ring_seconds);
}

TEST(FormulaCheck, FailsBeyondTheTolerance) {
  EXPECT_TRUE(check_of(taking(full_vector_ring_seconds * (1 + 0.9e-9))).passed());
  const FormulaCheck slow = check_of(taking(full_vector_ring_seconds * (1 + 1.1e-9)));
  EXPECT_FALSE(slow.passed());
  EXPECT_NEAR(slow.deviation(), 1.1e-9, 1e-14);
  EXPECT_FALSE(check_of(taking(full_vector_ring_seconds * (1 - 1.1e-9))).passed());
}

TEST(FormulaCheck, FailsWithoutATime) {
  Outcome crashed = taking(full_vector_ring_seconds);
  crashed.status = {Status::Kind::failed, "signal 11"};
  const FormulaCheck check = check_of(crashed);
  EXPECT_FALSE(check.passed());
  EXPECT_THAT(to_table({check}), HasSubstr("FAILED: failed: signal 11"));
}

TEST(FormulaCheck, WantsAnOutcomeForEachPoint) {
  EXPECT_THAT([] { check_formulas({full_vector_ring}, {}, machine); },
              ThrowsMessage<Error>("1 points, but 0 outcomes"));
}

TEST(FormulaCheck, PrintsFormulaAndTimes) {
  const std::string table =
      to_table({check_of(taking(full_vector_ring_seconds)), check_of(taking(2 * full_vector_ring_seconds))});
  const std::string formula = describe("allreduce", "ring_full_vector").formula;
  const std::string heading = "allreduce/ring_full_vector: " + formula + "\n";
  EXPECT_THAT(table, StartsWith(heading));
  EXPECT_THAT(table.substr(heading.size()), Not(HasSubstr(formula))) << "one heading per algorithm";
  // 4 (1 + 0.016 + 0.8 + 1.6) us = 13.664 us, and twice that.
  EXPECT_THAT(table, HasSubstr("13.664000    13.664000"));
  EXPECT_THAT(table, HasSubstr("13.664000    27.328000    1.0e+00  FAILED"));
  EXPECT_THAT(table, HasSubstr("2 checks, 1 failed"));
}

TEST(FormulaPoints, CoverEveryAlgorithmWithACost) {
  std::set<std::string> covered;
  for (const Point& point : formula_points()) {
    const Description& about = describe(point.collective, point.algorithm);
    EXPECT_EQ(about.why_unsupported(point.shape(), point.options), "");
    EXPECT_LT(point.root, point.processes);
    covered.insert(about.full_name());
  }
  const std::set<std::string> bounded = {
      "allgatherv/hierarchical"};  // their cost is a bound wherever it is asked
  for (const Description* about : descriptions())
    EXPECT_EQ(covered.contains(about->full_name()), about->cost && !about->concurrent &&
                                                        !about->needs_collective_network &&
                                                        !bounded.contains(about->full_name()))
        << about->full_name();
}

/// Of the collectives that combine, every operator and every type that one takes.
TEST(FormulaPoints, AskEveryOperatorAndType) {
  std::set<std::string> ops, types;
  for (const Point& point : formula_points())
    if (point.collective == "allreduce" && point.algorithm == "recursive_doubling")
      ops.insert(point.op), types.insert(point.type);
  EXPECT_EQ(ops.size(), operand_ops().size());
  EXPECT_EQ(types.size(), operand_types().size());
}

TEST(StarMachine, ReadsThePlatformFile) {
  const MachineOf machine_of = star_machine(Platform::load("star"));
  const Hockney star = machine_of(full_vector_ring);
  EXPECT_DOUBLE_EQ(star.alpha, 1e-6);
  EXPECT_DOUBLE_EQ(star.beta, 1e-9);
  EXPECT_DOUBLE_EQ(star.gamma, 1e-9);
  EXPECT_DOUBLE_EQ(star.kappa, 0.25e-9);
  Point by_location = full_vector_ring;
  by_location.op = "maxloc";
  EXPECT_DOUBLE_EQ(machine_of(by_location).gamma, 2e-9);  // 500 MB/s
}

}  // namespace
}  // namespace collsim
