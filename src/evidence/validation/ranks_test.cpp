#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "backends/backend.hpp"
#include "lab/scenarios/scenario.hpp"
#include "points/row.hpp"
#include "support/data_dir.hpp"
#include "tests/folder.hpp"

// Where ranks are and when they come means the same to SMPI, to the fast engine and to formulas.

namespace collsim {
namespace {

/// The star with nodes of two domains of two cores, and a cost of messages for each level.
std::string leveled_star(const testing::Folder& folder) {
  std::string text = testing::contents(data_dir() / "platforms" / "star.xml");
  const auto replace = [&](const std::string& old, const std::string& by) {
    ASSERT_NE(text.find(old), std::string::npos) << old;
    text.replace(text.find(old), old.size(), by);
  };
  replace("core=\"16\"", "core=\"4\"");
  replace("prefix=\"memory-\" suffix=\"\" radical=\"0-1023\"",
          "prefix=\"memory-\" suffix=\"\" radical=\"0-2047\"");
  std::string properties;
  for (const auto& [name, value] : {std::pair("overhead", "3us"),
                                    {"overhead.node", "0.5us"},
                                    {"overhead.domain", "0.25us"},
                                    {"memory.domains", "2"}})
    properties += fmt::format(R"(<prop id="{0}" value="{1}"/><prop id="source.{0}" value="chosen: test"/>)",
                              name, value);
  text.insert(text.find('>', text.find("<zone ")) + 1, properties);
  const auto file = folder.path() / "leveled_star.xml";
  std::ofstream(file) << text;
  return file.string();
}

/// The answers of SMPI, of the fast engine and of the formula to a scenario with one platform.
std::vector<Row> answers(const std::string& scenario, const Flags& flags) {
  Scenario asked = parse_scenario(scenario, "ranks", flags);
  std::vector<Row> rows;
  for (const Point& point : asked.points) rows.push_back({.point = point});
  answer(
      asked.platforms.of_point(asked.points.front()), asked.points, 2, [] { return false; },
      [&](std::size_t index, const Outcome& outcome) { rows[index].outcome = outcome; },
      {.programs = std::filesystem::path(COLLSIM_PROGRAM).parent_path()});
  for (const Row& row : rows) EXPECT_EQ(row.outcome.status, Status()) << row.point.backend;
  return rows;
}

TEST(Ranks, MessagesCostWhatTheirLevelSays) {
  const testing::Folder folder;
  const auto rows = answers(R"({"collective": "bcast", "algorithms": ["binomial"], "processes": 16, "ppn": 4,
                               "backends": ["smpi", "fast", "model"], "network": ["hockney", "links", "fluid", "loggp"],
                               "bytes": [8, 65536]})",
                            {{"platform", leveled_star(folder)}});
  for (const Row& row : rows) {
    const auto bytes = static_cast<double>(row.point.bytes());
    // Four rounds of 1 us and n + 16 bytes at 1 GB/s, and the receiver's: twice across the network, where one rank of
    // each node takes part, within a node, within a domain.
    const double expected = 4 * (1e-6 + (bytes + 16) / 1e9) + 2 * 3e-6 + 0.5e-6 + 0.25e-6;
    EXPECT_NEAR(row.outcome.seconds / expected, 1, 1e-9) << row.point.backend << row.point.network << bytes;
  }
  EXPECT_EQ(rows.size(), 2U * (1 + 4 + 2));
}

/// All rows of the same question by both engines, compared.
void expect_alike(const std::vector<Row>& rows) {
  std::map<Point, Outcome> smpi;
  for (const Row& row : rows)
    if (row.point.backend == "smpi") smpi[row.point.question()] = row.outcome;
  std::size_t compared = 0;
  for (const Row& row : rows) {
    if (row.point.backend != "fast") continue;
    const Outcome& other = smpi.at(row.point.question());
    ++compared;
    using Seconds = double Outcome::*;
    for (const Seconds seconds : {&Outcome::seconds, &Outcome::seconds_mean, &Outcome::seconds_worst,
                                  &Outcome::seconds_early, &Outcome::since_last_arrival})
      EXPECT_NEAR(row.outcome.*seconds / other.*seconds, 1, 1e-9)
          << label(row.point) << row.point.ppn.text() << row.point.places.name() << row.point.arrival.text();
  }
  EXPECT_EQ(compared, smpi.size());
  EXPECT_GT(compared, 0U);
}

