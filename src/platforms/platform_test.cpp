#include "platforms/platform.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "algorithms/facts/operand.hpp"
#include "platforms/parameters.hpp"
#include "platforms/quantity.hpp"
#include "tests/folder.hpp"
#include "tests/platform_of.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::string minimal(const std::string& props, const std::string& nodes = "0-3",
                    const std::string& memories = "0-3") {
  return "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n<platform "
         "version=\"4.1\">\n<zone id=\"z\" routing=\"Full\">\n" +
         props + "<cluster id=\"n\" prefix=\"node-\" suffix=\"\" radical=\"" + nodes +
         "\" speed=\"1Gf\" bw=\"1GBps\" lat=\"1us\"/>\n<cluster id=\"m\" prefix=\"memory-\" suffix=\"\" "
         "radical=\"" +
         memories + "\" speed=\"8Gf\" bw=\"1GBps\" lat=\"0\"/>\n</zone>\n</platform>\n";
}

std::string prop(const std::string& name, const std::string& value) {
  return "<prop id=\"" + name + "\" value=\"" + value + "\"/>\n<prop id=\"source." + name +
         "\" value=\"chosen: test\"/>\n";
}

const std::string network = R"(<prop id="unsaid" value="nothing"/>
<prop id="source.link.bandwidth" value="chosen: test"/>
<prop id="source.link.latency" value="chosen: test"/>
<prop id="source.memory.bandwidth" value="chosen: test"/>
<prop id="source.nodes" value="chosen: test"/>
)";
const std::string complete = network + prop("combine.arithmetic", "2GBps") +
                             prop("combine.arithmetic.int", "4GBps") +
                             prop("combine.arithmetic@1MiB", "1GBps") + prop("copy", "3GBps");

class PlatformTest : public ::testing::Test {
 protected:
  std::string write(const std::string& xml) const {
    std::ofstream(file_) << xml;
    return file_;
  }
  /// What loading complains about.
  std::string complaint(const std::string& xml,
                        const std::map<std::string, std::string>& overrides = {}) const {
    try {
      Platform::load(write(xml), overrides);
      return "nothing";
    } catch (const Error& error) {
      return error.what();
    }
  }
  const testing::Folder folder_;
  const std::string file_ = folder_.path() / "platform_test.xml";
};

TEST_F(PlatformTest, ShippedPlatformsLoad) {
  for (const auto& name : platform_names()) {
    const Platform platform = Platform::load(name);
    EXPECT_GT(platform.nodes(), 0) << name;
    EXPECT_FALSE(platform.title().empty()) << name;
  }
}

TEST_F(PlatformTest, ShippedPlatformsCombineByAllButOneOperator) {
  for (const auto& name : platform_names()) {
    const Platform platform = Platform::load(name);
    for (const auto& op : operand_ops()) {
      if (name == "cray_t3e" && op.op_class == "location") continue;  // its library's rate is not known
      EXPECT_GT(platform.combine_rate(op.op_class, "double", 64), 0) << name << " " << op.name;
    }
  }
}

TEST_F(PlatformTest, RatesByClassTypeAndSize) {
  const Platform platform = Platform::load(write(minimal(complete)));
  EXPECT_EQ(platform.nodes(), 4);
  EXPECT_EQ(platform.combine_rate("arithmetic", "double", 100), 2e9);
  EXPECT_EQ(platform.combine_rate("arithmetic", "double", (1 << 20) - 1), 2e9);
  EXPECT_EQ(platform.combine_rate("arithmetic", "double", 1 << 20), 1e9);
  EXPECT_EQ(platform.combine_rate("arithmetic", "int", 100), 4e9);
  EXPECT_EQ(platform.copy_rate(1 << 30), 3e9);
  EXPECT_EQ(platform.number("message", 1), 0);
  EXPECT_THAT([&] { platform.combine_rate("user", "double", 1); },
              ThrowsMessage<PlatformError>(
                  HasSubstr("names no rate of combining for operators of class user on double")));
}

TEST_F(PlatformTest, OverridesScaleAndReplace) {
  const auto overridden = Platform::load(
      write(minimal(complete)),
      {{"link.bandwidth", "x2"}, {"link.latency", "3us"}, {"copy", "x0.5"}, {"memory.bandwidth", "5GBps"}});
  EXPECT_THAT(overridden.xml(), HasSubstr("bw=\"2GBps\" lat=\"3us\""));
  EXPECT_THAT(overridden.xml(), HasSubstr("speed=\"5000000000f\" bw=\"1GBps\" lat=\"0\""));
  EXPECT_EQ(overridden.copy_rate(1), 1.5e9);
}

