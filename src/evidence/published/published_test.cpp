#include "evidence/published/published.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "support/error.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;

struct Answered {
  std::vector<Row> rows;

  void add(const std::string& algorithm, const std::string& backend, int processes, std::int64_t count,
           double seconds, const std::string& type = "double", const Status& status = {}) {
    auto& [point, outcome] = rows.emplace_back();
    point.algorithm = algorithm;
    point.backend = backend;
    point.processes = processes;
    point.count = count;
    point.type = type;
    outcome.seconds = seconds;
    outcome.status = status;
  }
  TableReport compare(const std::string& table) const { return compare_published(table, rows); }
};

const Score& cell(const TableReport& report, const std::string& what) {
  const auto found = std::find_if(report.cells.begin(), report.cells.end(),
                                  [&](const Score& each) { return each.what.starts_with(what); });
  if (found == report.cells.end()) throw Error("no cell " + what);
  return *found;
}

/// old = count, new = sqrt(600 count) in microseconds: straight lines in log-log that cross at 600 elements.
Answered t3e(const std::vector<int>& sizes) {
  Answered answered;
  for (int p : sizes)
    for (std::int64_t count : {64, 512, 1024, 1048576}) {
      const auto n = static_cast<double>(count);
      answered.add("binomial", "smpi", p, count, 1e-6 * n);
      answered.add("rabenseifner", "smpi", p, count, 1e-6 * std::sqrt(600 * n));
      answered.add("rabenseifner", "model", p, count, 1e-9 * n);
    }
  return answered;
}

TEST(Published, KnowsItsTables) {
  EXPECT_EQ(published_tables(),
            (std::vector<std::string>{"hamilton_allreduce", "mpich_switchover", "t3e_allreduce",
                                      "t3e_allreduce_times", "t3e_reduce", "t3e_reduce_times"}));
  EXPECT_THAT(
      [] { compare_published("t3e_reduc", {}); },
      ThrowsMessage<Error>(HasSubstr("no published table is called 't3e_reduc'; did you mean 't3e_reduce'")));
}

TEST(Published, SwitchOversOfOtherMachinesHaveNoDeviation) {
  Answered answered;
  // Bruck's and irecv_isend's curves, straight in log-log, cross at 8 * 256 B of a vector; pairwise never
  // wins.
  for (const std::int64_t count : {64, 1024}) {
    const auto n = static_cast<double>(8 * count);
    answered.add("bruck", "smpi", 8, count, n);
    answered.add("irecv_isend", "smpi", 8, count, std::sqrt(2048 * n));
    answered.add("pairwise", "smpi", 8, count, 2 * n);
  }
  for (Row& row : answered.rows) row.point.collective = "alltoall";
  const TableReport report = answered.compare("mpich_switchover");
  EXPECT_EQ(report.cells.size(), 2U * 10);
  const Score& found = cell(report, "bruck to irecv_isend, p = 8,");
  EXPECT_NEAR(found.simulated.number, 256, 1e-9) << "bytes of a message";
  EXPECT_EQ(found.published.low, 256);
  EXPECT_TRUE(std::isnan(found.deviation));
  EXPECT_EQ(cell(report, "irecv_isend to pairwise, p = 8,").simulated.words, "never");
  EXPECT_THAT(to_text(report), HasSubstr("not this machine's"));

  for (Row& row : answered.rows) row.point.collective = "allgather";
  EXPECT_TRUE(
      std::isnan(cell(answered.compare("mpich_switchover"), "bruck to ring, p = 6,").simulated.number));
  for (Row& row : answered.rows) row.point.collective = "scan";
  EXPECT_THAT([&] { answered.compare("mpich_switchover"); },
              ThrowsMessage<Error>(HasSubstr("has no row of scan")));
}