constexpr const char* question =
    R"({"collective": "allreduce", "algorithms": ["recursive_doubling", "ring", "bine"],
                                     "backends": ["smpi", "fast"], "network": "fluid", "processes": 13, "bytes": 8192})";

TEST(Ranks, UnevenNodesMeanTheSameToBothEngines) {
  const testing::Folder folder;
  const std::string platform = leveled_star(folder);
  expect_alike(
      answers(question, {{"platform", platform}, {"ppn", "4+3+2,1"}, {"mapping", "block,round_robin"}}));
  const auto file = folder.path() / "places.csv";
  std::ofstream(file) << "rank,node,core\n0,900,3\n1,3,0\n2,3,1\n3,900,0\n4,7,0\n5,3,2\n6,900,1\n"
                         "7,8,2\n8,3,3\n9,7,3\n10,8,0\n11,1,1\n12,900,2\n";
  expect_alike(answers(question, {{"platform", platform}, {"placement", file.string()}}));
}

TEST(Ranks, AFileThatSaysWhatARuleSaysGivesTheSame) {
  const testing::Folder folder;
  const std::string platform = leveled_star(folder);
  const auto file = folder.path() / "places.csv";
  std::ofstream places(file);
  places << "rank,node\n";
  for (int rank = 0; rank < 20; ++rank) places << rank << "," << rank / 4 << "\n";
  places.close();
  const Flags asked = {{"platform", platform}, {"backends", "smpi,fast,model"}};
  Flags by_rule = asked, by_file = asked;
  by_rule["ppn"] = "4";
  by_file["placement"] = file.string();
  const auto ruled = answers(question, by_rule), listed = answers(question, by_file);
  ASSERT_EQ(ruled.size(), listed.size());
  for (std::size_t i = 0; i < ruled.size(); ++i) EXPECT_EQ(ruled[i].outcome, listed[i].outcome);
}

TEST(Ranks, ComeAtTheSameTimesToBothEngines) {
  expect_alike(
      answers(question, {{"platform", "star"},
                         {"ppn", "5+4+4"},
                         {"arrival",
                          "none,uniform(size=20us),normal(size=x0.5;within=0.25),exponential(size=x2;seed=3),"
                          "one_late_rank(size=100us),one_late_node(size=x1),sorted(size=x1)"}}));
}

TEST(Ranks, TheSizeOfAnArrivalMayBeTheBalancedTime) {
  const auto rows = answers(question, {{"platform", "star"},
                                       {"arrival", "none,sorted(size=x2)"},
                                       {"algorithms", "ring"},
                                       {"backends", "smpi,fast,model"}});
  ASSERT_EQ(rows.size(), 6U);
  std::map<BackendName, double> balanced;
  for (const Row& row : rows)
    if (row.point.arrival.none()) balanced[row.point.backend] = row.outcome.seconds;
  for (const Row& row : rows) {
    if (row.point.arrival.none()) continue;
    const double last = row.outcome.seconds - row.outcome.since_last_arrival;
    EXPECT_NEAR(last / (2 * balanced.at(row.point.backend)), 1, 1e-9) << row.point.backend;
    // The first comes at 0 and waits for the last, who is there when all are.
    EXPECT_GT(row.outcome.seconds_worst, last);
    EXPECT_GT(row.outcome.seconds_early, row.outcome.seconds_mean);
    EXPECT_LE(row.outcome.since_last_arrival, balanced.at(row.point.backend) * (1 + 1e-9));
  }
}

TEST(Ranks, ARecordedScheduleHonoursArrivals) {
  const Flags asked = {
      {"platform", "star"}, {"arrival", "uniform(size=x1)"}, {"backends", "fast"}, {"data", "time"}};
  Flags recorded = asked;
  recorded["schedule"] = "recorded";
  const auto fibers = answers(question, asked), arrays = answers(question, recorded);
  ASSERT_EQ(fibers.size(), arrays.size());
  for (std::size_t i = 0; i < fibers.size(); ++i) EXPECT_EQ(fibers[i].outcome, arrays[i].outcome);
}

}  // namespace
}  // namespace collsim
