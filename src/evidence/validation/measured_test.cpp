#include "evidence/validation/measured.hpp"

#include <gmock/gmock.h>

#include <boost/algorithm/string/replace.hpp>
#include <cmath>
#include <fstream>

#include "backends/backend.hpp"
#include "evidence/validation/flat_model.hpp"
#include "evidence/validation/measured_fit.hpp"
#include "lab/decisions/choices.hpp"
#include "lab/scenarios/addresses.hpp"
#include "lab/scenarios/place_rules.hpp"
#include "points/choice.hpp"
#include "support/data_dir.hpp"
#include "tests/folder.hpp"
#include "tests/platform_of.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::string_literals;

constexpr const char* header =
    "machine,run,nodes,ranks,torus,collective,algorithm,count,type,iterations,min_us,q1_us,median_us,q3_us\n";

template <class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

/// A table of measured times beside a placement folder, on the star.
class Table {
 public:
  explicit Table(const std::string& rows, const std::string& names = header) {
    write("cells.csv", names + rows);
    std::filesystem::create_directory(folder_.path() / "placement");
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path() / name) << text;
  }
  MeasuredFiles files(const std::string& platform = "star") const {
    return {.cells = folder_.path() / "cells.csv",
            .counterparts = measured_folder() / "algorithms.json",
            .platform = platform};
  }
  std::vector<MeasuredCell> read() const { return read_measured(files()); }
  std::string refused() const {
    return refusal([&] { static_cast<void>(read()); });
  }
  std::filesystem::path path() const { return folder_.path(); }

 private:
  testing::Folder folder_;
};

std::string cell(const std::string& algorithm, int count, double microseconds,
                 const std::string& collective = "allreduce", int ranks = 4) {
  return fmt::format("m,r1,{0},{0},,{1},{2},{3},int32,10,0,{4},{4},{4}\n", ranks, collective, algorithm,
                     count, microseconds);
}

TEST(Measured, ReadsCellsAsQuestions) {
  const Table table(cell("recursive_doubling_over", 1024, 12) +
                    cell("bine_2_blocks_dtype_over", 1024, 5, "allgather") +
                    cell("ring_ompi", 1023, 7, "reduce_scatter"));
  const auto cells = table.read();
  ASSERT_EQ(cells.size(), 3U);
  const auto& [point, outcome] = cells[0].row;
  EXPECT_EQ(label(point), "recursive_doubling");
  EXPECT_EQ(point.bytes(), 4096);
  EXPECT_EQ(point.processes, 4);
  EXPECT_EQ(point.platform, "star");
  EXPECT_DOUBLE_EQ(outcome.seconds, 12e-6);
  EXPECT_EQ(cells[1].counterpart.choice, "");
  EXPECT_THAT(cells[1].counterpart.why_none, HasSubstr("which the library packs"));
  EXPECT_EQ(cells[2].row.point.collective, "reduce_scatter_block");
  EXPECT_EQ(cells[2].row.point.count, 1020);  // equal blocks
}

TEST(Measured, AsksThePlatformWithChangesToItsNumbers) {
  const Table table(cell("recursive_doubling_over", 1024, 12));
  MeasuredFiles files = table.files();
  files.overrides = {{"link.bandwidth", "x2"}};
  EXPECT_EQ(read_measured(files).front().row.point.overrides, files.overrides);
  files.overrides = {{"link.bandwith", "x2"}};
  EXPECT_THAT(refusal([&] { static_cast<void>(read_measured(files)); }), HasSubstr("'link.bandwidth'"));
}

TEST(Measured, TheTorusOfAJobHoldsBesideOtherChanges) {
  const Table table("m,r1,8,8,2x4,bcast,BINE-BINOMIAL_TREE_TMPBUF-MPI-0-3,1024,int32,10,0,9,9,9\n");
  MeasuredFiles files = table.files("fugaku");
  const Changes torus = read_measured(files).front().row.point.overrides;
  files.overrides = {{"link.bandwidth", "x2"}};
  Changes both = read_measured(files).front().row.point.overrides;
  EXPECT_EQ(both.size(), 2U);
  EXPECT_EQ(both.at("topology"), torus.at("topology"));
}

