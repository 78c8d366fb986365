#include "lab/decisions/winner_map.hpp"

#include <gmock/gmock.h>

#include "support/error.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Row row(const std::string& algorithm, const std::string& backend, int processes, std::int64_t count,
        double seconds) {
  Row made;
  made.point.collective = "allreduce";
  made.point.algorithm = algorithm;
  made.point.backend = backend;
  made.point.platform = "star";
  made.point.processes = processes;
  made.point.count = count;
  made.outcome.seconds = seconds;
  return made;
}

Row refused(Row made) {
  made.outcome.status = {Status::Kind::unsupported, "p = 3, not a power of two"};
  return made;
}

/// Simulation and model agree at 8 B. At p = 4, 16 B, the model knows two equals where the simulation knows
/// one winner; at p = 3 the tree cannot, and at 16 B nobody can.
std::vector<Row> example() {
  return {row("ring", "smpi", 4, 1, 2e-6),       row("tree", "smpi", 4, 1, 1e-6),
          row("ring", "smpi", 4, 2, 3e-6),       row("tree", "smpi", 4, 2, 4e-6),
          row("ring", "smpi", 3, 1, 5e-6),       refused(row("tree", "smpi", 3, 1, 0)),
          refused(row("ring", "smpi", 3, 2, 0)), refused(row("tree", "smpi", 3, 2, 0)),
          row("ring", "model", 4, 1, 6e-6),      row("tree", "model", 4, 1, 5e-6),
          row("ring", "model", 4, 2, 5e-6),      row("tree", "model", 4, 2, 5e-6),
          row("ring", "model", 3, 1, 7e-6),      row("ring", "model", 3, 2, 8e-6)};
}

TEST(WinnerMap, IsOneForEachPlatformOverridesAndPlacement) {
  std::vector<Row> rows = example();
  rows.push_back(row("ring", "smpi", 4, 1, 1e-6));
  rows.back().point.overrides = {{"link.bandwidth", "x2"}};
  rows.push_back(row("ring", "smpi", 4, 1, 1e-6));
  rows.back().point.platform = "cray_t3e";
  rows.push_back(row("ring", "smpi", 4, 1, 1e-6));
  rows.back().point.places = {"scattered(seed=1)", {{0}, {5}, {7}, {8}}};
  const auto maps = winner_maps(rows);
  ASSERT_EQ(maps.size(), 4U);
  EXPECT_EQ(maps[0].title(), "allreduce on star");
  EXPECT_EQ(maps[1].title(), "allreduce on star [link.bandwidth=x2]");
  EXPECT_EQ(maps[2].title(), "allreduce on cray_t3e");
  EXPECT_EQ(maps[3].title(), "allreduce on star, ranks scattered(seed=1)");
  EXPECT_EQ(maps[0].algorithms, (std::vector<std::string>{"ring", "tree"}));
  EXPECT_EQ(maps[0].processes, (std::vector<int>{3, 4}));
}

TEST(WinnerMap, AFastEngineJudgesTheModelAndSmpiJudgesIt) {
  std::vector<Row> rows = {row("ring", "model", 4, 1, 2e-6), row("ring", "fast", 4, 1, 3e-6)};
  rows[1].point.network = "links";
  EXPECT_EQ(winner_maps(rows).front().judge, "fast");
  rows.push_back(row("ring", "fast", 4, 1, 4e-6));
  rows.back().point.network = "fluid";
  const WinnerMap map = winner_maps(rows).front();
  EXPECT_EQ(map.judge, "fast/fluid");
  ASSERT_EQ(map.sides.size(), 3U);
  EXPECT_EQ(map.sides[1].backend, "fast/links");
  rows.push_back(row("ring", "smpi", 4, 1, 4e-6));
  EXPECT_EQ(winner_maps(rows).front().judge, "smpi");
}

