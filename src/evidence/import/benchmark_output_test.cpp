#include "evidence/import/benchmark_output.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "support/error.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
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
  EXPECT_EQ(found.left_out.to_text("f"),
            "f:4: the first of 2 lines left out: PingPong is no blocking collective\n"
            "f:9: a line left out: has no elements\nf:11: a line left out: the benchmark gave up\n");
  const auto blocks =
      read("# OSU MPI Reduce_scatter_block Latency Test v7.4\n# Size       Avg Latency(us)\n64   32.48\n");
  EXPECT_FALSE(blocks.at(0).block) << "OSU's is that of the vector";
}

const std::string osu_bcast = "# OSU MPI Broadcast Latency Test v7.5\n# Size       Avg Latency(us)\n";
const std::string imb_bcast =
    "# Benchmarking Bcast\n# #processes = 4\n#bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n";

TEST_F(BenchmarkOutput, OsuSaysWhetherResultsWereRight) {
  const ForeignTimes found =
      all("\n# OSU MPI All-to-All Personalized Exchange Latency Test v7.5\n# Datatype: MPI_CHAR.\n"
          "# Size       Avg Latency(us)        Validation\n1      5.50      Pass\n64     6.25     Fail\n"
          "4096    21.5              Pass\n");
  ASSERT_EQ(found.times.size(), 2U);
  EXPECT_EQ(found.times[0].median, 5.5);
  EXPECT_EQ(found.times[1].bytes, 4096);
  EXPECT_EQ(found.left_out.to_text("f"), "f:6: a line left out: the result was wrong\n");
  EXPECT_EQ(read("# OSU MPI Allgather Latency Test v7.5\n# Size  Avg Latency(us)  Min Latency(us)  Max "
                 "Latency(us)  Iterations  Validation\n8  5.5  4.5  6.5  1000  Pass\n")
                .at(0)
                .median,
            6.5);
}

TEST_F(BenchmarkOutput, LaunchersWriteTheRankBeforeEachLine) {
  const std::string table = osu_bcast + "1    1.5\n1024   2.25\n";
  for (const char* prefix : {"[1,0]<stdout>:", "[job-7@1,0]<stdout>: ", "[0] ", "0: ", "  0: ", "12: "}) {
    std::string tagged;
    std::istringstream lines(table);
    for (std::string line; std::getline(lines, line);) tagged += prefix + line + "\n";
    const auto times = read(tagged);
    ASSERT_EQ(times.size(), 2U) << prefix;
    EXPECT_EQ(times[1].bytes, 1024) << prefix;
    EXPECT_EQ(times[1].median, 2.25) << prefix;
  }
}

TEST_F(BenchmarkOutput, OneBadLineTakesNoOtherWithIt) {
  const auto left_out = [&](const std::string& table, const std::string& line) {
    const ForeignTimes found =
        all(table + line + "\n" + table + (table == osu_bcast ? "8 2\n" : "8 10 1 3 2\n"));
    EXPECT_EQ(found.times.size(), 1U) << line;
    return found.left_out.to_text("f");
  };
  for (const auto& [line, reason] : std::vector<std::pair<std::string, std::string>>{
           {"4 total processes killed (some possibly by mpirun during cleanup)", "'total' is no number"},
           {"0 0.00", "has no elements"},
           {"-8 2", "the size is '-8'"},
           {"8.5 2", "the size is '8.5'"},
           {"8 0.00", "the time in us is '0.00'"},
           {"8 nan", "'nan' is no number"},
           {"8", "has 1 numbers; right would be 2"}})
    EXPECT_THAT(left_out(osu_bcast, line), HasSubstr("f:3: a line left out: " + reason));
  for (const auto& [line, reason] :
       std::vector<std::pair<std::string, std::string>>{{"0 1000 0.00 0.00 0.00", "has no elements"},
                                                        {"8 10 1", "has 3 numbers; right would be 5"},
                                                        {"8 10 1 two 2", "'two' is no number"},
                                                        {"8 0 1 2 2", "the number of calls is '0'"}})
    EXPECT_THAT(left_out(imb_bcast, line), HasSubstr("f:4: a line left out: " + reason));
  const std::string heads =
      all("# Benchmarking Bcast\n# #processes = abc\n" + imb_bcast.substr(imb_bcast.find("#bytes")) +
          "8 10 1 2 3\n" + osu_bcast + "4 1\n# Datatype: MPI_FOO\n8 1\n")
          .left_out.to_text("f");
  EXPECT_THAT(heads, AllOf(HasSubstr("f:4: a line left out: the number of processes is 'abc'"),
                           HasSubstr("f:9: a line left out: type 'MPI_FOO' is not known")));
  EXPECT_THAT(left_out(osu_bcast, "8 0.00\n16 0.000\n32 0"), HasSubstr("f:3: the first of 3 lines left out"));
}