TEST(Measured, OwnChoicesAreWhatTheLibrarysTableNames) {
  const Table table(cell("", 1024, 12) + cell("", 16, 3, "allgather") + cell("", 1 << 20, 900, "bcast", 8) +
                    cell("", 8, 3, "gatherv") + cell("ring_over", 1024, 20));
  EXPECT_EQ(table.read().size(), 5U) << "nobody says which library";
  MeasuredFiles files = table.files("star");
  files.mpi = "openmpi-4.1";
  const auto cells = read_measured(files);
  ASSERT_EQ(cells.size(), 9U);
  EXPECT_EQ(label(cells[0].row.point), "library");
  EXPECT_EQ(label(cells[1].row.point), "recursive_doubling");
  EXPECT_EQ(cells[1].row.outcome.seconds, cells[0].row.outcome.seconds);
  EXPECT_EQ(label(cells[3].row.point), "recursive_doubling") << "64 B of a rank";
  EXPECT_THAT(cells[7].counterpart.why_none, HasSubstr("no table tells what openmpi-4.1 runs"));
  files.mpi = "openmpi-4.2";
  EXPECT_THAT(
      refusal([&] { static_cast<void>(read_measured(files)); }),
      HasSubstr(
          "--mpi openmpi-4.2: nobody has read how that library chooses; right would be one of openmpi-4.1, "
          "openmpi-5.0, mpich-4, mpich-5"));
}

TEST(Measured, TellsAlgorithmsOnWhichTorusTheyRun) {
  const Table table("m,r1,8,8,2x4,bcast,BINE-BINOMIAL_TREE_TMPBUF-MPI-0-3,1024,int32,10,0,9,9,9\n");
  EXPECT_EQ(label(read_measured(table.files("fugaku")).front().row.point),
            "multiport(dims=4x2;lands=apart;ports=3)")
      << "the last side varies fastest";
  EXPECT_THAT(
      Table(cell("BINE-BINOMIAL_TREE_TMPBUF-MPI-0-3", 1024, 9, "bcast")).refused(),
      HasSubstr(":2: the algorithm runs along a torus, as 'multiport(ports=3,dims={torus},lands=apart)'"));
}

TEST(Measured, PlacesRanksByTheJobsOwnTable) {
  const Table table(cell("ring_over", 1024, 12));
  table.write("placement/m_r1_4.csv", "rank,node\n2,n7\n0,n9\n1,n9\n3,n7\n");
  const auto cells = table.read();
  const auto& places = cells.front().row.point.places.values();
  EXPECT_THAT(places, ElementsAre(RankPlace{1}, RankPlace{1}, RankPlace{0}, RankPlace{0}));
}

TEST(Measured, PutsAJobWhoseNodesNobodyWroteDownWhereThePlatformSays) {
  const Table table("m,r1,2,4,,allreduce,ring_over,8,int32,10,0,1,2,4\n");
  const auto hosts = [&](const std::string& platform) {
    const auto cells = read_measured(table.files(platform));
    std::vector<int> found;
    for (const RankPlace& place : cells.front().row.point.places.values()) found.push_back(place.host);
    return found;
  };
  EXPECT_THAT(hosts("star"), ElementsAre(0, 0, 1, 1));
  const Platform leonardo = Platform::load("leonardo");
  const auto scattered = places_by_rule("scattered(seed=1,ppn=2)", 4, leonardo);
  EXPECT_THAT(hosts("leonardo"),
              ElementsAre(scattered[0].host, scattered[0].host, scattered[2].host, scattered[2].host));
  const std::string mine = (table.path() / "mine.xml").string();
  std::string wrong = leonardo.xml();
  boost::replace_first(wrong, "scattered(seed=1)", "scatered");
  table.write("mine.xml", wrong);
  EXPECT_THAT(refusal([&] { static_cast<void>(hosts(mine)); }),
              HasSubstr("mine.xml: 'placement': unknown placement 'scatered'"));
}

TEST(Measured, RefusesWhatItCannotUnderstandWithFileAndRow) {
  const auto refused = [](const std::string& rows) { return Table(rows).refused(); };
  EXPECT_THAT(refused("m,r,4,4,,allreduce,ring_over,8,int32,10,0,1us,2us,4us\n"),
              HasSubstr(":2: median_us is '2us'; right would be microseconds"));
  EXPECT_THAT(refused("m,r,4,4,,allreduce,ring_over,8,int32,10,0,3,2,4\n"),
              HasSubstr(":2: quartiles and median"));
  EXPECT_THAT(refused("m,r,4,4,,allreduce,ring_over,8,int8,10,0,1,2,4\n"),
              HasSubstr(":2: unknown type 'int8'"));
  EXPECT_THAT(refused("m,r,4,4,,allreduce,ring_over,8,int32,10,0,1,-2,4\n"),
              HasSubstr("right would be microseconds"));
  EXPECT_THAT(refused("m,r,4,0,,allreduce,ring_over,8,int32,10,0,1,2,4\n"),
              HasSubstr("the number of ranks is '0'"));
  EXPECT_THAT(refused("m,r,9999999,9999999,,allreduce,ring_over,8,int32,10,0,1,2,4\n"),
              HasSubstr("a job on 9999999 nodes"));
  EXPECT_THAT(refused(""), HasSubstr("cells.csv: has no row; right would be one for each time"));
  EXPECT_THAT(Table("m,r\n", "machine,run\n").refused(),
              HasSubstr("cells.csv:2: no column tells the collective"));
}

