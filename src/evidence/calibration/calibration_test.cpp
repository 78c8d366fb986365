#include "evidence/calibration/calibration.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "evidence/calibration/pattern_rows.hpp"
#include "support/error.hpp"
#include "support/json.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr std::int64_t K = 1024;

PatternTime row(const std::string& pattern, int ranks, std::int64_t bytes, double seconds) {
  return {pattern, ranks, bytes, seconds, seconds, seconds, 9};
}

/// What a machine would show with 1 MB/s, 100 us of latency (300 us where 4 ranks are at it) and room for 96 KiB in its
/// sockets, whose library lets messages of up to 64 KiB set out by themselves.
std::vector<PatternTime> made_up() {
  std::vector<PatternTime> rows;
  const auto line = [](std::int64_t bytes) { return 100e-6 + static_cast<double>(bytes) * 1e-6; };
  for (const std::int64_t bytes : {std::int64_t{8}, 4 * K, 64 * K, 256 * K}) {
    rows.push_back(row("ping_pong", 2, bytes, bytes == 8 ? 100e-6 : line(bytes)));
    rows.push_back(row("exchange", 2, bytes, line(bytes)));
    const double waited = bytes > 96 * K ? static_cast<double>(bytes - 96 * K) * 1e-6 : 5e-6;
    rows.push_back(row("send", 2, bytes, waited));
    rows.push_back(row("late_receiver", 2, bytes, bytes <= 64 * K ? 20e-6 : line(bytes)));
  }
  rows.push_back(row("rounds", 2, 8, 100e-6));
  rows.push_back(row("rounds", 4, 8, 300e-6));
  rows.push_back(row("exchange", 4, 64 * K, line(64 * K)));
  rows.push_back(row("one_to_all", 4, 64 * K, 3 * 64 * K * 1e-6));
  for (const char* pattern : {"copy", "combine.arithmetic", "combine.location", "combine.user"})
    for (const int ranks : {2, 4}) {
      rows.push_back(row(pattern, ranks, 64 * K, 1e-6));
      rows.push_back(row(pattern, ranks, 1024 * K, 1024 * K * 1e-9 * ranks));
    }
  return rows;
}

TEST(Calibration, FindsWhatTheRowsWereMadeOf) {
  const Calibration found = calibrate(made_up(), {.nominal = 10e6});
  EXPECT_NEAR(found.bandwidth, 1e6, 1e-3);
  EXPECT_DOUBLE_EQ(found.latency.at_load(2), 100e-6);
  EXPECT_DOUBLE_EQ(found.latency.at_load(3), 200e-6) << "between";
  EXPECT_DOUBLE_EQ(found.latency.at_load(64), 300e-6) << "beyond";
  EXPECT_NEAR(static_cast<double>(found.buffered), 96 * K, 1);
  EXPECT_NEAR(found.rest, 0, 1e-12);
  EXPECT_EQ(found.eager, 64 * K);
  EXPECT_DOUBLE_EQ(found.rates.at("copy").at_load(2), 0.5e9) << "by the longest vectors";
  EXPECT_DOUBLE_EQ(found.rates.at("combine.user").at_load(4), 0.25e9);
  EXPECT_EQ(found.nominal, 10e6);
}

TEST(Calibration, RefusesPatternsOfAFasterTestbed) {
  EXPECT_THAT([] { calibrate(made_up(), {.nominal = 5e6}); },
              ThrowsMessage<Error>("exchanges had 8 Mbit/s, more than the 5 of the testbed's links; right "
                                   "would be the testbed on which they were measured"));
}

TEST(Calibration, TakesRanksOfOneHostOrOfAHostEach) {
  EXPECT_EQ(why_mixed({"a", "b", "c"}), "");
  EXPECT_EQ(why_mixed({"a", "a", "a"}), "");
  EXPECT_EQ(
      why_mixed({"a", "b", "b", "a"}),
      "ranks 1 and 2 share the host b, and others are elsewhere; right would be a rank a host (srun -N 2 -n "
      "2), or all on one");
}

TEST(Calibration, SharesOutWhatAllRanksTakeOfTheirCores) {
  auto rows = made_up();
  // Two ranks a core: 150 us of it for a message of a round, a look in vain of 10 us for both and 4 us for a piece included, and 3 us
  // more where nothing goes back. A round trip beside ranks that wait takes four looks and 145 us.
  for (auto& each : rows)
    if (each.pattern == "send" && each.bytes == 8) each.seconds = 4e-6;
  rows.push_back(row("lone", 4, 8, 92.5e-6));
  rows.push_back(row("one_way", 4, 8, 306e-6));
  rows.push_back(row("send", 4, 16 * K, 10e-6));
  rows.push_back(row("send", 4, 64 * K, 10e-6 + 48 * K * 1e-9));
  const SharedCores cores = calibrate(rows, {.cores = 2}).cores;
  EXPECT_EQ(cores.number, 2);
  EXPECT_NEAR(cores.poll, 10e-6, 1e-12);
  EXPECT_NEAR(cores.hand_over, 1e-9, 1e-15);
  EXPECT_NEAR(cores.forward, 4e-6, 1e-12);
  EXPECT_NEAR(cores.receive, 141e-6, 1e-12);
  EXPECT_NEAR(cores.acknowledge, 3e-6, 1e-12);
  EXPECT_EQ(calibrate(rows, {.cores = 4}).cores.number, 0) << "each rank has one";
  EXPECT_THAT([] { calibrate(made_up(), {.cores = 2}); },
              ThrowsMessage<Error>(HasSubstr("there is no lone of 8 B by 4 ranks")));
}

