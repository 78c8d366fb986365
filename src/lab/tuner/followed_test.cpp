#include "lab/tuner/followed.hpp"

#include <gmock/gmock.h>

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

Row row(const std::string& algorithm, std::int64_t bytes, double seconds) {
  return {{.collective = "allreduce",
           .algorithm = algorithm,
           .options = describe("allreduce", algorithm).resolve({}),
           .backend = "model",
           .platform = "star",
           .overrides = {},
           .processes = 8,
           .count = bytes,
           .type = "byte"},
          {.seconds = seconds}};
}

const char* const some = R"j([
  {"collective": "allreduce", "bytes": "..8", "algorithm": "ring"},
  {"collective": "allreduce", "bytes": "16", "theirs": "magic"},
  {"collective": "allreduce", "bytes": "32", "algorithm": "tree"},
  {"collective": "allreduce", "bytes": "..64", "algorithm": "ring"}])j";

std::vector<Row> rows() {
  std::vector<Row> all;
  for (const std::int64_t bytes : {8, 16, 32, 64, 128})
    for (const auto& [name, seconds] :
         {std::pair("ring", 3.0), {"recursive_doubling", bytes < 64 ? 2.0 : 4.0}})
      all.push_back(row(name, bytes, seconds));
  return all;
}

TEST(Followed, CellsTellWhatTheChoiceTakesAndWhatTheBestWould) {
  const auto cells = follow(Rules::parse(some, "r.json"), rows());
  ASSERT_EQ(cells.size(), 5U);
  EXPECT_DOUBLE_EQ(cells[0].regret(), 0.5);
  EXPECT_EQ(cells[0].best, "recursive_doubling");
  EXPECT_EQ(cells[1].trouble, "no algorithm here is magic");
  EXPECT_EQ(cells[2].trouble, "tree has no answer");
  EXPECT_DOUBLE_EQ(cells[3].regret(), 0);
  EXPECT_EQ(cells[4].trouble, "no rule takes it");
  const FollowedSummary all = summary_of(cells);
  EXPECT_EQ(all.regrets.calls, 2U);
  EXPECT_DOUBLE_EQ(all.regrets.mean, 0.25);
  EXPECT_EQ(all.worst->at.bytes(), 8);
}

TEST(Followed, MapsTellWhoIsChosenAndWhatThatCosts) {
  const auto cells = follow(Rules::parse(some, "r.json"), rows());
  const auto maps = regret_maps("mine", cells, rows());
  const std::string text = to_text(maps, cells, "all");
  EXPECT_THAT(
      text,
      HasSubstr(
          "allreduce on star, as mine chooses, and by how much longer that takes than the best of all"));
  EXPECT_THAT(text, HasSubstr("a 50.0 %"));
  EXPECT_THAT(
      text,
      HasSubstr("2 of 5 cells judged; mean 25.0 %, 90th percentile 45.0 %, worst 50.0 % (p = 8, 8 B: ring "
                "instead of recursive_doubling)"));
  EXPECT_THAT(text, HasSubstr("1 cell: no algorithm here is magic"));
}

Row allgather_row(const std::string& algorithm, double seconds) {
  Row made = row("ring", 64, seconds);
  made.point.collective = "allgather";
  made.point.algorithm = algorithm;
  made.point.options = describe("allgather", algorithm).resolve({});
  return made;
}

TEST(Followed, NamesAlgorithmsOfALibraryAsItDoes) {
  const Target& its = target("openmpi-5.0");
  const Rules rules({rule_naming(its, "allgather", {}, "neighbor")});
  const auto told = [&](const std::string& best) {
    const std::vector<Row> all = {allgather_row("neighbor_exchange", 2), allgather_row(best, 1)};
    const auto cells = follow(as_followed(its, rules), all, &its);
    return to_text(regret_maps("mine", cells, all), cells, "all");
  };
  EXPECT_THAT(told("recursive_doubling"),
              AllOf(ContainsRegex("algorithm +here\n +a +neighbor +neighbor_exchange\n"),
                    HasSubstr("neighbor instead of recursive_doubling)")));
  EXPECT_THAT(told("bine"), HasSubstr("neighbor instead of bine of those here)"))
      << "Open MPI has none of that name";
}

TEST(ToldName, LeavesOutWhatSaysNothing) {
  EXPECT_EQ(told_name("fixed_decision"), "its own choice");
  EXPECT_EQ(told_name("chain(fanout=1,segsize=0)"), "chain(fanout=1)");
  EXPECT_EQ(told_name("tree(is_non_blocking=0,k=4,tree_type=knomial_1)"), "tree(k=4)");
  EXPECT_EQ(told_name("tree(is_non_blocking=1,k=4,tree_type=knomial_1)"), "tree(is_non_blocking=1,k=4)");
}

}  // namespace
}  // namespace collsim