TEST(Measured, WhatNobodyKnowsIsACellWithoutACounterpart) {
  const auto cells = Table(cell("ring_over", 8, 1) + cell("rign_over", 8, 1) + cell("rign_over", 16, 1) +
                           cell("no_such_tree_at_all", 8, 1) + cell("ring_over", 8, 1, "allreduc"))
                         .read();
  ASSERT_EQ(cells.size(), 5U);
  EXPECT_EQ(measured_scenario(cells, {"model"}, {"hockney"}).points.size(), 1U);
  std::string excluded;
  for (const auto& [why, number] : judge_measured(cells, {}).excluded)
    excluded += fmt::format("{} {}\n", number, why);
  EXPECT_THAT(excluded,
              AllOf(HasSubstr("2 no counterpart: allreduce rign_over: 'rign_over' is no allreduce that"),
                    HasSubstr("1 no counterpart: allreduce no_such_tree_at_all: "),
                    HasSubstr("right would be a name of that, or of another --counterparts"),
                    HasSubstr("1 no counterpart: allreduc ring_over: unknown collective 'allreduc'; did you "
                              "mean 'allreduce'")));
  EXPECT_THAT(refusal([&] { measured_scenario(Table(cell("rign", 8, 1)).read(), {"model"}, {"hockney"}); }),
              AllOf(HasSubstr("none of 1 cells can be judged"), HasSubstr("did you mean 'ring'")));
}

TEST(Measured, OneBadRowTakesNoOtherWithIt) {
  const Table table(cell("ring_over", 8, 1) + cell("ring_over", 16, 0) + cell("ring_over", 32, -1) +
                    "m,r1,4,4\n" + "m,r1,9999999,9999999,,allreduce,ring_over,8,int32,10,0,1,2,4\n" +
                    cell("ring_over", 0, 1));
  LeftOut left_out;
  EXPECT_EQ(read_measured(table.files(), left_out).size(), 1U);
  EXPECT_THAT(left_out.to_text("f"),
              AllOf(HasSubstr("f:3: the first of 2 lines left out: median_us is '0'"),
                    HasSubstr("f:5: a line left out: 4 fields, the header has 14"),
                    HasSubstr("f:6: a line left out: a job on 9999999 nodes; star has"),
                    HasSubstr("f:7: a line left out: 0 bytes are no int")));
}

TEST(Measured, WhatWasNotMeasuredIsLeftOut) {
  const std::string names = "collective,algorithm,backend,p,bytes,seconds,status\n";
  const std::string simulated = "allreduce,ring,smpi,4,4096,2e-05,ok\n";
  const Table table(
      "allreduce,ring,native,4,4096,2e-05,ok\nallreduce,ring,native,4,8192,2e-05,failed: hung\n" + simulated,
      names);
  LeftOut left_out;
  EXPECT_EQ(read_measured(table.files(), left_out).size(), 1U);
  EXPECT_EQ(left_out.to_text("f"),
            "f:3: a line left out: status 'failed: hung'; right would be ok\n"
            "f:4: a line left out: backend 'smpi'; right would be native\n");
  EXPECT_THAT(Table(simulated, names).refused(),
              EndsWith("cells.csv:2: backend 'smpi'; right would be native"));
}

TEST(Measured, NoCellCountsTwice) {
  const std::string once = cell("ring_over", 8, 1);
  EXPECT_THAT(Table(once + cell("ring_over", 16, 1) + cell("ring_over", 8, 2)).refused(),
              HasSubstr("cells.csv:4: allreduce of 32 bytes on 4 ranks by ring_over is in "));
  EXPECT_EQ(Table(once + cell("ring_over", 8, 1, "allreduce", 8) + cell("ring_over", 8, 1, "allgather") +
                  "m,r2" + once.substr(4))
                .read()
                .size(),
            4U);
}

TEST(Measured, ChecksRowsOfAlgorithmsWithoutACounterpartToo) {
  const std::string job = "m,r1,4,", name = "bine_2_blocks_dtype_over";
  ASSERT_EQ(Table(cell(name, 8, 1, "allgather")).read().front().counterpart.choice, "");
  const auto refused = [&](const std::string& ranks, const std::string& count, const std::string& type) {
    return Table(job + ranks + ",,allgather," + name + "," + count + "," + type + ",10,0,1,1,1\n").refused();
  };
  EXPECT_EQ(refused("4", "8", "int32"), "nothing");
  EXPECT_THAT(refused("4", "8", "furlong"), HasSubstr("cells.csv:2: unknown type 'furlong'"));
  EXPECT_THAT(refused("0", "8", "int32"), HasSubstr("cells.csv:2: the number of ranks is '0'"));
  EXPECT_THAT(refused("4", "", "int32"), HasSubstr("cells.csv:2: no column tells the size"));
}

