#include "figures/plots/map.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// p = 3 and 4 at 8 B: a tie and a narrow victory that the judge gives to the ring; at 64 B a wide one, and
/// nobody.
WinnerMap example() {
  WinnerMap map{.collective = "allreduce",
                .platform = "star",
                .overrides = "",
                .algorithms = {"ring", "chain", "tree(radix=2, fold=half)"},
                .letters = {{"ring", "a"}, {"chain", "b"}, {"tree(radix=2, fold=half)", "c"}},
                .processes = {3, 4},
                .sizes = {{{3, 8}, {4, 8}}, {{3, 64}, {4, 64}}},
                .sides = {},
                .judge = "smpi"};
  const std::string tree = map.algorithms[2];
  map.sides.push_back(
      {.backend = "model",
       .winners = {{{3, 8}, {3, 8, {"ring", tree}, 1, "chain", 3}},
                   {{4, 8}, {4, 8, {tree}, 1, "ring", 1.04}},
                   {{3, 64}, {3, 64, {"ring"}, 1, "", std::numeric_limits<double>::infinity()}}},
       .regrets = {{{3, 8}, {3, 8, 0}}, {{4, 8}, {4, 8, 0.5}}}});
  return map;
}

TEST(Map, RowsSayWhatIsWhere) {
  EXPECT_EQ(map_rows({example()}),
            "quantity,row,column,x,y,part,parts,colour,strength,letter,text\n"
            "algorithm,1,1,1,0,0,1,3,0,a,ring\n"
            "algorithm,1,1,2,0,0,1,9,0,c,tree(radix=2; fold=half)\n"
            "judged,1,1,0,0,0,1,0,0,,the fastest by smpi is another\n"
            "title,1,1,0,0,0,1,0,0,,allreduce on star: model\n"
            "p,1,1,1,0,0,1,0,0,,3\n"
            "p,1,1,2,0,0,1,0,0,,4\n"
            "bytes,1,1,0,1,0,1,0,0,,8 B\n"
            "cell,1,1,1,1,0,2,3,4,a,\n"
            "cell,1,1,1,1,1,2,9,4,c,\n"
            "cell,1,1,2,1,0,1,9,1,c,\n"
            "mark,1,1,2,1,0,1,0,0,,\n"
            "bytes,1,1,0,2,0,1,0,0,,64 B\n"
            "cell,1,1,1,2,0,1,3,4,a,\n"
            "none,1,1,2,2,0,1,0,0,,\n");
}

TEST(Map, OfAChoiceHasItsLettersOverTheColoursOfTheFastest) {
  WinnerMap map = example();
  map.chosen_by = "mine";
  map.sides[0].winners.clear();
  map.sides[0].chosen = {
      {{3, 8}, {.processes = 3, .bytes = 8, .share = 1, .chosen = "ring", .best = "chain"}},
      {{4, 8}, {.processes = 4, .bytes = 8, .share = 0, .chosen = "ring", .best = "ring"}}};
  map.sides[0].regrets.clear();
  const std::string rows = map_rows({map});
  EXPECT_THAT(rows, HasSubstr("0,0,1,9,0,b,chain\n"));
  EXPECT_THAT(rows,
              HasSubstr("costs,1,1,0,0,0,1,0,0,,letter: what mine chooses; colour: what is the fastest\n"));
  EXPECT_THAT(rows, HasSubstr("cell,1,1,1,1,0,1,9,4,a,\n"));
  EXPECT_THAT(rows, HasSubstr("cell,1,1,2,1,0,1,3,1,a,\n"));
}

TEST(Map, StrengthGrowsWithTheMargin) {
  for (const auto& [margin, strength] :
       {std::pair{1.049, 1}, {1.051, 2}, {1.199, 2}, {1.201, 3}, {1.999, 3}, {2.001, 4}}) {
    WinnerMap map = example();
    map.sides[0].winners = {{{3, 8}, {3, 8, {"ring"}, 1, "chain", margin}}};
    EXPECT_THAT(map_rows({map}), HasSubstr("cell,1,1,1,1,0,1,3," + std::to_string(strength) + ",")) << margin;
  }
}

TEST(Map, IsDrawn) {
  const testing::Folder folder;
  WinnerMap other = example();
  other.platform = "cray_t3e";
  other.sides.push_back(other.sides[0]);
  const auto files = draw_maps({example(), other}, "star: an \"ideal\" one, chosen",
                               (folder.path() / "map").string(), "It's a \"map\"");
  ASSERT_EQ(files.size(), 2U);
  EXPECT_GT(std::filesystem::file_size(files[1]), 5000U);
  const std::string svg = testing::contents(files[0]);
  for (const char* text :
       {"It's a \"map\"", "allreduce on star: model", "allreduce on cray_t3e: model", "processes", "8 B",
        "64 B", "ring", "tree(radix=2; fold=half)", "none", "star: an \"ideal\" one, chosen",
        "the fastest by smpi is another", "next best &lt; 5 % slower"})
    EXPECT_THAT(svg, HasSubstr(">" + std::string(text) + "<")) << text;
  EXPECT_THAT(svg, Not(HasSubstr(">chain<"))) << "it wins nowhere";
}

}  // namespace
}  // namespace collsim
