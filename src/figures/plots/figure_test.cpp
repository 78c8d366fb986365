#include "figures/plots/figure.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "figures/plots/rows.hpp"
#include "support/error.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

const char* const header =
    "collective,algorithm,options,backend,network,schedule,platform,overrides,p,ppn,mapping,placement,"
    "threads,bytes,"
    "count,"
    "type,"
    "op,root,"
    "distribution,in_place,"
    "data,loop,arrival,"
    "seconds,seconds_low,seconds_high,interval_low,interval_high,launches,seconds_mean,seconds_rank0,since_"
    "last_arrival,seconds_worst,seconds_"
    "early,"
    "repetitions,preempted,messages,"
    "bytes_sent,"
    "status\n";

std::string row(const std::string& algorithm, const std::string& backend, int p, int bytes, double seconds,
                const std::string& op = "sum") {
  const std::string time = std::to_string(seconds);
  return "allreduce," + algorithm + ",," + backend + ",,,star,," + std::to_string(p) + ",1,block,,1," +
         std::to_string(bytes) + "," + std::to_string(bytes / 8) + ",double," + op +
         ",0,regular,false,verify,1,," + time + "," + time + "," + time + ",,,1," + time + "," + time + "," +
         time + ",0,0,1,0,2,16,ok\n";
}

const char* const failed =
    "allreduce,tree,,smpi,,,star,,6,1,block,,1,8,1,double,sum,0,regular,false,verify,1,,,,,,,,,,,,,0,0,0,0,"
    "\"unsupported: "
    "p = 6, "
    "not a power "
    "of two\"\n";

std::string rows_text(const std::string& results_csv, const std::string& comparison_csv) {
  return figure_rows(shown_rows(results_csv, comparison_csv));
}