/// SimGrid reads attributes, so that their numbers mean what they mean to it.
TEST_F(PlatformTest, AttributesAreReadAsSimGridReadsThem) {
  const auto with = [&](const std::string& attributes) {
    std::string text = minimal(complete);
    text.replace(text.find("bw=\"1GBps\" lat=\"1us\""), 20, attributes);
    return text;
  };
  const Platform unitless = Platform::load(write(with("bw=\"1e9\" lat=\"1e-6\"")));
  EXPECT_TRUE(parameter(unitless, "link.latency").is_time());
  EXPECT_TRUE(parameter(unitless, "link.bandwidth").is_rate());
  EXPECT_FALSE(parameter(unitless, "link.latency").zero);
  EXPECT_EQ(complaint(with("bw=\"8Gbps\" lat=\"1000000ps\"")), "nothing");
  EXPECT_THAT(
      complaint(with("bw=\"1GBps\" lat=\"1.3 us\"")),
      HasSubstr("'link.latency': '1.3 us' has a blank, which SimGrid does not read; right would be '1.3us'"));
  EXPECT_THAT(Platform::load(write(minimal(complete)), {{"link.latency", "1.3 us"}}).xml(),
              HasSubstr("lat=\"1.3us\""));
}

TEST_F(PlatformTest, ComplaintsNameFileAndRemedy) {
  EXPECT_THAT(complaint("<platform>"), HasSubstr("platform_test.xml:1: "));
  EXPECT_THAT(complaint("<platform version=\"4.1\">\n</platform>"), HasSubstr("has no <zone>"));
  EXPECT_THAT(complaint(minimal(network + prop("copy", "1GBps"))), HasSubstr("names no rate of combining"));
  EXPECT_THAT(complaint(minimal(network + prop("combine.arithmetic", "1GBps"))),
              HasSubstr("names no rate of copying"));
  EXPECT_THAT(complaint(minimal("<prop id=\"unsaid\" value=\"nothing\"/>\n" + prop("copy", "1GBps"))),
              HasSubstr("does not say where 'link.bandwidth' comes from"));
  EXPECT_THAT(
      complaint(minimal(
          network + "<prop id=\"copy\" value=\"1GBps\"/>\n<prop id=\"source.copy\" value=\"guess: x\"/>\n")),
      HasSubstr("where 'copy' comes from"));
  EXPECT_THAT(complaint(minimal(complete, "0-3", "0-2")),
              HasSubstr("has 3 hosts called memory-*; 4 nodes of 1 memory domains need 4"));
  EXPECT_THAT(complaint(minimal(complete, "0-x")), HasSubstr("platform_test.xml:18: has the radical '0-x'"));
  EXPECT_THAT(complaint(minimal(complete + prop("copy", "1GBps"))), HasSubstr("names property 'copy' twice"));
  EXPECT_THAT(complaint(minimal(network + prop("combine.user", "1GBps") + prop("copy", "fast"))),
              HasSubstr("'copy': 'fast' is not a number with a unit, such as 480MBps"));
  EXPECT_THAT(complaint(minimal(network + prop("combine.user", "1GBps") + prop("copy", "0Bps"))),
              HasSubstr("'copy': '0Bps' is too small"));
  EXPECT_THAT(complaint(minimal(complete), {{"link.bandwith", "x2"}}),
              HasSubstr("did you mean 'link.bandwidth'"));
  EXPECT_THAT(complaint(minimal(complete), {{"link.bandwidth", "twice"}}),
              HasSubstr("override 'link.bandwidth': 'twice' is not a number with a unit"));
  EXPECT_THAT(complaint(minimal(complete), {{"link.bandwidth", "5GBpsx"}}),
              HasSubstr("unknown unit 'GBpsx'"));
  EXPECT_THAT(complaint(minimal(complete), {{"link.bandwidth", "x2us"}}), HasSubstr("'x2us' is no factor"));
  EXPECT_THAT(complaint(minimal(complete), {{"link.latency", "1.3e-6"}}),
              HasSubstr("override 'link.latency': '1.3e-6' is a time without a unit; right would be 1.3us"));
  EXPECT_THAT(complaint(minimal(complete + prop("overhead", "0.001"))),
              HasSubstr("'overhead': '0.001' is a time without a unit; right would be 1ms"));
  EXPECT_THAT(complaint(minimal(complete), {{"link.latency", "5f"}}), HasSubstr("'5f' should be a time"));
  EXPECT_THAT(complaint(minimal(complete), {{"copy", "5Gf"}}), HasSubstr("'5Gf' should be a rate"));
  EXPECT_THAT(complaint(minimal(complete), {{"link.bandwidth", "x0"}}),
              HasSubstr("override 'link.bandwidth': '0GBps' is too small"));
  EXPECT_THAT(complaint(minimal(complete), {{"link.latency", "nan"}}),
              HasSubstr("override 'link.latency': 'nan' is no time"));
  EXPECT_THAT(complaint(minimal(complete), {{"link.latency", "1GBps"}}),
              HasSubstr("'1GBps' should be a time"));
  EXPECT_THAT(complaint(minimal(complete), {{"copy", "1us"}}), HasSubstr("'1us' should be a rate"));
  EXPECT_THAT(complaint(minimal(complete), {{"copy", "x1e300"}}), HasSubstr("is too large"));
  EXPECT_THAT(complaint(minimal(complete + prop("memory.domains", "2.5"))),
              HasSubstr("'memory.domains': '2.5' is not a whole number"));
  EXPECT_THAT(complaint(minimal(complete + prop("overhed", "1us"))),
              HasSubstr("platform_test.xml:18: unknown property 'overhed'; did you mean 'overhead'"));
  EXPECT_THAT(complaint(minimal(complete + prop("combine.usr@1MiB", "1GBps"))),
              HasSubstr("did you mean 'combine.user'"));
  EXPECT_THAT(complaint(minimal(complete + prop("combine.user.duoble", "1GBps"))),
              HasSubstr("did you mean 'double'"));
  EXPECT_THAT(complaint(minimal(complete + prop("quantum@1MiB", "1us"))),
              HasSubstr("right would be 'quantum'"));
  EXPECT_THAT(complaint(minimal(complete + prop("fresh", "1GBps"))),
              HasSubstr("property 'fresh' depends on a size; right would be such as 'fresh@32MiB'"));
  EXPECT_THAT(complaint(minimal(complete + prop("leaf.latency", "1us"))),
              HasSubstr("unknown property 'leaf.latency'; right would be the attribute of a cluster"));
  EXPECT_THAT(
      complaint(minimal(complete + prop("domains.latency", "1us"))),
      HasSubstr("unknown property 'domains.latency'; right would be levels, each with level.NAME.latency"));
  EXPECT_THAT(complaint(minimal(complete + "<prop id=\"source.link.bandwith\" value=\"chosen: test\"/>\n")),
              HasSubstr("did you mean 'source.link.bandwidth'"));
  EXPECT_THAT([] { Platform::load("cray_t3"); },
              ThrowsMessage<Error>("unknown platform 'cray_t3'; did you mean 'cray_t3e'?"));
  EXPECT_THAT([] { Platform::load("cray_t3e.xml"); },
              ThrowsMessage<Error>(HasSubstr("cray_t3e.xml: no such file; did you mean 'cray_t3e'?")));
  EXPECT_THAT([] { Platform::load("here/mine"); },
              ThrowsMessage<Error>(HasSubstr("here/mine: no such file")));
  EXPECT_THAT(
      [] { Platform::load("/dev/stdin"); },
      ThrowsMessage<Error>(HasSubstr("/dev/stdin: is of this process alone, and others read it, too; ")));
  EXPECT_THAT([] { Platform::load("."); }, ThrowsMessage<Error>(HasSubstr(".: is a folder")));
}

