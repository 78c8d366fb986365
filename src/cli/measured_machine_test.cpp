#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "cli/testing/collsim.hpp"
#include "support/csv.hpp"
#include "support/data_dir.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;

/// The ```sh blocks of a guide from where it speaks of a machine, one after the other.
std::string commands_about(const std::string& machine, const std::filesystem::path& guide) {
  const std::string text = testing::contents(guide), opens = "```sh\n", closes = "```\n";
  std::string commands;
  for (std::size_t at = text.find(opens, text.find(machine)); at != std::string::npos;
       at = text.find(opens, at)) {
    at += opens.size();
    const std::size_t end = text.find(closes, at);
    commands += text.substr(at, end - at);
    at = end + closes.size();
  }
  return commands;
}

TEST(MeasuredMachine, OfTheGuideIsShownAskedJudgedAndCalibratedByItsCommands) {
  const testing::Folder folder;
  std::ofstream(folder.path() / "guide.sh")
      << commands_about("gondor", data_dir() / "docs" / "guides" / "your_machine.md");
  const Ended ended = collsim("", fmt::format("cd {} && PATH={}:$PATH sh -e guide.sh", folder.path().string(),
                                              std::filesystem::path(COLLSIM_PROGRAM).parent_path().string()));
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("nodes: 8, cores on each: 16"));
  EXPECT_THAT(ended.output, HasSubstr("70 points: 70 computed"));
  EXPECT_THAT(ended.output, HasSubstr("# Predicted and measured: gondor"));
  EXPECT_THAT(ended.output, HasSubstr("* 2 cells: calibrates the platform"));
  EXPECT_THAT(ended.output, HasSubstr("gondor: 2 cells, median deviation"));
}

/// A job of a machine that comes with collsim, what is asked of it, the line of the report about the cells that the aim is for, and
/// the aim: the median error in percent.
struct Job {
  std::string machine, ranks, collectives, judged;
  double aim;
};

/// The median error, in percent, in the line of a report that begins so; far too much where there is none.
double median_of(const std::string& judged, const std::string& report) {
  const std::size_t line = report.find("\n| " + judged);
  if (line == std::string::npos) return 1e9;
  const std::size_t end = report.find(" /", line);
  return std::stod(report.substr(report.rfind("| ", end) + 2));
}

class MeasuredJob : public ::testing::TestWithParam<Job> {};

TEST_P(MeasuredJob, IsPredictedAsNearAsIsAimedAt) {
  const Job& job = GetParam();
  const testing::Folder folder;
  const Ended judged =
      collsim(fmt::format("validate measured {} --processes {} --collective {} --backends fast --network "
                          "links --results {}",
                          job.machine, job.ranks, job.collectives, folder.path().string()));
  ASSERT_EQ(judged.status, 0) << judged.output;
  EXPECT_LE(median_of(job.judged, judged.output), job.aim) << judged.output;
}

INSTANTIATE_TEST_SUITE_P(OfEachSize, MeasuredJob,
                         ::testing::Values(Job{"lumi", "8", "allreduce", "all written over", 10},
                                           Job{"fugaku", "64", "bcast,gather,reduce,scatter", "all   ", 20}),
                         [](const auto& info) { return info.param.machine; });

/// What all ranks of a node copy from one's pages at once, from the times of two (validation/xhc).
TEST(MeasuredNode, BroadcastsByOneCopyArePredictedWithinAFifth) {
  const testing::Folder folder;
  const auto xhc = data_dir() / "validation" / "xhc";
  for (const auto& [machine, ranks] : {std::pair("csx_48", "4,24,36"), std::pair("skx_24", "4,12,20")}) {
    const Ended judged = collsim(fmt::format(
        "validate measured {0} --cells {1}/cells.csv --platform {1}/{0}.xml --processes {2} --backends fast "
        "--network links --results {3}/{0}",
        machine, xhc.string(), ranks, folder.path().string()));
    ASSERT_EQ(judged.status, 0) << judged.output;
    EXPECT_LE(median_of("all   ", judged.output), 20) << judged.output;
  }
}

/// A machine of 32 nodes of four ranks each.
struct InventedPlatform {
  std::string name, topology, properties, placement_columns;
  std::string (*place)(int node);
};

void write_platform(const std::filesystem::path& file, const InventedPlatform& machine) {
  std::ofstream out(file);
  out << "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
      << "<platform version=\"4.1\">\n<zone id=\"" << machine.name << "\" routing=\"Full\">\n"
      << "<prop id=\"title\" value=\"invented\"/>\n<prop id=\"unsaid\" value=\"nothing\"/>\n<prop "
         "id=\"copy\" value=\"10GBps\"/>\n"
      << "<prop id=\"combine.arithmetic\" value=\"20GBps\"/>\n"
      << machine.properties;
  for (const char* number : {"nodes", "cores", "topology", "copy", "combine.arithmetic", "memory.bandwidth",
                             "link.bandwidth", "link.latency", "loopback.bandwidth", "loopback.latency"})
    out << "<prop id=\"source." << number << "\" value=\"estimate: data sheet\"/>\n";
  out << "<cluster id=\"nodes\" prefix=\"node-\" suffix=\"\" radical=\"0-31\" speed=\"1Gf\" core=\"8\" "
      << machine.topology
      << " bw=\"10GBps\" lat=\"0.5us\" sharing_policy=\"SPLITDUPLEX\" loopback_bw=\"1PBps\" "
         "loopback_lat=\"0\"/>\n"
      << "<cluster id=\"memory\" prefix=\"memory-\" suffix=\"\" radical=\"0-31\" speed=\"200Gf\" "
         "bw=\"1GBps\" "
      << "lat=\"0\"/>\n</zone>\n</platform>\n";
}

