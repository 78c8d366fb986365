#include "platforms/levels.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "tests/folder.hpp"
#include "tests/platform_of.hpp"

namespace collsim {
namespace {

using ::testing::EndsWith;

using Properties = std::map<std::string, std::string>;

/// Two nodes of eight cores in pairs and a node.
Properties usual() {
  return {{"levels", "pair, node"},       {"level.pair.cores", "2"},         {"level.pair.latency", "1us"},
          {"level.pair.rate", "1GBps"},   {"level.node.cores", "8"},         {"level.node.latency", "2us"},
          {"level.node.rate", "500MBps"}, {"copies@1000", "receiver"},       {"copies@2000", "fragments"},
          {"copies@3000", "sender"},      {"level.node.latency@2000", "3us"}};
}

Platform platform(Properties with) {
  for (const auto& [name, value] : usual()) with.emplace(name, value);
  std::string content;
  for (const auto& [name, value] : with)
    if (!value.empty()) content += fmt::format("<prop id=\"{}\" value=\"{}\"/>\n", name, value);
  return platform_of(content + cluster("core=\"8\"", "0-1"), 2);
}

std::string complaint_of(const Properties& with) {
  return complaint([&] { platform(with); });
}

TEST(Levels, AreNoneWhereAPlatformNamesNone) {
  EXPECT_TRUE(Levels::of_platform(Platform::load("star")).none());
}

TEST(Levels, SayHowFastMessagesAreWhereTheRestIsAssumed) {
  const testing::Folder folder;
  std::string text = platform({}).xml();
  if (const auto unsaid = text.find("\"unsaid\" value=\"nothing\""); unsaid != std::string::npos)
    text.replace(unsaid, 8, "\"title\"");
  const auto file = folder.path() / "mine.xml";
  std::ofstream(file) << text;
  const Platform assumed = Platform::load(file.string());
  EXPECT_TRUE(assumed.has("send_overhead"));
  EXPECT_FALSE(assumed.has("message"));
}

TEST(Levels, AreThoseOfTheInnermostGroup) {
  const Levels levels = Levels::of_platform(platform({}));
  ASSERT_EQ(levels.size(), 2U);
  EXPECT_EQ(levels.level_between(0, 1), 0U);
  EXPECT_EQ(levels.level_between(1, 2), 1U);
  EXPECT_EQ(levels.level_between(5, 5), 0U);
}

/// Its smallest messages both sides copy, then comes what `copies` says.
TEST(Levels, SayWhoCopiesAMessage) {
  const Levels levels = Levels::of_platform(platform({}));
  using enum NodeMessage::Sender;
  const NodeMessage both = levels.message(0, 500);
  EXPECT_DOUBLE_EQ(both.before, 0.75e-6);
  EXPECT_DOUBLE_EQ(both.held, 0.75e-6);
  EXPECT_EQ(both.sender, nothing);
  const NodeMessage receiver = levels.message(0, 1000);
  EXPECT_DOUBLE_EQ(receiver.held, 2e-6);
  EXPECT_EQ(receiver.before, 0);
  EXPECT_EQ(receiver.sender, pages);
  const NodeMessage fragments = levels.message(1, 2000);
  EXPECT_DOUBLE_EQ(fragments.held, 7e-6) << "from 2000 bytes on its latency is another";
  EXPECT_EQ(fragments.sender, core);
  EXPECT_DOUBLE_EQ(levels.message(0, 3000).before, 4e-6);
  EXPECT_EQ(levels.message(0, 3000).held, 0);
}

TEST(Levels, PartsMayBeOthers) {
  const NodeMessage message = Levels::of_platform(platform({{"copies.sender", "0.25"}})).message(0, 0);
  EXPECT_DOUBLE_EQ(message.before, 0.25e-6);
  EXPECT_DOUBLE_EQ(message.sets_out, 0.25e-6);
  EXPECT_DOUBLE_EQ(message.held, 0.75e-6);
}

TEST(Levels, PartsMayOverlap) {
  const NodeMessage message =
      Levels::of_platform(platform({{"copies.sender", "0.75"}, {"copies.receiver", "0.5"}})).message(0, 0);
  EXPECT_DOUBLE_EQ(message.before, 0.75e-6);
  EXPECT_DOUBLE_EQ(message.sets_out, 0.5e-6);
  EXPECT_DOUBLE_EQ(message.held, 0.5e-6);
}

TEST(Levels, PartsMayDependOnTheSize) {
  const Levels levels =
      Levels::of_platform(platform({{"copies.sender@100B", "0.25"}, {"copies.receiver@100B", "1"}}));
  const NodeMessage small = levels.message(0, 0), larger = levels.message(0, 100);
  EXPECT_DOUBLE_EQ(small.before, small.held) << "half each";
  EXPECT_DOUBLE_EQ(4 * larger.before, larger.held);
  EXPECT_EQ(larger.sets_out, 0) << "all of it is its receiver's";
}

/// It lets bytes out of a pair of cores, be it alone that they pass.
TEST(Levels, APortLimitsWhatPassesIt) {
  const Levels levels = Levels::of_platform(platform({{"level.pair.port", "100MBps"}}));
  EXPECT_DOUBLE_EQ(levels.message(0, 1000).held, 2e-6);
  EXPECT_DOUBLE_EQ(levels.message(1, 1000).held, 10e-6);
  EXPECT_DOUBLE_EQ(levels.message(1, 900).before, 1.9e-6);
  EXPECT_DOUBLE_EQ(levels.message(1, 900).held, 9e-6);
  EXPECT_DOUBLE_EQ(levels.fastest_from(1), 100e6);
  EXPECT_DOUBLE_EQ(levels.fastest_from(0), 2e9) << "half of a message that both copy";
}

TEST(Levels, MemoryLimitsAllThatIsCopiedThere) {
  const Levels levels = Levels::of_platform(platform({{"level.node.memory", "100MBps"}}));
  EXPECT_DOUBLE_EQ(levels.message(0, 1000).held, 10e-6);
  EXPECT_DOUBLE_EQ(levels.message(1, 1000).held, 10e-6);
}

/// They are announced by an empty message at least.
TEST(Levels, NonBlockingSendsHandOverSooner) {
  const Levels levels =
      Levels::of_platform(platform({{"copies.nonblocking", "500"}, {"level.pair.latency@1000", "0"}}));
  constexpr auto nonblocking = Sending::nonblocking;
  EXPECT_EQ(levels.message(0, 499, nonblocking).sender, NodeMessage::Sender::nothing);
  EXPECT_EQ(levels.message(0, 500).sender, NodeMessage::Sender::nothing);
  EXPECT_EQ(levels.message(0, 500, nonblocking).sender, NodeMessage::Sender::pages);
  EXPECT_DOUBLE_EQ(levels.message(0, 500, nonblocking).held, 1.5e-6);
  EXPECT_DOUBLE_EQ(levels.message(0, 1000, nonblocking).held, 1e-6);
}

TEST(Levels, FlagsTakeWhatThePlatformSaysOfAll) {
  const Levels levels =
      Levels::of_platform(platform({{"flag.latency", "50ns"}, {"level.node.flag", "200ns"}}));
  EXPECT_DOUBLE_EQ(levels[0].flag, 50e-9);
  EXPECT_DOUBLE_EQ(levels[1].flag, 200e-9);
}

TEST(InsideNodes, CountsTheRanksOfEachGroup) {
  const InsideNodes inside(Levels::of_platform(platform({{"level.node.flag", "200ns"}})), {0, 0, 0, 1},
                           {0, 1, 6, 1});
  EXPECT_EQ(inside.neighbours(0, 1), 2);
  EXPECT_EQ(inside.neighbours(0, 2), 1);
  EXPECT_EQ(inside.neighbours(1, 2), 3);
  EXPECT_EQ(inside.group(0, 3), 4) << "the first pair of the second node";
  EXPECT_DOUBLE_EQ(inside.slowest_flag(), 200e-9);
}

TEST(Levels, ThatDescribeNoNodeAreRefused) {
  const std::vector<std::pair<Properties, std::string>> all = {
      {{{"level.pair.cores", "3"}},
       "has levels that do not nest: 3 cores of 'pair' in 8 of 'node'; right would be a multiple"},
      {{{"level.node.cores", "4"}},
       "has a node of 8 cores whose last level, 'node', has 4; right would be a last level of 8"},
      {{{"level.pair.cores", ""}},
       "names the level 'pair' without its size; add <prop id=\"level.pair.cores\" value=\"...\"/>"},
      {{{"level.pair.rate", ""}},
       "names the level 'pair' without the rate of its messages; add <prop id=\"level.pair.rate\" "
       "value=\"...Bps\"/>"},
      {{{"copies.nonblocking", "500"}, {"copies@1000", ""}, {"copies@2000", ""}, {"copies@3000", ""}},
       "says 'copies.nonblocking', but not how larger messages are copied; add <prop id=\"copies@SIZE\" "
       "value=\"...\"/>"},
      {{{"level.pair.copy", "20GBps"}},
       "says 'level.pair.copy', but not how large that cache is; add <prop id=\"level.pair.cache\" "
       "value=\"...\"/>"},
      {{{"level.pair.cache", "1MiB"}},
       "says 'level.pair.cache', but not how fast ranks work there; add <prop id=\"level.pair.copy\" "
       "value=\"...Bps\"/>"},
      {{{"level.die.port", "1GBps"}},
       "says 'level.die.port', but 'levels' names no 'die'; known: 'pair', 'node'"},
      {{{"levels", "pair, node, pair"}}, "names the level 'pair' twice"},
      {{{"message", "1GBps"}}, "says 'message' and names levels; right would be level.NAME.rate"},
      {{{"copies", "kernel"}}, "says copies 'kernel'; right would be both, sender, receiver or fragments"},
      {{{"copies.sender", "0.25"}, {"copies.receiver", "0.5"}},
       "says that senders copy for 0.25 of a message's time and receivers for 0.5; right would be parts that "
       "make "
       "the whole together, or more"},
  };
  for (const auto& [properties, what] : all) EXPECT_THAT(complaint_of(properties), EndsWith(": " + what));
}

TEST(Levels, AreNamedWhereSomethingIsSaidOfThem) {
  EXPECT_THAT(
      complaint([] {
        platform_of("<prop id=\"level.pair.cores\" value=\"2\"/>" + cluster("core=\"8\"", "0-1"), 2);
      }),
      EndsWith(
          "says 'level.pair.cores', but names no levels; add <prop id=\"levels\" value=\"pair, ...\"/>"));
}

}  // namespace
}  // namespace collsim
