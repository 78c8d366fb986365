#include "support/csv.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "support/error.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StrEq;
using ::testing::ThrowsMessage;

class CsvTest : public ::testing::Test {
 protected:
  CsvTable read(const std::string& text) const {
    std::ofstream(file_, std::ios::binary) << text;
    return read_csv(file_);
  }
  collsim::testing::Folder folder_;
  std::filesystem::path file_ = folder_.path() / "t.csv";
};

TEST_F(CsvTest, QuotedFieldsHoldCommasLinesAndQuotes) {
  const CsvTable table = read("name,n\r\n\"a,\"\"b\"\"\nc\",7\r\nlast,8");
  EXPECT_THAT(table.header, ElementsAre("name", "n"));
  EXPECT_THAT(table.rows, ElementsAre(ElementsAre("a,\"b\"\nc", "7"), ElementsAre("last", "8")));
  EXPECT_EQ(table.cell(table.rows[1], "name"), "last");
}

TEST_F(CsvTest, AByteOrderMarkIsNoPartOfTheHeader) {
  EXPECT_THAT(read("\xef\xbb\xbfn,x\n7,8\n").header, ElementsAre("n", "x"));
  EXPECT_THAT(read("\xef\xbb\xbf\"n\",x\n7,8\n").header, ElementsAre("n", "x"));
}

TEST_F(CsvTest, RowsOfAnotherLengthAreLeftOutWhereSomebodyHearsOfThem) {
  std::ofstream(file_) << "a,b\n1,2\n3\n\"4\n5\",6\n7,8\n9,10,11";
  std::vector<std::string> heard;
  const CsvTable table = read_csv(
      file_, [&](long line, const std::string& why) { heard.push_back(std::to_string(line) + ": " + why); });
  EXPECT_THAT(heard, ElementsAre("3: 1 fields, the header has 2", "7: 3 fields, the header has 2"));
  EXPECT_THAT(table.lines, ElementsAre(2, 4, 6));
  EXPECT_EQ(table.rows.size(), 3U);
}

TEST_F(CsvTest, AFirstLineThatNamesNoColumnsIsNotQuoted) {
  for (const char* text : {"root:$6$salt$secret:19000:0:99999:7:::\nbin:*:1\n", "a,b:$secret\n1,2\n"})
    EXPECT_THAT(
        [&] { read(text).column("p"); },
        ThrowsMessage<Error>(StrEq(file_.string() + ": no column 'p'; its first line names no columns")));
}

TEST_F(CsvTest, CellsAreNumbersWhereAsked) {
  const CsvTable table = read("n,x\n7,1.5e-6\n");
  EXPECT_EQ(table.number<std::int64_t>("7"), 7);
  EXPECT_EQ(table.number<double>("1.5e-6"), 1.5e-6);
  EXPECT_THAT([&] { table.number<double>("1.5us"); },
              ThrowsMessage<Error>(StrEq(file_.string() + ": '1.5us' is not a number")));
  for (const char* text : {"", "7.5", "7 ", "99999999999999999999"})
    EXPECT_THAT([&] { table.number<std::int64_t>(text); },
                ThrowsMessage<Error>(HasSubstr("is not a whole number")))
        << text;
}

TEST_F(CsvTest, TextsComeBackAsTheyWereAndNoneIsAFormula) {
  const std::vector<std::string> formulas = {"=1+2", "=cmd|' /C calc'!A0", "+1+2", "-2*3", "@SUM(1,2)", "'=1",
                                             "''@x"},
                                 others = {"",       "ring", "-",       "-7", "-1.5e-6", "'",
                                           "'ring'", "'-7",  "a,\"b\"", "=",  "a=b"};
  for (const auto* texts : {&formulas, &others})
    for (const std::string& text : *texts) {
      const std::string field = csv_field(text);
      EXPECT_EQ(read("text,n\n" + field + ",1\n").rows.at(0).at(0), text) << field;
      EXPECT_EQ(field.starts_with("'") || field.starts_with("\"'"),
                texts == &formulas || text.starts_with("'"))
          << field;
    }
  EXPECT_EQ(csv_field("one\ntwo\x1b[2J"), "one\\ntwo\\x1b[2J");
}

TEST_F(CsvTest, WhatIsNoTableIsRefusedWithItsPlace) {
  const std::string file = file_.string();
  EXPECT_THAT([&] { read_csv(file + "x"); },
              ThrowsMessage<Error>(StrEq(file + "x: no such file; right would be a CSV file")));
  EXPECT_THAT([&] { read(""); },
              ThrowsMessage<Error>(StrEq(file + ": empty, a CSV file starts with a header")));
  EXPECT_THAT([&] { read("a,b\n1,2\n3\n"); },
              ThrowsMessage<Error>(StrEq(file + ":3: 1 fields, the header has 2")));
  EXPECT_THAT([&] { read("a\n\"1\n"); }, ThrowsMessage<Error>(StrEq(file + ":2: the quote is never closed")));
  EXPECT_THAT([&] { read("seconds\n1\n").column("second"); },
              ThrowsMessage<Error>(StrEq(file + ": no column 'second'; did you mean 'seconds'?")));
}

}  // namespace
}  // namespace collsim
