#include "platforms/protocol.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/platform_of.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;

std::string property(const std::string& name, const std::string& value) {
  return fmt::format("<prop id=\"{}\" value=\"{}\"/>\n", name, value);
}

/// Two nodes, with settings and properties.
Platform star(const std::map<std::string, std::string>& settings, const std::string& properties = "",
              const std::map<std::string, std::string>& overrides = {}) {
  std::string config;
  for (const auto& [name, value] : settings) config += property(name, value);
  return platform_of(properties + cluster("", "0-1"), 2, "<config>" + config + "</config>\n", overrides);
}

std::string refused(const std::string& setting, const std::string& value) {
  return complaint([&] { static_cast<void>(protocol(star({{setting, value}}))); });
}

TEST(Protocol, IsTheSmpiBackendsUnlessThePlatformSaysOtherwise) {
  const Protocol plain = protocol(star({}));
  EXPECT_EQ(plain.envelope, 16);
  EXPECT_EQ(plain.latency_factor, SizeFactor(1));
  EXPECT_EQ(plain.bandwidth_factor, 1);
  EXPECT_EQ(plain.eager, 0);
  EXPECT_EQ(plain.detached, 0);
  EXPECT_EQ(plain.send_overhead, 0);
  EXPECT_EQ(plain.network_latency, 0);
  EXPECT_EQ(plain.gap, 0);
  EXPECT_FALSE(plain.exchange.holds(1 << 30));
  EXPECT_FALSE(plain.adaptive);
}

TEST(Protocol, ReadsSettingsAndProperties) {
  const Protocol read = protocol(star({{"smpi/async-small-thresh", "4096"},
                                       {"smpi/send-is-detached-thresh", "65536"},
                                       {"smpi/lat-factor", "0:1.5"},
                                       {"smpi/bw-factor", "0.25"},
                                       {"network/TCP-gamma", "0.0"},
                                       {"smpi/simulate-computation", "no"}},
                                      property("send_overhead", "1.5us") + property("gap", "2us") +
                                          property("network.latency", "3us") + property("envelope", "0") +
                                          property("exchange@4KiB", "2GBps")));
  EXPECT_EQ(read.envelope, 0);
  EXPECT_EQ(read.latency_factor, SizeFactor(1.5));
  EXPECT_EQ(read.bandwidth_factor, 0.25);
  EXPECT_EQ(read.eager, 4096);
  EXPECT_EQ(read.detached, 65536);
  EXPECT_EQ(read.send_overhead, 1.5e-6);
  EXPECT_EQ(read.gap, 2e-6);
  EXPECT_EQ(read.network_latency, 3e-6);
  EXPECT_EQ(read.exchange.rate, 2e9);
  EXPECT_TRUE(read.exchange.holds(4096));
  EXPECT_FALSE(read.exchange.holds(4095));
}

TEST(Protocol, EagerMessagesMayBeCopied) {
  // The star copies at 1 GB/s.
  const EagerCopies copies =
      eager_copies(star({{"smpi/async-small-thresh", "4096"}}, property("eager.copy", "0.5GBps")));
  EXPECT_DOUBLE_EQ(copies.in.seconds(4000), 4e-6);
  EXPECT_DOUBLE_EQ(copies.out.seconds(4000), 8e-6);
  EXPECT_EQ(copies.in.seconds(4096), 0);
  EXPECT_EQ(copies.out.seconds(4096), 0);
  EXPECT_EQ(eager_copies(star({})).in.seconds(1), 0);
  EXPECT_THAT(complaint([] { static_cast<void>(eager_copies(star({}, property("eager.copy", "2GBps")))); }),
              HasSubstr("names a rate 'eager.copy', but no message is eager; right would be "
                        "'smpi/async-small-thresh' in <config>, too"));
  EXPECT_THAT(complaint([] { star({}, property("eager.copy", "2us")); }),
              HasSubstr("a rate such as 480MBps"));
}