TEST(Calibration, TakesWhatPingPongsAreAheadForARest) {
  auto rows = made_up();
  for (auto& each : rows)
    if (each.pattern == "ping_pong" && each.bytes >= 64 * K) each.seconds -= 6 * K * 1e-6;
  EXPECT_NEAR(calibrate(rows, {}).rest, 6e-6 * K, 1e-9);
}

TEST(Calibration, NeedsAPingPongThatFillsTheLinks) {
  auto rows = made_up();
  for (auto& each : rows)
    if (each.pattern == "ping_pong") each.bytes = 8;
  EXPECT_THAT([&] { calibrate(rows, {}); },
              ThrowsMessage<Error>(HasSubstr("no ping_pong of 16 KiB or more")));
}

TEST(Calibration, TakesTheBandwidthOfTheSlopeOfLongExchanges) {
  auto rows = made_up();
  for (auto& each : rows) {
    if (each.pattern != "exchange" || each.ranks != 2) continue;
    each.seconds =
        each.bytes < 64 * K ? 1 : 5e-3 + static_cast<double>(each.bytes) * 2e-6;  // short ones do not count
    each.low = each.high = each.seconds;
  }
  EXPECT_NEAR(calibrate(rows, {}).bandwidth, 0.5e6, 1e-3);
}

TEST(Calibration, TellsOneWayAtATimeFromBoth) {
  auto rows = made_up();
  for (auto& each : rows)
    if (each.pattern == "ping_pong" && each.bytes >= 64 * K)
      each.seconds = 100e-6 + static_cast<double>(each.bytes) * 0.6e-6;
  EXPECT_NEAR(calibrate(rows, {}).alone, 1e6 / 0.6, 1e-3);
  EXPECT_NEAR(calibrate(made_up(), {}).alone, 1e6, 1e-3);
}

TEST(Calibration, TellsBySizeHowLongMessagesTakeWhereNoLinkIsShaped) {
  auto rows = made_up();
  for (auto& each : rows)
    if (each.pattern == "ping_pong" && each.bytes == 4 * K)
      each.seconds += 2 * 95e-6;  // 5 us are the sender's
  const Calibration found = calibrate(rows, {});
  ASSERT_EQ(found.latency_factors.size(), 2U);
  EXPECT_NEAR(found.latency_factors.at(181), 3, 1e-6) << "from the middle between 8 B and 4 KiB";
  EXPECT_EQ(found.latency_factors.at(16 * K), 1) << "to that between 4 KiB and what tells the rate";
  EXPECT_NEAR(found.message(4 * K, 2), 290e-6 + 4 * K * 1e-6, 1e-9);
  EXPECT_NEAR(found.message(64 * K, 2), 100e-6 + 64 * K * 1e-6, 1e-9);
  EXPECT_NEAR(found.message(8, 2), 108e-6, 1e-9);
  EXPECT_TRUE(calibrate(rows, {.nominal = 10e6}).latency_factors.empty());
}

TEST(Calibration, ASendThatNeverWaitsIsBufferedWhole) {
  auto rows = made_up();
  for (auto& each : rows)
    if (each.pattern == "send") each.seconds = each.low = each.high = 5e-6;
  EXPECT_EQ(calibrate(rows, {}).buffered, 256 * K);
}

TEST(Calibration, SaysWhatItMakesOfTheRows) {
  const auto rows = made_up();
  const Calibration found = calibrate(rows, {.nominal = 10e6});
  for (const auto& [row, fitted] : residuals(found, rows)) {
    // Of one to all the messages share a link, and a word goes before or after them.
    const bool shared = row.pattern == "one_to_all";
    const double expected = shared ? 2 * 300e-6 + 3 * 64 * K * 1e-6 : row.seconds;
    if (shared || row.ranks == 2) {
      EXPECT_NEAR(fitted / expected, 1, row.bytes == 8 ? 0.1 : 1e-9) << row.pattern << row.bytes;
    }
  }
  const std::string text = to_text(found, rows);
  EXPECT_THAT(text, HasSubstr("bandwidth  1 MB/s both ways at once, 80.0 % of the 10 Mbit/s of the links"));
  EXPECT_THAT(text, HasSubstr("latency    300 us with 4 ranks at it"));
  EXPECT_THAT(text, HasSubstr("buffered   96 KiB"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("warning")));
}

