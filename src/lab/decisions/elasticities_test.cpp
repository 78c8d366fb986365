#include "lab/decisions/elasticities.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "platforms/quantity.hpp"
#include "tests/answered.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const Platform& star() {
  static const Platform platform = Platform::load("star", {{"copy", "x2"}});
  return platform;
}

std::vector<Parameter> asked() {
  return {parameter(star(), "copy"), parameter(star(), "link.bandwidth"), parameter(star(), "link.latency")};
}

/// Answers to each variant by what `seconds(copy, bandwidth, latency)` makes of the platform's numbers.
template <class Seconds>
WhatIf answered(const Seconds& seconds) {
  const auto variants = elasticity_variants(star(), asked());
  std::vector<Row> rows;
  const auto add = [&](const Platform& platform) {
    const auto value = [&](const char* name) { return parse_quantity(parameter(platform, name).value); };
    rows.push_back(testing::answered(seconds(value("copy"), value("link.bandwidth"), value("link.latency"))));
  };
  add(star());
  for (const Variant& each : variants)
    add(Platform::load(star().file(), replaced(star().overrides(), each.changes)));
  return what_if(rows, variants);
}

/// The bandwidth's part is a third; a rate's elasticity is what its inverse's is, turned round.
TEST(Elasticities, AreExactWhereTimesAreLinear) {
  const auto found = elasticities(answered([](double copy, double bandwidth, double latency) {
                                    return 8000 / copy + 2000 / bandwidth + 6 * latency;
                                  }),
                                  asked());
  const double total = 8000 / 8e9 + 2000 / 1e9 + 6 * 500e-9;
  ASSERT_EQ(found.values.size(), 1U);
  const auto expect = [&](std::size_t i, double expected) {
    EXPECT_NEAR(found.values[0][i]->elasticity, expected, 1e-10);
    EXPECT_FALSE(found.values[0][i]->bent);
  };
  expect(0, -1e-6 / total);
  expect(1, -2e-6 / total);
  expect(2, 3e-6 / total);
  const Cells cells = to_cells(found);
  EXPECT_THAT(std::vector(cells.names.end() - 5, cells.names.end()),
              ElementsAre("seconds", "d_copy", "d_link.bandwidth", "d_link.latency", "bent"));
  EXPECT_EQ(cells.lines[0].back(), Cell(std::string()));
  EXPECT_THAT(to_text(found), AllOf(HasSubstr("-0.333 %"), HasSubstr("+0.5 %"), Not(HasSubstr("~-")),
                                    Not(HasSubstr("Without effect"))));
}

/// Two paths that take equally long: more latency makes the one longer, less leaves the other.
TEST(Elasticities, TellWhereTimesBend) {
  const auto found = elasticities(answered([](double, double bandwidth, double latency) {
                                    return std::max(2 * latency, 1000 / bandwidth);
                                  }),
                                  asked());
  EXPECT_TRUE(found.values[0][1]->bent);
  EXPECT_TRUE(found.values[0][2]->bent);
  EXPECT_NEAR(found.values[0][2]->elasticity, 0.5, 1e-3) << "the mean of both sides";
  EXPECT_EQ(to_cells(found).lines[0].back(), Cell(std::string("link.bandwidth link.latency")));
  EXPECT_THAT(to_text(found), AllOf(HasSubstr("~+0.5 %"), HasSubstr("Without effect: copy\n")));
}

TEST(Elasticities, NothingWhereAnAnswerIsMissing) {
  WhatIf asked_all = answered([](double, double, double latency) { return latency; });
  asked_all.sides[4].outcomes[0] = failed("lost");
  const auto found = elasticities(asked_all, asked());
  EXPECT_TRUE(found.values[0][1].has_value());
  EXPECT_FALSE(found.values[0][2].has_value());
}

}  // namespace
}  // namespace collsim
