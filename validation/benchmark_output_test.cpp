#include "validation/benchmark_output.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "support/error.hpp"
#include "testing/folder.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;

class BenchmarkOutput : public ::testing::Test {
 protected:
  std::vector<BenchmarkLine> read(const std::string& text) {
    const auto file = folder.path() / "out.txt";
    std::ofstream(file) << text;
    return read_benchmark(file);
  }
  std::string complaint(const std::string& text) {
    try {
      read(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  testing::Folder folder;
};

TEST_F(BenchmarkOutput, OsuPrintsTheMeanOfTheRanks) {
  const auto lines = read(
      "some launcher's word\n\n# OSU MPI All-to-All Personalized Exchange Latency Test v5.6.2\n"
      "# Size       Avg Latency(us)\n1   32.48\n1024   40.5\n");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1].collective, "alltoall");
  EXPECT_EQ(lines[1].type, "byte");
  EXPECT_EQ(lines[1].bytes, 1024);
  EXPECT_EQ(lines[1].microseconds, 40.5);
  EXPECT_TRUE(lines[1].mean);
  EXPECT_EQ(lines[1].processes, 0);
}

TEST_F(BenchmarkOutput, OsuInFullPrintsTheLongest) {
  const auto lines = read(
      "# OSU MPI-CUDA Allreduce Latency Test v7.3\n# Datatype: MPI_INT.\n"
      "# Size  Avg Latency(us)  Min Latency(us)  Max Latency(us)  Iterations\n4  5.5  4.5  6.5  1000\n"
      "# OSU MPI Barrier Latency Test v5.9\n# Avg Latency(us)\n3.25\n");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].type, "int");
  EXPECT_EQ(lines[0].microseconds, 6.5);
  EXPECT_FALSE(lines[0].mean);
  EXPECT_EQ(lines[0].iterations, 1000);
  EXPECT_EQ(lines[1].collective, "barrier");
  EXPECT_EQ(lines[1].microseconds, 3.25);
}

TEST_F(BenchmarkOutput, IntelsTablesTellTheRanks) {
  const auto lines = read(
      "# MPI_Datatype for reductions    :   MPI_DOUBLE\n#----\n# Benchmarking Reduce_scatter\n# #processes = "
      "8 \n"
      "# ( 248 additional processes waiting in MPI_Barrier)\n#----\n"
      "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
      "            0         1000         0.13         0.25         0.16\n"
      "           64          500         2.15         2.33         2.21\n"
      "# Benchmarking Bcast\n# #processes = 4 \n #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
      " 8 10 1 3 2\n");
  ASSERT_EQ(lines.size(), 2U) << "a call of no bytes tells nothing";
  EXPECT_EQ(lines[0].collective, "reduce_scatter");
  EXPECT_EQ(lines[0].processes, 8);
  EXPECT_EQ(lines[0].type, "double");
  EXPECT_EQ(lines[0].iterations, 500);
  EXPECT_EQ(lines[0].microseconds, 2.33);
  EXPECT_EQ(lines[1].processes, 4);
  EXPECT_EQ(lines[1].type, "byte");
}

TEST_F(BenchmarkOutput, RefusesWhatIsNoTimeOfACollective) {
  EXPECT_THAT(complaint("nothing\n"), HasSubstr("out.txt: has no line of a benchmark"));
  EXPECT_THAT(complaint("# OSU MPI Non-blocking Allgather Latency Test v5\n"),
              HasSubstr("out.txt:1: 'Non-blocking' is none of the blocking collectives"));
  EXPECT_THAT(complaint("# OSU MPI Reduce Latency Test v7\n# Datatype: MPI_FOO.\n"),
              HasSubstr("out.txt:2: type 'MPI_FOO' is not known"));
  EXPECT_THAT(
      complaint(
          "# Benchmarking Bcast\n #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n8 10 1\n"),
      HasSubstr("out.txt:3: has 3 numbers; right would be 5"));
}

}  // namespace
}  // namespace collsim