TEST(Published, HasACellForEveryNumber) {
  EXPECT_EQ(Answered().compare("hamilton_allreduce").cells.size(), 3u * (3 * 13 + 4 * 3));
  EXPECT_EQ(Answered().compare("t3e_reduce").cells.size(), 4u * 15);
  const TableReport allreduce = Answered().compare("t3e_allreduce");
  EXPECT_EQ(allreduce.cells.size(), 4u * 15);
  EXPECT_EQ(cell(allreduce, "switch-over count, p = 48").published.low, 512);
  EXPECT_EQ(cell(allreduce, "bandwidth of old, p = 256").published.low, 3.8);
}

TEST(Published, DerivesBandwidthFromTheLargestVector) {
  const TableReport report = t3e({2, 4, 8}).compare("t3e_reduce");
  const Score& old = cell(report, "bandwidth of old, p = 4,");
  EXPECT_DOUBLE_EQ(old.simulated.number, 8.0);  // 8 bytes a microsecond
  EXPECT_DOUBLE_EQ(old.published.low, 16.3);
  EXPECT_DOUBLE_EQ(old.deviation, 8.0 / 16.3 - 1);
  EXPECT_EQ(old.bytes, 8388608);
  EXPECT_TRUE(std::isnan(old.formula.number));
  EXPECT_DOUBLE_EQ(cell(report, "bandwidth of new, p = 2,").formula.number, 8000.0);
}

TEST(Published, AGainIsTheOldTimeOverTheNewOneOfTheLargestVector) {
  Answered answered;
  for (const std::int64_t count : {64, 1024}) {
    answered.add("binomial", "smpi", 8, count, 7e-6 * static_cast<double>(count));
    answered.add("rabenseifner", "smpi", 8, count, count == 64 ? 1 : 2e-6 * static_cast<double>(count));
  }
  const TableReport report = answered.compare("t3e_reduce");
  EXPECT_DOUBLE_EQ(cell(report, "gain of new over old, p = 8,").simulated.number, 3.5);
  EXPECT_DOUBLE_EQ(cell(report, "gain of new over old, p = 8,").published.low, 3.5);
  EXPECT_TRUE(std::isnan(cell(report, "gain of new over old, p = 16,").simulated.number));
}

TEST(Published, FindsWhereTheCurvesCross) {
  const TableReport report = t3e({2, 8}).compare("t3e_reduce");
  EXPECT_NEAR(cell(report, "switch-over count, p = 2,").simulated.number, 600, 1e-6);
  EXPECT_NEAR(cell(report, "switch-over count, p = 8").deviation, 600.0 / 576 - 1, 1e-9);
  EXPECT_TRUE(std::isnan(cell(report, "switch-over count, p = 3,").simulated.number));
}

TEST(Published, SaysInWordsWhereNoCurveOvertakes) {
  const auto limit = [](std::int64_t smallest, double old_seconds, double new_seconds) {
    Answered answered;
    for (std::int64_t count : {smallest, std::int64_t{1024}}) {
      answered.add("binomial", "smpi", 8, count, old_seconds);
      answered.add("rabenseifner", "smpi", 8, count, new_seconds);
    }
    return cell(answered.compare("t3e_reduce"), "switch-over count, p = 8,");
  };
  EXPECT_EQ(limit(1, 2e-6, 1e-6).simulated.words, "always");
  EXPECT_EQ(limit(1, 2e-6, 1e-6).simulated.number, 1);
  EXPECT_EQ(limit(64, 2e-6, 1e-6).simulated.words, "< 64");
  EXPECT_TRUE(std::isnan(limit(64, 2e-6, 1e-6).simulated.number));
  EXPECT_EQ(limit(1, 1e-6, 2e-6).simulated.words, "never");
  EXPECT_TRUE(std::isnan(limit(1, 1e-6, 2e-6).simulated.number));
  EXPECT_EQ(limit(1, 1e-6, 2e-6).formula.words, "");

  Answered fast;
  fast.add("binomial", "smpi", 2, 1, 2e-6);
  fast.add("rabenseifner", "smpi", 2, 1, 1e-6);
  EXPECT_THAT(to_text(fast.compare("t3e_reduce")), HasSubstr("always"));
}

