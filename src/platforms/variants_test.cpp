#include "platforms/variants.hpp"

#include <gmock/gmock.h>

#include <array>

#include "platforms/parameter_range.hpp"
#include "platforms/parameters.hpp"
#include "platforms/quantity.hpp"
#include "tests/platform_of.hpp"

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
  EXPECT_TRUE(all[4].is_time());
  EXPECT_FALSE(all[3].is_time());
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

TEST(Variants, FactorsGoOnFromTheBaseline) {
  const Changes overrides = {{"copy", "x2"}, {"link.latency", "1us"}, {"link.bandwidth", "1GBps"}};
  const Platform baseline = Platform::load("cray_t3e", overrides);
  const Variant made = parse_variant("copy=x3,link.latency=x0.5,link.bandwidth=2GBps", baseline);
  EXPECT_THAT(made.changes, ElementsAre(Pair("copy", "x6"), Pair("copy@32KiB", "x3"),
                                        Pair("link.bandwidth", "2GBps"), Pair("link.latency", "0.5us")));
  EXPECT_EQ(replaced(overrides, made.changes), made.changes);
  EXPECT_EQ(parse_range("link.latency=x2..x4", baseline).changes(2),
            (Changes{{"copy", "x2"}, {"link.bandwidth", "1GBps"}, {"link.latency", "4us"}}));
  EXPECT_EQ(parse_range("copy=x2..x4", baseline).changes(1.5).at("copy"), "x6");
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
           {"link.latency=2e-6", "'2e-6' is a time without a unit; right would be 2us, if seconds are meant"},
           {"link.bandwidth=x2,x4",
            "--set: 'x4' is no NAME=CHANGE; right would be link.bandwidth=x2, and for two "
            "variants two --set of whatif or two sweeps of a scenario"},
           {"loopback.bandwidth=1GBps",
            "nothing changes; right would be another value than the platform's own"},
           {"flag.latency=x2", "'flag.latency' is 0 on star_of_nodes"},
           {"copy=x1", "nothing changes"}}) {
    const std::string& mistake = text;
    EXPECT_THAT([&] { parse_variant(mistake, baseline); }, ThrowsMessage<Error>(HasSubstr(reason)));
  }
}

TEST(ParameterRanges, AreOfFactorsOrValues) {
  const Platform t3e = Platform::load("cray_t3e");
  const ParameterRange usual = parse_range("copy", t3e);
  EXPECT_EQ(usual.from, "x0.01");
  EXPECT_DOUBLE_EQ(usual.span, 1e4);
  EXPECT_EQ(usual.value(50), "x0.5");
  EXPECT_THAT(usual.changes(50), ElementsAre(Pair("copy", "x0.5"), Pair("copy@32KiB", "x0.5")));
  EXPECT_EQ(usual.text(50), "x0.5") << "two values";
  EXPECT_EQ(parse_range("link.latency=x0.5..x2", t3e).text(3), "x1.5 (90 ns)");

  const ParameterRange values = parse_range("link.latency=100ns..1us", t3e);
  EXPECT_DOUBLE_EQ(values.span, 10);
  EXPECT_THAT(values.changes(5), ElementsAre(Pair("link.latency", "500ns")));
  EXPECT_EQ(values.text(5), "500 ns");
  EXPECT_EQ(parse_range("link.bandwidth=100MBps..1GBps", t3e).text(5), "500 MB/s");
  EXPECT_EQ(parse_range("flag.latency=1ns..1us", Platform::load("star_of_nodes")).from, "1ns") << "from 0 on";
}

TEST(ParameterRanges, RefuseEndsThatAreNone) {
  const Platform baseline = Platform::load("star_of_nodes", {{"copy", "x2"}});
  for (const auto& [text, reason] : std::map<std::string, std::string>{
           {"link.latncy", "--vary link.latncy: star_of_nodes has no parameter 'link.latncy'; did you mean"},
           {"cores", "has no parameter 'cores'"},
           {"link.latency=3us", "'3us' is no range; right would be such as x0.01..x100 or 100ns..10us"},
           {"link.latency=1us..x2", "'1us..x2' has a factor and a value as ends"},
           {"link.latency=x2..x1", "'x2..x1' does not rise from a value above 0"},
           {"link.latency=x2..x2", "'x2..x2' does not rise from a value above 0"},
           {"link.latency=0us..1us", "'0us..1us' does not rise from a value above 0"},
           {"link.latency=x0..x1", "'x0' is no factor above 0"},
           {"link.latency=1MBps..2MBps", "'1MBps' should be a time such as 1.5us"},
           {"link.latency=1e-6..2us", "'1e-6' is a time without a unit; right would be 1us"},
           {"flag.latency", "'flag.latency' is 0 on star_of_nodes, which no factor changes"},
           {"link.bandwidth=x1..x1e30", "is too large"},
           {"copy=1us..2us", "'1us' should be a rate such as 480MBps"}}) {
    const std::string& mistake = text;
    EXPECT_THAT([&] { parse_range(mistake, baseline); }, ThrowsMessage<Error>(HasSubstr(reason))) << text;
  }
}

Platform with_range(const std::string& name, const std::string& range) {
  return platform_of("<prop id=\"range." + name + "\" value=\"" + range + "\"/>\n" +
                         "<prop id=\"send_overhead\" value=\"1us\"/>\n" +
                         cluster("loopback_bw=\"5GBps\" loopback_lat=\"2us\"", "0-1"),
                     2);
}

TEST(StatedRanges, HaveEndsToChangeNumbersTo) {
  EXPECT_THAT(stated_changes(with_range("send_overhead", "500ns..2us")),
              ElementsAre("send_overhead=500ns", "send_overhead=2us"));
  EXPECT_THAT(stated_changes(with_range("link.latency", "x0.5..x4")),
              ElementsAre("link.latency=x0.5", "link.latency=x4"));
  EXPECT_THAT(stated_changes(with_range("send_overhead", "1us..2us")), ElementsAre("send_overhead=2us"))
      << "the other is its value";
  EXPECT_THAT(stated_changes(with_range("copy", "x1..x2")), ElementsAre("copy=x2"));
  EXPECT_THAT(stated_changes(Platform::load("star")), ElementsAre());
}

TEST(StatedRanges, AreOfNumbersThatTheyHold) {
  for (const auto& [name, range, reason] : std::vector<std::array<std::string, 3>>{
           {"send_overhed", "1us..2us", "'range.send_overhed' is the range of nothing here; did you mean"},
           {"nodes", "1..2", "'range.nodes' is the range of nothing here"},
           {"send_overhead", "2us", "'range.send_overhead': '2us' is no range; right would be"},
           {"send_overhead", "2us..4us", "'2us..4us' does not hold the value 1us; right would be a range"},
           {"send_overhead", "x2..x4", "'x2..x4' does not hold the value 1us"},
           {"send_overhead", "1us..x4", "has a factor and a value as ends"},
           {"send_overhead", "1MBps..2MBps", "'1MBps' should be a time such as 1.5us"}}) {
    const std::string &its = name, &says = range;
    EXPECT_THAT(complaint([&] { with_range(its, says); }), HasSubstr(reason)) << range;
  }
}

TEST(Quantities, AreRoundedForPeople) {
  EXPECT_EQ(human_quantity("1234.56ns"), "1.235 us");
  EXPECT_EQ(human_quantity("5e4MBps"), "50 GB/s");
  EXPECT_EQ(human_quantity("999Bps"), "999 B/s");
  EXPECT_EQ(human_quantity("12"), "12");
}

}  // namespace
}  // namespace collsim
