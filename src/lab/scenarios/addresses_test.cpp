#include "lab/scenarios/addresses.hpp"

#include <gmock/gmock.h>

#include "tests/platform_of.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using namespace std::string_literals;

template <class Call>
std::string refusal_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(Addresses, KeepPartsOfTheMachineTogether) {
  const Platform platform = platform_of(
      "<prop id=\"address\" value=\"x(\\d+)s(\\d+)\"/><prop id=\"address.nodes\" value=\"4,2\"/>" +
          cluster("", "0-7"),
      8);
  Addresses addresses(platform);
  EXPECT_EQ(addresses.host_of("a", "a,x7s1"), 0);
  EXPECT_EQ(addresses.host_of("b", "b,x3s1"), 4);
  EXPECT_EQ(addresses.host_of("c", "c,x7s9"), 2);
  EXPECT_EQ(addresses.host_of("d", "d,x7s1"), 1);
  EXPECT_EQ(addresses.host_of("a", "a,x7s1"), 0);
  EXPECT_THAT(refusal_of([&] { addresses.host_of("e", "e,x7s1"); }),
              HasSubstr("2 nodes in a part such as 7 1"));
  EXPECT_THAT(refusal_of([&] { addresses.host_of("f", "f,x9s1"); }), HasSubstr("8 nodes in all"));
  EXPECT_THAT(refusal_of([&] { addresses.host_of("g", "g,y7"); }), HasSubstr("node 'g,y7' has no address"));
}

TEST(Addresses, OfNumberedPartsAreWhereTheNumbersSay) {
  const auto on = [](const std::string& sizes, const std::string& pattern = "(\\d+),(\\d+)") {
    return platform_of("<prop id=\"address\" value=\"" + pattern + "\"/><prop id=\"address.nodes\" value=\"" +
                           sizes + "\"/><prop id=\"address.parts\" value=\"numbered\"/>" + cluster("", "0-7"),
                       8);
  };
  Addresses torus(on("1,4"));  // of sides 4 and 2, the first of which varies fastest
  EXPECT_EQ(torus.host_of("a", "a,2,1"), 6);
  EXPECT_EQ(torus.host_of("b", "b,3,0"), 3);
  EXPECT_EQ(torus.host_of("a", "a,2,1"), 6);
  EXPECT_THAT(refusal_of([&] { torus.host_of("c", "c,3,0"); }),
              HasSubstr("part 3 0 of the platform's 8 nodes has no node 1"));
  EXPECT_THAT(refusal_of([&] { torus.host_of("d", "d,0,2"); }),
              HasSubstr("part 0 2 of the platform's 8 nodes has no node 0"));
  Addresses switches(on("2", ",s(.)"));
  EXPECT_EQ(switches.host_of("a", "a,s3"), 6);
  EXPECT_EQ(switches.host_of("b", "b,s3"), 7);
  EXPECT_THAT(refusal_of([&] { switches.host_of("c", "c,s3"); }), HasSubstr("has no node 2"));
  EXPECT_THAT(refusal_of([&] { switches.host_of("d", "d,sx"); }),
              HasSubstr("part 'x'; right would be its number"));
}

TEST(JobTorus, IsTheMachinesUnlessItsSidesRunOverTwoDimensions) {
  const auto on = [](const std::string& properties, const std::string& shape) {
    const JobTorus torus = job_torus(shape, platform_of(properties + cluster("", "0-1"), 2));
    return std::pair(torus.topology, torus.hosts);
  };
  const auto of = [](int dimensions) {
    return fmt::format("<prop id=\"address.torus\" value=\"{}\"/>", dimensions);
  };
  const std::string two = of(4);  // for each of two sides
  EXPECT_EQ(on("", "4x2"), (std::pair("4,2"s, std::vector{0, 1, 2, 3, 4, 5, 6, 7})));
  // Along one row of two and back along the other.
  EXPECT_EQ(on(two, "4x2"), (std::pair("2,2,2"s, std::vector{0, 1, 3, 2, 4, 5, 7, 6})));
  EXPECT_EQ(on(two, "3x6"),
            (std::pair("3,3,2"s, std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 12, 13, 14, 9, 10, 11})));
  EXPECT_EQ(on(of(3), "4x2"), on("", "4x2")) << "the second side would have none";
  // Along four rows of two, neighbours in turn: 0 1, 3 2, 6 7, 5 4.
  EXPECT_EQ(on(of(3), "8"), (std::pair("2,2,2"s, std::vector{0, 1, 3, 2, 6, 7, 5, 4})));
  EXPECT_EQ(on(of(6), "64x64").first, "16,2,2,16,2,2");
  EXPECT_EQ(on(of(6), "4x4x4").first, "2,2,2,2,2,2");
  for (const char* wrong : {"4y4", "4x0", "4xx4", "65536x65536", "4x", ""})
    EXPECT_THAT(refusal_of([&] { on(two, wrong); }), HasSubstr("right would be its sides, such as 4x4x4"))
        << wrong;
  EXPECT_THAT(refusal_of([&] { on(of(0), "4x4"); }),
              HasSubstr("'address.torus' is '0'; right would be a number from 1 to 24"));
}

TEST(Addresses, AreBothPropertiesOrNone) {
  const auto refused = [](const std::string& properties) {
    const Platform platform = platform_of(properties + cluster("", "0-1"), 2);
    return refusal_of([&] { Addresses addresses(platform); });
  };
  EXPECT_THAT(refused("<prop id=\"address\" value=\"x(.)\"/>"), HasSubstr("right would be both"));
  EXPECT_THAT(refused("<prop id=\"address\" value=\"x(.)\"/><prop id=\"address.nodes\" value=\"1,2\"/>"),
              HasSubstr("1 groups and 'address.nodes' 2 numbers"));
  EXPECT_THAT(refused("<prop id=\"address\" value=\"x(\"/><prop id=\"address.nodes\" value=\"1\"/>"),
              HasSubstr("no regular expression"));
  EXPECT_THAT(refused("<prop id=\"address\" value=\"x(.)\"/><prop id=\"address.nodes\" value=\"1\"/>"
                      "<prop id=\"address.parts\" value=\"all\"/>"),
              HasSubstr("'address.parts' is 'all'; right would be named or numbered"));
}

}  // namespace
}  // namespace collsim