class Figure : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    std::ofstream(folder / name) << text;
    return (folder / name).string();
  }
  std::string results() {
    std::string text = header;
    for (const char* backend : {"smpi", "model", "native"})
      for (int p : {2, 4, 6, 16, 128})
        for (int bytes : {8, 16384, 33554432})
          text += row("ring", backend, p, bytes, 1e-3 * p) + row("\"tree\"", backend, p, bytes, 1e-3 * bytes);
    return file("results.csv", text + failed);
  }
  std::string comparison() {
    return file("comparison.csv",
                "series,quantity,p,bytes,published,simulated,formula,algorithm\n"
                "new,bandwidth,2,8388608,7e7,6e7,5e7,halving\nnew,bandwidth,4,8388608,5e7,4e7,3e7,halving\n"
                "old,bandwidth,4,8388608,,4e6,3e6,binomial\n"
                "new,switch_over_count,2,0,600,700,,halving\nnew,switch_over_count,4,0,,500,,halving\n"
                "ring,seconds,2,8,0.002,0.003,,ring\n");
  }
  /// Two algorithms of which ranks come at once or late, and the mean of what these spend inside the call.
  std::string late() {
    std::string text = header;
    for (const char* algorithm : {"ring", "tree"})
      for (int bytes : {8, 64}) {
        std::string with_arrival = row(algorithm, "smpi", 4, bytes, 1);
        with_arrival.replace(with_arrival.find(",verify,1,,"), 11, ",verify,1,uniform(size=0.5),");
        text += row(algorithm, "smpi", 4, bytes, 2) + with_arrival;
      }
    return file("late.csv", text);
  }
  /// Rows that hold what a figure shows.
  std::string rows_of(const std::string& figure) {
    const bool in_call = figure.find("in_call") != std::string::npos;
    const std::string rows = in_call ? late() : results();
    const bool hierarchical = figure.ends_with("_over_hierarchical");
    if (!hierarchical && figure.find("_over_mpich") == std::string::npos) return rows;
    const std::string measure = hierarchical ? ",hierarchical,," : ",portfolio,,";
    const std::string compared = in_call ? ",imbalance_tolerant,," : ",hierarchical,,";
    const std::string other = figure.ends_with("_map") ? compared : ",portfolio,rules=mpich-3-smp,";
    std::string text = read(rows);
    for (const auto& [name, now] : {std::pair<std::string, std::string>(",ring,,", measure),
                                    {in_call ? ",tree,," : ",\"tree\",,", other}})
      for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
        text.replace(at, name.size(), now);
    return file("measures.csv", text);
  }
  static std::string read(const std::string& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  /// The SVG text of a figure with the title `It's a "title"`.
  std::string drawn(const std::string& figure, const std::string& csv) {
    return read(draw(figure, csv, comparison(), (folder / "out").string(), "It's a \"title\"").front());
  }
  /// Plots of an SVG that drew a line or a mark; those of the legends bear a text.
  static int curves(const std::string& svg) {
    const std::string begin = "<g id=\"gnuplot_plot_";
    int count = 0;
    for (auto at = svg.find(begin); at != std::string::npos; at = svg.find(begin, at + 1)) {
      const std::string plot = svg.substr(at, svg.find("\n\t</g>", at) - at);
      const bool drawn_to = plot.find("<path") != std::string::npos || plot.find("<use") != std::string::npos;
      if (drawn_to && plot.find("<text>") == std::string::npos) ++count;
    }
    return count;
  }
  static int occurrences(const std::string& text, const std::string& part) {
    int count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
  }
  std::string complaint(const std::string& figure, const std::string& csv) {
    try {
      draw(figure, csv, "", (folder / "out").string(), "title");
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  const testing::Folder place;
  const fs::path& folder = place.path();
};

TEST_F(Figure, EndsWithItsSources) {
  const std::string svg = read(draw("time_over_bytes", results(), "", (folder / "out").string(), "title",
                                    "star: chosen\npublished: a book")
                                   .front());
  EXPECT_THAT(svg, AllOf(HasSubstr("star: chosen"), HasSubstr("published: a book")));
}

TEST_F(Figure, MakesTwoPictures) {
  for (const std::string& figure : figure_names()) {
    const std::string prefix = (folder / figure).string();
    const auto files =
        draw(figure, rows_of(figure), comparison(), prefix, "It's 100 % \"quoted\" $HOME `id` _x_ @y");
    EXPECT_EQ(files, (std::vector{prefix + ".svg", prefix + ".png"}));
    for (const std::string& made : files) EXPECT_GT(fs::file_size(made), 5000) << made;
    EXPECT_THAT(read(files.front()), HasSubstr("It's 100 % \"quoted\" $HOME `id` _x_ @y")) << figure;
  }
}

/// What a picture must say, and how many curves it must draw: one per panel, series and kind.
struct Content {
  std::vector<std::string> texts;
  int curves;
};

TEST_F(Figure, ShowsTitlesAxesAndCurves) {
  // results(): two series of three kinds at five p and three sizes. Bars between equal quartiles draw nothing.
  const int of_results = 2 * 3;
  const std::vector<std::string> times = {"ring", "tree", "simulated", "formula", "measured, bars: its noise",
                                          "time"};
  const std::map<std::string, Content> expected = {
      {"time_over_bytes", {{"message size", "128 processes", "4 KiB", "published"}, 5 * of_results + 1}},
      {"time_over_processes", {{"processes", "16 KiB", "32 MiB", "published"}, 3 * of_results + 1}},
      {"bandwidth", {{"message size / time", "16 processes"}, 5 * of_results + 1}},
      {"speedup", {{"faster than ring", "1x"}, 5 * of_results + 1}},
      {"speedup_over_processes", {{"faster than ring", "16 KiB", "1x"}, 3 * of_results + 1}},
      {"speedup_map", {{"simulated: tree", "16 KiB", "128", "16x"}, 0}},
      {"what_if", {{"message size", "4 KiB", "2 processes", "128 processes"}, 3 * of_results + 1}},
      {"time_by_distribution",
       {{"all contributions together", "ring, 2 processes", "tree, 6 processes", "tree, 128 processes",
         "one distribution"},
        3 * of_results + 1}},
      {"hamilton_allreduce", {{"2 processes", "16 processes", "8 B", "16 KiB"}, 6 * of_results + 2}},
      {"time_in_call",
       {{"allreduce; 4 processes; all at once", "allreduce; 4 processes; uniform(size=0.5)"}, 4}},
      {"speedup_over_mpich", {{"faster than portfolio", "1x"}, 5 * of_results}},
      {"speedup_over_mpich_smp", {{"faster than portfolio(rules=mpich-3-smp)", "1x"}, 5 * of_results}},
      {"in_call_over_mpich", {{"allreduce; 4 processes; all at once", "faster than portfolio"}, 4}},
      {"in_call_over_mpich_smp",
       {{"allreduce; 4 processes; all at once", "faster than portfolio(rules=mpich-3-smp)"}, 4}},
      {"in_call_over_hierarchical", {{"allreduce; 4 processes; all at once", "faster than hierarchical"}, 4}},
      {"hierarchical_over_mpich_map", {{"simulated: hierarchical", "16 KiB", "128", "16x"}, 0}},
      {"in_call_over_mpich_map",
       {{"allreduce; 4 processes: imbalance_tolerant", "all at once", "uniform", "(size=0.5)", "arrival",
         "1.0x"},
        0}},
      {"t3e_reduce", {{"elements", "message size / time", "new", "old"}, 7}},
      {"t3e_allreduce", {{"bandwidth for large vectors"}, 7}}};
  for (const std::string& figure : figure_names()) {
    ASSERT_TRUE(expected.contains(figure)) << figure << " has no test";
    const std::string svg = drawn(figure, rows_of(figure));
    for (const std::string& text : expected.at(figure).texts)
      EXPECT_THAT(svg, HasSubstr(">" + text + "<")) << figure << ": " << text;
    EXPECT_THAT(svg, HasSubstr("It's a \"title\"")) << figure;
    EXPECT_EQ(curves(svg), expected.at(figure).curves) << figure;
  }
  for (const std::string& text : times)
    EXPECT_THAT(drawn("time_over_bytes", results()), HasSubstr(">" + text + "<")) << text;
}

TEST_F(Figure, SwitchOverComesFirst) {
  for (const char* figure : {"t3e_reduce", "t3e_allreduce"}) {
    const std::string svg = drawn(figure, results());
    EXPECT_LT(svg.find("count from which"), svg.find("bandwidth for large vectors")) << figure;
  }
}

/// At both sizes the links twice as fast save ring half of its 2 s and tree two thirds of its 3 s.
std::string what_if_rows() {
  std::string text = header;
  for (int bytes : {8, 64}) {
    for (const char* algorithm : {"ring", "tree"}) {
      std::string faster = row(algorithm, "smpi", 4, bytes, 1);
      faster.replace(faster.find(",star,,"), 7, ",star,link.bandwidth=x2,");
      text += row(algorithm, "smpi", 4, bytes, algorithm[0] == 'r' ? 2 : 3) + faster;
    }
  }
  return text;
}

TEST_F(Figure, SpeedupOfAWhatIfIsOverTheSameAlgorithm) {
  const std::string svg = drawn("speedup", file("what_if.csv", what_if_rows()));
  EXPECT_THAT(svg, HasSubstr(">faster than without overrides<"));
  EXPECT_THAT(svg, HasSubstr(">ring [link.bandwidth=x2]<"));
  EXPECT_THAT(svg, Not(HasSubstr(">ring<"))) << "it is the measure";
  EXPECT_EQ(curves(svg), 2);
  // 2 over 1 and 3 over 1, not 2 over 1 twice.
  EXPECT_THAT(svg, HasSubstr(">2x<"));
  EXPECT_THAT(svg, HasSubstr(">3x<"));
}

TEST_F(Figure, SpeedupMapHasANumberForEachPlace) {
  std::string text = header;
  for (const int p : {2, 4})
    for (const int bytes : {8, 1536}) {
      text += row("ring", "smpi", p, bytes, 6);
      text += row("tree", "smpi", p, bytes, p == 2 ? 2 : bytes == 8 ? 12 : 200);
    }
  const std::string svg = drawn("speedup_map", file("map.csv", text));
  for (const char* said :
       {">tree<", ">1.50 KiB<", ">in each cell how many times faster than ring: blue faster, orange slower<"})
    EXPECT_THAT(svg, HasSubstr(said));
  EXPECT_THAT(svg, Not(HasSubstr(">ring<"))) << "it is the measure";
  EXPECT_EQ(occurrences(svg, ">3.0x<"), 2) << "6 over 2 at p = 2, whatever the size";
  EXPECT_EQ(occurrences(svg, ">0.5x<"), 1);
  EXPECT_EQ(occurrences(svg, ">0.03x<"), 1);
  EXPECT_THAT(complaint("speedup_map", file("one.csv", header + row("ring", "smpi", 2, 8, 1))),
              HasSubstr("nothing that is compared with another algorithm"));
}

TEST_F(Figure, SpeedupOverProcessesHasAPanelForEachCollectiveAndSize) {
  std::string text = header;
  for (const char* collective : {"allreduce", "bcast"})
    for (const int p : {2, 4, 8})
      for (const int bytes : {8, 1024}) {
        std::string first = row("ring", "smpi", p, bytes, 6), second = row("tree", "smpi", p, bytes, 3);
        for (std::string* each : {&first, &second}) text += each->replace(0, each->find(','), collective);
      }
  const std::string svg = drawn("speedup_over_processes", file("over.csv", text));
  for (const char* said : {">allreduce, 8 B<", ">allreduce, 1 KiB<", ">bcast, 8 B<", ">bcast, 1 KiB<"})
    EXPECT_THAT(svg, HasSubstr(said));
  EXPECT_EQ(curves(svg), 4 * 2 + 1) << "comparison() has a mark";
}

/// Also where algorithms have the same name in all of them, and other options than one would say.
TEST_F(Figure, SpeedupHasAPanelForEachCollectiveAndNumberOfProcesses) {
  std::string text = header;
  for (const std::string start : {"allreduce,ring,segment_bytes=0,", "bcast,ring,,"})
    for (const int p : {2, 4})
      for (const int bytes : {8, 1024}) {
        std::string first = row("ring", "smpi", p, bytes, 6), second = row("tree", "smpi", p, bytes, 3);
        first.replace(0, std::string("allreduce,ring,,").size(), start);
        second.replace(0, second.find(','), start, 0, start.find(','));
        text += first + second;
      }
  const std::string svg = drawn("speedup", file("speedup.csv", text));
  for (const char* said : {">allreduce, 2 processes<", ">allreduce, 4 processes<", ">bcast, 2 processes<",
                           ">bcast, 4 processes<"})
    EXPECT_THAT(svg, HasSubstr(said));
  EXPECT_EQ(curves(svg), 4 * 2 + 1) << "comparison() has a mark";
}

/// Where collectives have different first algorithms, each panel says which one is its measure.
TEST_F(Figure, SpeedupNamesTheMeasureOfEachCollective) {
  const auto of_bcast = [](std::string line) { return line.replace(0, line.find(','), "bcast"); };
  const std::string text = header + row("ring", "smpi", 4, 8, 6) + row("halving", "smpi", 4, 8, 6) +
                           of_bcast(row("tree", "smpi", 4, 8, 6)) + of_bcast(row("halving", "smpi", 4, 8, 3));
  const std::string csv = file("measures.csv", text);
  const std::string speedup = drawn("speedup", csv);
  for (const char* said : {">faster than ring<", ">faster than tree<"}) EXPECT_THAT(speedup, HasSubstr(said));
  const std::string map = drawn("speedup_map", csv);
  for (const char* said :
       {">allreduce: halving, over ring<", ">bcast: halving, over tree<", ">1.0x<", ">2.0x<"})
    EXPECT_THAT(map, HasSubstr(said));
}

/// A collective that was asked with other sizes has no empty rows for those of the first.
TEST_F(Figure, SpeedupMapHasTheSizesOfEachPanel) {
  std::string text = header;
  for (const char* algorithm : {"ring", "tree"}) {
    text += row(algorithm, "smpi", 4, 8, 6);
    std::string other = row(algorithm, "smpi", 4, 512, 6);
    text += other.replace(0, other.find(','), "bcast");
  }
  const std::string map = drawn("speedup_map", file("sizes.csv", text));
  for (const char* size : {">8 B<", ">512 B<"}) EXPECT_EQ(occurrences(map, size), 1) << size;
}

TEST_F(Figure, WhatIfShowsTimesAndRatios) {
  const std::string svg = drawn("what_if", file("what_if.csv", what_if_rows()));
  for (const char* text : {">time<", ">time / baseline<", ">ring<", ">tree [link.bandwidth=x2]<", ">0.5x<"})
    EXPECT_THAT(svg, HasSubstr(text));
  EXPECT_EQ(curves(svg), 4 + 2 + 1) << "a baseline has no ratio; comparison() has a mark";
  EXPECT_THAT(svg, Not(HasSubstr(">0.2x<"))) << "1 over 2 and 1 over 3";
}

/// Of twenty algorithms the i-th takes i times as long as the first.
TEST_F(Figure, APanelHasAtMostEightSeries) {
  std::string text = header;
  for (int i = 1; i <= 20; ++i)
    for (const int bytes : {8, 1024}) text += row("a" + std::to_string(i), "smpi", 4, bytes, i);
  const std::string csv = file("many.csv", text);
  for (const char* figure : {"time_over_bytes", "bandwidth", "speedup"}) {
    const std::string svg = read(draw(figure, csv, "", (folder / "out").string(), "title").front());
    EXPECT_EQ(curves(svg), 8) << figure;
    EXPECT_THAT(svg, AllOf(HasSubstr(">a1<"), HasSubstr(">a8<"), Not(HasSubstr(">a9<")),
                           HasSubstr(">8 of 20 series are shown, those nearest to the fastest<")))
        << figure;
  }
}

/// What ends near it needs no second name.
TEST_F(Figure, LinesHaveTheirNamesAtTheirEnds) {
  std::string text = header;
  for (const char* name : {"ring", "tree"})
    for (const int bytes : {8, 1024})
      text += row(name, "smpi", 4, bytes, bytes) +
              row(name, "model", 4, bytes, *name == 'r' ? bytes : 99.0 * bytes);
  const std::string svg =
      read(draw("time_over_bytes", file("ends.csv", text), "", (folder / "out").string(), "title").front());
  EXPECT_EQ(occurrences(svg, ">ring<"), 1);
  EXPECT_EQ(occurrences(svg, ">tree<"), 2) << "its formula says otherwise";
}

/// One colour and one name in the legend.
TEST_F(Figure, AnAlgorithmLooksTheSameInAllCollectives) {
  std::string text = header;
  for (const char* collective : {"allreduce", "bcast"})
    for (const std::string name : {"ring", "tree", "an_algorithm_with_a_long_name"})
      for (const int bytes : {8, 1024}) {
        std::string line = row(name, "smpi", 4, bytes, bytes);
        text += line.replace(0, line.find(','), collective);
      }
  const std::string svg =
      read(draw("time_over_bytes", file("both.csv", text), "", (folder / "out").string(), "title").front());
  EXPECT_EQ(occurrences(svg, ">an_algorithm_with_a_long_name<"), 1) << "too long for the end of a line";
  EXPECT_THAT(svg, Not(HasSubstr("collective")));
}

TEST_F(Figure, LeavesOutEmptyPanels) {
  const std::string svg =
      drawn("hamilton_allreduce", file("one_p.csv", header + row("ring", "smpi", 128, 64, 1)));
  EXPECT_THAT(svg, HasSubstr(">128 processes<"));
  EXPECT_THAT(svg, Not(HasSubstr(">16 processes<")));
}

TEST_F(Figure, OneOrTwoSizesHaveTheirTics) {
  std::string text = header;
  for (int bytes : {8, 64}) text += row("ring", "smpi", 24, bytes, bytes);
  EXPECT_THAT(drawn("time_over_processes", file("one_p.csv", text)), HasSubstr(">24<"));
  EXPECT_THAT(drawn("time_over_bytes", file("one_size.csv", header + row("ring", "smpi", 4, 100, 1))),
              HasSubstr(">100 B<"));
  const std::string two =
      drawn("time_over_bytes",
            file("two_sizes.csv", header + row("ring", "smpi", 4, 100, 1) + row("ring", "smpi", 4, 300, 1)));
  EXPECT_THAT(two, AllOf(HasSubstr(">100 B<"), HasSubstr(">300 B<")));
}

TEST_F(Figure, BarriersAreDrawnOverTheNumberOfProcesses) {
  std::string text = header;
  for (const char* algorithm : {"ring", "tree"})
    for (int p : {24, 384}) text += row(algorithm, "smpi", p, 0, p);
  for (const char* figure : {"time_over_bytes", "time_over_processes", "speedup"}) {
    const std::string svg =
        read(draw(figure, file("barriers.csv", text), "", (folder / "out").string(), "title").front());
    EXPECT_TRUE(svg.find(">processes<") != std::string::npos) << figure;
    EXPECT_EQ(curves(svg), 2) << figure;
  }
  const std::string mixed = drawn("time_over_bytes", file("mixed.csv", text + row("ring", "smpi", 4, 8, 1)));
  EXPECT_TRUE(mixed.find(">4 processes<") != std::string::npos);
  EXPECT_TRUE(mixed.find(">384 processes<") == std::string::npos) << "a panel of no size";
  EXPECT_THAT(complaint("bandwidth", file("barriers.csv", text)),
              HasSubstr("nothing that this figure shows"));
}

TEST_F(Figure, ImbalanceIsAHistogramForEachPart) {
  const auto histograms = [this](const std::string& rows) {
    return read(
        draw_rows("imbalance", "kind,part,seconds\n" + rows, "rows", (folder / "out").string(), "title")
            .front());
  };
  const std::string both = histograms(
      "native,between,-1e-5\nnative,between,1e-5\nnative,within,-2e-6\nnative,within,0\nnative,within,2e-"
      "6\n");
  EXPECT_THAT(both, HasSubstr(">nodes, beside the mean of all<"));
  EXPECT_THAT(both, HasSubstr(">ranks, beside the mean of their node<"));
  const std::string one = histograms("native,within,-2e-6\nnative,within,2e-6\n");
  EXPECT_THAT(one, Not(HasSubstr(">nodes, beside the mean of all<")));
  EXPECT_THAT(one, HasSubstr(">ranks, beside the mean of their node<"));
  const std::string beside = histograms(
      "native,within,-2e-6\nnative,within,2e-6\nnative,within,2e-6\nsimulated,within,1e-6\nsimulated,within,"
      "3e-6\n");
  EXPECT_THAT(beside, HasSubstr(">native: ranks, beside the mean of their node<"));
  EXPECT_THAT(beside, HasSubstr(">simulated: ranks, beside the mean of their node<"));
  EXPECT_EQ(occurrences(beside, "> 0.6<"), 2) << "2 of 3 are the highest, 1 of 2 has the same axis";
  EXPECT_EQ(occurrences(beside, ">-2 \u00b5s<"), 2) << "the first bin of both";
}

TEST_F(Figure, PredictionsHaveAPanelForEachCollectiveAndOneForTheCostOfChoices) {
  const auto drawn_of = [this](const std::string& rows) {
    return read(
        draw_rows("predicted", "panel,by,x,y\n" + rows, "rows", (folder / "out").string(), "title").front());
  };
  const std::string cells = "allreduce,smpi,1e-6,2e-6\nbcast,smpi,1e-3,1e-3\n";
  const std::string plain = drawn_of(cells);
  for (const char* shown : {">allreduce<", ">bcast<", ">measured<", ">predicted<", ">smpi<", ">twice, half<"})
    EXPECT_THAT(plain, HasSubstr(shown));
  EXPECT_THAT(plain, Not(HasSubstr(">cost of the choice<")));
  std::string nine = cells;
  for (int i = 1; i < 9; ++i)
    nine += "bcast,by_" + std::to_string(i) + ",1e-3," + std::to_string(1e-3 * i) + "\n";
  EXPECT_THAT(drawn_of(nine), AllOf(HasSubstr(">by_7<"), Not(HasSubstr(">by_8<")))) << "the farthest off";
  const std::string whole = drawn_of(cells + "regret,library,4096,20\nregret,library,8192,10\n");
  for (const char* shown : {">cost of the choice<", ">library<", ">4 KiB<", ">20 %<"})
    EXPECT_THAT(whole, HasSubstr(shown));
}

TEST_F(Figure, RefusesWhatItCannotDraw) {
  EXPECT_THAT(complaint("time_over_byte", results()), HasSubstr("'time_over_bytes'"));
  EXPECT_THAT(complaint("style", results()), HasSubstr("no figure is called 'style'"));
  EXPECT_THAT(complaint("speedup", (folder / "missing.csv").string()), HasSubstr("missing.csv"));
  EXPECT_THAT(complaint("speedup", file("failed.csv", header + std::string(failed))),
              HasSubstr("nothing to draw"));
  EXPECT_THAT(complaint("speedup", file("narrow.csv", "algorithm,seconds\nring,1\n")),
              HasSubstr("no column"));
  EXPECT_THAT(complaint("speedup", file("short.csv", header + std::string("allreduce,ring\n"))),
              HasSubstr("short.csv:2"));
  EXPECT_THAT(complaint("t3e_reduce", results()), HasSubstr("nothing that this figure shows"));
  EXPECT_FALSE(fs::exists(folder / "out.svg"));
}

TEST_F(Figure, RowsAreSortedFilteredAndNamed) {
  const std::string csv =
      file("results.csv", header + row("ring", "smpi", 4, 8, 4) + row("ring", "smpi", 2, 64, 3) +
                              row("ring", "model", 2, 8, 2) + failed);
  EXPECT_EQ(rows_text(csv, comparison()),
            "series,kind,quantity,p,bytes,value,low,high\n"
            "ring,model,seconds,2,8,2.000000,2.000000,2.000000\n"
            "ring,published,seconds,2,8,0.002,0.002,0.002\n"
            "ring,simulated,seconds,2,64,3.000000,3.000000,3.000000\n"
            "ring,simulated,seconds,4,8,4.000000,4.000000,4.000000\n"
            "new,published,switch_over_count,2,0,600,600,600\n"
            "new,simulated,switch_over_count,2,0,700,700,700\n"
            "new,published,bandwidth,2,8388608,7e7,7e7,7e7\n"
            "new,simulated,bandwidth,2,8388608,6e7,6e7,6e7\n"
            "new,model,bandwidth,2,8388608,5e7,5e7,5e7\n"
            "new,simulated,switch_over_count,4,0,500,500,500\n"
            "new,published,bandwidth,4,8388608,5e7,5e7,5e7\n"
            "new,simulated,bandwidth,4,8388608,4e7,4e7,4e7\n"
            "new,model,bandwidth,4,8388608,3e7,3e7,3e7\n"
            "old,simulated,bandwidth,4,8388608,4e6,4e6,4e6\n"
            "old,model,bandwidth,4,8388608,3e6,3e6,3e6\n");
}

TEST_F(Figure, RowsOfLateRanksSayWhatTheySpendInsideTheCall) {
  const std::string rows = rows_text(late(), "");
  EXPECT_THAT(rows, HasSubstr("ring,simulated,in call allreduce; 4 processes; all at once,4,8,2.000000"));
  EXPECT_THAT(rows,
              HasSubstr("ring,simulated,in call allreduce; 4 processes; uniform(size=0.5),4,64,1.000000"));
  EXPECT_THAT(rows, HasSubstr("ring arrival uniform(size=0.5),simulated,seconds,4,64,1.000000"));
}

TEST_F(Figure, OverridesThatAnAlgorithmAlwaysHasAreNoOtherSeriesThanThePublishedOne) {
  const auto overridden = [](std::string text) {
    const std::string platform = ",star,,";
    EXPECT_TRUE(text.find(platform) != std::string::npos) << text;
    return text.replace(text.find(platform), platform.size(), ",star,copy=1GBps,");
  };
  const std::string with = overridden(row("ring", "smpi", 2, 8, 1)), without = row("ring", "smpi", 4, 8, 1);
  const std::string cells = file("cells.csv",
                                 "series,quantity,p,bytes,published,simulated,formula,algorithm\n"
                                 "theirs,seconds,2,8,0.5,1,,ring\n");
  EXPECT_THAT(rows_text(file("one.csv", header + with), cells),
              HasSubstr("theirs,simulated,seconds,2,8,1.000000"));
  EXPECT_THAT(rows_text(file("two.csv", header + with + without), cells),
              HasSubstr("ring [copy=1GBps],simulated,seconds,2,8,1.000000"));
}

TEST_F(Figure, APortfolioIsOneSeries) {
  const std::string csv =
      file("results.csv", header + row("short", "smpi", 2, 8, 1) + row("long", "smpi", 2, 64, 2) +
                              row("long", "smpi", 2, 8, 3) + row("long", "model", 2, 64, 4));
  const std::string cells = file(
      "cells.csv",
      "series,quantity,p,bytes,published,simulated,formula,algorithm\n"
      "\"native (short, long)\",seconds,2,8,0.5,1,,short\n\"native (short, long)\",seconds,2,64,,2,,long\n");
  const std::string rows = rows_text(csv, cells);
  EXPECT_THAT(rows, HasSubstr("native (short; long),simulated,seconds,2,8,1.000000"));
  EXPECT_THAT(rows, HasSubstr("native (short; long),published,seconds,2,8,0.5"));
  EXPECT_THAT(rows, HasSubstr("native (short; long),simulated,seconds,2,64,2.000000"));
  EXPECT_THAT(rows, HasSubstr("native (short; long),model,seconds,2,64,4.000000"));
  EXPECT_THAT(rows, HasSubstr("long,simulated,seconds,2,8,3.000000")) << "no answer of the portfolio";
}

TEST_F(Figure, NetworksAreKindsOfTheirOwn) {
  const auto fast = [](const char* network, int bytes, double seconds) {
    std::string text = row("ring", "fast", 4, bytes, seconds);
    return text.replace(text.find(",fast,,"), 7, std::string(",fast,") + network + ",fibers");
  };
  const std::string one = header + row("ring", "smpi", 4, 8, 1) + row("ring", "smpi", 4, 64, 1) +
                          fast("links", 8, 1) + fast("links", 64, 2);
  EXPECT_THAT(rows_text(file("one.csv", one), ""), HasSubstr("ring,fast/links,seconds,4,8,1"));
  const std::string csv = file("two.csv", one + fast("fluid", 8, 1) + fast("fluid", 64, 3));
  EXPECT_THAT(rows_text(csv, ""), HasSubstr("ring,fast/links,seconds,4,8,1"));
  const std::string svg = read(draw("time_over_bytes", csv, "", (folder / "out").string(), "title").front());
  for (const char* text : {">simulated<", ">simulated by fast/links<", ">simulated by fast/fluid<"})
    EXPECT_THAT(svg, HasSubstr(text)) << text;
  EXPECT_EQ(curves(svg), 3);
}

TEST_F(Figure, SeriesAreToldApartByWhateverColumnDiffers) {
  const std::string csv =
      file("results.csv", header + row("ring", "smpi", 4, 8, 1) + row("ring", "smpi", 4, 8, 2, "user_sum"));
  const std::string rows = rows_text(csv, "");
  EXPECT_THAT(rows, HasSubstr("ring op sum,"));
  EXPECT_THAT(rows, HasSubstr("ring op user_sum,"));
}

}  // namespace
}  // namespace collsim
