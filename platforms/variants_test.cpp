#include "platforms/variants.hpp"

#include <gmock/gmock.h>

#include "platforms/parameters.hpp"
#include "testing/platform_of.hpp"

namespace collsim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::ThrowsMessage;

/// Combining and copying by size, two kinds of links, a latency of 0, and counts, text and settings.
Platform various() {
  return platform_of(
      "<prop id=\"title\" value=\"t\"/>\n<prop id=\"flag.latency\" value=\"0s\"/>\n"
      "<prop id=\"copy@32KiB\" value=\"500MBps\"/>\n<prop id=\"cores.effective\" value=\"2\"/>\n" +
          cluster("core=\"4\" loopback_bw=\"5GBps\" loopback_lat=\"0\"", "0-1"),
      2, "<config><prop id=\"network/TCP-gamma\" value=\"0\"/></config>\n");
}

std::vector<std::string> names(const std::vector<Parameter>& all) {
  std::vector<std::string> found;
  for (const auto& each : all) found.push_back(each.name);
  return found;
}

TEST(Parameters, AreTimesRatesAndSizesByName) {
  const auto all = parameters(various());
  EXPECT_THAT(names(all),
              ElementsAre("combine.user", "copy", "flag.latency", "link.bandwidth", "link.latency",
                          "loopback.bandwidth", "loopback.latency", "memory.bandwidth"));
  EXPECT_THAT(all[1].numbers, ElementsAre("copy", "copy@32KiB"));
  EXPECT_EQ(all[1].value, "1GBps");
  EXPECT_TRUE(all[1].is_rate() && all[7].is_rate());
  EXPECT_FALSE(all[4].is_rate());
  EXPECT_TRUE(all[2].zero && all[6].zero);
  EXPECT_FALSE(all[4].zero);
}

TEST(Parameters, AreFoundByName) {
  EXPECT_EQ(parameter(various(), "link.latency").value, "1.3us");
  EXPECT_THAT(
      [] { parameter(various(), "link.latancy"); },
      ThrowsMessage<Error>(HasSubstr("has no parameter 'link.latancy'; did you mean 'link.latency'?")));
}

TEST(Variants, AFactorChangesAllSizesAValueOne) {
  const Platform t3e = Platform::load("cray_t3e");
  const Variant scaled = parse_variant("copy=x2", t3e);
  EXPECT_EQ(scaled.name, "copy=x2");
  EXPECT_THAT(scaled.changes, ElementsAre(Pair("copy", "x2"), Pair("copy@32KiB", "x2")));
  EXPECT_THAT(parse_variant("copy=2GBps,link.latency=x0.5", t3e).changes,
              ElementsAre(Pair("copy", "2GBps"), Pair("link.latency", "x0.5")));
  EXPECT_THAT(parse_variant("cores=x2", Platform::load("star")).changes, ElementsAre(Pair("cores", "x2")));
}

TEST(Variants, RefuseWhatChangesNothing) {
  const Platform baseline = Platform::load("star_of_nodes", {{"copy", "x2"}});
  for (const auto& [text, reason] : std::map<std::string, std::string>{
           {"link.bandwith=x2", "has no 'link.bandwith' to override; did you mean 'link.bandwidth'?"},
           {"link.bandwidth=x0",
            "--set link.bandwidth=x0: 'x0' is no factor above 0; right would be x2 or x0.5"},
           {"link.bandwidth=x-2", "'x-2' is no factor above 0"},
           {"link.bandwidth=x2GBps", "'x2GBps' is no factor above 0"},
           {"link.bandwidth=x1e999", "'x1e999' is no factor above 0"},
           {"loopback.bandwidth=2us", "'2us' should be a rate such as 480MBps"},
           {"link.bandwidth", "--set: 'link.bandwidth' changes nothing; right would be link.bandwidth=x2"},
           {"loopback.bandwidth=1GBps",
            "nothing changes; right would be another value than the platform's own"},
           {"flag.latency=x2", "'flag.latency' is 0 on star_of_nodes"},
           {"copy=x3", "'copy' is changed already, to x2"}})
    EXPECT_THAT([&] { parse_variant(text, baseline); }, ThrowsMessage<Error>(HasSubstr(reason)));
}

}  // namespace
}  // namespace collsim
