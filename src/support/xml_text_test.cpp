#include "support/xml_text.hpp"

#include <gtest/gtest.h>

namespace collsim {
namespace {

TEST(XmlText, EscapesWhatXmlReads) {
  EXPECT_EQ(xml_text("a < b > c & \"d\" 'e'"), "a &lt; b &gt; c &amp; &quot;d&quot; 'e'");
}

}  // namespace
}  // namespace collsim