TEST_F(BenchmarkOutput, IsRefusedOnlyWhenNothingIsLeft) {
  for (const auto& [text, reason] : std::vector<std::pair<std::string, std::string>>{
           {"nothing\n", "out.txt: has no time of a blocking collective; right would be"},
           {"# OSU MPI Non-blocking Allgather Latency Test v5\n# Size Overall(us)\n1 2\n",
            "out.txt:3: Non-blocking Allgather is no blocking collective"},
           {"# OSU MPI Allreduce Persistent Latency Test v7\n# Size Avg Latency(us)\n1 2\n2 2\n",
            "out.txt:3: Allreduce Persistent is no blocking collective; none of 2 lines is a time"},
           {"# Size       Avg Latency(us)\n8 2\n", "out.txt:2: is of a table without a title"},
           {osu_bcast + "0 0.00\n", "out.txt:3: has no elements"}})
    EXPECT_THAT(complaint(text), HasSubstr(reason)) << text;
}

TEST_F(BenchmarkOutput, JobsOfDifferentSizesAreToldApartOrAskedBack) {
  EXPECT_THAT(
      complaint("mpirun -np 360 --map-by core ./osu_bcast\n" + osu_bcast +
                "4 1\nmpirun -np 320 ./osu_bcast\n" + osu_bcast + "4 1\n"),
      HasSubstr("out.txt:8: is of 320 ranks, as line 5 says, and earlier ones of 360, by line 1; right would "
                "be a file for each number of ranks"));
  EXPECT_THAT(complaint("srun --ntasks=8 --ntasks-per-node=4 ./osu_bcast\n" + osu_bcast +
                        "4 1\n# Number of processes: 16\n8 1\n"),
              HasSubstr("out.txt:6: is of 16 ranks, as line 5 says, and earlier ones of 8, by line 1"));
  const ForeignTimes once = all("srun -n 1 hostname\nsrun -n 8 ./osu_bcast\n" + osu_bcast + "4 1\n");
  EXPECT_EQ(once.told.ranks, 8);
  EXPECT_EQ(once.told.line, 2);
  const auto tables = read(imb_bcast + "8 10 1 3 2\n# Benchmarking Bcast\n# #processes = 8; rank order\n" +
                           imb_bcast.substr(imb_bcast.find("#bytes")) + "8 10 1 3 2\n");
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[0].processes, 4);
  EXPECT_EQ(tables[1].processes, 8);
}

TEST_F(BenchmarkOutput, TabsAreBlanks) {
  const auto lines = read(
      "# Benchmarking\tAllreduce\n#\t#processes = 4\n"
      "#bytes\t#repetitions\tt_min[usec]\tt_max[usec]\tt_avg[usec]\n64\t1000\t1.91\t2.15\t2.03\n");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].collective, "allreduce");
  EXPECT_EQ(lines[0].processes, 4);
  EXPECT_EQ(lines[0].median, 2.15);
}

const std::string reprompi =
    "#Command-line arguments:  ./mpibenchmark --calls-list=MPI_Allgather,MPI_Bcast --nrep=4\n#MPI "
    "calls:\n#\tMPI_Allgather\n"
    "#@operation=MPI_BOR\n#@datatype=MPI_INT\n#@root_proc=0\n#@reproMPIcommitSHA1=0032547\n#@nprocs=4\n"
    "#@sync=MPI_Barrier\n";

