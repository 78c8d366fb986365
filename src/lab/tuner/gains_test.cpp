#include "lab/tuner/gains.hpp"

#include <gmock/gmock.h>

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Row row(const std::string& collective, std::int64_t count, const std::string& forced, double seconds) {
  return {{.collective = collective,
           .algorithm = "library",
           .options = describe(collective, "library").resolve({{"forced", forced}}),
           .backend = "native",
           .platform = "star",
           .overrides = {},
           .processes = 8,
           .count = count},
          {.seconds = seconds, .seconds_low = 0.9 * seconds, .seconds_high = 1.1 * seconds}};
}

std::vector<Row> forced() {
  std::vector<Row> rows = {row("allreduce", 8, "none", 3),  row("allreduce", 8, "ring", 2),
                           row("allreduce", 64, "none", 3), row("allreduce", 64, "ring", 6),
                           row("bcast", 8, "none", 1),      row("bcast", 8, "pipeline", 0)};
  rows.back().outcome = failed("it cannot");
  return rows;
}

TEST(Gains, CompareOwnChoicesAndRulesWithTheBestOfAll) {
  const Gains found = gains(forced(), {row("allreduce", 8, "none", 2.5), row("allreduce", 64, "none", 4)});
  ASSERT_EQ(found.calls.size(), 2U) << "a call without rules is left out";
  EXPECT_EQ(found.calls[0].best, "ring");
  EXPECT_DOUBLE_EQ(found.calls[0].own_cost(), 0.5);
  EXPECT_DOUBLE_EQ(found.calls[0].cost(), 0.25);
  EXPECT_FALSE(found.calls[0].is_slower());
  EXPECT_EQ(found.calls[1].best, "its own choice");
  EXPECT_TRUE(found.calls[1].is_slower()) << "3.6 is above 3.3";
  EXPECT_THAT(
      to_text(found),
      AllOf(HasSubstr("allreduce       2                25.0 %    50.0 %          29.2 %    33.3 %       1"),
            HasSubstr("allreduce of 512 B: 4 s by the rules, 3 s by its own choice"),
            HasSubstr("1 times are missing: bcast: it cannot")));
  EXPECT_EQ(to_cells(found).lines.size(), 2U);
}

TEST(Gains, RulesMayBeTheBest) {
  const Gains found = gains(forced(), {row("allreduce", 8, "none", 1.5)});
  EXPECT_EQ(found.calls.front().best, "the rules");
  EXPECT_DOUBLE_EQ(found.calls.front().cost(), 0);
}

}  // namespace
}  // namespace collsim
