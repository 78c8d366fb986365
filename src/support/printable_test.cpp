#include "support/printable.hpp"

#include <gtest/gtest.h>

#include "support/xml_text.hpp"

namespace collsim {
namespace {

TEST(Printable, WritesControlCharactersOut) {
  EXPECT_EQ(printable("a ring, \xc3\xa4 and \xe2\x82\xac"), "a ring, \xc3\xa4 and \xe2\x82\xac");
  EXPECT_EQ(printable("\x1b[31mred\x07\n\tend\x7f"), "\\x1b[31mred\\x07\\n\\x09end\\x7f");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J \xc2\xa0"),
            "\\x9b2J \xc2\xa0");
  EXPECT_EQ(printable("ends in \xc2"), "ends in \xc2");
}

TEST(Printable, KeepsTheEndsOfLinesWhereTheyAreMeant) {
  EXPECT_EQ(printable_lines("one\ntwo\r"), "one\ntwo\\x0d");
}

TEST(XmlText, HoldsNoControlCharacterThatXmlForbids) {
  EXPECT_EQ(xml_text("\x1b<\x01\n>"), "\\x1b&lt;\\x01\n&gt;");
}

}  // namespace
}  // namespace collsim
