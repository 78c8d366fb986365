#include "testbed/testbed.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

#include "support/error.hpp"
#include "testbed/launch.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

constexpr const char* tree = R"({
  "title": "Three levels",
  "root": {
    "hosts": {"top": "1Gbit/s"},
    "switches": [
      {"uplink": "50Mbit/s", "hosts": {"a": "20Mbit/s", "b": "2.5Mbit/s"},
       "switches": [{"uplink": "800kbit/s", "hosts": {"deep": "100kbit/s"}}]}
    ]
  },
  "ranks": ["deep", "top", "b", "a"]
})";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(Testbed, NumbersHostsByRankAndSwitchesFromTheRoot) {
  const Testbed testbed = Testbed::parse(tree, "folder/my-tree.json");
  EXPECT_EQ(testbed.name, "my-tree");
  EXPECT_EQ(testbed.title, "Three levels");
  ASSERT_EQ(testbed.switches.size(), 3U);
  EXPECT_EQ(testbed.switches[0].parent, -1);
  EXPECT_EQ(testbed.switches[1].parent, 0);
  EXPECT_EQ(testbed.switches[1].uplink, 50e6);
  EXPECT_EQ(testbed.switches[2].parent, 1);
  EXPECT_EQ(testbed.switches[2].uplink, 800e3);
  ASSERT_EQ(testbed.hosts.size(), 4U);
  const auto is = [&](int rank, const std::string& name, int at, double rate) {
    const auto& host = testbed.hosts[static_cast<std::size_t>(rank)];
    EXPECT_EQ(host.name, name);
    EXPECT_EQ(host.at, at) << name;
    EXPECT_EQ(host.rate, rate) << name;
  };
  is(0, "deep", 2, 100e3);
  is(1, "top", 0, 1e9);
  is(2, "b", 1, 2.5e6);
  is(3, "a", 1, 20e6);
}

TEST(Testbed, NamesItsNamespacesAfterFileAndHost) {
  const Testbed testbed = Testbed::parse(tree, "my-tree.json");
  EXPECT_EQ(testbed.switches_namespace(), "collsim.my-tree");
  EXPECT_EQ(testbed.namespace_of(testbed.hosts[0]), "collsim.my-tree.deep");
}

TEST(Testbed, FasterHostsSendLongerPieces) {
  const auto packets = [](const std::string& fast, const std::string& slow) {
    return Testbed::parse(R"({"title": "two", "root": {"hosts": {"a": ")" + fast + R"(", "b": ")" + slow +
                              R"("}}, "ranks": ["a", "b"]})",
                          "t.json")
        .packets();
  };
  EXPECT_EQ(packets("20Mbit/s", "20Mbit/s"), 1);
  EXPECT_EQ(packets("100Mbit/s", "100Mbit/s"), 2);
  EXPECT_EQ(packets("100Mbit/s", "50Mbit/s"), 1) << "the slowest";
}

TEST(Testbed, ThoseThatComeWithCollsimCanBeRead) {
  const auto load = Testbed::load;
  EXPECT_EQ(load("two_hosts").hosts.size(), 2U);
  EXPECT_EQ(load("star").hosts.size(), 8U);
  const Testbed racks = load("racks");
  EXPECT_EQ(racks.switches.size(), 3U);
  for (std::size_t rank = 1; rank < racks.hosts.size(); ++rank)
    EXPECT_NE(racks.hosts[rank].at, racks.hosts[rank - 1].at) << "neighbours are in different racks";
  const Testbed faster = load("racks100");
  for (std::size_t rank = 0; rank < faster.hosts.size(); ++rank) {
    EXPECT_EQ(faster.hosts[rank].at, racks.hosts[rank].at);
    EXPECT_EQ(faster.hosts[rank].rate, 2 * racks.hosts[rank].rate);
  }
  EXPECT_EQ(load("star20").hosts.back().rate, 20e6);
  EXPECT_EQ(load("star100").hosts.back().rate, 100e6);
  const Testbed unordered = load("racks40_80");
  EXPECT_EQ(unordered.switches[2].uplink, 2 * unordered.hosts[7].rate);
  EXPECT_EQ(unordered.hosts[0].name, "b1");
  const Testbed rows = load("rows");
  EXPECT_EQ(rows.switches.size(), 7U);
  EXPECT_EQ(rows.switches.back().parent, 4) << "a rack of the second row";
}

TEST(Testbed, NamesAreThoseThatComeWithCollsimAndAllElseIsAFile) {
  EXPECT_THAT([] { Testbed::load("rakcs"); },
              ThrowsMessage<Error>(HasSubstr("rakcs: no such testbed; did you mean 'racks'")));
  EXPECT_THAT([] { Testbed::load("./racks"); }, ThrowsMessage<Error>(StartsWith("./racks: ")));
}

TEST(Testbed, OneWithoutMpirunIsToldSoOnce) {
  const Testbed testbed = Testbed::load("two_hosts");
  const std::string path = getenv("PATH");
  setenv("PATH", "/none", 1);
  EXPECT_THAT([&] { mpirun_on(testbed, {"true"}); },
              ThrowsMessage<Error>("mpirun: cannot be started: No such file or directory; right would be "
                                   "Open MPI's (apt install openmpi-bin)"));
  setenv("PATH", path.c_str(), 1);
}

TEST(Testbed, MistakesAreNamedWithTheirPlace) {
  const auto refused = [](const std::string& from, const std::string& to, const std::string& reason,
                          const std::string& file = "t.json") {
    EXPECT_THAT([&] { Testbed::parse(replaced(tree, from, to), file); },
                ThrowsMessage<Error>(HasSubstr(reason)))
        << to;
  };
  refused("\"ranks\"", "\"order\"", "t.json:/order: unknown key 'order'; known: 'ranks', 'root', 'title'");
  refused("\"b\", \"a\"]", "\"b\", \"aa\"]", "t.json:/ranks/3: no host is called 'aa'; did you mean 'a'");
  refused("\"b\", \"a\"]", "\"b\"]",
          "t.json:/ranks: the host 'a' has no rank; right would be each host once");
  refused("\"b\", \"a\"]", "\"b\", \"b\"]", "t.json:/ranks/3: 'b' has a rank already");
  refused("1Gbit/s", "1Gbps",
          "t.json:/root/hosts/top: '1Gbps' is no rate of a link; right would be 100kbit/s to");
  refused("1Gbit/s", "99kbit/s", "'99kbit/s' is no rate of a link");
  refused("1Gbit/s", "nanGbit/s", "'nanGbit/s' is no rate of a link");
  refused("\"1Gbit/s\"", "1000",
          "t.json:/root/hosts/top: is no text; right would be a rate such as \"50Mbit/s\"");
  refused("800kbit/s", "fast", "t.json:/root/switches/0/switches/0/uplink: 'fast' is no rate of a link");
  refused("\"uplink\": \"50Mbit/s\", ", "",
          "right would be a switch: an object with 'uplink' (its rate) and");
  refused("\"deep\": \"100", "\"top\": \"100",
          "t.json:/root/switches/0/switches/0/hosts/top: two hosts are called 'top'");
  refused("\"top\": ", "\"a b\": ", "'a b' cannot be the name of a host; right would be up to 32 letters");
  refused("Three", "Three", "'a.b' cannot be the name of a testbed's file", "a.b.json");
  refused("\"hosts\": {\"top\": \"1Gbit/s\"},", "\"uplink\": \"1Gbit/s\",",
          "/root/uplink: unknown key 'uplink'");
}

}  // namespace
}  // namespace collsim
