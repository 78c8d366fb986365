#include "support/csv.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "support/error.hpp"
#include "testing/folder.hpp"

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