TEST_F(BenchmarkOutput, QuartilesAreOfReproMpisRepetitions) {
  const ForeignTimes found = all(
      reprompi +
      "   test  nrep  count  runtime_sec\n  MPI_Allgather 0 16 0.0000100\n  MPI_Allgather 1 16 0.0000030\n"
      "MPI_Bcast 0 100 0.0000500\nMPI_Allgather 2 16 0.0000020\nMPI_Allgather 3 16 nan\n"
      "MPI_Allgather 4 16 0.0000050\nMPI_Allgather 5 16 0.0000040\nSendrecv 0 16 0.1\n"
      "# Benchmark started at Mon Oct 12 22:14:38 2020\n");
  ASSERT_EQ(found.times.size(), 2U);
  const ForeignTime& time = found.times[0];
  EXPECT_EQ(time.collective, "allgather");
  EXPECT_EQ(time.processes, 4);
  EXPECT_EQ(time.type, "int");
  EXPECT_EQ(time.bytes, 64);
  EXPECT_TRUE(time.block);
  EXPECT_EQ(time.iterations, 5);
  EXPECT_DOUBLE_EQ(time.low, 3);
  EXPECT_DOUBLE_EQ(time.median, 4);
  EXPECT_DOUBLE_EQ(time.high, 5);
  EXPECT_FALSE(time.mean);
  EXPECT_EQ(found.times[1].bytes, 400);
  EXPECT_FALSE(found.times[1].block);
  EXPECT_EQ(found.left_out.lines(), 2U);
}

TEST_F(BenchmarkOutput, OfReproMpisSummaryTheMedianIsTaken) {
  const auto lines = read(reprompi +
                          "test count total_nrep valid_nrep mean_sec median_sec min_sec max_sec\n"
                          "MPI_Bcast 10 10 9 0.0000033 0.0000030 0.0000028 0.0000047\n");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].bytes, 40);
  EXPECT_DOUBLE_EQ(lines[0].median, 3);
  EXPECT_EQ(lines[0].iterations, 9);
  EXPECT_THAT(complaint(reprompi + "test count valid_nrep min_sec\nMPI_Bcast 10 9 0.1\n"),
              HasSubstr("no column tells the time; right would be runtime_sec, median_sec or mean_sec"));
}

TEST_F(BenchmarkOutput, SkampiTellsItsRanksByTheirTimes) {
  const ForeignTimes found =
      all("# SKaMPI Version 5.0 rev. 191\n# begin result \"MPI_Bcast-nodes-length\"\n"
          "nodes= 2 count= 1        4       6.6       0.1       54       3.1       6.6\n"
          "nodes= 3 count= 2        8       7.6       0.1       54       3.1       6.6\n"
          "# end result \"MPI_Bcast-nodes-length\"\n"
          "begin result \"MPI_Alltoall-length\"\ncount= 8 8 20.5 0.5 8 20 20.5 19\nend result\n"
          "begin result \"MPI_Barrier-nodes\"\nnodes= 2 4.5 0.1 10 4.4 4.5\nend result\n"
          "begin result \"Pingpong_Send_Recv-length\"\ncount= 8 8 20.5 0.5 8 20 20.5\nend result\n");
  ASSERT_EQ(found.times.size(), 3U);
  EXPECT_EQ(found.times[0].collective, "bcast");
  EXPECT_EQ(found.times[0].processes, 2);
  EXPECT_EQ(found.times[0].bytes, 4);
  EXPECT_EQ(found.times[0].type, "int");
  EXPECT_EQ(found.times[0].median, 6.6);
  EXPECT_EQ(found.times[0].iterations, 54);
  EXPECT_EQ(found.times[1].processes, 3) << "times of ranks";
  EXPECT_TRUE(found.times[1].block);
  EXPECT_EQ(found.times[1].type, "byte");
  EXPECT_EQ(found.times[2].collective, "barrier");
  EXPECT_EQ(found.times[2].median, 4.5);
  EXPECT_EQ(found.left_out.lines(), 2U) << "nodes= 3 of two ranks, and a ping-pong";
}

}  // namespace
}  // namespace collsim
