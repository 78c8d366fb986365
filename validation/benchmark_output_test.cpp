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
  ForeignTimes all(const std::string& text) {
    const auto file = folder.path() / "out.txt";
    std::ofstream(file) << text;
    return read_benchmark(file);
  }
  std::vector<ForeignTime> read(const std::string& text) { return all(text).times; }
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
  EXPECT_EQ(lines[1].median, 40.5);
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
  EXPECT_EQ(lines[0].median, 6.5);
  EXPECT_FALSE(lines[0].mean);
  EXPECT_EQ(lines[0].iterations, 1000);
  EXPECT_EQ(lines[1].collective, "barrier");
  EXPECT_EQ(lines[1].median, 3.25);
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
  EXPECT_FALSE(lines[0].block);
  EXPECT_EQ(lines[0].collective, "reduce_scatter");
  EXPECT_EQ(lines[0].processes, 8);
  EXPECT_EQ(lines[0].type, "double");
  EXPECT_EQ(lines[0].iterations, 500);
  EXPECT_EQ(lines[0].median, 2.33);
  EXPECT_EQ(lines[1].processes, 4);
  EXPECT_EQ(lines[1].type, "byte");
}

TEST_F(BenchmarkOutput, WhatIsNoCallOfACollectiveIsCounted) {
  const ForeignTimes found = all(
      "# Benchmarking PingPong\n# #processes = 2\n #bytes #repetitions t[usec] Mbytes/sec\n 0 1000 1.5 0\n"
      " 8 1000 1.6 5.0\n"
      "# Benchmarking Reduce_scatter_block\n# #processes = 4\n"
      " #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n 0 1000 1 3 2\n 64 10 1 3 2\n"
      " 128 time-out.; Time limit (secs_per_sample * msg_sizes_list_len) is over\n"
      "# Benchmarking Barrier\n# #processes = 4\n #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
      " 1000 1 3 2\n# All processes entering MPI_Finalize\n");
  ASSERT_EQ(found.times.size(), 2U);
  EXPECT_EQ(found.times[0].collective, "reduce_scatter_block");
  EXPECT_TRUE(found.times[0].block) << "Intel's size is that of a rank's result";
  EXPECT_EQ(found.times[1].collective, "barrier");
  EXPECT_EQ(found.left_out,
            (std::map<std::string, std::size_t>{
                {"PingPong", 2}, {"calls of no elements", 1}, {"calls that took too long", 1}}));
  const auto blocks =
      read("# OSU MPI Reduce_scatter_block Latency Test v7.4\n# Size       Avg Latency(us)\n64   32.48\n");
  EXPECT_FALSE(blocks.at(0).block) << "OSU's is that of the vector";
}

TEST_F(BenchmarkOutput, RefusesWhatIsNoTimeOfACollective) {
  const std::string imb =
      "# Benchmarking Bcast\n#bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n";
  const std::string osu = "# OSU MPI Reduce Latency Test v7\n# Size       Avg Latency(us)\n";
  for (const auto& [text, reason] : std::vector<std::pair<std::string, std::string>>{
           {"nothing\n", "out.txt: has no time of a blocking collective; right would be"},
           {"# OSU MPI Non-blocking Allgather Latency Test v5\n# Size Overall(us)\n1 2\n",
            "out.txt: has no time of a blocking collective, but 1 lines of Non-blocking Allgather;"},
           {"# OSU MPI Allreduce Persistent Latency Test v7\n# Size Avg Latency(us)\n1 2\n",
            "but 1 lines of Allreduce Persistent;"},
           {"# OSU MPI Reduce Latency Test v7\n# Datatype: MPI_FOO.\n",
            "out.txt:2: type 'MPI_FOO' is not known"},
           {imb + "8 10 1\n", "out.txt:3: has 3 numbers; right would be 5"},
           {imb + "8 10 1 two 2\n", "out.txt:3: 'two' is no number"},
           {imb + "8 0 1 2 2\n", "out.txt:3: the number of calls is '0'"},
           {"# Benchmarking Bcast\n# #processes = abc\n", "out.txt:2: the number of processes is 'abc'"},
           {"# Size       Avg Latency(us)\n8 2\n", "out.txt:2: is of a table without a title"},
           {osu + "-8 2\n", "out.txt:3: the size is '-8'"},
           {osu + "8.5 2\n", "out.txt:3: the size is '8.5'"},
           {osu + "8 0.00\n", "out.txt:3: the time in us is '0.00'"},
           {osu + "8 nan\n", "out.txt:3: 'nan' is no number"}})
    EXPECT_THAT(complaint(text), HasSubstr(reason)) << text;
}

}  // namespace
}  // namespace collsim
