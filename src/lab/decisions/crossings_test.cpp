#include "lab/decisions/crossings.hpp"

#include <gmock/gmock.h>

#include "tests/answered.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Point point(const std::string& algorithm, int processes) {
  Point made = testing::answered(1).point;
  made.algorithm = algorithm;
  made.processes = processes;
  return made;
}

Crossings example(const std::vector<Course>& courses) {
  Crossings found{
      {"ring", "tree"}, parse_range("link.latency=x0.5..x8", Platform::load("star")), {}, courses};
  for (std::size_t i = 0; i < courses.size(); ++i)
    found.questions.push_back(
        {point("ring", static_cast<int>(i) + 2), point("tree", static_cast<int>(i) + 2)});
  return found;
}

TEST(Crossings, AskWhereBothAlgorithmsArePoints) {
  const auto found =
      questions_of({point("tree", 4), point("ring", 3), point("ring", 4), point("tree", 2), point("x", 3)},
                   {"ring", "tree"});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].first, point("ring", 4));
  EXPECT_EQ(found[0].second, point("tree", 4));
  EXPECT_THAT(
      [] {
        questions_of({point("tree", 4), point("ring", 3)}, {"ring", "tree"});
      },
      ThrowsMessage<Error>(HasSubstr("no point of ring has one of tree beside it")));
}

TEST(Crossings, AreToldByLine) {
  const Crossings found =
      example({{.leader = 1, .changes = {2, 4}}, {.leader = -1}, {}, {.trouble = "failed: lost"}});
  const std::string text = to_text(found);
  EXPECT_THAT(text, AllOf(HasSubstr("ring against tree, link.latency from x0.5 (250 ns) to x8 (4 us):\n"),
                          HasSubstr("  tree until x1 (500 ns), then ring until x2 (1 us), then tree\n"),
                          HasSubstr("  ring throughout\n"), HasSubstr("  equal throughout\n"),
                          HasSubstr("  failed: lost\n")))
      << text;
  const std::string csv = to_csv(to_cells(found));
  EXPECT_THAT(csv, HasSubstr(",tree,link.latency,x1,ring\n"));
  EXPECT_THAT(csv, HasSubstr(",tree,link.latency,x2,tree\n"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), 3);
  EXPECT_NO_THROW(found.check());
}

TEST(Crossings, AreMissedInALine) {
  const auto why = [](const std::vector<Course>& courses) { return [=] { example(courses).check(); }; };
  EXPECT_THAT(why({{.leader = 1}, {.leader = 1}}),
              ThrowsMessage<Error>(
                  HasSubstr("--until: no crossing of ring and tree for link.latency from x0.5 (250 ns) to x8 "
                            "(4 us): tree throughout; right would be a wider range or other sizes")));
  EXPECT_THAT(
      why({{.leader = 1}, {.leader = -1}}),
      ThrowsMessage<Error>(HasSubstr(": the faster one differs from size to size, but not over the range;")));
}

}  // namespace
}  // namespace collsim
