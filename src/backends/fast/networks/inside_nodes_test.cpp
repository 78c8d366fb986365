// What messages between ranks of a node do to one another (docs/concepts/nodes.md). Alone, one of n bytes takes 1 + n seconds
// between the cores of a pair and 2 + 2 n seconds between pairs, besides a loopback that takes no time.
#include <gtest/gtest.h>

#include "backends/fast/testing/ranks.hpp"
#include "tests/platform_of.hpp"

namespace collsim::fast::testing {
namespace {

using Properties = std::map<std::string, std::string>;

/// Ranks on the cores of a node, which all copy as the property `copies` says.
Machine node(const char* model, const std::string& copies, const Properties& more = {}) {
  Properties with = {{"levels", "pair, node"},      {"level.pair.cores", "2"}, {"level.pair.latency", "1s"},
                     {"level.pair.rate", "1Bps"},   {"level.node.cores", "8"}, {"level.node.latency", "2s"},
                     {"level.node.rate", "0.5Bps"}, {"copies", copies}};
  for (const auto& [name, value] : more) with[name] = value;
  std::string content;
  for (const auto& [name, value] : with)
    content += fmt::format("<prop id=\"{}\" value=\"{}\"/>\n", name, value);
  const Platform platform = platform_of(content + cluster("core=\"8\"", "0"), 1);
  Machine machine{.processes = 8, .ppn = 8, .model = model};
  machine.numbers.loopback_latency = 0;
  machine.numbers.loopback_bandwidth = 1e30;
  machine.settings.inside = std::make_shared<const InsideNodes>(
      Levels::of_platform(platform), std::vector<int>(8, 0), std::vector{0, 1, 2, 3, 4, 5, 6, 7});
  return machine;
}

struct Sent {
  int from, to, bytes;
};

/// When each rank has all its messages: it posts all, then waits for all.
Times ends(const Machine& machine, const std::vector<Sent>& messages) {
  return run(machine, [&](int rank) {
    std::vector<char> data(1000);
    std::vector<Posted> posted;
    for (const auto& [from, to, bytes] : messages) {
      if (to == rank) posted.push_back(transport().post_receive(bytes_in(data.data(), bytes), from));
      if (from == rank) posted.push_back(transport().post_send(bytes_out(data.data(), bytes), to));
    }
    wait(posted);
  });
}

void expect_ends(const Machine& machine, const std::vector<Sent>& messages, const Times& expected) {
  const Times found = ends(machine, messages);
  for (std::size_t rank = 0; rank < expected.size(); ++rank)
    EXPECT_NEAR(found[rank], expected[rank], 1e-9 * expected[rank]) << machine.model << ", rank " << rank;
}

TEST(InsideNodes, SendersCopyOneMessageAfterTheOther) {
  for (const char* model : {"hockney", "loggp", "links", "fluid"}) {
    expect_ends(node(model, "both"), {{0, 1, 9}, {0, 2, 9}}, {5 + 10, 5 + 5, 15 + 10});
    expect_ends(node(model, "sender"), {{0, 1, 9}, {0, 2, 9}}, {10 + 20, 10, 10 + 20});
  }
}

/// A root that copies for three quarters of each message's time, which its receivers do for half of it.
TEST(InsideNodes, CopiesOfBothMayOverlap) {
  const Properties parts = {{"copies.sender", "0.75"}, {"copies.receiver", "0.5"}};
  for (const char* model : {"hockney", "loggp", "links", "fluid"})
    expect_ends(node(model, "both", parts), {{0, 1, 9}, {0, 2, 9}}, {7.5 + 15, 10, 7.5 + 20});
}

/// Rank 0 has a message at 5, copies its own until 7.5, and then for 5 what came. Rank 1 asks when it has copied its own.
TEST(InsideNodes, ACoreThatCopiesWhatItSendsCopiesNothingElse) {
  const Properties parts = {{"copies.sender", "0.75"}, {"copies.receiver", "0.5"}};
  const std::vector<Sent> exchange = {{1, 0, 9}, {0, 1, 9}};
  expect_ends(node("hockney", "both", parts), exchange, {5 + 5, 7.5 + 5});
  for (const char* model : {"loggp", "links", "fluid"})
    expect_ends(node(model, "both", parts), exchange, {7.5 + 5, 7.5 + 5});
}

/// Rank 1's message is posted at 3, when rank 0 goes on to post another two, until 9.
TEST(InsideNodes, ACoreThatPostsCopiesNothing) {
  for (const char* model : {"loggp", "links", "fluid"}) {
    Machine machine = node(model, "receiver");
    machine.protocol.send_overhead = 3;
    const Times ends = run(machine, [](int rank) {
      std::vector<char> data(10);
      const auto bytes = bytes_in(data.data(), 9);
      std::vector<Posted> posted;
      if (rank == 0) posted.push_back(transport().post_receive(bytes, 1));
      for (const int to : {2, 4, 6})
        if (rank == 0) posted.push_back(transport().post_send(bytes_out(data.data(), 0), to));
      if (rank == 1) posted.push_back(transport().post_send(bytes_out(data.data(), 9), 0));
      if (rank > 1 && rank % 2 == 0) posted.push_back(transport().post_receive(bytes, 0));
      wait(posted);
    });
    EXPECT_EQ(ends[0], 9 + 10) << model;
  }
}

/// Who has copied into a buffer goes on when its receiver begins to copy, and at once where it need not wait for that.
TEST(InsideNodes, ABufferFreesItsSender) {
  for (const char* model : {"hockney", "loggp", "links", "fluid"})
    for (const bool waits : {false, true}) {
      Machine machine = node(model, "both");
      machine.protocol.detached = waits ? 0 : 100;
      const Times ends = run(machine, [](int rank) {
        if (rank == 0) send(9, 1);
        if (rank == 1) spend(100);
        if (rank == 1) recv(9, 0);
      });
      EXPECT_EQ(ends[0], waits ? 100 : 5);
      EXPECT_EQ(ends[1], 105);
    }
}

TEST(InsideNodes, ReadersOfOneRankWaitForOneAnother) {
  const std::vector<Sent> flat = {{0, 1, 9}, {0, 2, 9}, {0, 4, 9}};
  expect_ends(node("hockney", "receiver"), flat, {20, 10, 20, 0, 20});
  expect_ends(node("links", "receiver"), flat, {50, 10, 30, 0, 50});
  expect_ends(node("loggp", "receiver"), flat, {50, 10, 30, 0, 50});
  expect_ends(node("fluid", "receiver"), flat, {50, 30, 50, 0, 50});
}

/// Three receivers copy from the root's pages what is sent without blocking; the root copies what it sends otherwise.
TEST(InsideNodes, NonBlockingSendsHandOverSooner) {
  const Properties sooner = {{"copies@100B", "receiver"}, {"copies.nonblocking", "5B"}};
  const std::vector<Sent> flat = {{0, 1, 9}, {0, 2, 9}, {0, 4, 9}};
  expect_ends(node("links", "both", sooner), flat, {50, 10, 30, 0, 50});
  expect_ends(node("links", "both", sooner), {{0, 1, 4}, {0, 2, 4}}, {2.5 + 5, 5, 2.5 + 10});
  const Times blocking = run(node("links", "both", sooner), [](int rank) {
    if (rank == 0) send(9, 1);
    if (rank == 1) recv(9, 0);
  });
  EXPECT_EQ(blocking[0], 5);
  EXPECT_EQ(blocking[1], 10);
}

TEST(InsideNodes, PagesMayServeSeveral) {
  const Properties two = {{"copies.readers", "2"}};
  const std::vector<Sent> flat = {{0, 2, 9}, {0, 4, 9}, {0, 6, 9}, {0, 7, 9}};
  expect_ends(node("links", "receiver", two), flat, {50, 0, 20, 0, 30, 0, 40, 50});
  expect_ends(node("fluid", "receiver", two), flat, {40, 0, 40, 0, 40, 0, 40, 40});
}

TEST(InsideNodes, AReceiverCopiesOneMessageAtATime) {
  for (const char* model : {"links", "loggp"})
    expect_ends(node(model, "receiver"), {{1, 0, 9}, {2, 0, 9}}, {30, 10, 30});
  expect_ends(node("fluid", "receiver"), {{1, 0, 9}, {2, 0, 9}}, {30, 20, 30});
}

/// Who is read from copies meanwhile; where both copy, a core does both, one after the other.
TEST(InsideNodes, CoresThatCopyFragmentsBothSendAndReceive) {
  const std::vector<Sent> exchange = {{0, 1, 9}, {1, 0, 9}};
  for (const char* model : {"links", "fluid"}) {
    expect_ends(node(model, "receiver"), exchange, {10, 10});
    expect_ends(node(model, "fragments"), exchange, {20, 20});
  }
}

TEST(InsideNodes, MembersShareTheirPort) {
  const std::vector<Sent> out = {{0, 4, 9}, {1, 6, 9}};
  for (const char* model : {"links", "fluid"})
    expect_ends(node(model, "receiver"), out, {20, 20, 0, 0, 20, 0, 20});
  const Properties narrow = {{"level.pair.port", "0.5Bps"}};
  expect_ends(node("links", "receiver", narrow), out, {20, 38, 0, 0, 20, 0, 38});
  expect_ends(node("fluid", "receiver", narrow), out, {40, 40, 0, 0, 40, 0, 40});
  expect_ends(node("links", "receiver", narrow), {{0, 1, 9}, {2, 4, 9}}, {10, 10, 20, 0, 20});
  for (const char* model : {"links", "hockney", "fluid"})
    expect_ends(node(model, "both", narrow), {{0, 4, 9}}, {10, 0, 0, 0, 10 + 18});
  expect_ends(node("links", "both", narrow), out, {10, 10, 0, 0, 28, 0, 46});
}

/// It gives and takes as much at a time.
TEST(InsideNodes, RanksShareTheirMemory) {
  const Properties slow = {{"level.node.memory", "1Bps"}};
  const std::vector<Sent> two = {{0, 1, 9}, {2, 3, 9}};
  expect_ends(node("links", "receiver", slow), two, {10, 10, 19, 19});
  expect_ends(node("fluid", "receiver", slow), two, {20, 20, 20, 20});
}

TEST(InsideNodes, FlagsOfNearRanksAreSeenSooner) {
  Machine machine = node("links", "both", {{"level.pair.flag", "1s"}, {"level.node.flag", "3s"}});
  machine.settings.flag_transfer = 0.5;
  const Times ends = run(machine, [](int rank) {
    if (rank == 0) running.engine->raise(1);
    if (rank == 1 || rank == 4) running.engine->await(0, 1);
  });
  EXPECT_EQ(ends[1], 1);
  EXPECT_EQ(ends[4], 3.5);
}

}  // namespace
}  // namespace collsim::fast::testing
