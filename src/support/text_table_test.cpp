#include "support/text_table.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

namespace collsim {
namespace {

TEST(TextTable, TextsStandLeftAndNumbersRight) {
  const TextTable table{.headings = {{"name"}, {"n", false}, {"why"}},
                        .lines = {{"a", "7", "because"}, {"longer", "1000", ""}}};
  EXPECT_EQ(aligned(table), "name       n  why\na          7  because\nlonger  1000\n");
}

TEST(TextTable, WithoutNamesThereIsNoHead) {
  const TextTable table{.headings = {{}, {}}, .lines = {{"ab", "x"}, {"a", "y"}}};
  EXPECT_EQ(aligned(table, "  "), "  ab  x\n  a   y\n");
}

TEST(TextTable, IsNoWiderThanThePage) {
  const TextTable table{.headings = {{"n", false}, {"why"}},
                        .lines = {{"12345", "because of this, and of that, and of the other"}, {"6", "so"}}};
  EXPECT_EQ(aligned(table, "", 35),
            "    n  why\n"
            "12345  because of this, and of\n"
            "       that, and of the other\n"
            "    6  so\n");
  EXPECT_THAT(aligned(table, "", std::string::npos),
              ::testing::HasSubstr("of this, and of that, and of the other\n"));
  const TextTable numbers{.headings = {{"n", false}}, .lines = {{"123456789"}}};
  EXPECT_EQ(aligned(numbers, "", 5), "        n\n123456789\n") << "a number stays in one piece";
}

TEST(TextTable, TextIsBrokenAtBlanksElseBehindPunctuation) {
  EXPECT_EQ(wrapped("all: one, two, three", 12, 5), "all: one,\n     two,\n     three");
  EXPECT_EQ(wrapped("hierarchical(inter=ring)", 16), "hierarchical(\ninter=ring)");
  EXPECT_EQ(wrapped("abcdef", 4, 2), "abcd\n  ef");
  EXPECT_EQ(wrapped("gr\xc3\xbc\xc3\x9f", 3), "gr\n\xc3\xbc\n\xc3\x9f");
}

TEST(TextTable, NamesAreNotBrokenWithinAWord) {
  const TextTable table{
      .headings = {{"number"}, {"why"}},
      .lines = {{"smpi/send-is-detached-thresh", "because of this, and of that, and of the other"}}};
  EXPECT_THAT(aligned(table, "", 60),
              ::testing::HasSubstr("\nsmpi/send-is-detached-thresh  because of this,"));
  EXPECT_EQ(aligned(table, "", 50),
            "number                    why\n"
            "smpi/                     because of this, and of\n"
            "send-is-detached-thresh   that, and of the other\n");
  const TextTable whole{.headings = {{"number"}, {"why"}},
                        .lines = {{"a-name-of-thirty-letters-or-so", "because of this, and of that"}}};
  EXPECT_THAT(aligned(whole, "", 57),
              ::testing::HasSubstr("\na-name-of-thirty-letters-or-so  because of this, and"));
}

TEST(TextTable, OffATerminalThePageHasAFixedWidth) {
  if (::isatty(STDOUT_FILENO) == 1) GTEST_SKIP() << "standard output is a terminal";
  EXPECT_EQ(page_width(), 100U);
}

TEST(TextTable, ColumnsThatDoNotFitStandBelow) {
  if (::isatty(STDOUT_FILENO) == 1) GTEST_SKIP() << "standard output is a terminal";
  const std::string wide(60, '1');
  const TextTable table{.headings = {{"name"}, {"n", false}, {"m", false}}, .lines = {{"a", wide, wide}}};
  EXPECT_EQ(aligned_in_parts(table, 1), "name  " + std::string(59, ' ') + "n\na     " + wide + "\nname  " +
                                            std::string(59, ' ') + "m\na     " + wide + "\n");
  const TextTable narrow{.headings = {{"name"}, {"n", false}}, .lines = {{"a", "1"}}};
  EXPECT_EQ(aligned_in_parts(narrow, 1), aligned(narrow));
}

TEST(TextTable, MarkdownHasARuleBelowItsHead) {
  const TextTable table{.headings = {{"name"}, {"n", false}}, .lines = {{"a", "7"}, {"longer", "1000"}}};
  EXPECT_EQ(markdown(table), "| name   |    n |\n|--------|-----:|\n| a      |    7 |\n| longer | 1000 |\n");
}

TEST(TextTable, MarkdownHasNoBarWithinACell) {
  const TextTable table{.headings = {{"a"}}, .lines = {{"x|y|z"}}};
  EXPECT_EQ(markdown(table), "| a       |\n|---------|\n| x\\|y\\|z |\n");
}

TEST(TextTable, WhatAllLinesShareIsToldOnce) {
  TextTable table{
      .headings = {{"kept"}, {"same", true, false}, {"none", true, false}, {"differs", true, false}},
      .lines = {{"k", "s", "-", "1"}, {"k", "s", "-", "2"}}};
  EXPECT_EQ(take_shared(table), "all: same s\n");
  EXPECT_EQ(aligned(table), "kept  differs\nk     1\nk     2\n");
  EXPECT_EQ(take_shared(table), "");
}

TEST(TextTable, HasALineForEachThingAndAColumnForWhatIsToldOfIt) {
  const std::vector<ColumnOf<std::string>> columns = {
      {{"word"}, [](const std::string& word) { return word; }},
      {{"length", false}, [](const std::string& word) { return std::to_string(word.size()); }}};
  EXPECT_EQ(markdown(table_of(columns, std::vector<std::string>{"one", "three"})),
            "| word  | length |\n"
            "|-------|-------:|\n"
            "| one   |      3 |\n"
            "| three |      5 |\n");
}

}  // namespace
}  // namespace collsim
