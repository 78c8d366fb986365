#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "algorithms/facts/collective.hpp"
#include "backends/backend.hpp"
#include "evidence/validation/formula.hpp"

namespace collsim {
namespace {

/// SMPI 3.32 buffers messages of 2 GiB and more, and packs the scattered blocks of Sparbit's messages, although no data
/// moves; and short segments are very many messages.
bool slow(const Description& about, const Point& point) {
  const Cost cost = about.cost(point.shape(), point.options);
  return about.name == "sparbit" || cost.size() > 1000 ||
         std::any_of(cost.begin(), cost.end(), [](const Stage& stage) {
           return stage.bytes > std::numeric_limits<int>::max() || stage.repeat > 1000;
         });
}

/// Every algorithm with more bytes than an int holds, on two ranks and without data: many elements of one
/// byte, if its messages do with MPI's counts, and fewer of eight.
std::vector<Point> large_points() {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  std::vector<Point> points;
  for (const Description* about : descriptions())
    for (const auto& [type, count] :
         {std::pair<const char*, std::int64_t>{"byte", most + 101}, {"double", most / 4}}) {
      const Collective& call = collective(about->collective);
      if (!about->cost || about->concurrent || call.size == Collective::Size::nothing) continue;
      if (about->needs_collective_network) continue;
      if (about->collective.starts_with("trial_") || (call.combines && type == std::string("byte"))) continue;
      const Point point = {.collective = about->collective,
                           .algorithm = about->name,
                           .options = about->resolve({}),
                           .backend = "smpi",
                           .platform = "star",
                           .overrides = {},
                           .processes = 2,
                           .count = call.fitting(count, 2),
                           .type = type,
                           .data = Data::time};
      if (!slow(*about, point) && about->why_unsupported(point.shape(), point.options).empty())
        points.push_back(point);
    }
  return points;
}

TEST(LargeSizes, AreTimedByTheClosedForm) {
  const std::vector<Point> points = large_points();
  EXPECT_GE(points.size(), 30U);
  const Platform star = Platform::load("star");
  std::vector<Outcome> outcomes(points.size());
  answer(
      star, points, 2, [] { return false; },
      [&](std::size_t index, const Outcome& outcome) { outcomes[index] = outcome; });
  std::vector<FormulaCheck> failed = check_formulas(points, outcomes, star_machine(star));
  std::erase_if(failed, [](const FormulaCheck& check) { return check.passed(); });
  EXPECT_TRUE(failed.empty()) << to_table(failed);
}

}  // namespace
}  // namespace collsim
