#include "points/row.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "points/human.hpp"
#include "points/json.hpp"
#include "support/human.hpp"
#include "tests/answered.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using testing::answered;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

/// Those of these names; a reference page lists all.
Columns columns_called(const std::vector<std::string>& names) {
  Columns found;
  for (const auto& name : names) found.push_back(*std::ranges::find(columns(), name, &Column::name));
  return found;
}

TEST(Row, CsvBeginsWithItsColumns) {
  const std::string csv = to_csv(std::vector<Row>());
  EXPECT_THAT(csv, AllOf(StartsWith("collective,algorithm,options,backend,"),
                         HasSubstr(",seconds,seconds_low,"), EndsWith(",status\n")));
  EXPECT_EQ(std::ranges::count(csv, ','), static_cast<std::ptrdiff_t>(columns().size()) - 1);
}

TEST(Row, EveryColumnSaysWhatItIs) {
  for (const Column& column : columns()) EXPECT_NE(column.meaning, "") << column.name;
}

TEST(Row, CsvPrintsShortestDoublesThatReadBack) {
  EXPECT_EQ(to_csv({answered(0.1 + 0.2)}, columns_called({"algorithm", "p", "bytes", "in_place", "seconds"})),
            "algorithm,p,bytes,in_place,seconds\nring,4,1024,false,0.30000000000000004\n");
}

TEST(Row, CsvQuotesAsTheRfcSays) {
  Row row = answered(1);
  row.outcome.status = {Status::Kind::failed, "ranks 1, 2 said \"no\""};
  const std::string csv = to_csv({row});
  EXPECT_THAT(csv, HasSubstr(",\"failed: ranks 1, 2 said \"\"no\"\"\"\n"));
}

TEST(Row, LinesGoOnBehindTheColumns) {
  const Columns begun = columns_called({"algorithm", "p"});
  Cells cells = cells_named(begun, {"said", "change", "none"});
  add_line(cells, begun, answered(1), {std::string("=x"), -0.5, number_cell(std::optional<double>())});
  EXPECT_EQ(to_csv(cells), "algorithm,p,said,change,none\nring,4,'=x,-0.5,\n") << "a number is no formula";
}

TEST(Row, WithoutAnswerThereAreNoNumbers) {
  Row row = answered(1);
  row.outcome.status = {Status::Kind::unsupported, "p is no power of two"};
  EXPECT_THAT(to_csv({row}), HasSubstr(",,,,,,,,,,,,,,,,,,unsupported: p is no power of two\n"));
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
  const auto through = [](const Outcome& value) {
    return nlohmann::json::parse(nlohmann::json(value).dump()).get<Outcome>();
  };
  EXPECT_EQ(through(outcome), outcome);
  EXPECT_FALSE(nlohmann::json(outcome).contains("idle_share"));
  outcome.idle_share = 0.25;
  outcome.load_balance = 1;
  EXPECT_EQ(through(outcome), outcome);
  for (const Outcome& none : {unsupported("p: no power of two"), failed("rank 1 died"), missing("run it")})
    EXPECT_EQ(through(none), none);
  EXPECT_THAT(
      [] {
        nlohmann::json({{"seconds", 1}}).get<Outcome>();
      },
      ThrowsMessage<nlohmann::json::exception>(HasSubstr("'seconds_low' not found")));
}

TEST(Row, PointsSurviveJson) {
  const auto through = [](const Point& value) {
    return nlohmann::json::parse(nlohmann::json(value).dump()).get<Point>();
  };
  Point point = answered(1).point;
  EXPECT_EQ(through(point), point);
  point.ppn = PerNode::parse("5+4+4");
  point.arrival = Arrival::parse("normal(size=x0.5;within=0.25;seed=7)");
  EXPECT_EQ(through(point), point);
  point.mapping = Mapping::listed;
  point.places = {"places.csv", {{7, 3}, {2}}};
  point.arrival = {.pattern = ArrivalPattern::measured, .moments = {"moments.csv", {0, 1.0 / 3}}};
  EXPECT_EQ(through(point), point);
  EXPECT_EQ(to_csv({{point}}, columns_called({"ppn", "mapping", "placement", "arrival"})),
            "ppn,mapping,placement,arrival\n5+4+4,,places.csv,moments.csv\n");
}

TEST(Row, TableNamesSharedValuesOnce) {
  Row slow = answered(2.5e-3);
  slow.point.processes = 16;
  const std::string table =
      to_table({answered(1.25e-5), slow},
               columns_called({"collective", "algorithm", "backend", "platform", "p", "ppn", "mapping",
                               "placement", "bytes", "count", "distribution", "in_place", "seconds",
                               "seconds_low", "launches", "messages", "status"}));
  EXPECT_EQ(
      table,
      "all: collective allreduce, platform star, ppn 1, mapping block, count 128, distribution regular,\n"
      "     in_place false, seconds_low 0 s, launches 1, messages 24\n"
      "#  algorithm  backend   p  bytes  seconds  status\n"
      "1  ring       smpi      4  1 KiB  12.5 us  ok\n"
      "2  ring       smpi     16  1 KiB   2.5 ms  ok\n")
      << table;
}

TEST(Row, SharesAreShownAsPercent) {
  EXPECT_EQ(human_cell(0.25, "%"), "25.0 %");
  Row told = answered(1);
  told.outcome.idle_share = 0.25;
  EXPECT_THAT(to_csv({told}), HasSubstr(",0.25,,1,"));
  EXPECT_THAT(to_table({told}, columns()), HasSubstr("idle_share 25.0 %, "));
}

TEST(Row, SeveralNetworksAreSeveralBackends) {
  std::vector<Row> rows = {answered(1e-6), answered(2e-6), answered(2e-6)};
  rows[1].point.backend = "fast";
  rows[1].point.network = "links";
  rows[2].point.backend = "model";
  EXPECT_EQ(backend_labels(rows)(rows[1].point), "fast");
  rows.push_back(rows[1]);
  rows[3].point.network = "fluid";
  EXPECT_EQ(backend_labels(rows)(rows[1].point), "fast/links");
  EXPECT_EQ(backend_labels(rows)(rows[0].point), "smpi");
}

TEST(Row, ANetworkBesideNoneMakesTwoBackends) {
  std::vector<Row> rows = {answered(1e-6), answered(2e-6)};
  rows[1].point.network = "loggp";
  EXPECT_EQ(backend_labels(rows)(rows[0].point), "smpi");
  EXPECT_EQ(backend_labels(rows)(rows[1].point), "smpi/loggp");
}

TEST(Row, BytesOfATableCanBeAskedAgain) {
  for (const auto& [bytes, text] :
       {std::pair(100000, " 100000 B "), {4096, " 4 KiB "}, {(10 << 20) + 1024, " 10241 KiB "}}) {
    Row row = answered(1);
    row.point.count = bytes / 8;
    EXPECT_THAT(to_table({row}, columns()), ::testing::HasSubstr(text));
  }
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
  EXPECT_EQ(human_seconds(75), "1 min 15 s");
  EXPECT_EQ(human_percent(0), "0 %");
  EXPECT_EQ(human_percent(1e-12), "< 0.1 %");
  EXPECT_EQ(human_percent(0.1234), "12.3 %");
  EXPECT_EQ(human_percent(12.34), "1234 %");
  EXPECT_EQ(human_span(human_percent(0.1), human_percent(0.2)), "10.0 % .. 20.0 %");
  EXPECT_EQ(human_span(human_percent(0.1), human_percent(0.1001)), "10.0 %");
}

}  // namespace
}  // namespace collsim
