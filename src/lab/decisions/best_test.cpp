#include "lab/decisions/best.hpp"

#include <gmock/gmock.h>

#include "tests/answered.hpp"

namespace collsim {
namespace {

using testing::answered;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(BestTable, NamesTheWinnerOfEachRangeOfSizes) {
  const auto row = [](const char* algorithm, std::int64_t count, double seconds) {
    Row made = answered(seconds);
    made.point.algorithm = algorithm;
    made.point.count = count;
    return made;
  };
  Row refused = row("library", 1, 0);
  refused.outcome.status = {Status::Kind::unsupported, "p"};
  const std::string table =
      best_table({row("tree", 1, 1e-6), row("ring", 1, 2e-6), row("tree", 128, 5e-6), row("ring", 128, 6e-6),
                  row("tree", 1024, 9e-5), row("ring", 1024, 3e-5), refused});
  EXPECT_EQ(table,
            "all: collective allreduce, platform star, backend smpi, ppn 1, mapping block\n"
            "p         sizes  best         takes           leads by\n"
            "4  8 B .. 1 KiB  tree  1 us .. 5 us  20.0 % .. 100.0 %\n"
            "4         8 KiB  ring         30 us            200.0 %\n")
      << table;
}

TEST(BestTable, TellsNoPpnAndMappingWhereAPlacementTellsThem) {
  Row row = answered(1e-6);
  row.point.mapping = Mapping::listed;
  row.point.places = {"places.csv", {{1}}};
  EXPECT_THAT(best_table({row}), HasSubstr("backend smpi, placement places.csv\n"));
}

TEST(BestTable, TellsHowFarTheModelIsOff) {
  const auto row = [](const char* backend, const char* algorithm, std::int64_t count, double seconds) {
    Row made = answered(seconds);
    made.point.backend = backend;
    made.point.algorithm = algorithm;
    made.point.count = count;
    return made;
  };
  const std::vector<Row> rows = {row("smpi", "tree", 1, 2e-6),    row("smpi", "tree", 2, 4e-6),
                                 row("smpi", "ring", 2, 5e-6),    row("model", "tree", 1, 2e-6),
                                 row("model", "tree", 2, 4.4e-6), row("model", "ring", 2, 4e-6)};
  const std::string table = best_table(rows);
  EXPECT_THAT(table, HasSubstr("model off by"));
  EXPECT_THAT(table, HasSubstr("4  8 B .. 16 B  tree  2 us .. 4 us"));
  EXPECT_THAT(table, HasSubstr("  20.0 %\n"));  // the ring's, worse than the tree's 10 %
  EXPECT_THAT(best_table({row("model", "tree", 1, 2e-6)}), Not(HasSubstr("off by")));
}

TEST(BestTable, TellsNetworksApart) {
  std::vector<Row> rows = {answered(1e-6), answered(2e-6), answered(2e-6)};
  rows[1].point.backend = "fast";
  rows[1].point.network = "links";
  rows[2].point.backend = "model";
  EXPECT_THAT(best_table(rows), HasSubstr("fast     4  1 KiB  ring   2 us         -           0 %\n"));
  rows.push_back(rows[1]);
  rows[3].point.network = "fluid";
  EXPECT_THAT(best_table(rows), HasSubstr("fast/fluid"));
}

}  // namespace
}  // namespace collsim