TEST(WinnerMap, SaysForPeopleWhoWinsAndWhereTheBackendsDisagree) {
  EXPECT_EQ(to_text(winner_maps(example()).front()),
            "allreduce on star by smpi: the fastest, and by how much longer the next best takes\n"
            "  n \\ p  3     4\n"
            "    8 B  a     b 100.0 %\n"
            "   16 B  none  a 33.3 %\n"
            "allreduce on star by model: the fastest, and by how much longer the next best takes (*: not the "
            "fastest by "
            "smpi)\n"
            "  n \\ p  3  4\n"
            "    8 B  a  b 20.0 %\n"
            "   16 B  a  a=b*\n"
            "     algorithm  wins by smpi  wins by model\n"
            "  a  ring                  2              3\n"
            "  b  tree                  1              2\n"
            "model chooses as smpi in 2 of 3 cells (66.7 %); regret of its choice: mean 11.1 %, worst 33.3 % "
            "(p = 4, "
            "16 B); 1 cell lacks an answer of smpi\n");
}

TEST(WinnerMap, OfOneRowOrColumnSaysWhatWinnersTake) {
  std::vector<Row> rows = example();
  std::erase_if(rows,
                [](const Row& row) { return row.point.processes == 3 || row.point.backend == "model"; });
  EXPECT_EQ(to_text(winner_maps(rows).front()),
            "allreduce on star by smpi: the fastest, and by how much longer the next best takes\n"
            "  p     n  best  takes  leads by  next best\n"
            "  4   8 B  tree   1 us   100.0 %  ring\n"
            "  4  16 B  ring   3 us    33.3 %  tree\n");
  rows = {row("ring", "smpi", 3, 1, 5e-6), refused(row("tree", "smpi", 4, 1, 0))};
  EXPECT_THAT(to_text(winner_maps(rows).front()), HasSubstr("  3  8 B  ring   5 us         -  -\n"
                                                            "  4  8 B  none      -         -  -\n"));
}

TEST(WinnerMap, AnAlgorithmHasOneLetterInAllMaps) {
  std::vector<Row> rows = {row("ring", "smpi", 4, 1, 1), row("tree", "smpi", 4, 1, 2),
                           row("pipeline", "smpi", 4, 1, 3), row("tree", "smpi", 4, 1, 4)};
  for (std::size_t i : {2U, 3U}) rows[i].point.collective = "bcast";
  for (int i = 0; i < 24; ++i) rows.push_back(row("tree" + std::to_string(i), "smpi", 4, 1, 9));
  const auto maps = winner_maps(rows);
  ASSERT_EQ(maps.size(), 2U);
  EXPECT_EQ(maps[0].letters.at("tree"), "b");
  EXPECT_EQ(maps[0].letters.at("tree23"), "z");
  EXPECT_EQ(maps[1].letters, (std::map<std::string, std::string>{{"pipeline", "a1"}, {"tree", "b"}}));
}

TEST(WinnerMap, HasALineForEveryCellOfEveryBackend) {
  EXPECT_EQ(to_csv(to_cells(winner_maps(example()))),
            "collective,platform,overrides,placement,backend,p,bytes,winner,seconds,second,margin,judge,"
            "regret,robust\n"
            "allreduce,star,,,smpi,3,8,ring,5e-06,,,,,\n"
            "allreduce,star,,,smpi,4,8,tree,1e-06,ring,2,,,\n"
            "allreduce,star,,,smpi,3,16,,,,,,,\n"
            "allreduce,star,,,smpi,4,16,ring,3e-06,tree,1.3333333333333333,,,\n"
            "allreduce,star,,,model,3,8,ring,7e-06,,,smpi,0,\n"
            "allreduce,star,,,model,4,8,tree,5e-06,ring,1.2,smpi,0,\n"
            "allreduce,star,,,model,3,16,ring,8e-06,,,,,\n"
            "allreduce,star,,,model,4,16,ring = tree,5e-06,,,smpi,0.33333333333333326,\n");
}