TEST(Calibration, WarnsWhereProcessorsLimit) {
  auto rows = made_up();
  for (auto& each : rows)
    if (each.pattern == "exchange" && each.ranks == 4) each.seconds *= 1.5;
  EXPECT_THAT(to_text(calibrate(rows, {}), rows),
              HasSubstr("warning: all ranks at once exchange in 1.50 times the time of two"));
}

TEST(Calibration, RefusesNoiseAndWhatIsMissing) {
  const auto refused = [](const auto& change, const std::string& reason) {
    auto rows = made_up();
    change(rows);
    EXPECT_THAT([&] { calibrate(rows, {}); }, ThrowsMessage<Error>(HasSubstr(reason)));
  };
  const auto without = [](const std::string& pattern) {
    return [pattern](auto& rows) {
      std::erase_if(rows, [&](const auto& row) { return row.pattern == pattern; });
    };
  };
  for (const char* pattern : {"rounds", "exchange", "send", "late_receiver", "copy", "combine.user"})
    refused(without(pattern), std::string("there is no row of the pattern ") + pattern);
  refused(
      [](auto& rows) {
        for (auto& each : rows)
          if (each.pattern == "exchange" && each.bytes == 64 * K) each.high = 1.4 * each.seconds;
      },
      "exchange of 64 KiB by 2 ranks varies by 40.0 %, too much to fit; right would be a machine that does "
      "nothing else");
  const auto varies = [](const std::string& pattern, std::int64_t bytes, double low, double high) {
    return [=](auto& rows) {
      for (auto& each : rows)
        if (each.pattern == pattern && each.ranks == 2 && each.bytes == bytes)
          each.low = low * each.seconds, each.high = high * each.seconds;
    };
  };
  refused(varies("rounds", 8, 0.5, 1.6),
          "medians are uncertain: rounds of 8 B by 2 ranks by 57.6 % in 9 repetitions, too much to fit");
  refused(varies("late_receiver", 64 * K, 1, 3000),
          "late_receiver of 64 KiB by 2 ranks takes 20 us to 60 ms, and");
  refused(
      [](auto& rows) {
        std::erase_if(rows, [](const auto& row) { return row.ranks == 2 && row.bytes == 8; });
      },
      "there are no rounds of 8 B between two ranks");
  refused(
      [](auto& rows) {
        std::erase_if(rows, [](const auto& row) { return row.bytes >= 64 * K && row.pattern == "exchange"; });
      },
      "fewer than two sizes of 64 KiB or more of the pattern exchange tell no bandwidth");
}

TEST(Calibration, ReadsBackWhatItWrote) {
  const testing::Folder folder;
  const auto file = (folder.path() / "calibration.json").string();
  const Calibration found = calibrate(made_up(), {.nominal = 10e6});
  std::ofstream(file) << nlohmann::json(found);
  const Calibration read = load_calibration(file);
  EXPECT_EQ(nlohmann::json(read), nlohmann::json(found));
  EXPECT_EQ(read.rates.at("copy").known, found.rates.at("copy").known);
  EXPECT_EQ(read.used, found.used);
  EXPECT_TRUE(
      read.used.contains(measured_digest(2, 4 * K, 100e-6 + 4096e-6, 100e-6 + 4096e-6, 100e-6 + 4096e-6)));
  for (const char* wrong : {"{}", "[]", R"({"nominal": 0})"}) {
    std::ofstream(file) << wrong;
    EXPECT_THAT([&] { load_calibration(file); },
                ThrowsMessage<Error>(HasSubstr("is no calibration; right would be")));
  }
  auto broken = nlohmann::json(found);
  broken["latency"] = nlohmann::json::array();
  std::ofstream(file) << broken;
  EXPECT_THAT([&] { load_calibration(file); }, ThrowsMessage<Error>(HasSubstr("is no calibration")));
}

TEST(PatternRows, ReadBackAsTheyWere) {
  const testing::Folder folder;
  const auto file = folder.path() / "patterns.csv";
  std::ofstream(file) << to_csv(made_up());
  EXPECT_EQ(to_csv(read_patterns(file)), to_csv(made_up()));
  for (const char* wrong : {"send,2,8,0,0,0,1", "send,2,8,inf,1,1,1", "send,2,8,1,2,1,1", "send,0,8,1,1,1,1",
                            "send,2,-8,1,1,1,1"}) {
    std::ofstream(file) << "pattern,ranks,bytes,seconds,low,high,repetitions\n" << wrong << '\n';
    EXPECT_THAT([&] { read_patterns(file); },
                ThrowsMessage<Error>(HasSubstr("right would be what collrun patterns")));
  }
}

}  // namespace
}  // namespace collsim