TEST(Measured, NamesTheMachinesOfTheTable) {
  const Table table(cell("ring_over", 8, 1));
  MeasuredFiles files = table.files();
  files.columns.machine = "Isengard";
  EXPECT_EQ(refusal([&] { static_cast<void>(read_measured(files)); }),
            files.cells.string() + ": has no row of the machine 'Isengard'; known: 'm'");
}

TEST(Measured, SaysWhyNothingCanBeJudged) {
  const auto refused = [](const std::string& rows) {
    return refusal([&] { measured_scenario(Table(rows).read(), {"model"}, {"hockney"}); });
  };
  const std::string none = cell("bine_2_blocks_dtype_over", 1024, 5, "allgather");
  const std::string library = "m,r1,4,4,,allgather,,8,int32,10,0,1,1,1\n";
  EXPECT_EQ(refused(none + cell("bine_2_blocks_dtype_over", 2048, 5, "allgather") + library),
            "none of 3 cells can be judged; without a counterpart: 2, calibrate the platform: 0, algorithm "
            "chosen by the library: 1; right would be --mpi LIBRARY, whose own table says what ran");
  EXPECT_EQ(refused(none + cell("ring_over", 8, 1)), "nothing");
}

TEST(Measured, ReadsOtherColumnsUnitsAndDefaults) {
  const auto first = [](const std::string& text, const ForeignColumns& columns = {}) {
    const Table table(text, "");
    MeasuredFiles files = table.files();
    files.columns = columns;
    return read_measured(files).front();
  };
  const MeasuredCell renamed = first(
      "coll,algo,ranks,bytes,max_ms,quantity\nallreduce,ring,4,4096,0.5,mean\n",
      {.ours = {{"coll", "collective"}, {"algo", "algorithm"}, {"max_ms", "median_ms"}}, .type = "float"});
  EXPECT_EQ(renamed.time.machine, "star");
  EXPECT_EQ(label(renamed.row.point), "ring");
  EXPECT_EQ(renamed.row.point.count, 1024);
  EXPECT_DOUBLE_EQ(renamed.row.outcome.seconds, 5e-4);
  EXPECT_TRUE(renamed.time.mean);
  EXPECT_EQ(renamed.row.point.places.values().back(), (RankPlace{3, -1})) << "a node for each rank";
  const MeasuredCell alone = first("algorithm,count,median_ns,q1_ns,q3_ns\nring,1024,9e3,8e3,1e4\n",
                                   {.collective = "allreduce", .type = "int32", .processes = 8});
  EXPECT_EQ(alone.row.point.bytes(), 4096);
  EXPECT_EQ(alone.time.processes, 8);
  EXPECT_NEAR(alone.row.outcome.seconds_low, 8e-6, 1e-12);
  const MeasuredCell barrier = first("collective,algorithm,ranks,seconds\nbarrier,dissemination,4,1e-5\n");
  EXPECT_EQ(barrier.row.point.count, 0);
  EXPECT_TRUE(is_judged(barrier.row.point, true));
  EXPECT_EQ(first("collective,ranks,count,seconds\nbcast,4,8,1e-5\n").row.point.algorithm, "library");
  const auto refused = [&](const std::string& text, const ForeignColumns& columns) {
    return refusal([&] { first(text, columns); });
  };
  EXPECT_THAT(refused("a,median_us\n1,1\n", {.ours = {{"a", "medain_us"}}}),
              HasSubstr("--columns a=medain_us: no column is called so here; did you mean 'median_us'"));
  EXPECT_THAT(refused("a,median_us\n1,1\n", {.ours = {{"a", "median_us"}}}),
              HasSubstr("has a column 'median_us', too"));
  EXPECT_THAT(refused("collective,algorithm,ranks,bytes,seconds\nbcast,chain,4,2,1\n", {.type = "int"}),
              HasSubstr("2 bytes are no int"));
  EXPECT_THAT(refused("collective,algorithm,bytes,seconds\nbcast,chain,2,1\n", {}),
              HasSubstr("right would be ranks, or --processes N"));
}

TEST(Measured, SelectsJobsByRanksAndCollective) {
  const auto cells = Table(cell("ring_over", 8, 1) + cell("ring_over", 8, 1, "allgather") +
                           cell("ring_over", 8, 1, "allreduce", 8))
                         .read();
  EXPECT_EQ(cells_of(cells, {}).size(), 3U);
  EXPECT_EQ(cells_of(cells, {.ranks = {4}}).size(), 2U);
  EXPECT_EQ(cells_of(cells, {.ranks = {4}, .collectives = {"allgather"}}).size(), 1U);
  const auto refused = [&](const MeasuredJobs& jobs) {
    return refusal([&] { static_cast<void>(cells_of(cells, jobs)); });
  };
  EXPECT_EQ(refused({.ranks = {2, 3}}),
            "--processes 2,3: no row of any collective was measured so; right would be some of 4,8");
  EXPECT_EQ(refused({.ranks = {8}, .collectives = {"allgather"}}),
            "--processes 8: no row of allgather was measured so; right would be some of 4");
  EXPECT_EQ(refused({.ranks = {8}, .collectives = {"foo"}}),
            "--collective foo: no such row was measured; right would be some of allgather,allreduce");
}

