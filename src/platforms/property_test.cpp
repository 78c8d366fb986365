#include "platforms/property.hpp"

#include <gmock/gmock.h>

#include <set>

#include "platforms/platform.hpp"
#include "tests/platform_of.hpp"

namespace collsim {
namespace {

/// A platform that says only what it must, and that nothing holds besides.
TEST(Properties, WithoutAFilesWordAreWhatTheTableSays) {
  const Platform plain = platform_of(cluster("core=\"4\"", "0-1"), 2);
  std::set<std::string> names;
  for (const PropertyGroup& group : property_groups())
    for (const Property& each : group.properties) {
      EXPECT_TRUE(names.insert(each.name).second) << each.name << " is there twice";
      EXPECT_FALSE(each.meaning.empty()) << each.name;
      if (each.name == "unsaid" || !each.places.empty() || each.otherwise.empty() ||
          find_property(each.otherwise))
        continue;
      if (each.kind == PropertyKind::text)
        EXPECT_EQ(plain.text(each.name), each.otherwise) << each.name;
      else
        EXPECT_EQ(plain.number(each.name), number_of(each.name, each.otherwise)) << each.name;
    }
  EXPECT_EQ(plain.number("cores.effective"), 4);
  EXPECT_EQ(plain.number("envelope"), smpi_envelope);
  EXPECT_EQ(plain.number("page"), 4096);
  EXPECT_THAT([&] { plain.number("quantam"); },
              ::testing::ThrowsMessage<Error>(::testing::HasSubstr("did you mean 'quantum'")));
}

TEST(Properties, AnotherOneSaysWhatAFileLeavesOut) {
  const auto with = [](const std::string& props) { return platform_of(props + cluster("", "0-1"), 2); };
  const Platform of_all = with("<prop id=\"overhead\" value=\"1us\"/>\n");
  const Platform of_node =
      with("<prop id=\"overhead\" value=\"1us\"/>\n<prop id=\"overhead.node\" value=\"2us\"/>\n");
  EXPECT_EQ(of_all.overhead(Level::domain), 1e-6);
  EXPECT_EQ(of_node.overhead(Level::domain), 2e-6);
  EXPECT_EQ(of_node.overhead(), 1e-6);
}

}  // namespace
}  // namespace collsim
