#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "algorithms/facts/collective.hpp"
#include "backends/backend.hpp"
#include "points/choice.hpp"
#include "points/serving.hpp"
#include "rules/rules.hpp"
#include "support/csv.hpp"
#include "support/data_dir.hpp"
#include "support/error.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Point point(const std::string& collective, int processes, std::int64_t bytes,
            const std::string& rules = "mpich-3", const std::string& op = "sum") {
  return {.collective = collective,
          .algorithm = "portfolio",
          .options = describe(collective, "portfolio").resolve({{"rules", rules}}),
          .backend = "model",
          .platform = "star",
          .overrides = {},
          .processes = processes,
          .count = bytes,
          .type = "byte",
          .op = op};
}

std::string server(const Point& asked) {
  const Nested served = serving(asked);
  return label(asked.collective, served.about->name, served.options.to_string());
}

TEST(Portfolio, OfMpichSwitchesWhereMpichDoes) {
  EXPECT_EQ(server(point("allreduce", 6, 2048)), "recursive_doubling");
  EXPECT_EQ(server(point("allreduce", 6, 2049)), "rabenseifner");
  EXPECT_EQ(server(point("allreduce", 6, 2049, "mpich-3", "compose")), "recursive_doubling");
  EXPECT_EQ(server(point("bcast", 16, 12287)), "binomial");
  EXPECT_EQ(server(point("bcast", 16, 12288)), "scatter_recursive_doubling_allgather");
  EXPECT_EQ(server(point("bcast", 15, 12288)), "scatter_ring_allgather");
  EXPECT_EQ(server(point("bcast", 16, 524288)), "scatter_ring_allgather");
  EXPECT_EQ(server(point("bcast", 7, 1 << 20)), "binomial");
  EXPECT_EQ(server(point("alltoall", 8, 8 * 256)), "bruck");
  EXPECT_EQ(server(point("alltoall", 7, 7 * 256)), "irecv_isend");
  EXPECT_EQ(server(point("alltoall", 8, 8 * 32769)), "pairwise");
  EXPECT_EQ(server(point("allgather", 9, 9 * 9102)), "bruck");
  EXPECT_EQ(server(point("allgather", 9, 9 * 9103)), "ring");
  EXPECT_EQ(server(point("allgather", 8, 524280)), "recursive_doubling");
  EXPECT_EQ(server(point("reduce_scatter_block", 8, 524288)), "pairwise");
  EXPECT_EQ(server(point("reduce_scatter", 8, 524288, "mpich-3", "compose")), "recursive_doubling");
  EXPECT_EQ(server(point("reduce_scatter_block", 8, 64, "mpich-3", "compose")), "recursive_doubling");
  EXPECT_EQ(server(point("allreduce", 6, 2049, "mpich-3-smp")), "hierarchical(inter=rabenseifner)");
}

/// MPICH's scan knows of nodes where each has consecutive ranks; its exscan never does.
TEST(Portfolio, OfMpichThatKnowsOfNodesAsksForConsecutiveRanks) {
  Point asked = point("scan", 8, 64, "mpich-3-smp");
  asked.ppn = 4;
  EXPECT_EQ(server(asked), "hierarchical");
  asked.mapping = Mapping::round_robin;
  EXPECT_EQ(server(asked), "dissemination");
  EXPECT_EQ(server(point("exscan", 8, 64, "mpich-3-smp")), "dissemination");
}

/// The vendor's protocol up to the published limit, the new one from it on.
TEST(Portfolio, OfTheT3ESwitchesAtThePublishedLimits) {
  for (const auto& [collective, older, newer] : {std::tuple{"reduce", "binomial", "rabenseifner"},
                                                 {"allreduce", "reduce_bcast", "halving_doubling"}}) {
    const CsvTable table =
        read_csv(data_dir() / "validation" / "published" / (std::string("t3e_") + collective + ".csv"));
    int limits = 0;
    for (const auto& row : table.rows) {
      if (table.cell(row, "quantity") != "switch_over_count") continue;
      const auto bytes = 8 * table.number<std::int64_t>(table.cell(row, "first"));
      std::istringstream sizes(table.cell(row, "communicator_sizes"));
      for (int p = 0; sizes >> p; ++limits) {
        EXPECT_EQ(server(point(collective, p, bytes - 1, "t3e")), older) << collective << p;
        EXPECT_EQ(server(point(collective, p, bytes, "t3e")), newer) << collective << p;
      }
    }
    EXPECT_EQ(limits, 15);
  }
}