TEST(Measured, RefusesPlacementsThatCannotBe) {
  const Table table(cell("ring_over", 1024, 12));
  const auto refused = [&](const std::string& rows) {
    table.write("placement/m_r1_4.csv", "rank,node\n" + rows);
    return table.refused();
  };
  const std::string file = (table.path() / "placement" / "m_r1_4.csv").string();
  EXPECT_EQ(refused("0,a\n1,b\n"),
            file + ":3: ends after 2 ranks, of 4 in its job; right would be a row for each");
  EXPECT_THAT(refused("0,a\n1,b\n1,c\n2,d\n"),
              HasSubstr("m_r1_4.csv:4: rank 1; right would be each of 0 to 3 once"));
  table.write("placement/m_r1_4.csv", "rank,node,core\n0,a,0\n1,b,0\n2,a,1\n3,b,0\n");
  EXPECT_THAT(table.refused(), HasSubstr("m_r1_4.csv:5: ranks 1 and 3 are both on core 0 of node b"));
  const Table crowded(cell("ring_over", 1024, 12, "allreduce", 17));
  std::string all = "rank,node\n";
  for (int rank = 0; rank < 17; ++rank) all += fmt::format("{},a\n", rank);
  crowded.write("placement/m_r1_17.csv", all);
  EXPECT_THAT(crowded.refused(), HasSubstr("17 ranks on a node of 16 cores"));
}

/// The star with other properties.
std::string star_with(const std::filesystem::path& folder, const std::string& properties) {
  std::string text = testing::contents(data_dir() / "platforms" / "star.xml");
  text.insert(text.find('>', text.find("<zone ")) + 1, properties);
  const auto file = folder / "fitted.xml";
  std::ofstream(file) << text;
  return file.string();
}

std::vector<Outcome> by_model(const Platform& platform, const std::vector<Point>& points) {
  std::vector<Outcome> outcomes(points.size());
  answer(
      platform, points, 1, [] { return false; },
      [&](std::size_t index, const Outcome& outcome) { outcomes[index] = outcome; });
  return outcomes;
}

/// Which of our algorithms a measured name is.
using Names = std::map<std::string, std::string>;

/// Fits the star to the times that it has with links of 3 GB/s and combining at 2 GB/s.
std::map<std::string, std::string> fitted(const Names& names, const std::string& more_cells,
                                          bool backwards = false) {
  std::vector<std::string> rows;
  const Platform truth =
      Platform::load("star", {{"link.bandwidth", "3GBps"}, {"combine.arithmetic", "2GBps"}});
  std::string counterparts;
  for (const auto& [name, ours] : names) {
    counterparts += fmt::format("{}\"{}\": \"{}\"", counterparts.empty() ? "" : ", ", name, ours);
    for (const int count : {64, 4096, 262144}) {
      Point point;
      point.collective = "allreduce";
      point.algorithm = ours;
      point.options = choose("allreduce", ours).front().options;
      point.backend = "model";
      point.processes = 4;
      point.type = "int";
      point.count = count;
      rows.push_back(cell(name, count, 1e6 * by_model(truth, {point}).front().seconds));
    }
  }
  if (backwards) std::ranges::reverse(rows);
  Table table(fmt::format("{}{}", fmt::join(rows, ""), more_cells));
  table.write("names.json", "{\"allreduce\": {\"counterparts\": {" + counterparts +
                                "}}, \"bcast\": {\"counterparts\": {\"x\": \"binomial\"}}}");
  MeasuredFiles files = table.files(
      star_with(table.path(),
                "<prop id=\"calibrated.cells\" value=\"r1 allreduce\"/>"
                "<prop id=\"calibrated.numbers\" value=\"link.bandwidth, combine.arithmetic\"/>"));
  files.counterparts = table.path() / "names.json";
  Point as;
  as.backend = "model";
  return fit_measured(files.platform, read_measured(files), as, by_model).overrides;
}

const Names names = {{"a", "ring"}, {"b", "recursive_doubling"}, {"c", "rabenseifner"}};

double factor(const std::string& text) {
  return std::stod(text.substr(1));
}

TEST(MeasuredFit, FindsTheNumbersOfTheMachine) {
  const auto found = fitted(names, "");
  const Platform star = Platform::load("star");
  EXPECT_NEAR(factor(found.at("link.bandwidth")) * 1e9 / 3e9, 1, 0.02);
  EXPECT_NEAR(factor(found.at("combine.arithmetic")) * star.combine_rate("arithmetic", "int", 0) / 2e9, 1,
              0.02);
}

