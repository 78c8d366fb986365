#include "evidence/validation/native.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "evidence/calibration/calibration.hpp"
#include "lab/decisions/choices.hpp"
#include "lab/scenarios/scenario.hpp"
#include "points/chooser.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;

Row row(const std::string& backend, const std::string& algorithm, std::int64_t count, double seconds,
        double spread = 0, const std::string& network = "") {
  Row made;
  made.point.collective = "allreduce";
  made.point.algorithm = algorithm;
  made.point.backend = backend;
  made.point.network = network;
  made.point.platform = "star";
  made.point.processes = 8;
  made.point.count = count;
  made.outcome.seconds = seconds;
  made.outcome.seconds_low = seconds * (1 - spread / 2);
  made.outcome.seconds_high = seconds * (1 + spread / 2);
  return made;
}

/// What comes of choosing in all cells together.
Choices choices_of(const Judgement& judgement, const std::string& by) {
  for (const Choices& each : choices_by(judgement, [](const Point&) { return AnswerGroup(); }))
    if (each.by == by) return each;
  throw Error("no choice by " + by);
}

TEST(Native, JoinsWhatAsksTheSame) {
  const Judgement judgement =
      judge_native({row("native", "ring", 1024, 2), row("smpi", "ring", 1024, 1.5),
                    row("fast", "ring", 1024, 3, 0, "links"), row("smpi", "ring", 2048, 1)});
  ASSERT_EQ(judgement.judged.size(), 2U);
  EXPECT_EQ(judgement.judged[0].by(), "smpi");
  EXPECT_DOUBLE_EQ(judgement.judged[0].deviation(), -0.25);
  EXPECT_EQ(judgement.judged[1].by(), "fast/links");
  EXPECT_DOUBLE_EQ(judgement.judged[1].deviation(), 0.5);
  EXPECT_EQ(judgement.excluded.at("predicted, but not measured or not judged"), 1U);
}

TEST(Native, TellsChoicesBySizeAndByCollective) {
  std::vector<Row> rows = {row("native", "ring", 1024, 1), row("native", "tree", 1024, 2),
                           row("smpi", "ring", 1024, 1.1), row("smpi", "tree", 1024, 1.2),
                           row("native", "ring", 8192, 1), row("native", "tree", 8192, 1.5),
                           row("smpi", "ring", 8192, 3),   row("smpi", "tree", 8192, 2)};
  for (std::size_t i = 0; i < 4; ++i) {
    rows.push_back(rows[i]);
    rows.back().point.collective = "reduce";
  }
  const std::string text = to_text(judge_native(rows));
  std::map<std::string, std::vector<std::string>> lines;
  std::istringstream stream(text);
  std::string section;
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with("## "))
      section = line.substr(3);
    else if (line.find("smpi ") != std::string::npos)
      lines[section].push_back(line);
  const auto& by_size = lines.at("Choices by size");
  ASSERT_EQ(by_size.size(), 2U) << text;
  EXPECT_THAT(by_size[0],
              ::testing::AllOf(HasSubstr("8 KiB: smpi"), HasSubstr(" 2 of 2 "), HasSubstr(" 0 % ")));
  EXPECT_THAT(by_size[1],
              ::testing::AllOf(HasSubstr("64 KiB: smpi"), HasSubstr(" 0 of 1 "), HasSubstr(" 50.0 % ")));
  const auto& by_collective = lines.at("Choices by collective");
  ASSERT_EQ(by_collective.size(), 2U) << text;
  EXPECT_THAT(by_collective[0], ::testing::AllOf(HasSubstr("allreduce: smpi"), HasSubstr(" 1 of 2 ")));
  EXPECT_THAT(by_collective[1], ::testing::AllOf(HasSubstr("reduce: smpi"), HasSubstr(" 1 of 1 ")));
}

TEST(Native, OfEqualPredictionsTheSlowestCounts) {
  const Judgement judgement = judge_native({row("native", "ring", 1024, 1), row("native", "tree", 1024, 1.25),
                                            row("smpi", "ring", 1024, 1), row("smpi", "tree", 1024, 1)});
  EXPECT_NEAR(choices_of(judgement, "smpi").regret, 0.25, 1e-12);
  EXPECT_EQ(choices_of(judgement, "smpi").correlation, 0);
}

TEST(Native, TheInstalledLibraryChoosesToo) {
  const Judgement judgement =
      judge_native({row("native", "ring", 1024, 1), row("native", "library", 1024, 1.5),
                    row("smpi", "library", 1024, 1), row("native", "ring", 2048, 1)});
  EXPECT_NEAR(choices_of(judgement, "library").regret, 0.5, 1e-12);
  EXPECT_EQ(choices_of(judgement, "library").cells, 1U);
  EXPECT_TRUE(judgement.judged.empty());
  EXPECT_EQ(judgement.excluded.at("the simulated library, which is not the installed one"), 1U);
}

TEST(Native, DoesNotJudgeWhatACalibrationUsed) {
  const Row used = row("native", "ring", 1024, 2, 0.1);
  const std::set<std::string> calibrated = {
      measured_digest(8, 8192, 2, used.outcome.seconds_low, used.outcome.seconds_high)};
  const std::vector<Row> rows = {used, row("smpi", "ring", 1024, 2)};
  EXPECT_EQ(judge_native(rows).judged.size(), 1U);
  const Judgement judgement = judge_native(rows, calibrated);
  EXPECT_TRUE(judgement.judged.empty());
  EXPECT_EQ(judgement.excluded.at("native: the calibration used this row"), 1U);
}