TEST(WinnerMap, TheMeasuredJudges) {
  const auto maps = winner_maps({row("ring", "model", 4, 1, 1), row("tree", "model", 4, 1, 2),
                                 row("ring", "smpi", 4, 1, 2), row("tree", "smpi", 4, 1, 1),
                                 row("ring", "native", 4, 1, 4), row("tree", "native", 4, 1, 5)});
  EXPECT_EQ(maps.front().judge, "native");
  ASSERT_EQ(maps.front().sides.size(), 3U);
  EXPECT_EQ(maps.front().sides[0].choices.agreeing, 1U);
  EXPECT_EQ(maps.front().sides[1].choices.regret, 0.25);
  EXPECT_TRUE(maps.front().sides[2].regrets.empty());
}

TEST(WinnerMap, WithoutAnyAnswerNobodyJudges) {
  const auto maps =
      winner_maps({refused(row("ring", "smpi", 3, 1, 0)), refused(row("ring", "model", 3, 1, 0))});
  EXPECT_EQ(to_text(maps.front()), "allreduce on star: no cell has an answer.\n");
}

TEST(WinnerMap, IsOneForEachPpnThatAnAlgorithmHas) {
  std::vector<Row> rows;
  for (const auto& [processes, ppn] : {std::pair{4, 1}, {4, 4}, {64, 1}, {64, 8}, {512, 8}}) {
    rows.push_back(row("ring", "smpi", processes, 1, 1));
    rows.back().point.ppn = ppn;
  }
  auto maps = winner_maps(rows);
  ASSERT_EQ(maps.size(), 2U);
  EXPECT_EQ(maps[0].title(), "allreduce on star, ranks 1 a node");
  EXPECT_EQ(maps[0].processes, std::vector<int>({4, 64}));
  EXPECT_EQ(maps[1].title(), "allreduce on star, ranks 8 a node");
  EXPECT_EQ(maps[1].processes, std::vector<int>({4, 64, 512})) << "4 ranks fit one node";
  EXPECT_TRUE(maps[1].has(rows[1].point) && !maps[0].has(rows[1].point));
  for (std::size_t i : {0, 2}) rows[i].point.algorithm = "tree";
  EXPECT_EQ(winner_maps(rows).size(), 1U) << "each algorithm may have its own ppn";
}

TEST(WinnerMap, SizesRoundedToEqualBlocksShareARow) {
  std::vector<Row> rows;
  // Allgather of 32, 128, ... bytes rounded to blocks of whole doubles, and 32 and 48 of p = 2.
  for (const auto& [processes, count] : {std::pair{2, 4}, {3, 3}, {3, 15}, {2, 16}, {6, 18}, {2, 6}, {6, 6}})
    rows.push_back(row("ring", "smpi", processes, count, 1));
  const auto map = winner_maps(rows).front();
  ASSERT_EQ(map.sizes.size(), 3U);
  EXPECT_EQ(human_sizes(map.sizes[0]), "24 B .. 32 B");
  EXPECT_EQ(map.sizes[0], (WinnerMap::Sizes{{2, 32}, {3, 24}}));
  EXPECT_EQ(map.sizes[1], (WinnerMap::Sizes{{2, 48}, {6, 48}}));
  EXPECT_EQ(map.sizes[2], (WinnerMap::Sizes{{2, 128}, {3, 120}, {6, 144}}));
}

TEST(WinnerMap, RefusesTwoAnswersForOnePlace) {
  std::vector<Row> rows = {row("ring", "smpi", 4, 1, 1), row("ring", "smpi", 4, 1, 2)};
  rows[1].point.op = "user_sum";
  EXPECT_THAT([&] { winner_maps(rows); },
              ::testing::ThrowsMessage<Error>(::testing::StartsWith(
                  "two points answer ring with smpi at p = 4, 8 B; right for a map would be one")));
  rows[1].point.algorithm = "tree";
  EXPECT_EQ(winner_maps(rows).size(), 1U) << "each algorithm may have its own operator";
}

}  // namespace
}  // namespace collsim