TEST(MeasuredFit, DependsNeitherOnNamesNorOnCellsThatDoNotCalibrate) {
  const auto found = fitted(names, "");
  EXPECT_EQ(fitted({{"b", "ring"}, {"c", "recursive_doubling"}, {"a", "rabenseifner"}}, ""), found);
  EXPECT_EQ(fitted(names, cell("x", 4096, 1e6, "bcast")), found);
  EXPECT_EQ(fitted(names, "", true), found);
}

TEST(MeasuredFit, SaysWhatItLacks) {
  const Table table(cell("ring_over", 1024, 12));
  const auto refused = [&](const std::string& properties) {
    const MeasuredFiles files = table.files(star_with(table.path(), properties));
    return refusal([&] { fit_measured(files.platform, read_measured(files), {}, by_model); });
  };
  EXPECT_THAT(refused(""), HasSubstr("is calibrated by no cell"));
  const std::string cells = "<prop id=\"calibrated.cells\" value=\"r0 bcast, r1 allreduce\"/>";
  EXPECT_THAT(refused(cells), HasSubstr("names no 'calibrated.numbers'"));
  EXPECT_THAT(refused(cells + "<prop id=\"calibrated.numbers\" value=\"link.bandwith\"/>"),
              HasSubstr("did you mean 'link.bandwidth'"));
}

Row answered(const MeasuredCell& cell, double seconds) {
  Row row = cell.row;
  row.point.backend = "model";
  row.outcome = {.seconds = seconds};
  return row;
}

TEST(Measured, JudgesErrorsAndChoices) {
  const Table table(cell("ring_over", 1024, 10) + cell("recursive_doubling_over", 1024, 20) +
                    cell("default_ompi", 1024, 15) + cell("ring_ompi", 1024, 11) + cell("ring_over", 64, 1) +
                    cell("non_blocking_mpich", 1024, 1));
  const auto cells = table.read();
  const auto report =
      judge_measured(cells, {answered(cells[0], 15e-6), answered(cells[1], 12e-6), answered(cells[4], 1e-6)});
  // ring was 10 and 11 and is predicted as 15, recursive doubling 20 as 12; so the latter would be chosen.
  const auto errors = errors_by(report.judged, group_of_judged(false));
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].errors.points, 3U);
  EXPECT_NEAR(errors[0].errors.median, 0.4, 1e-9);
  EXPECT_NEAR(errors[0].errors.worst, 0.5, 1e-9);
  const auto choices = choices_by(report, group_of_judged(false));
  ASSERT_EQ(choices.size(), 2U);
  EXPECT_EQ(choices[0].by, "model");
  EXPECT_NEAR(choices[0].regret, 1, 1e-9);
  EXPECT_EQ(choices[0].clear_found, 0U);
  EXPECT_EQ(choices[1].by, "library");
  EXPECT_NEAR(choices[1].regret, 0.5, 1e-9);
  const std::string text = to_text(report, 0, "m");
  // Of the written-out ones, one was forced.
  EXPECT_THAT(text, ContainsRegex("\\| all written over point-to-point messages \\| +2 \\|"));
  EXPECT_THAT(text, ContainsRegex("\\| m_r1_4 allreduce on 4 +\\| +3 \\| 40.0 / 48.0 / 50.0 \\|"));
  EXPECT_THAT(text, ContainsRegex("\\| 256 B +\\| +1 \\|"));
  EXPECT_THAT(text, ContainsRegex("\\| allreduce +\\| +3 \\|"));
  EXPECT_THAT(text, HasSubstr("no counterpart: allreduce non_blocking_mpich: MPICH chooses"));
  EXPECT_EQ(to_cells(report).lines.size(), 4U);
}

TEST(Measured, JudgesJobsWithMoreRanksOnANodeThanAnyThatCalibratesApart) {
  const Table table(cell("ring_over", 512, 1) + cell("ring_over", 1024, 10, "allreduce", 8) +
                    cell("ring_over", 1024, 10) + cell("recursive_doubling_over", 1024, 20) +
                    cell("default_ompi", 1024, 15));
  table.write("placement/m_r1_4.csv", "rank,node\n0,a\n1,a\n2,b\n3,b\n");
  auto cells = table.read();
  const std::vector<Row> rows = {answered(cells[1], 11e-6), answered(cells[2], 15e-6),
                                 answered(cells[3], 12e-6)};
  const auto text = [&] { return to_text(judge_measured(cells, rows), most_calibrated(cells), "m"); };
  EXPECT_THAT(text(), Not(HasSubstr("all with more ranks"))) << "no cell calibrates";
  cells[0].calibrates = true;
  EXPECT_THAT(text(), Not(HasSubstr("all with more ranks"))) << "two ranks on a node do";
  cells[0].calibrates = false;
  cells[1].calibrates = true;
  const std::string more = "all with more ranks on a node than any job that calibrates";
  EXPECT_THAT(text(), HasSubstr("| " + more + " |      2 | 45.0 /")) << "of 50 and 40 %";
  EXPECT_THAT(text(), ContainsRegex(more + ": model +\\|[^\n]*\\| +100.0 % \\| +100.0 % \\|"));
  EXPECT_THAT(text(), ContainsRegex(more + ": library +\\|[^\n]*\\| +50.0 % \\| +50.0 % \\|"));
}

