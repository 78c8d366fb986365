#include "figures/plots/rounds_picture.hpp"

#include <gmock/gmock.h>

#include <pugixml.hpp>

namespace collsim {
namespace {

using ::testing::HasSubstr;

std::size_t arrows(const pugi::xml_document& svg) {
  return svg.select_nodes("//line[@marker-end]").size();
}

TEST(RoundsPicture, HasAnArrowForEachMessageFromItsSenderDownToItsReceiver) {
  const std::string picture =
      rounds_picture("a < b & \"c\"", 4, {{1, 0, 2, 512}, {1, 1, 3, 512}, {2, 3, 0, 1024}});
  pugi::xml_document svg;
  ASSERT_TRUE(svg.load_string(picture.c_str())) << picture;
  EXPECT_EQ(arrows(svg), 3U);
  EXPECT_STREQ(svg.select_node("//text").node().child_value(), "a < b & \"c\"");

  const auto number = [&](const char* path) { return svg.select_node(path).attribute().as_double(); };
  const double rank = number("//line[not(@marker-end)][@stroke='#cccccc'][2]/@x1") -
                      number("//line[not(@marker-end)][@stroke='#cccccc'][1]/@x1");
  const std::string last = "//line[@marker-end][3]/@";
  EXPECT_EQ(number((last + "x1").c_str()) - number((last + "x2").c_str()), 3 * rank);
  EXPECT_EQ(number((last + "y1").c_str()), number("//line[@marker-end][1]/@y2"))
      << "where the first round ends";
  EXPECT_GT(number((last + "y2").c_str()), number((last + "y1").c_str()));
  EXPECT_THAT(picture, HasSubstr("round 1: 2 messages of 512 B<"));
  EXPECT_THAT(picture, HasSubstr("round 2: 3 to 0, 1 KiB<"));
}

TEST(RoundsPicture, TellsTheRangeOfSizes) {
  EXPECT_THAT(rounds_picture("", 2, {{1, 0, 1, 8}, {1, 1, 0, 64}}), HasSubstr("2 messages of 8 B to 64 B<"));
}

TEST(RoundsPicture, OfNoMessagesHasRanksOnly) {
  pugi::xml_document svg;
  ASSERT_TRUE(svg.load_string(rounds_picture("", 1, {}).c_str()));
  EXPECT_EQ(arrows(svg), 0U);
}

}  // namespace
}  // namespace collsim