TEST_F(PlatformTest, WhatNoMachineHasIsRefusedAtOnce) {
  EXPECT_THAT(complaint(minimal(complete, "0-4000000000")),
              HasSubstr("has the radical '0-4000000000'; write 0-63"));
  EXPECT_THAT(complaint(minimal(complete, "0-999999999")),
              HasSubstr("of more than 16777216 hosts; write fewer"));
  EXPECT_THAT(complaint(minimal(complete, "9-0")), HasSubstr("has the radical '9-0'; write 0-9"));
  EXPECT_THAT(complaint(minimal(complete + prop("memory.domains", "1000000000"))),
              HasSubstr("'memory.domains': '1000000000' is too large"));
  EXPECT_THAT(complaint(minimal(complete) + "<"), HasSubstr("malformed XML"));
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<zone routing='Full'>";
  for (int i = 0; i < 100'000; ++i) deep += "</zone>";
  EXPECT_THAT(complaint("<platform>" + deep + "</platform>"), HasSubstr("is nested deeper than 16 levels"));
  EXPECT_THAT(complaint("<platform><zone/><zone/></platform>"),
              HasSubstr("has a second <zone> inside <platform>"));
}

TEST(PlatformFiles, FoldersAndDevicesAreNone) {
  const auto why = [](const std::string& file) {
    try {
      Platform::load(file);
    } catch (const PlatformError& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  EXPECT_EQ(why("/"), "/: is a folder; right would be a platform's XML file");
  EXPECT_THAT(why("/dev/zero"), HasSubstr("/dev/zero: is no regular file; right would be"));
}

TEST(Quantity, UnitsAreSimGrids) {
  EXPECT_EQ(parse_quantity("480MBps"), 480e6);
  EXPECT_EQ(parse_quantity("1.5us"), 1.5e-6);
  EXPECT_EQ(scale_quantity("480MBps", 2), "960MBps");
  EXPECT_EQ(parse_bytes("32KiB"), 32768);
  EXPECT_THAT([] { parse_quantity("3 parsecs"); },
              ThrowsMessage<Error>(HasSubstr("has the unknown unit 'parsecs'; known: ps ns us ms s")));
  EXPECT_EQ(parse_quantity("100Gbps"), 12.5e9);
  EXPECT_EQ(parse_quantity("100 Gbps"), 12.5e9);
  EXPECT_EQ(parse_quantity("1GiBps"), 0x1p30);
  EXPECT_EQ(parse_quantity("2Ebps"), 2.5e17);
  EXPECT_EQ(parse_quantity("1.5 us"), 1.5e-6);
  EXPECT_EQ(scale_quantity("1.5 us", 2), "3us");
  EXPECT_EQ(human_quantity("100Gbps"), "12.5 GB/s");
  EXPECT_EQ(parse_bytes("32 KiB"), 32768);
  EXPECT_EQ(parse_bytes("32Ki"), 32768);
  EXPECT_THAT([] { parse_quantity("5KBps"); },
              ThrowsMessage<Error>(HasSubstr("'KBps'; right would be kBps (1000) or KiBps (1024)")));
  EXPECT_THAT([] { parse_quantity("fast"); }, ThrowsMessage<Error>(HasSubstr("is not a number with a unit")));
  EXPECT_THAT([] { parse_bytes("1MBps"); }, ThrowsMessage<Error>(HasSubstr("'1MBps'")));
}

TEST(Platform, ATorusTakesAnotherShape) {
  const std::string torus = cluster("topology=\"TORUS\" topo_parameters=\"2,2,2\"", "0-7");
  const Platform other = platform_of(torus, 8, "", {{"topology", "3,4"}});
  EXPECT_EQ(other.nodes(), 12);
  EXPECT_EQ(other.numbers().at("topology").first, "3,4");
  EXPECT_EQ(platform_of(torus, 8, "", {{"topology", "3x4"}}).xml(), other.xml());
  for (const char* wrong : {"", "3,", "3;4", "0,4", "3x", "99999,99999"})
    EXPECT_THAT(complaint([&] {
                  platform_of(torus, 8, "", {{"topology", wrong}});
                }),
                HasSubstr(fmt::format("'{}' is no shape of a torus", wrong)));
  const Platform gemini = Platform::load("cray_xe6", {{"topology", "4,4,2"}});
  EXPECT_EQ(gemini.nodes(), 64);
  EXPECT_EQ(gemini.numbers().at("topology").first, "2;4,4,2;2,1,2");
  EXPECT_THAT(complaint([] {
                platform_of(cluster("", "0-7"), 8, "", {{"topology", "3,4"}});
              }),
              HasSubstr("has no 'topology' to override"));
  EXPECT_THAT(complaint([] {
                Platform::load("leonardo", {{"topology", "4,4,4"}});
              }),
              HasSubstr("has no 'topology' to override; known: 'combine.arithmetic'"));
}

}  // namespace
}  // namespace collsim