/// Times that a flat machine would have.
std::vector<MeasuredCell> flat_cells(const Hockney& machine) {
  std::string rows = cell("default_ompi", 1 << 20, 1e6);
  for (const int count : {512, 1 << 16, 1 << 20})
    for (const auto& [collective, name] : std::map<std::string, std::string>{
             {"allgather", "ring"}, {"allreduce", "recursive_doubling"}, {"bcast", "binomial"}}) {
      const Description& about = describe(collective, name);
      const Cost cost = about.cost({.processes = 4, .count = count, .type_size = 4}, about.resolve({}));
      const bool below = count == 512;
      rows += cell(name, count, below ? 1e6 : 1e6 * predict(cost, machine), collective);
    }
  return Table(rows).read();
}

TEST(FlatModel, FindsTheNumbersOfAFlatMachineAndNeedsAFormula) {
  const Hockney truth{.alpha = 5e-6, .beta = 2e-10, .gamma = 1e-10};
  auto cells = flat_cells(truth);
  const Hockney found = fit_flat(cells, false);
  EXPECT_NEAR(found.alpha / truth.alpha, 1, 0.03);
  EXPECT_NEAR(found.beta / truth.beta, 1, 0.01);
  EXPECT_NEAR(found.gamma / truth.gamma, 1, 0.03);
  EXPECT_EQ(fit_flat(cells, true).alpha, 0) << "no cell calibrates";
  EXPECT_TRUE(flat_rows(cells, fit_flat(cells, true), "flat").empty());
  cells.back().calibrates = true;
  EXPECT_GT(fit_flat(cells, true).alpha, 0);
  const auto rows = flat_rows(cells, truth, "flat");
  ASSERT_EQ(rows.size(), 9U) << "not the library's choice";
  EXPECT_NEAR(rows.back().outcome.seconds / cells.back().row.outcome.seconds, 1, 1e-12);
  const auto report = judge_measured(cells, rows);
  EXPECT_THAT(to_text(report, 1, "m"), ContainsRegex("From 64 KiB on, by job of all collectives\n\n"
                                                     "\\| job +\\| points \\| +model/flat \\|\n[^\n]*\n"
                                                     "\\| m_r1_4 \\| +5 \\|"))
      << "one of six calibrates, three are small";
}

constexpr const char* in_nodes = "nodes,ranks,mapping,collective,algorithm,block_bytes,mean_us\n";

TEST(Measured, TakesSizesOfBlocksAndMeansOverRanks) {
  const auto cells = Table("1,4,core,gather,linear,4096,9\n1,4,core,bcast,chain,4096,9\n", in_nodes).read();
  EXPECT_EQ(cells[0].row.point.bytes(), 4 * 4096);
  EXPECT_EQ(cells[1].row.point.bytes(), 4096) << "nobody has a block of it";
  EXPECT_TRUE(cells[0].time.mean);
  EXPECT_TRUE(cells[0].time.block);
  EXPECT_FALSE(cells[1].time.block);
}

TEST(Measured, JudgesSizesByBlocksWhereTheTableTellsThem) {
  const auto cells =
      Table("1,4,core,gather,linear,2048,10\n1,4,core,gather,linear,4096,10\n", in_nodes).read();
  std::vector<Row> rows = {answered(cells[0], 1), answered(cells[1], 1)};
  rows[0].outcome.seconds_mean = 11e-6;
  rows[1].outcome.seconds_mean = 13e-6;
  const Judgement report = judge_measured(cells, rows);
  const auto errors = errors_by(report.judged, group_of_judged(report.by_block));
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].errors.points, 1U) << "8 KiB in all are blocks of 2 KiB";
  EXPECT_NEAR(errors[0].errors.median, 0.3, 1e-9) << "of the mean";
  EXPECT_THAT(to_text(report, 0, "m"), ContainsRegex("\\| all below 4 KiB +\\| +1 \\| +10.0 /"));
}