TEST(Protocol, LatencyMayDependOnTheSizeOfMessages) {
  const SizeFactor factor = protocol(star({{"smpi/lat-factor", "100:0.5;1000:3"}})).latency_factor;
  EXPECT_EQ(factor.factor_of(100), 1);
  EXPECT_EQ(factor.factor_of(101), 0.5);
  EXPECT_EQ(factor.factor_of(1000), 0.5);
  EXPECT_EQ(factor.factor_of(1001), 3);
  EXPECT_EQ(factor.least(), 0.5);
  EXPECT_EQ(SizeFactor("0:2;10:1").factor_of(10), 2);
  EXPECT_EQ(SizeFactor("7").factor_of(1e9), 7);
}

TEST(Protocol, NamesTheSettingsThatItCannotModel) {
  EXPECT_THAT(refused("smpi/os", "0:1e-6:0"),
              HasSubstr("sets 'smpi/os', which the fast engine cannot model"));
  EXPECT_THAT(refused("network/TCP-gamma", "4194304"), HasSubstr("'network/TCP-gamma' to '4194304'"));
  EXPECT_THAT(refused("network/TCP-gamma", "4194304"), HasSubstr("it knows '0'"));
  EXPECT_THAT(refused("smpi/simulate-computation", "yes"), HasSubstr("it knows 'no'"));
  EXPECT_THAT(refused("smpi/bw-factor", "0:1;1024:2"), HasSubstr("write 0:VALUE"));
  for (const char* wrong : {"", "0", "0:x", "0:1;", "1024:2;1024:3", "1024:2;0:1", "-1:2", "0:-1"})
    EXPECT_THAT(refused("smpi/lat-factor", wrong),
                HasSubstr(fmt::format("sets 'smpi/lat-factor' to '{}'; write FACTOR or SIZE:FACTOR", wrong)));
  EXPECT_THAT(refused("smpi/bw-factor", "0"), HasSubstr("write 0:VALUE"));
  EXPECT_THAT(refused("smpi/async-small-thresh", "4K"), HasSubstr("write a number of bytes"));
}

TEST(Protocol, ThePlatformsNetworkIsOneOfTheModels) {
  EXPECT_EQ(star({}).network(), "links");
  const std::string fluid = property("network", "fluid");
  EXPECT_EQ(star({}, fluid).network(), "fluid");
  EXPECT_EQ(star({}, fluid, {{"network", "hockney"}}).network(), "hockney");
  EXPECT_THAT(complaint([] { star({}, property("network", "flude")); }),
              HasSubstr("unknown network 'flude'; did you mean 'fluid'?"));
}

TEST(Protocol, RoutingIsMinimalOrAdaptive) {
  EXPECT_TRUE(protocol(star({}, property("routing", "adaptive"))).adaptive);
  EXPECT_FALSE(protocol(star({}, property("routing", "adaptive"), {{"routing", "minimal"}})).adaptive);
  EXPECT_THAT(complaint([] { static_cast<void>(protocol(star({}, property("routing", "valiant")))); }),
              HasSubstr("has the routing 'valiant'; right would be minimal or adaptive"));
}

TEST(Protocol, PropertiesHaveUnits) {
  EXPECT_THAT(complaint([] { star({}, property("gap", "3us")); }), HasSubstr("nothing"));
  EXPECT_THAT(complaint([] { star({}, property("gap", "0")); }), HasSubstr("nothing"));
  EXPECT_THAT(complaint([] { star({}, property("gap", "3")); }), HasSubstr("'3' is a time without a unit"));
  EXPECT_THAT(complaint([] { star({}, property("gap", "3MBps")); }), HasSubstr("a time such as 1.5us"));
  EXPECT_THAT(complaint([] { star({}, property("send_overhead", "-1us")); }), HasSubstr("too small"));
  EXPECT_THAT(complaint([] { star({}, property("envelope", "3us")); }), HasSubstr("unknown unit"));
  EXPECT_THAT(complaint([] { star({}, property("send_overhed", "1us")); }),
              HasSubstr("did you mean 'send_overhead'"));
}

}  // namespace
}  // namespace collsim