TEST(Native, CountsRowsWithoutAnAnswerByTheirReason) {
  Row broken = row("native", "ring", 1024, 0);
  broken.outcome = failed("rank 1: no luck");
  const Judgement judgement = judge_native({broken, broken, row("smpi", "ring", 1024, 2)});
  EXPECT_EQ(judgement.excluded.at("native: failed: rank 1: no luck"), 2U);
  EXPECT_THAT(to_text(judgement), HasSubstr("* 2 rows: native: failed: rank 1: no luck\n"));
}

TEST(Native, TellsErrorsInATableAndTheWorstByTheTruest) {
  const std::vector<Row> rows = {row("native", "ring", 1024, 2), row("smpi", "ring", 1024, 1.5),
                                 row("fast", "ring", 1024, 6, 0, "fluid")};
  const std::string text = to_text(judge_native(rows));
  EXPECT_THAT(text, HasSubstr("| 8 KiB |      1 | 200.0 / 200.0 / 200.0 | 25.0 / 25.0 / 25.0 |")) << text;
  EXPECT_THAT(text, HasSubstr("-25.0 %"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("+200.0 %")));
  EXPECT_EQ(to_csv(to_cells(judge_native({rows[0], rows[1]}))),
            "job,collective,algorithm,measured_as,by,p,bytes,measured,low,high,predicted,deviation\n"
            ",allreduce,ring,,smpi,8,8192,2,2,2,1.5,-0.25\n");
}

TEST(Native, SaysWhatExplainsTheWorstCells) {
  const std::string text = to_text(judge_native(
      {row("native", "ring", 1024, 1), row("smpi", "ring", 1024, 1.5), row("model", "ring", 1024, 1.6),
       row("native", "tree", 1024, 1), row("smpi", "tree", 1024, 1.4), row("model", "tree", 1024, 0.9),
       row("native", "bine", 1024, 1, 0.8), row("smpi", "bine", 1024, 1.3)}));
  EXPECT_THAT(
      text, HasSubstr("| the platform's numbers, or what neither knows: the formula is off by +60.0 %, too"));
  EXPECT_THAT(text, HasSubstr("| the network: the formula is off by -10.0 %"));
  EXPECT_THAT(text, HasSubstr("| noise: another measurement might be as predicted"));
  EXPECT_THAT(text, HasSubstr("| 8 KiB, allreduce "));
}

TEST(Native, APictureHasEveryCellAndTheCostOfChoicesBySize) {
  // Predicted the other way round: at 8 KiB the choice costs a quarter.
  const Judgement judgement = judge_native({row("native", "ring", 1024, 1), row("native", "tree", 1024, 1.25),
                                            row("smpi", "ring", 1024, 2), row("smpi", "tree", 1024, 1.5),
                                            row("native", "ring", 8192, 4), row("smpi", "ring", 8192, 3)});
  EXPECT_EQ(picture_of(judgement),
            "panel,by,x,y\n"
            "allreduce,smpi,1,2\n"
            "allreduce,smpi,1.25,1.5\n"
            "allreduce,smpi,4,3\n"
            "regret,smpi,8192,25\n");
}

TEST(Native, FiguresShowTheAlgorithmsNearestToTheBest) {
  const std::vector<Row> rows = {row("native", "ring", 1024, 4),
                                 row("native", "tree", 1024, 1),
                                 row("native", "swing", 1024, 2),
                                 row("native", "ring", 2048, 1),
                                 row("native", "tree", 2048, 1),
                                 row("native", "swing", 2048, 3),
                                 row("smpi", "ring", 1024, 1),
                                 row("smpi", "tree", 1024, 1),
                                 row("fast", "tree", 1024, 1, 0, "links"),
                                 row("model", "tree", 1024, 1),
                                 row("model", "swing", 1024, 1)};
  const auto shown = [&](const std::string& network) {
    std::vector<std::string> text;
    for (const Row& each : figure_rows_of(rows, "allreduce", NetworkName(network), 2))
      text.push_back(each.point.backend.text() + " " + each.point.algorithm);
    return text;
  };
  // ring is 4 and 1 times the best, swing 2 and 3 times.
  EXPECT_EQ(shown("links"), (std::vector<std::string>{"native tree", "native tree", "fast tree", "model tree",
                                                      "native ring", "native ring"}));
  EXPECT_EQ(shown("fluid"), (std::vector<std::string>{"native tree", "native tree", "smpi tree", "model tree",
                                                      "native ring", "native ring", "smpi ring"}));
}

TEST(Native, AsksForTheWholePortfolio) {
  const Scenario scenario = parse_scenario(native_scenario("star", 8), "native");
  std::set<std::string> asked, all;
  for (const Point& point : scenario.points)
    if (point.backend == BackendName("native")) asked.insert(point.collective + "/" + point.algorithm);
  for (const auto* about : descriptions())
    if (!chooser(about->name)) all.insert(about->full_name());
  EXPECT_EQ(asked, all);
}

}  // namespace
}  // namespace collsim