/// Its ranks, four in a row on a node, the nodes in an order of the scheduler's.
void write_placement(const std::filesystem::path& folder, const InventedPlatform& machine) {
  std::filesystem::create_directory(folder / "placement");
  std::ofstream out(folder / "placement" / (machine.name + "_monday_128.csv"));
  out << "rank,core,node" << machine.placement_columns << "\n";
  for (int rank = 0; rank < 128; ++rank)
    out << fmt::format("{},{},{}\n", rank, rank % 4, machine.place(rank / 4 * 5 % 32));
}

class InventedMachine : public ::testing::TestWithParam<InventedPlatform> {};

TEST_P(InventedMachine, TakesAPlatformFileAndACommand) {
  const InventedPlatform& machine = GetParam();
  const testing::Folder folder;
  write_platform(folder.path() / "mine.xml", machine);
  write_placement(folder.path(), machine);
  std::ofstream(folder.path() / "mine.csv") << "machine,when,coll,algo,np,bytes,avg_ms,quantity\n"
                                            << fmt::format(
                                                   "{0},monday,allreduce,ring,128,1048576,0.6,mean\n{0},"
                                                   "monday,allreduce,rabenseifner,128,1048576,0.5,mean\n"
                                                   "{0},monday,allreduce,,128,1048576,0.7,mean\n{0},monday,"
                                                   "barrier,dissemination,128,,0.01,longest\n",
                                                   machine.name);
  const std::string at = folder.path().string();
  const Ended judged = collsim(fmt::format(
      "validate measured --cells {0}/mine.csv --platform {0}/mine.xml --type float --results {0}/results "
      "--columns when=run,coll=collective,algo=algorithm,np=ranks,avg_ms=median_ms --network links "
      "--backends fast",
      at));
  ASSERT_EQ(judged.status, 0) << judged.output;
  EXPECT_THAT(judged.output, HasSubstr(machine.name + "_monday_128 barrier on 128"));
  const CsvTable table = read_csv(folder.path() / "results" / "measured.csv");
  std::size_t simulated = 0;
  for (const auto& row : table.rows) {
    if (table.cell(row, "by") != "fast/links") continue;
    ++simulated;
    EXPECT_EQ(table.cell(row, "p"), "128");
    EXPECT_GT(table.number<double>(table.cell(row, "predicted")), 0);
  }
  EXPECT_EQ(simulated, 3U);
}

std::string numbered(const std::string& format, int node) {
  return fmt::format(fmt::runtime(format), node % 4, node / 4 % 4, node / 16);
}

INSTANTIATE_TEST_SUITE_P(
    Topologies, InventedMachine,
    ::testing::Values(
        InventedPlatform{"umbar", "topology=\"TORUS\" topo_parameters=\"4,4,2\"",
                         "<prop id=\"address\" value=\",(\\d+),(\\d+),(\\d+)$\"/>\n"
                         "<prop id=\"address.nodes\" value=\"1,4,16\"/>\n<prop id=\"address.parts\" "
                         "value=\"numbered\"/>\n",
                         ",x,y,z",
                         [](int node) { return fmt::format("u{},", node) + numbered("{},{},{}", node); }},
        InventedPlatform{
            "bree", "topology=\"FAT_TREE\" topo_parameters=\"3;4,4,2;1,2,2;1,1,1\"",
            "<prop id=\"address\" value=\"r(\\d+)s(\\d+)n\"/>\n<prop id=\"address.nodes\" value=\"16,4\"/>\n",
            "", [](int node) { return fmt::format("r{}s{}n{}", node / 16, node / 4 % 4, node % 4); }},
        InventedPlatform{
            "gondor",
            "topology=\"GROUPS\" topo_parameters=\"paired;4,2,4\" leaf_bw=\"40GBps\" leaf_lat=\"0.1us\" "
            "trunk_bw=\"20GBps\" trunk_lat=\"0.3us\"",
            "<prop id=\"address\" value=\"c(\\d+)l(\\d+)\"/>\n<prop id=\"address.nodes\" "
            "value=\"8,4\"/>\n<prop id=\"routing\" value=\"adaptive\"/>\n"
            "<prop id=\"source.leaf.bandwidth\" value=\"estimate: data sheet\"/>\n"
            "<prop id=\"source.leaf.latency\" value=\"estimate: data sheet\"/>\n"
            "<prop id=\"source.trunk.bandwidth\" value=\"estimate: data sheet\"/>\n"
            "<prop id=\"source.trunk.latency\" value=\"estimate: data sheet\"/>\n",
            "", [](int node) { return fmt::format("c{}l{}n{}", node / 8, node / 4 % 2, node % 4); }},
        InventedPlatform{"rohan", "topology=\"DRAGONFLY\" topo_parameters=\"2,1;2,1;2,1;4\"",
                         "<prop id=\"address\" value=\"x(\\d+)c(\\d+)s(\\d+)\"/>\n<prop id=\"address.nodes\" "
                         "value=\"16,8,4\"/>\n",
                         "",
                         [](int node) {
                           return fmt::format("x{}c{}s{}n{}", node / 16, node / 8 % 2, node / 4 % 2,
                                              node % 4);
                         }}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace collsim
