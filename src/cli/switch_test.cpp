#include <gmock/gmock.h>

#include <map>

#include "cli/testing/collsim.hpp"
#include "lab/decisions/switches.hpp"
#include "lab/decisions/winners.hpp"
#include "support/csv.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Switch : public ::testing::Test {
 protected:
  CsvTable table(const std::string& file) const { return read_csv(folder.path() / file); }
  Ended ask(const std::string& command) const {
    return collsim(command + " --results " + folder.path().string());
  }
  testing::Folder folder;
};

/// The first of "ring = tree".
std::string first_of(const std::string& algorithms) {
  return algorithms.substr(0, algorithms.find(" = "));
}

TEST_F(Switch, AgreesWithTheFormulaAtAllSizes) {
  const std::string asked = " --platform cray_t3e --processes 12,64 --backend model --algorithms '*'";
  ASSERT_EQ(ask("switch allreduce --bytes 8..1M" + asked).status, 0);
  std::map<std::string, std::vector<std::pair<double, std::string>>> served;  // by processes: from a size on
  const CsvTable switches = table("switches.csv");
  for (const auto& row : switches.rows)
    served[switches.cell(row, "p")].emplace_back(switches.number<double>(switches.cell(row, "from_bytes")),
                                                 first_of(switches.cell(row, "algorithm")));
  EXPECT_GT(switches.rows.size(), 3U);
  ASSERT_EQ(ask("run quickstart --collective allreduce --data time --bytes 8..1M:x1.1" + asked).status, 0);
  std::map<std::pair<std::string, double>, std::map<std::string, double>> times;
  const CsvTable all = table("results.csv");
  for (const auto& row : all.rows)
    if (all.cell(row, "status") == "ok")
      times[{all.cell(row, "p"), all.number<double>(all.cell(row, "bytes"))}][all.cell(row, "algorithm")] =
          all.number<double>(all.cell(row, "seconds"));
  EXPECT_GT(times.size(), 200U);
  int lost = 0;
  for (const auto& [place, seconds] : times) {
    const auto& [processes, bytes] = place;
    std::string algorithm;
    bool near_a_switch = false;
    for (const auto& [from, name] : served[processes]) {
      if (from <= bytes) algorithm = name;
      near_a_switch |= from > bytes && from <= bytes * switch_resolution;
    }
    if (near_a_switch) continue;
    double best = seconds.begin()->second;
    for (const auto& [name, takes] : seconds) best = std::min(best, takes);
    // What wins within a factor of 2 only may go unseen.
    const double loss = seconds.at(algorithm) / best - 1;
    lost += loss > tie_tolerance;
    EXPECT_LE(loss, 0.01) << algorithm << ", " << processes << ", " << bytes;
  }
  EXPECT_LE(lost, 4);
}

TEST_F(Switch, IsAnsweredByTheFastEngine) {
  const Ended ended =
      ask("switch bcast --platform star --processes 8 --algorithms binomial,scatter_ring_allgather --bytes "
          "64..1M");
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.output,
              AllOf(HasSubstr("all: collective bcast, backend fast, network links,"),
                    HasSubstr("second: longer by"), HasSubstr("Switches: "), HasSubstr("switches.json")));
}

TEST_F(Switch, AsksFewOfThousandsOfRanks) {
  const std::string asked = "switch allreduce --platform star --processes 1024 --bytes 8..64K";
  EXPECT_THAT(ask(asked + " --dry-run").output, AllOf(StartsWith("If formulas are right, "),
                                                      HasSubstr(" points are asked, which take about ")));
  EXPECT_EQ(ask(asked).status, 0);
  std::map<std::string, int> points;
  const CsvTable all = table("results.csv");
  for (const auto& row : all.rows) ++points[all.cell(row, "algorithm")];
  EXPECT_EQ(points.count("ring"), 0U) << "its formula says a hundred times too much";
  EXPECT_GT(points["recursive_doubling"], 10);
}

TEST_F(Switch, MistakesAreOneLineAndExitWith2) {
  for (const auto& [arguments, reason] : std::vector<std::pair<std::string, std::string>>{
           {"", "'switch' takes one name; right would be collsim switch COLLECTIVE"},
           {"alreduce --platform star --processes 4",
            "--collective: unknown collective 'alreduce'; did you mean 'allreduce'"},
           {"barrier --platform star --processes 4",
            "a barrier moves no data, so that there is no size to switch at"},
           {"allreduce --processes 4", "lacks the key 'platform'"},
           {"allreduce --platform star", "does not know how many ranks; right would be --processes 64"},
           {"allreduce --platform star --processes 4 --bytes 8..8", "--bytes is '8..8', one size"},
           {"allreduce --platform star --processes 4 --bytes 64..8", "--bytes"},
           {"allreduce --platform star --processes 4 --algorithms ring", "--algorithms names ring alone"},
           {"allgather --platform star --processes 64 --bytes 8..16",
            "--bytes leaves calls of 64 processes one size"},
           {"allreduce --platform star --processes 4 --shard 1/2", "--shard means nothing to 'switch'"}}) {
    const Ended ended = ask("switch " + arguments);
    EXPECT_EQ(ended.status, 2) << arguments;
    EXPECT_THAT(ended.output, AllOf(StartsWith("collsim: "), HasSubstr(reason))) << arguments;
    EXPECT_EQ(ended.output.find('\n'), ended.output.size() - 1) << ended.output;
  }
}

}  // namespace
}  // namespace collsim