TEST(Published, OnlyTheEndsOfARowHaveANumberUnlessTheyAgree) {
  const TableReport report = Answered().compare("t3e_reduce");
  EXPECT_DOUBLE_EQ(cell(report, "bandwidth of new, p = 4").published.low, 49.1);
  EXPECT_DOUBLE_EQ(cell(report, "bandwidth of new, p = 256").published.low, 33.9);
  const Score& between = cell(report, "bandwidth of new, p = 32");
  EXPECT_TRUE(std::isnan(between.published.low));
  EXPECT_DOUBLE_EQ(between.lies_within.low, 49.1);
  EXPECT_DOUBLE_EQ(between.lies_within.high, 33.9);
  EXPECT_DOUBLE_EQ(cell(report, "switch-over count, p = 32").published.low, 576);
}

TEST(Published, SummarizesCalibratedAndPredictedApart) {
  Answered answered;
  // Published: 0.59, 0.78 and 0.97 us at p = 2, 7.5 us at p = 16, 540 us at p = 128.
  answered.add("ring_full_vector", "smpi", 2, 2, 0.59e-6 * 1.1, "int");
  answered.add("ring_full_vector", "smpi", 2, 8, 0.78e-6 * 0.7, "int");
  answered.add("ring_full_vector", "smpi", 2, 32, 0.97e-6 * 1.2, "int");
  answered.add("ring_full_vector", "smpi", 128, 2, 0.00054, "int");
  answered.add("ring_full_vector", "smpi", 16, 2, 1e-5, "int");
  answered.add("tree", "smpi", 2, 2, 9, "int", {Status::Kind::failed, "killed"});
  const TableReport report = answered.compare("hamilton_allreduce");
  const std::string text = to_text(report);
  EXPECT_THAT(
      text,
      HasSubstr(
          "77 cells have a published number but no simulated one.\n"
          "|deviation| over 4 cells: median 15.0 %, worst 30.0 % (ring_full_vector, p = 2, count 8)\n"));
  EXPECT_THAT(text, HasSubstr("71 cells have a published number but no simulated one.\n"
                              "|deviation| over 1 cell: median 33.3 %, worst 33.3 % ("));
  EXPECT_EQ(cell(report, "ring_full_vector, p = 16, count 2").basis, "predicted");
  EXPECT_DOUBLE_EQ(cell(report, "ring_full_vector, p = 16, count 2").simulated.number, 1e-5);
  EXPECT_EQ(cell(report, "ring_full_vector, p = 16, count 2").bytes, 8);

  const TableReport reduce = t3e({2, 3, 4, 6}).compare("t3e_reduce");
  EXPECT_THAT(to_text(reduce), HasSubstr("over 6 cells")) << "bandwidths and gains of p = 2 and 4";
  EXPECT_THAT(to_text(reduce), HasSubstr("over 10 cells")) << "those of p = 3 and 6, and all four limits";
}

TEST(Published, TheFastEngineStandsInForSmpi) {
  Answered fast;
  fast.add("ring_full_vector", "fast", 16, 2, 1e-5, "int");
  EXPECT_DOUBLE_EQ(
      cell(fast.compare("hamilton_allreduce"), "ring_full_vector, p = 16, count 2").simulated.number, 1e-5);
  fast.add("ring_full_vector", "smpi", 16, 2, 2e-5, "int");
  EXPECT_DOUBLE_EQ(
      cell(fast.compare("hamilton_allreduce"), "ring_full_vector, p = 16, count 2").simulated.number, 2e-5);
}