/// Each of the rules that come with collsim has an algorithm for every call, and one that serves it.
TEST(Portfolio, ThatComesWithCollsimServesEveryCall) {
  for (const char* rules : {"mpich-3", "mpich-3-smp"})
    for (const Collective& each : detail::collectives())
      for (const int p : {1, 2, 3, 7, 8, 24, 64, 72})
        for (const std::int64_t bytes : {0, 72, 7200, 72000, 7200000})
          for (const char* op : {"sum", "compose"}) {
            Point asked = point(each.name, p, each.fitting(bytes, p), rules, op);
            asked.ppn = 8;
            EXPECT_EQ(describe(each.name, "portfolio").why_unsupported(asked.shape(), asked.options), "")
                << each.name << " " << p << " " << bytes << " " << op;
          }
}

TEST(Portfolio, TellsWhichRulesComeWithCollsim) {
  EXPECT_THAT([] { server(point("allreduce", 8, 8, "nothing_near")); },
              ::testing::ThrowsMessage<Error>(
                  ::testing::StrEq("no rules 'nothing_near'; known: 'mpich-3', 'mpich-3-smp', 'mpich-4', "
                                   "'mpich-5', 'openmpi-4.1', 'openmpi-5.0', 't3e'")));
}

class PortfolioOfAFile : public ::testing::Test {
 protected:
  std::string file(const std::string& text) {
    const auto path = folder_.path() / "own.json";
    std::ofstream(path) << text;
    return path.string();
  }
  collsim::testing::Folder folder_;
};

TEST_F(PortfolioOfAFile, TakesAsLongAsWhatItChooses) {
  const std::string rules =
      file(R"j([{"collective": "allreduce", "algorithm": "ring(segment_bytes=8192)"}])j");
  const Point asked = point("allreduce", 8, 1 << 20, rules);
  Point ring = asked;
  ring.algorithm = "ring";
  ring.options = describe("allreduce", "ring").resolve({{"segment_bytes", "8192"}});
  std::vector<Outcome> outcomes(2);
  answer(
      Platform::load("star"), {asked, ring}, 1, [] { return false; },
      [&](std::size_t i, const Outcome& outcome) { outcomes[i] = outcome; }, {});
  EXPECT_GT(outcomes[0].seconds, 0);
  EXPECT_EQ(outcomes[0].seconds, outcomes[1].seconds);
  EXPECT_EQ(outcomes[0].messages, outcomes[1].messages);
}

TEST_F(PortfolioOfAFile, SaysWhatItDoesNotServe) {
  const std::string rules =
      file(R"j([{"collective": "allreduce", "bytes": "..8K", "algorithm": "binary_blocks"},
                                     {"collective": "allreduce", "bytes": "1M..", "algorithm": "tree"}])j");
  const Platform star = Platform::load("star");
  EXPECT_EQ(why_unsupported(point("allreduce", 8, 8193, rules), star),
            "no rule of '" + rules + "' takes such a call");
  EXPECT_THAT(why_unsupported(point("allreduce", 6, 1 << 20, rules), star), HasSubstr("tree: "));
  EXPECT_EQ(why_unsupported(point("allreduce", 8, 1 << 20, rules), star), "");
}

TEST_F(PortfolioOfAFile, MistakesAreOneLine) {
  const auto asked = [&](const std::string& text) {
    return [this, text] { why_unsupported(point("allreduce", 8, 8, file(text)), Platform::load("star")); };
  };
  EXPECT_THAT(asked(R"j([{"collective": "allreduce", "operator": "user", "algorithm": "ring"}])j"),
              ThrowsMessage<Error>(
                  HasSubstr("own.json:/0/operator: a portfolio knows of operators whether they commute")));
}

TEST_F(PortfolioOfAFile, HasNoLibrary) {
  EXPECT_THAT(
      [this] {
        why_unsupported(point("bcast", 8, 8, file(R"j([{"collective": "bcast", "algorithm": "library"}])j")),
                        Platform::load("star"));
      },
      ThrowsMessage<Error>(HasSubstr("own.json:/0/algorithm: a portfolio has no library to go to")));
}

TEST(Portfolio, IsNoAlgorithmOfAPattern) {
  for (const Choice& choice : choose("allreduce", "*")) EXPECT_NE(choice.about->name, "portfolio");
  EXPECT_THAT([] { Rules::parse(R"j([{"collective": "bcast", "algorithm": "portfolio"}])j", "r.json"); },
              ThrowsMessage<Error>(HasSubstr("'portfolio' chooses algorithms; right would be one of them")));
}

}  // namespace
}  // namespace collsim
