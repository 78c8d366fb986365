#include "evidence/import/foreign_table.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "support/error.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class ForeignTable : public ::testing::Test {
 protected:
  ForeignTimes read(const std::string& text, const ForeignColumns& columns = {}) {
    const auto file = folder_.path() / "times.csv";
    std::ofstream(file) << text;
    return read_foreign_table(file, columns);
  }
  std::string complaint(const std::string& text, const ForeignColumns& columns = {}) {
    try {
      read(text, columns);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

 private:
  testing::Folder folder_;
};

TEST_F(ForeignTable, OfOneAlgorithmMayHaveTwoColumns) {
  const auto times =
      read("size,avg\n1024,12.5\n4096,40\n",
           {.ours = {{"size", "bytes"}, {"avg", "median_us"}}, .collective = "allreduce", .type = "float"})
          .times;
  ASSERT_EQ(times.size(), 2U);
  EXPECT_EQ(times[0].collective, "allreduce");
  EXPECT_EQ(times[0].type, "float");
  EXPECT_EQ(times[1].bytes, 4096);
  EXPECT_EQ(times[1].low, 40);
  EXPECT_EQ(times[1].processes, 0);
  EXPECT_FALSE(times[1].mean);
}

TEST_F(ForeignTable, TakesNativeRowsOfAResultsFolder) {
  const ForeignTimes found = read(
      "collective,algorithm,options,backend,p,bytes,count,type,seconds,seconds_low,seconds_high,repetitions,"
      "status\n"
      "bcast,chain,segment_bytes=1024,native,8,4096,512,double,2e-05,1e-05,3e-05,5,ok\n"
      "barrier,tree,,native,8,0,0,double,2e-05,1e-05,3e-05,5,ok\n"
      "bcast,chain,segment_bytes=1024,smpi,8,4096,512,double,2e-05,1e-05,3e-05,5,ok\n"
      "bcast,ring,,native,8,4096,512,double,,,,,failed: hung\n");
  EXPECT_EQ(read("collective,bytes,seconds,root\nbcast,8,1,0\nbcast,8,1,3\n").left_out.to_text("f"),
            "f:3: a line left out: root '3'; right would be 0\n");
  ASSERT_EQ(found.times.size(), 2U);
  EXPECT_EQ(found.times[0].algorithm, "chain(segment_bytes=1024)");
  EXPECT_EQ(found.times[0].bytes, 4096);
  EXPECT_DOUBLE_EQ(found.times[0].low, 10);
  EXPECT_DOUBLE_EQ(found.times[0].high, 30);
  EXPECT_EQ(found.times[1].bytes, 0);
  EXPECT_EQ(found.left_out.to_text("f"),
            "f:4: a line left out: backend 'smpi'; right would be native\nf:5: a line left out: status "
            "'failed: hung'; right would be ok\n");
}

TEST_F(ForeignTable, OneBadLineTakesNoOtherWithIt) {
  const ForeignTimes seconds = read(
      "size (bytes),iterations,min_time (seconds),max_time (seconds)\n0,1000,3.1e-07,4.0e-07\n"
      "64,1000,2.2e-06,2.5e-06\n65536,640,4.1e-05,0\n65536,640,4.1e-05,5e-05\n131072,64",
      {.ours = {{"size (bytes)", "bytes"}, {"max_time (seconds)", "seconds"}}, .collective = "allreduce"});
  ASSERT_EQ(seconds.times.size(), 2U);
  EXPECT_EQ(seconds.times[1].bytes, 65536);
  EXPECT_DOUBLE_EQ(seconds.times[1].median, 50);
  EXPECT_EQ(seconds.times[1].line, 5);
  EXPECT_THAT(seconds.left_out.to_text("f"),
              AllOf(HasSubstr("f:2: a line left out: 0 bytes are no byte; right would be one or more\n"),
                    HasSubstr("f:4: a line left out: seconds is '0'; right would be seconds, a number"),
                    HasSubstr("f:6: a line left out: 2 fields, the header has 4\n")));
}

TEST_F(ForeignTable, MayBeginWithAByteOrderMark) {
  const ForeignColumns columns{.collective = "bcast"};
  EXPECT_EQ(read("\xef\xbb\xbf"
                 "bytes,median_us\n8,1\n",
                 columns)
                .times.size(),
            1U);
}

TEST_F(ForeignTable, ComplainsWithItsLine) {
  const std::string head = "collective,bytes,median_us,q1_us,q3_us,quantity\n";
  for (const auto& [text, reason] : std::vector<std::pair<std::string, std::string>>{
           {head, "times.csv: has no measured time"},
           {head + "bcast,-8,1,1,1,mean\n", "times.csv:2: bytes is '-8'"},
           {head + "bcast,8,-1,1,1,mean\nbcast,8,0,1,1,mean\n", "times.csv:2: median_us is '-1'"},
           {head + "bcast,8,1,2,3,mean\n", "times.csv:2: quartiles and median are not in order"},
           {head + "bcast,8,1,1,1,least\n", "times.csv:2: the quantity is 'least'"},
           {head + "bcats,8,1,1,1,mean\n", "times.csv:2: unknown collective 'bcats'"},
           {"bytes,median_us\n8,1\n", "no column tells the collective; right would be --collective NAME"},
           {"collective,bytes,avg\nbcast,8,1\n", "no column tells the time"},
           {"collective,median_us\nbcast,8\n", "no column tells the size"},
           {"collective,bytes,q1_us,median_ms\nbcast,8,1,1\n",
            "times.csv:1: times in mixed units, 'q1_us' in microseconds and 'median_ms' in milliseconds; "
            "right "
            "would be one unit"}})
    EXPECT_THAT(complaint(text), HasSubstr(reason)) << text;
  EXPECT_THAT(complaint("bytes,avg\n8,1\n", {.ours = {{"mean", "median_us"}}}), HasSubstr("mean"));
}

}  // namespace
}  // namespace collsim