TEST(Published, SizesDecideWhichOfAPortfolioAnswers) {
  Answered answered;
  for (std::int64_t count : {512, 2048, 131072, 8388608})
    answered.add("recursive_doubling", "smpi", 128, count, 1, "int");
  for (std::int64_t count : {512, 2048, 131072}) answered.add("rabenseifner", "smpi", 128, count, 2, "int");
  const TableReport report = answered.compare("hamilton_allreduce");
  EXPECT_EQ(cell(report, "mpi_native, p = 128, count 512").simulated.number, 1) << "2048 bytes";
  EXPECT_EQ(cell(report, "mpi_native, p = 128, count 2048").simulated.number, 2) << "8192 bytes";
  EXPECT_EQ(cell(report, "mpi_native, p = 128, count 131072").simulated.number, 2);
  EXPECT_EQ(cell(report, "mpi_native, p = 128, count 131072").algorithm, "rabenseifner");
  EXPECT_TRUE(std::isnan(cell(report, "mpi_native, p = 128, count 8388608").simulated.number))
      << "no other fills in";
  EXPECT_EQ(cell(report, "mpi_native, p = 128, count 512").series,
            "mpi_native (recursive_doubling, rabenseifner)");
}

TEST(Published, NamesAlgorithmsWithTheOptionsThatAreNotDefault) {
  for (const auto& [fold, name] : {std::pair{"whole", "rabenseifner"}, {"half", "rabenseifner(fold=half)"}}) {
    Answered answered;
    answered.add("rabenseifner", "smpi", 128, 131072, 2, "int");
    answered.rows.back().point.collective = "allreduce";
    answered.rows.back().point.options = describe("allreduce", "rabenseifner").resolve({{"fold", fold}});
    EXPECT_EQ(cell(answered.compare("hamilton_allreduce"), "mpi_native, p = 128, count 131072").algorithm,
              name);
  }
}

TEST(Published, RefusesElementsOfDifferentSizes) {
  Answered answered;
  answered.add("tree", "smpi", 2, 2, 1, "int");
  answered.add("tree", "smpi", 2, 8, 1, "double");
  EXPECT_THAT([&] { answered.compare("hamilton_allreduce"); },
              ThrowsMessage<Error>(HasSubstr("element types of different sizes")));
}

TEST(Published, RefusesATableInAnotherUnit) {
  Answered answered;
  answered.add("binomial", "smpi", 2, 512, 1, "int");
  EXPECT_THAT(
      [&] { answered.compare("t3e_reduce"); },
      ThrowsMessage<Error>(HasSubstr(
          "t3e_reduce.csv: switch_over_count in 'elements of 8 B'; right would be 'elements of 4 B'")));
}

TEST(Published, RefusesTwoAnswersForOneCell) {
  Answered answered;
  answered.add("tree", "smpi", 2, 2, 1);
  answered.add("tree", "smpi", 2, 2, 2);
  EXPECT_THAT([&] { answered.compare("hamilton_allreduce"); },
              ThrowsMessage<Error>(HasSubstr("two different points answer tree at p = 2, count 2")));
}

TEST(Published, TextHasASectionForEach) {
  const std::string text = to_text(t3e({2, 3, 8}).compare("t3e_reduce"));
  EXPECT_THAT(text, HasSubstr("### Calibrated"));
  EXPECT_THAT(text, HasSubstr("### Predicted"));
  EXPECT_THAT(text, HasSubstr("| bandwidth of old, p = 8, MB/s at 8388608 B"));
  EXPECT_THAT(text, HasSubstr("16.3..4.6 |"));
  EXPECT_THAT(to_text(Answered().compare("mpich_switchover")), Not(HasSubstr("Calibrated")));
}

TEST(Published, CsvIsInBaseUnits) {
  const std::string csv = to_csv(to_cells(t3e({2}).compare("t3e_reduce")));
  EXPECT_THAT(csv, HasSubstr("\nold (binomial),bandwidth,2,8388608,28800000,8000000,,-0.72"));
  EXPECT_THAT(csv, HasSubstr(",true,binomial\n"));
}

}  // namespace
}  // namespace collsim
