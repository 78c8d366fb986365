#include "support/text_table.hpp"

#include <gtest/gtest.h>

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

TEST(TextTable, MarkdownHasARuleBelowItsHead) {
  const TextTable table{.headings = {{"name"}, {"n", false}}, .lines = {{"a", "7"}, {"longer", "1000"}}};
  EXPECT_EQ(markdown(table), "| name   |    n |\n|--------|-----:|\n| a      |    7 |\n| longer | 1000 |\n");
}

TEST(TextTable, WhatAllLinesShareIsToldOnce) {
  TextTable table{
      .headings = {{"kept"}, {"same", true, false}, {"none", true, false}, {"differs", true, false}},
      .lines = {{"k", "s", "-", "1"}, {"k", "s", "-", "2"}}};
  EXPECT_EQ(take_shared(table), "all: same s\n");
  EXPECT_EQ(aligned(table), "kept  differs\nk     1\nk     2\n");
  EXPECT_EQ(take_shared(table), "");
}

}  // namespace
}  // namespace collsim