/// On two nodes of 16 cores.
TEST(Measured, RanksThatComeApartAreJudgedByTheirOwnClocks) {
  auto cells = Table("1,4,core,bcast,chain,4096,10\n", in_nodes).read();
  Row row = answered(cells[0], 1);
  row.outcome.seconds = 40e-6, row.outcome.seconds_worst = 12e-6;
  cells[0].time.mean = false;
  EXPECT_NEAR(judge_measured(cells, {row}).judged.at(0).deviation(), 3, 1e-9);
  cells[0].row.point.arrival = row.point.arrival = Arrival::parse("uniform(size=30us)");
  EXPECT_NEAR(judge_measured(cells, {row}).judged.at(0).deviation(), 0.2, 1e-9);
}

TEST(Measured, MapsRanksAsLaunchersDo) {
  const auto cells = Table("2,18,core,bcast,chain,4096,9\n2,18,node,bcast,chain,4096,9\n", in_nodes).read();
  const auto host = [&](int cell, std::size_t rank) {
    return cells[static_cast<std::size_t>(cell)].row.point.places.values()[rank].host;
  };
  EXPECT_EQ(host(0, 15), 0);
  EXPECT_EQ(host(0, 16), 1);
  EXPECT_EQ(host(1, 0), 0);
  EXPECT_EQ(host(1, 17), 1);
  EXPECT_THAT(Table("2,18,slot,bcast,chain,4096,9\n", in_nodes).refused(),
              HasSubstr("the mapping is by 'slot'; right would be core, socket or node"));
}

TEST(Measured, RefusesMoreRanksThanCoresByAnyMapping) {
  for (const char* mapping : {"core", "node"})
    for (const auto& [nodes, ranks] : {std::pair(1, 17), {2, 34}})
      EXPECT_THAT(
          Table(fmt::format("{},{},{},bcast,chain,4096,9\n", nodes, ranks, mapping), in_nodes).refused(),
          HasSubstr("on a node of 16 cores; right would be a core for each"));
}

/// Every one of them, not only the first.
TEST(Measured, LeavesOutAllRowsWithoutAPlace) {
  const Table table(
      "1,4,socket,bcast,chain,4096,9\n1,4,socket,bcast,linear,4096,9\n1,4,core,bcast,linear,4096,9\n",
      in_nodes);
  LeftOut left_out;
  EXPECT_EQ(read_measured(table.files(), left_out).size(), 1U);
  EXPECT_THAT(left_out.to_text("f"),
              HasSubstr("2 lines left out: ranks are mapped by socket, and star does not say"));
}

TEST(Measured, KnowsOpenMpisNamesAndNumbers) {
  const Counterparts counterparts("openmpi-4.1");
  EXPECT_EQ(counterparts.counterpart_of("bcast", "chain").choice, "chain(chains=4)") << "not our default";
  EXPECT_EQ(counterparts.counterpart_of("bcast", "2").choice, "chain(chains=4)");
  EXPECT_EQ(counterparts.counterpart_of("barrier", "double_ring").choice,
            counterparts.counterpart_of("barrier", "2").choice);
  EXPECT_EQ(counterparts.counterpart_of("reduce", "0").choice, "library");
  EXPECT_EQ(counterparts.counterpart_of("reduce_scatter", "ring").collective, "reduce_scatter_block");
  EXPECT_EQ(counterparts.counterpart_of("allreduce", "2").why_none,
            "the reduce and the broadcast that the library chooses");
}

TEST(Measured, NamesOfOursStandForThemselves) {
  const std::string file = (measured_folder() / "algorithms.json").string();
  const Counterparts counterparts(file);
  EXPECT_EQ(counterparts.counterpart_of("allreduce", "ring_full_vector").choice, "ring_full_vector");
  EXPECT_EQ(counterparts.counterpart_of("allreduce", "ring_over").choice, "ring") << "a pattern's";
  EXPECT_EQ(counterparts.counterpart_of("allreduce", "rabenseifner").choice, "rabenseifner");
  EXPECT_EQ(Counterparts(file, "openmpi-4.1").counterpart_of("allreduce", "rabenseifner").choice,
            "rabenseifner(fold=half)")
      << "the library's";
}

TEST(Measured, ASharedTableHasACounterpartOrAReasonForEveryAlgorithm) {
  for (const char* machine : {"leonardo", "lumi", "mare_nostrum", "fugaku"}) {
    const MeasuredFiles files{.cells = measured_folder() / "cells.csv",
                              .counterparts = measured_folder() / "algorithms.json",
                              .platform = machine,
                              .columns = {.machine = machine}};
    std::size_t judged = 0, calibrating = 0;
    for (const auto& cell : read_measured(files)) {
      EXPECT_NE(cell.counterpart.choice.empty(), cell.counterpart.why_none.empty()) << cell.time.algorithm;
      if (!cell.counterpart.choice.empty()) ++(cell.calibrates ? calibrating : judged);
    }
    EXPECT_GT(calibrating, 30U) << machine;
    EXPECT_GT(judged, calibrating) << machine;
  }
}

}  // namespace
}  // namespace collsim
