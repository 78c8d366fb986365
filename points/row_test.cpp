#include "points/row.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "decisions/best.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

Row answered(double seconds) {
  Row row;
  row.point.collective = "allreduce";
  row.point.algorithm = "ring";
  row.point.backend = "smpi";
  row.point.platform = "star";
  row.point.processes = 4;
  row.point.count = 128;
  row.outcome.seconds = seconds;
  row.outcome.messages = 24;
  return row;
}

TEST(Row, CsvHasTheAgreedColumns) {
  const std::string csv = to_csv(std::vector<Row>());
  EXPECT_EQ(
      csv,
      "collective,algorithm,options,backend,network,schedule,platform,overrides,p,ppn,mapping,bytes,count,"
      "type,op,root,"
      "distribution,in_"
      "place,"
      "data,loop,seconds,seconds_low,seconds_high,seconds_mean,seconds_rank0,since_last_arrival,repetitions,"
      "messages,bytes_sent,status\n");
}

TEST(Row, CsvPrintsShortestDoublesThatReadBack) {
  const std::string csv = to_csv({answered(0.1 + 0.2)});
  EXPECT_NE(
      csv.find("\nallreduce,ring,,smpi,,,star,,4,1,block,1024,128,double,sum,0,regular,false,verify,1,0."
               "30000000000000004,"),
      std::string::npos)
      << csv;
}

TEST(Row, CsvQuotesAsTheRfcSays) {
  Row row = answered(1);
  row.outcome.status = "failed: ranks 1, 2 said \"no\"";
  const std::string csv = to_csv({row});
  EXPECT_NE(csv.find(",\"failed: ranks 1, 2 said \"\"no\"\"\"\n"), std::string::npos) << csv;
}

TEST(Row, WithoutAnswerThereAreNoNumbers) {
  Row row = answered(1);
  row.outcome.status = "unsupported: p is no power of two";
  EXPECT_NE(to_csv({row}).find(",1,,,,,,,,,,unsupported: p is no power of two\n"), std::string::npos)
      << to_csv({row});
  const auto json = to_json({row}).front();
  EXPECT_TRUE(json["seconds"].is_null());
  EXPECT_EQ(json["p"], 4);
}

TEST(Row, OutcomesSurviveJson) {
  Outcome outcome;
  outcome.seconds = 1.0 / 3;
  outcome.seconds_rank0 = 1e-9 / 7;
  outcome.messages = 1'000'000'000'000;
  outcome.repetitions = 7;
  outcome.status = "ok";
  const Outcome read = outcome_from_json(nlohmann::json::parse(outcome_to_json(outcome).dump()));
  EXPECT_EQ(read.seconds, outcome.seconds);
  EXPECT_EQ(read.seconds_rank0, outcome.seconds_rank0);
  EXPECT_EQ(read.messages, outcome.messages);
  EXPECT_EQ(read.repetitions, 7);
  EXPECT_EQ(read.status, "ok");
  EXPECT_THROW(outcome_from_json({{"seconds", 1}}), nlohmann::json::exception);
}

TEST(Row, TableNamesSharedValuesOnce) {
  Row slow = answered(2.5e-3);
  slow.point.processes = 16;
  const std::string table = to_table({answered(1.25e-5), slow}, columns());
  EXPECT_EQ(table,
            "all: collective allreduce, platform star, ppn 1, mapping block, count 128, type double, op sum, "
            "root 0, distribution regular, "
            "in_place false, data verify, loop 1, seconds_low 0 s, seconds_high 0 s, seconds_mean 0 s, "
            "seconds_rank0 0 s, "
            "since_last_arrival 0 s, repetitions 1, messages 24, bytes_sent 0 B\n"
            "#  algorithm  backend   p  bytes  seconds  status\n"
            "1  ring       smpi      4  1 KiB  12.5 us  ok\n"
            "2  ring       smpi     16  1 KiB   2.5 ms  ok\n")
      << table;
}

TEST(Row, BestTableNamesTheWinnerOfEachRangeOfSizes) {
  const auto row = [](const char* algorithm, std::int64_t count, double seconds) {
    Row made = answered(seconds);
    made.point.algorithm = algorithm;
    made.point.count = count;
    return made;
  };
  Row refused = row("library", 1, 0);
  refused.outcome.status = "unsupported: p";
  const std::string table =
      best_table({row("tree", 1, 1e-6), row("ring", 1, 2e-6), row("tree", 128, 5e-6), row("ring", 128, 6e-6),
                  row("tree", 1024, 9e-5), row("ring", 1024, 3e-5), refused});
  EXPECT_EQ(table,
            "all: collective allreduce, platform star, backend smpi, ppn 1, mapping block\n"
            "p         sizes  best         takes  second: longer by\n"
            "4  8 B .. 1 KiB  tree  1 us .. 5 us  20.0 % .. 100.0 %\n"
            "4         8 KiB  ring         30 us            200.0 %\n")
      << table;
}

TEST(Row, BestTableTellsHowFarTheModelIsOff) {
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
  EXPECT_NE(table.find("model: off by"), std::string::npos) << table;
  EXPECT_NE(table.find("4  8 B .. 16 B  tree  2 us .. 4 us"), std::string::npos) << table;
  EXPECT_NE(table.find("  20.0 %\n"), std::string::npos) << table;  // the ring's, worse than the tree's 10 %
  EXPECT_EQ(best_table({row("model", "tree", 1, 2e-6)}).find("off by"), std::string::npos);
}

TEST(Row, SeveralNetworksAreSeveralBackends) {
  std::vector<Row> rows = {answered(1e-6), answered(2e-6), answered(2e-6)};
  rows[1].point.backend = "fast";
  rows[1].point.network = "links";
  rows[2].point.backend = "model";
  EXPECT_EQ(backend_labels(rows)(rows[1].point), "fast");
  EXPECT_NE(best_table(rows).find("fast     4  1 KiB  ring   2 us                  -            0 %\n"),
            std::string::npos)
      << best_table(rows);
  rows.push_back(rows[1]);
  rows[3].point.network = "fluid";
  EXPECT_EQ(backend_labels(rows)(rows[1].point), "fast/links");
  EXPECT_EQ(backend_labels(rows)(rows[0].point), "smpi");
  EXPECT_NE(best_table(rows).find("fast/fluid"), std::string::npos);
}

TEST(Row, UnitsForPeople) {
  EXPECT_EQ(human_bytes(8), "8 B");
  EXPECT_EQ(human_bytes(1000), "1000 B");
  EXPECT_EQ(human_bytes(4096), "4 KiB");
  EXPECT_EQ(human_bytes(16 << 20), "16 MiB");
  EXPECT_EQ(human_bytes(100000), "97.7 KiB");
  EXPECT_EQ(human_seconds(0), "0 s");
  EXPECT_EQ(human_seconds(2.016e-6), "2.016 us");
  EXPECT_EQ(human_seconds(5e-9), "5 ns");
  EXPECT_EQ(human_seconds(75), "75 s");
  EXPECT_EQ(human_percent(0), "0 %");
  EXPECT_EQ(human_percent(1e-12), "< 0.1 %");
  EXPECT_EQ(human_percent(0.1234), "12.3 %");
  EXPECT_EQ(human_percent(12.34), "1234 %");
}

}  // namespace
}  // namespace collsim
