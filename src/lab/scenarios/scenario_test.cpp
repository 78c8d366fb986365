#include "lab/scenarios/scenario.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <set>
#include <tuple>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "lab/scenarios/place_rules.hpp"
#include "platforms/network/network.hpp"
#include "support/data_dir.hpp"
#include "support/json.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;

/// Algorithms of a collective that exists only here.
const bool sums_enrolled = [] {
  static const OptionSpec segment{"segment_bytes", "8192", "bytes of a segment"};
  static const OptionSpec fold{"fold", "half", "how extra ranks join"};
  static const OptionSpec checked{"fold", "half", "how extra ranks join", {"half", "full"}};
  static const std::vector<Description> all = {
      {.collective = "trial_sum", .name = "library", .source = "", .assumes = "", .formula = ""},
      {.collective = "trial_sum",
       .name = "rec_double",
       .source = "",
       .assumes = "",
       .formula = "",
       .options = {fold}},
      {.collective = "trial_sum", .name = "rec_halve", .source = "", .assumes = "", .formula = ""},
      {.collective = "trial_sum",
       .name = "ring",
       .source = "",
       .assumes = "",
       .formula = "",
       .options = {segment, checked}},
      {.collective = "trial_gather", .name = "any", .source = "", .assumes = "", .formula = ""},
  };
  for (const auto& about : all) detail::enroll(about);
  detail::collectives().push_back({"trial_sum", Collective::Size::vector, true, true, true, nullptr});
  detail::collectives().push_back({"trial_gather", Collective::Size::blocks, false, false, true, nullptr});
  return true;
}();

/// A scenario of one point, with `change` merged into it (a null removes a key).
std::string with(const char* change) {
  auto document = nlohmann::json::parse(
      R"j({"collective": "trial_sum", "platform": "star", "algorithms": ["ring"], "processes": 4, "bytes": 8,
          "backends": ["smpi"]})j");
  document.merge_patch(nlohmann::json::parse(change));
  return document.dump();
}

std::vector<Point> points(const char* change, const Flags& flags = {}) {
  return parse_scenario(with(change), "q.json", flags).points;
}

struct Bad {
  const char* change;
  const char* pointer;
  std::vector<const char*> words;
};

class BadScenario : public ::testing::TestWithParam<Bad> {};

TEST_P(BadScenario, IsOneLineWithPlaceAndRemedy) {
  const auto& [change, pointer, words] = GetParam();
  try {
    points(change);
    FAIL() << "accepted: " << change;
  } catch (const DocumentError& error) {
    const std::string what = error.what();
    EXPECT_EQ(error.pointer, pointer) << what;
    EXPECT_EQ(what.rfind("q.json" + (*pointer ? ":" + std::string(pointer) : "") + ": ", 0), 0U) << what;
    EXPECT_THAT(what, Not(HasSubstr("\n")));
    for (const char* word : words) EXPECT_THAT(what, HasSubstr(word));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Schema, BadScenario,
    ::testing::Values(
        Bad{R"j({"procceses": 4})j", "/procceses", {"unknown key", "'processes'"}},
        Bad{R"j({"sweeps": [{"bytes": 8}, {"byte": 8}]})j", "/sweeps/1/byte", {"unknown key", "'bytes'"}},
        Bad{R"j({"sweeps": [{"title": "x"}]})j", "/sweeps/0/title", {"unknown key"}},
        Bad{R"j({"sweeps": []})j", "/sweeps", {"list of objects"}},
        Bad{R"j({"sweeps": {"bytes": 8}})j", "/sweeps", {"list of objects"}},
        Bad{R"j({"a/b~c": 1})j", "/a~1b~0c", {"unknown key"}},
        Bad{R"j({"processes": true})j", "/processes", {"true", "\"2..64:x2\""}},
        Bad{R"j({"processes": [2, true]})j", "/processes/1", {"true", "a whole number or a range"}},
        Bad{R"j({"processes": []})j", "/processes", {"[]"}},
        Bad{R"j({"processes": 2.5})j", "/processes", {"2.5"}}, Bad{R"j({"bytes": -8})j", "/bytes", {"-8"}},
        Bad{R"j({"algorithms": "ring"})j", "/algorithms", {"a list of algorithms"}},
        Bad{R"j({"algorithms": [3]})j", "/algorithms/0", {"3", "a name"}},
        Bad{R"j({"backends": ["smpi", "mpi"]})j", "/backends/1", {"\"mpi\"", "\"native\""}},
        Bad{R"j({"backends": ["smpi", "smpi"]})j", "/backends", {"each once"}},
        Bad{R"j({"network": ["links", "flows"]})j", "/network/1", {"\"flows\"", "\"fluid\""}},
        Bad{R"j({"schedule": "fast"})j", "/schedule", {"\"fast\"", "\"recorded\""}},
        Bad{R"j({"overrides": {"link.bandwidth": 2}})j", "/overrides/link.bandwidth", {"2", "\"x2\""}},
        Bad{R"j({"mapping": "cyclic"})j", "/mapping", {"\"cyclic\"", "\"round_robin\""}},
        Bad{R"j({"data": "none"})j", "/data", {"\"verify\""}},
        Bad{R"j({"in_place": 1})j", "/in_place", {"true or false"}},
        Bad{R"j({"distribution": "spike"})j", "/distribution", {"all of one size", "'regular'"}},
        Bad{R"j({"distribution": ["regular", "spyke"]})j", "/distribution/1", {"unknown", "'spike'"}},
        Bad{R"j({"title": 1})j", "/title", {"a text"}}));

INSTANTIATE_TEST_SUITE_P(
    Meaning, BadScenario,
    ::testing::Values(
        Bad{R"j({"collective": "trial_sun"})j", "/collective", {"trial_sun", "'trial_sum'"}},
        Bad{R"j({"platform": "stat"})j", "/platform", {"unknown platform 'stat'", "'star'"}},
        Bad{R"j({"platform": ["star", "stat"]})j", "/platform/1", {"unknown platform 'stat'"}},
        Bad{R"j({"overrides": {"link.bandwith": "x2"}})j", "/overrides", {"'link.bandwidth'"}},
        Bad{R"j({"algorithms": ["ring", "rinng"]})j",
            "/algorithms/1",
            {"unknown algorithm 'rinng'", "'ring'"}},
        Bad{R"j({"algorithms": ["rex*"]})j", "/algorithms/0", {"matches no algorithm", "'rec_halve'"}},
        Bad{R"j({"algorithms": ["lib*"]})j", "/algorithms/0", {"matches no algorithm"}},
        Bad{R"j({"algorithms": ["ring(segment=8)"]})j",
            "/algorithms/0",
            {"no option 'segment'", "'segment_bytes'"}},
        Bad{R"j({"algorithms": ["rec*(fold=x)"]})j", "/algorithms/0", {"rec_halve has no option 'fold'"}},
        Bad{R"j({"algorithms": ["ring(segment_bytes=half)"]})j", "/algorithms/0", {"'half' is not a size"}},
        Bad{R"j({"algorithms": ["ring", "ring(segment_bytes=-1)"]})j",
            "/algorithms/1",
            {"'-1' is not a size"}},
        Bad{R"j({"algorithms": ["ring(fold=hal)"]})j", "/algorithms/0", {"'hal'", "did you mean 'half'"}},
        Bad{R"j({"algorithms": ["ring(segment_bytes"]})j", "/algorithms/0", {"does not end"}},
        Bad{R"j({"algorithms": ["ring(segment_bytes)"]})j", "/algorithms/0", {"without a value"}},
        Bad{R"j({"algorithms": ["ring(fold=a,fold=b)"]})j", "/algorithms/0", {"twice"}},
        Bad{R"j({"type": "doubel"})j", "/type", {"unknown type 'doubel'", "'double'"}},
        Bad{R"j({"op": "summ"})j", "/op", {"unknown operator 'summ'", "'sum'"}},
        Bad{R"j({"op": ["sum", "maxloc"]})j", "/op/1", {"maxloc", "not 'double'"}},
        Bad{R"j({"processes": [2048, 1025]})j",
            "/processes/0",
            {"2048 processes", "star", "1024", "\"all\""}},
        Bad{R"j({"processes": 1025, "ppn": 1})j", "/processes", {"1025 processes", "up to 1024"}},
        Bad{R"j({"processes": 16385, "ppn": "all"})j", "/processes", {"up to 16384"}},
        Bad{R"j({"processes": 0})j", "/processes", {"0 is out of range"}},
        Bad{R"j({"ppn": [1, 0]})j", "/ppn/1", {"0 is out of range"}},
        Bad{R"j({"ppn": "al"})j", "/ppn", {"'al' is not a size"}},
        Bad{R"j({"ppn": ["all", "5+0"]})j", "/ppn/1", {"'5+0' is no number of ranks per node", "5+4+4"}},
        Bad{R"j({"processes": 20, "ppn": 17})j", "/ppn", {"17 ranks", "16 cores", "\"oversubscribe\": true"}},
        Bad{R"j({"platform": "cray_t3e", "ppn": 2, "oversubscribe": true})j",
            "/ppn",
            {"ppn 2 puts 2 ranks on a node of cray_t3e, whose nodes have no way to send to themselves",
             "loopback"}},
        Bad{R"j({"platform": "cray_t3e", "placement": "contiguous(ppn=4)", "oversubscribe": true})j",
            "/placement",
            {"contiguous(ppn=4) puts 4 ranks on a node of cray_t3e"}},
        Bad{R"j({"processes": 20, "ppn": "1+17"})j", "/ppn", {"ppn 1+17 puts 17 ranks on a node of star"}},
        Bad{R"j({"placement": "no.csv"})j", "/placement", {"no.csv: no such file"}},
        Bad{R"j({"ppn": 2, "placement": "no.csv"})j", "/placement", {"right would be one or the other"}},
        Bad{R"j({"arrival": "unifrom(size=1s)"})j", "/arrival", {"did you mean 'uniform'"}},
        Bad{R"j({"arrival": ["none", "no.csv"]})j", "/arrival/1", {"no.csv: no such file"}},
        Bad{R"j({"processes": "2..8:"})j", "/processes", {"names no step", "x2"}},
        Bad{R"j({"collective": "trial_gather", "algorithms": ["any"], "bytes": 40})j",
            "/bytes",
            {"40 bytes", "multiple of 32", "4 processes", "32 or 64"}},
        Bad{R"j({"collective": "trial_gather", "algorithms": ["any"], "bytes": null, "count": 6})j",
            "/count",
            {"6 elements", "multiple of 4", "4 or 8"}},
        Bad{R"j({"bytes": [8, 12]})j", "/bytes/1", {"12 bytes", "multiple of the 8", "8 or 16"}},
        Bad{R"j({"bytes": "8,12"})j", "/bytes", {"12 bytes"}},
        Bad{R"j({"bytes": null, "count": 2147483648})j",
            "/count",
            {"2147483648", "up to 2147483647 elements"}},
        Bad{R"j({"bytes": "16G"})j", "/bytes", {"2147483648 elements", "up to 17179869176 bytes"}},
        Bad{R"j({"count": 1})j", "/count", {"both 'bytes' and 'count'"}},
        Bad{R"j({"collective": "barrier", "algorithms": ["dissemination"]})j",
            "/bytes",
            {"moves no data", "right would be 0"}},
        Bad{R"j({"bytes": null})j", "", {"lacks the key 'bytes' or 'count'"}},
        Bad{R"j({"processes": null})j", "", {"lacks the key 'processes'"}},
        Bad{R"j({"processes": null, "sweeps": [{"processes": 2}, {}]})j",
            "/sweeps/1",
            {"lacks the key 'processes'"}},
        Bad{R"j({"sweeps": [{}, {"processes": [2000, 3000]}]})j",
            "/sweeps/1/processes/0",
            {"2000 processes"}},
        Bad{R"j({"root": 4})j", "/root", {"rank 4", "0 to 3"}},
        Bad{R"j({"threads": 0})j", "/threads", {"0 is out of range"}},
        Bad{R"j({"threads": [2, 17]})j", "/threads/1", {"17 threads", "16 cores", "at most 16"}},
        Bad{R"j({"ppn": 3, "threads": 6})j", "/threads", {"6 threads of each of 3 ranks", "at most 5"}},
        Bad{R"j({"processes": 20, "ppn": 20, "oversubscribe": true, "threads": 2})j",
            "/threads",
            {"2 threads of each of 20 ranks", "at most 1"}},
        Bad{R"j({"balance": true, "backends": ["model", "native"]})j",
            "/balance",
            {"no backend asked", "smpi or fast"}},
        Bad{R"j({"loop": 0})j", "/loop", {"0 is out of range"}}));

std::string complaint(const std::string& text, const Flags& flags = {}) {
  try {
    parse_scenario(text, "q.json", flags);
  } catch (const DocumentError& error) {
    return error.what();
  }
  return "none";
}

TEST(Scenario, MalformedJsonNamesLineAndColumn) {
  EXPECT_EQ(complaint("{\n  \"title\": tru\n}").rfind("q.json:2:15: malformed JSON", 0), 0U)
      << complaint("{\n  \"title\": tru\n}");
  EXPECT_EQ(complaint("").rfind("q.json:1:1: malformed JSON", 0), 0U) << complaint("");
  EXPECT_THAT(complaint("{} {}"), HasSubstr("malformed JSON"));
  EXPECT_EQ(complaint(R"({"bytes": 1e400})"),
            "q.json: malformed JSON: number overflow parsing '1e400'; no number is so large");
  EXPECT_THAT(complaint("[1]"), HasSubstr("q.json: [1] does not fit"));
}

TEST(Scenario, ListsThatMultiplyAreRefusedAtOnce) {
  EXPECT_THAT(complaint(with(R"j({"processes": "1..1000:+1", "bytes": "8..800000:+8"})j")),
              HasSubstr("q.json: asks for more than 1000000 points; right would be fewer values"));
  EXPECT_THAT(complaint(with(R"j({"processes": ["1..90000:+1", "1..90000:+1", 8]})j")),
              HasSubstr("'processes' has more than 100000 values; right would be fewer or shorter ranges"));
  const std::string sweeps =
      with(R"j({"sweeps": [{"bytes": "8..80:+8"}, {"bytes": "8..80:+8", "op": "max"}]})j");
  EXPECT_EQ(parse_scenario(sweeps, "q.json", {}, 20).points.size(), 20U);
  EXPECT_THAT([&] { parse_scenario(sweeps, "q.json", {}, 15); },
              ThrowsMessage<DocumentError>(HasSubstr("q.json:/sweeps/1: asks for more than 5 points")));
}

TEST(Scenario, WhatHasNoEndIsRefusedAtOnce) {
  nlohmann::json document = nlohmann::json::parse(with("{}"));
  document["sweeps"] = std::vector<nlohmann::json>(1'000'000, nlohmann::json::object());
  EXPECT_EQ(complaint(document.dump()),
            "q.json:/sweeps: has more than 10000 entries; right would be fewer, or ranges");
  std::string nested = "ring";
  for (int level = 0; level < 20'000; ++level) nested = "ring(fold=" + nested + ")";
  EXPECT_THAT(complaint(with(nlohmann::json{{"algorithms", {nested}}}.dump().c_str())),
              HasSubstr("is nested deeper than 8 levels; right would be fewer"));
}

TEST(Scenario, ComplaintsAreOneLineWhateverAFileHolds) {
  EXPECT_THAT(complaint(with(R"j({"collective": "a\nb"})j")), HasSubstr("'a\\nb' has control characters"));
  EXPECT_THAT(complaint(with(R"j({"platform": "/dev/zero"})j")),
              HasSubstr("q.json:/platform: /dev/zero: is no regular file"));
}

TEST(Scenario, KeysGivenTwiceAreErrors) {
  EXPECT_EQ(complaint(R"j({"bytes": 8, "bytes": 16})j").rfind("q.json:/bytes: this key is given twice", 0),
            0U);
  EXPECT_EQ(complaint(R"j({"sweeps": [{"op": "sum"}, {"op": "sum", "x": [1, {"a": 2}], "op": "max"}]})j")
                .rfind("q.json:/sweeps/1/op: ", 0),
            0U);
  EXPECT_THAT(complaint(R"j({"sweeps": [{"op": "sum"}, {"op": "sum"}]})j"), Not(HasSubstr("twice")));
}

TEST(Scenario, DefaultsAreThoseOfThePoint) {
  const auto all = points(R"j({"backends": null})j");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].backend, "fast");
  EXPECT_EQ(all[0].network, "links");
  EXPECT_EQ(all[1].backend, "model");
  const Point& point = all[0];
  EXPECT_EQ(point.processes, 4);
  EXPECT_EQ(point.ppn, 1);
  EXPECT_EQ(point.mapping, Mapping::block);
  EXPECT_EQ(point.count, 1);
  EXPECT_EQ(point.type, "double");
  EXPECT_EQ(point.op, "sum");
  EXPECT_EQ(point.data, Data::verify);
  EXPECT_EQ(point.loop, 1);
  EXPECT_EQ(point.options.to_string(), "fold=half;segment_bytes=8192");
}

TEST(Scenario, BalanceIsForWhoLeavesTraces) {
  const auto all = points(R"j({"backends": ["smpi", "model"], "balance": true})j");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(all[0].balance);
  EXPECT_FALSE(all[1].balance);
  EXPECT_EQ(all[0].question(), all[1].question());
}

TEST(Scenario, ListsAreCrossed) {
  const auto all = points(R"j({"algorithms": ["rec*", "ring"], "processes": "2..8:x2", "bytes": [8, "1K"],
                              "mapping": ["block", "round_robin"], "root": [0, 1]})j");
  EXPECT_EQ(all.size(), 3U * 3 * 2 * 2 * 2);
}

TEST(Scenario, PatternsLeaveTheLibraryOut) {
  const auto all = points(R"j({"algorithms": ["*", "library"]})j");
  std::vector<std::string> names;
  for (const auto& point : all) names.push_back(point.algorithm);
  EXPECT_EQ(names, std::vector<std::string>({"rec_double", "rec_halve", "ring", "library"}));
}

TEST(Scenario, OptionsAreSwept) {
  const auto all = points(R"j({"algorithms": ["ring(segment_bytes=1K..4K:x2; fold=full)"]})j");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[1].options.integer("segment_bytes"), 2048);
  EXPECT_EQ(all[1].options.text("fold"), "full");
}

TEST(Scenario, PointsAppearOnce) {
  EXPECT_EQ(points(R"j({"algorithms": ["ring", "r*", "ring(segment_bytes=8K)"]})j").size(), 3U);
  EXPECT_EQ(points(R"j({"sweeps": [{"processes": [2, 4]}, {"processes": [4, 8]}]})j").size(), 3U);
}

TEST(Scenario, RangesOfBytesAreRoundedToElements) {
  // 8, 12, 18, 27, 40.5 -> elements of 8 bytes: 1, 1.5 -> 2, 2.25 -> 2, 3.4 -> 3, 5.1 -> 5
  std::vector<std::int64_t> counts;
  for (const auto& point : points(R"j({"bytes": "8..41:x1.5"})j")) counts.push_back(point.count);
  EXPECT_EQ(counts, std::vector<std::int64_t>({1, 2, 3, 5}));
  EXPECT_EQ(points(R"j({"bytes": "1..1:x2"})j").front().count, 1);
  EXPECT_EQ(points(R"j({"bytes": "0..8:+8"})j").front().count, 0);
}

/// 4 processes, doubles: n is a multiple of 4 elements of 8 bytes.
TEST(Scenario, EqualBlocksTakeMultiples) {
  const char* gathered = R"j({"collective": "trial_gather", "algorithms": ["any"], "bytes": "20..200:x3"})j";
  std::vector<std::int64_t> counts;
  for (const auto& point : points(gathered)) counts.push_back(point.count);
  EXPECT_EQ(counts, std::vector<std::int64_t>({4, 8, 24}));
  EXPECT_EQ(points(R"j({"collective": "trial_gather", "algorithms": ["any"], "bytes": 64})j")[0].count, 8);
}

TEST(Scenario, ABarrierNeedsNoSize) {
  const auto change = R"({"collective": "barrier", "algorithms": ["dissemination"], "bytes": null})";
  EXPECT_EQ(points(change).front().count, 0);
}

TEST(Scenario, PpnPlacesRanks) {
  std::vector<std::pair<int, PerNode>> placed;
  for (const auto& point :
       points(R"j({"processes": [4, 40], "ppn": [1, "all", 32], "oversubscribe": true})j"))
    placed.emplace_back(point.processes, point.ppn);
  const std::vector<std::pair<int, PerNode>> expected = {{4, 1}, {4, 4}, {40, 1}, {40, 16}, {40, 32}};
  EXPECT_EQ(placed, expected);  // 16 cores; 32 ranks on a node only because the scenario says so
}

TEST(Scenario, WhatDoesNotFitIsLeftOutAndSaid) {
  const Scenario scenario =
      parse_scenario(with(R"j({"processes": [4, 20, 1025, 2000], "ppn": [1, 17]})j"), "some.json");
  std::vector<std::pair<int, PerNode>> placed;
  for (const auto& point : scenario.points) placed.emplace_back(point.processes, point.ppn);
  EXPECT_EQ(placed, (std::vector<std::pair<int, PerNode>>{{4, 1}, {4, 4}, {20, 1}}));
  ASSERT_EQ(scenario.left_out.size(), 2U);
  EXPECT_THAT(
      scenario.left_out[0],
      HasSubstr("2 of 4 numbers of processes with ppn 1, as 1025 processes are more than star takes"));
  EXPECT_THAT(
      scenario.left_out[1],
      HasSubstr("3 of 4 numbers of processes with ppn 17, as ppn 17 puts 17 ranks on a node of star"));
}

TEST(Scenario, RanksMayBeUneven) {
  const auto all = points(R"j({"processes": 13, "ppn": ["5+4+4", "all"], "mapping": "round_robin"})j");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].ppn.text(), "5+4+4");
  EXPECT_EQ(all[0].placement().nodes(), 3);
  EXPECT_EQ(all[1].ppn, 13);
  EXPECT_EQ(points("{}", {{"processes", "13"}, {"ppn", "5+4+4,2"}}).size(), 2U);
}

/// A CSV file with this text, and the complaint about a placement or arrival by it.
class RankFile : public ::testing::Test {
 protected:
  std::string write(const std::string& text) {
    const auto path = folder_.path() / "ranks.csv";
    std::ofstream(path) << text;
    return path.string();
  }
  std::string complaint_of(const std::string& key, const std::string& text) {
    return complaint(with("{}"), {{key, write(text)}});
  }
  testing::Folder folder_;
};

TEST_F(RankFile, PlacesRanks) {
  const std::string file = write("rank,node,core\n1,7,3\n0,9,0\n2,7,1\n3,0,15\n4,0,0\n");
  const auto all = points(R"j({"ppn": 4, "processes": [2, 4]})j", {{"placement", file}});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[1].places.values(), (std::vector<RankPlace>{{9, 0}, {7, 3}, {7, 1}, {0, 15}}));
  EXPECT_EQ(all[1].places.name(), file);
  EXPECT_EQ(all[1].mapping, Mapping::listed);
  EXPECT_EQ(all[1].ppn, 2);
  EXPECT_EQ(all[0].ppn, 1);
  EXPECT_EQ(points("{}", {{"placement", write("node,rank\n1,3\n1,2\n1,1\n5,0\n")}}).front().ppn, 3);
}

TEST_F(RankFile, OfPlacesIsChecked) {
  EXPECT_THAT(complaint_of("placement", "rank,node\n0,0\n1,1024\n2,0\n3,0\n"),
              HasSubstr("ranks.csv: rank 1 is on node 1024; star has the nodes 0 to 1023"));
  EXPECT_THAT(complaint_of("placement", "rank,node,core\n0,0,16\n1,0,0\n2,0,0\n3,0,0\n"),
              HasSubstr("rank 0 is on core 16; a node of star has the cores 0 to 15"));
  EXPECT_THAT(complaint_of("placement", "rank,node\n0,0\n1,1\n2,0\n"),
              HasSubstr("ranks.csv: has 3 ranks; right would be 4, one for each process"));
  EXPECT_THAT(complaint_of("placement", "rank,node\n0,0\n"),
              HasSubstr("ranks.csv: has 1 rank; right would be 4, one for each process"));
  EXPECT_THAT(complaint_of("placement", "rank,node,core\n0,7,2\n1,7,1\n2,3,2\n3,7,2\n"),
              HasSubstr("ranks 0 and 3 are both on core 2 of node 7, which has 16 cores for 3 ranks"));
  EXPECT_THAT(complaint_of("placement", "rank,node\n0,0\n1,1\n1,0\n3,0\n"),
              HasSubstr("rank 1 is there twice"));
  EXPECT_THAT(complaint_of("placement", "rank,node\n0,0\n4,1\n1,0\n3,0\n"),
              HasSubstr("rank 4 among 4 lines; right would be each of 0 to 3 once"));
  EXPECT_THAT(complaint_of("placement", "rank,node\n0,-1\n2,1\n1,0\n3,0\n"), HasSubstr("node -1 of rank 0"));
  EXPECT_THAT(complaint_of("placement", "rank,nod\n0,0\n"),
              HasSubstr("unknown column 'nod'; did you mean 'node'"));
  std::string crowd = "rank,node\n";
  for (int rank = 0; rank < 17; ++rank) crowd += std::to_string(rank) + ",5\n";
  EXPECT_THAT(complaint(with(R"j({"processes": 17})j"), {{"placement", write(crowd)}}),
              HasSubstr("puts 17 ranks on a node of star, which has 16 cores"));
}

std::vector<int> hosts(const std::string& rule, int processes = 4) {
  std::vector<int> found;
  const auto asked = points("{}", {{"placement", rule}, {"processes", std::to_string(processes)}});
  for (const RankPlace& place : asked.front().places.values()) found.push_back(place.host);
  return found;
}

TEST(Placements, MayFollowARule) {
  EXPECT_EQ(hosts("contiguous"), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(hosts("contiguous(first=7,ppn=3)"), (std::vector<int>{7, 7, 7, 8}));
  const std::vector<int> scattered = hosts("scattered(seed=4)", 64);
  EXPECT_TRUE(std::ranges::is_sorted(scattered));
  EXPECT_EQ(std::set<int>(scattered.begin(), scattered.end()).size(), 64U);
  EXPECT_EQ(scattered, hosts("scattered(seed=4)", 64));
  EXPECT_NE(scattered, hosts("scattered(seed=5)", 64));
  const double mean = std::accumulate(scattered.begin(), scattered.end(), 0.0) / 64;
  EXPECT_NEAR(mean, 511.5, 3 * 1024 / std::sqrt(12 * 64))
      << "over all nodes alike, within three standard deviations";
  const std::vector<int> shuffled = hosts("shuffled(seed=4)", 64);
  EXPECT_FALSE(std::ranges::is_sorted(shuffled));
  EXPECT_EQ(std::set<int>(shuffled.begin(), shuffled.end()), [&] {
    const std::vector<int> first = hosts("contiguous", 64);
    return std::set<int>(first.begin(), first.end());
  }()) << "the same nodes as contiguous";
  EXPECT_NE(shuffled, hosts("shuffled(seed=5)", 64));
  const std::vector<int> full = hosts("scattered(ppn=all)", 20);
  EXPECT_EQ(std::ranges::count(full, full[0]), 16);
  EXPECT_EQ(std::ranges::count(full, full[19]), 4);
  EXPECT_EQ(points("{}", {{"placement", "scattered(ppn=all)"}}).front().places.name(), "scattered(ppn=all)");
}

TEST(Placements, MaySpreadRanksOverANode) {
  const auto cores = [](const std::string& rule, int processes) {
    std::vector<int> found;
    for (const RankPlace& place : places_by_rule(rule, processes, Platform::load("hamilton")))
      found.push_back(100 * place.host + place.core);
    return found;
  };
  // 24 cores, the first twelve of which share a memory: four ranks have six each, three of a node that is not full eight.
  EXPECT_EQ(cores("spread(first=1,ppn=4)", 7), (std::vector<int>{100, 106, 112, 118, 200, 208, 216}));
  const auto sixteen = cores("spread(ppn=128)", 16);
  EXPECT_EQ(std::ranges::count_if(sixteen, [](int core) { return core < 12; }), 8);
  EXPECT_EQ(std::set<int>(sixteen.begin(), sixteen.end()).size(), 16U);
  EXPECT_EQ(cores("spread(ppn=32)", 32), std::vector<int>(32, -1))
      << "more ranks than cores: one after the other";
}

std::vector<int> in_box(const std::string& rule, int processes) {
  std::vector<int> found;
  for (const RankPlace& place : places_by_rule(rule, processes, Platform::load("blue_gene_p")))
    found.push_back(place.host);
  return found;
}

TEST(Placements, MayBeABoxOfATorus) {
  // Along x, then a row of 16 nodes further along y, then a plane of 256 along z.
  EXPECT_EQ(in_box("box(sides=2x3x2)", 9), (std::vector<int>{0, 1, 16, 17, 32, 33, 256, 257, 272}));
  EXPECT_EQ(in_box("box(sides=2x1x2,ppn=4)", 9), (std::vector<int>{0, 0, 0, 0, 1, 1, 1, 1, 256}));
  // Half a torus is a mesh: all 7 + 7 + 3 links between its corners, where a torus of its own would have 1 + 1 + 1.
  const auto corners = in_box("box(sides=8x8x4)", 256);
  std::vector<int> route;
  Network::of_platform(Platform::load("blue_gene_p"))->route(corners.front(), corners.back(), route);
  EXPECT_EQ(route.size(), 17U);
  for (const auto& [rule, what] : std::map<std::string, std::string>{
           {"box", "has no box of the torus of blue_gene_p; right would be at most sides=16x16x16"},
           {"box(sides=4x4)", "at most sides=16x16x16"},
           {"box(sides=4x4x17)", "at most sides=16x16x16"},
           {"box(sides=4x0x4)", "at most sides=16x16x16"},
           {"box(sides=4x4x4x4)", "at most sides=16x16x16"},
           {"box(sides=2x2x2)", "needs 9 nodes for 9 processes; blue_gene_p has 8 there"},
           {"box(first=2)", "has no option 'first'"}})
    EXPECT_THAT([&rule = rule] { in_box(rule, 9); }, ThrowsMessage<Error>(HasSubstr(what))) << rule;
  EXPECT_THAT([] { places_by_rule("box(sides=2x2x2)", 8, Platform::load("star")); },
              ThrowsMessage<Error>(HasSubstr("wants a platform that is a torus; star is none")));
}

TEST(Placements, MayBeDrawnFromRealJobs) {
  const testing::Folder folder;
  const auto write = [&](const std::string& name, const std::vector<std::string>& nodes) {
    std::ofstream file(folder.path() / name);
    file << "rank,node\n";
    for (std::size_t rank = 0; rank < nodes.size(); ++rank) file << rank << ',' << nodes[rank] << '\n';
  };
  // Two nodes of two ranks each; four nodes, of which the second job takes the star's first four in its own order.
  write("a.csv", {"x", "x", "y", "y"});
  write("b.csv", {"n3", "n1", "n3", "n7", "n2"});
  const std::string from = (folder.path() / "*.csv").string();
  const auto rule = [&](int seed) { return fmt::format("drawn(from={},seed={})", from, seed); };
  std::set<std::vector<int>> two;
  for (int seed = 0; seed < 20; ++seed) {
    two.insert(hosts(rule(seed), 2));
    EXPECT_EQ(hosts(rule(seed)), (std::vector<int>{0, 1, 2, 3})) << "only one job has four nodes";
  }
  EXPECT_EQ(two, (std::set<std::vector<int>>{{0, 1}, {1, 2}, {2, 3}})) << "rows of either job's nodes";
  EXPECT_EQ(hosts(fmt::format("drawn(from={},ppn=2)", from), 8), (std::vector<int>{0, 0, 1, 1, 2, 2, 3, 3}));
  const Point before = points("{}", {{"placement", rule(1)}}).front();
  write("b.csv", {"n1", "n1"});
  write("c.csv", {"n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8"});
  const Point after = points("{}", {{"placement", rule(1)}}).front();
  EXPECT_EQ(after.places.name(), before.places.name());
  EXPECT_NE(after, before) << "the store tells them apart";
  for (const auto& [wrong, what] : std::map<std::string, std::string>{
           {"drawn(seed=2)", "'drawn(seed=2)' finds no file; right would be from=PATTERN"},
           {"drawn(from=" + folder.path().string() + "/*.txt)", "finds no file"},
           {"drawn(from=" + from + ",first=2)", "has no option 'first'"}})
    EXPECT_THAT(complaint(with("{}"), {{"placement", wrong}}), HasSubstr(what)) << wrong;
  EXPECT_THAT(complaint(with("{}"), {{"placement", rule(1)}, {"processes", "9"}}),
              HasSubstr("needs 9 nodes; the largest of the jobs there has 8"));
  write("d.csv", {"n1", "n2", "n2"});
  std::ofstream(folder.path() / "d.csv", std::ios::app) << "3,n4\n3,n5\n";
  EXPECT_THAT(complaint(with("{}"), {{"placement", rule(1)}}),
              HasSubstr("d.csv:6: rank 3; right would be each of 0 to 4 once"));
}

/// What Leonardo's scheduler gave: those of its cells that the job names are cells of the platform.
TEST(Placements, MayBeDrawnFromTheMeasuredJobs) {
  const auto at = [](int processes, int seed) {
    std::vector<int> found;
    for (const RankPlace& place :
         places_by_rule(fmt::format("drawn(from=validation/measured/placement/leonardo_*.csv,seed={})", seed),
                        processes, Platform::load("leonardo")))
      found.push_back(place.host);
    return found;
  };
  const std::vector<int> large = at(300, 1);
  EXPECT_EQ(std::set<int>(large.begin(), large.end()).size(), 300U);
  EXPECT_NE(large, at(300, 2)) << "another row of the only job that has so many";
  EXPECT_THAT([&] { at(600, 1); }, ThrowsMessage<Error>(HasSubstr("the largest of the jobs there has 512")));
}

TEST(Placements, SayWhatARuleLacks) {
  using Mistake = std::tuple<const char*, const char*, const char*>;
  for (const auto& [rule, processes, what] :
       {Mistake{"scatered", "4", "unknown placement 'scatered'; right would be contiguous(first=0,ppn=1), "},
        {"spread(seed=3)", "4", "'spread(seed=3)' has no option 'seed'"},
        {"scattered(first=3)", "4", "'scattered(first=3)' has no option 'first'"},
        {"shuffled(first=3)", "4", "'shuffled(first=3)' has no option 'first'"},
        {"contiguous(first=x)", "4", "gives first the value 'x'; right would be a number from 0 on"},
        {"contiguous(ppn=0)", "4", "gives ppn the value '0'; right would be a number from 1 on"},
        {"contiguous(first=1022)", "3", "needs 3 nodes for 3 processes; star has 2 from there on"},
        {"contiguous(first=2000)", "1", "needs 1 nodes for 1 processes; star has 0 from there on"},
        {"scattered(ppn=17)", "17", "puts 17 ranks on a node of star, which has 16 cores"}})
    EXPECT_THAT(complaint(with("{}"), {{"placement", rule}, {"processes", processes}}), HasSubstr(what));
}

TEST_F(RankFile, TellsWhenRanksCome) {
  const auto all = points("{}", {{"arrival", "none," + write("rank,seconds\n3,1\n2,2e-6\n1,0\n0,4\n")}});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(all[0].arrival.none());
  EXPECT_EQ(all[1].arrival.moments.values(), (std::vector<double>{4, 0, 2e-6, 1}));
  EXPECT_THAT(complaint_of("arrival", "rank,seconds\n0,0\n1,-1e-6\n2,0\n3,0\n"),
              HasSubstr("ranks.csv: rank 1 comes at -1e-06 s; right would be a time from 0 on"));
}

TEST(Scenario, OnlyFastPointsHaveANetworkAndASchedule) {
  std::vector<std::string> found;
  for (const auto& point : points(R"j({"backends": ["smpi", "fast", "model"], "network": ["links", "fluid"],
                                       "schedule": "recorded", "data": "time"})j"))
    found.push_back(point.backend.text() + "/" + point.network.text() + " " + to_text(point.schedule));
  EXPECT_EQ(found,
            std::vector<std::string>({"smpi/ ", "fast/links recorded", "fast/fluid recorded", "model/ "}));
}

TEST(Scenario, OnlyLogGPIsAModelOfItsOwn) {
  std::vector<std::string> networks;
  for (const auto& point : points(R"j({"backends": ["model"], "network": ["hockney", "links", "loggp"]})j"))
    networks.push_back(point.network.text());
  EXPECT_EQ(networks, std::vector<std::string>({"", "loggp"}));
}

TEST(Scenario, ThePlatformKnowsTheUsualNetwork) {
  const Point point = points(R"j({"backends": ["fast"]})j").front();
  EXPECT_EQ(point.network, "links");
  EXPECT_EQ(point.schedule, RunsAs::fibers);
  const auto flags =
      points(R"j({"backends": ["fast"]})j", {{"network", "loggp,hockney"}, {"schedule", "recorded"}});
  ASSERT_EQ(flags.size(), 2U);
  EXPECT_EQ(flags[1].network, "hockney");
  EXPECT_EQ(flags[0].schedule, RunsAs::recorded);
}

TEST(Scenario, SweepsOverrideTheTopLevel) {
  const auto all =
      points(R"j({"sweeps": [{"count": 5}, {"op": "max"}, {"overrides": {"link.bandwidth": "x2"}}]})j");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].count, 5);
  EXPECT_EQ(all[1].op, "max");
  EXPECT_EQ(all[1].count, 1);
  EXPECT_EQ(all[2].overrides.at("link.bandwidth"), "x2");
}

TEST(Scenario, FlagsReplaceKeysEverywhere) {
  const Flags flags = {
      {"processes", "2..8:x2"}, {"algorithms", "ring,rec*"}, {"count", "1,1K"}, {"in_place", "true"}};
  const auto all = points(R"j({"sweeps": [{"processes": 32}, {"processes": 64, "bytes": 16}]})j", flags);
  EXPECT_EQ(all.size(), 3U * 3 * 2);
  EXPECT_EQ(all.back().count, 1024);
  EXPECT_TRUE(all.back().in_place);
  EXPECT_EQ(points("{}", {{"overrides", "link.bandwidth=x2,copy=x3"}}).front().overrides.size(), 2U);
}

TEST(Scenario, FlagsTakeListsOfDistributions) {
  const auto all = points(R"({"collective": "allgatherv", "algorithms": ["ring"]})",
                          {{"distribution", "regular,spike"}, {"processes", "4"}, {"count", "8"}});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].distribution, "regular");
  EXPECT_EQ(all[1].distribution, "spike");
}

TEST(Scenario, MistakesInFlagsNameTheFlag) {
  const std::string good = with("{}");
  EXPECT_EQ(complaint(good, {{"bytes", "12"}}).rfind("--bytes: 12 bytes", 0), 0U)
      << complaint(good, {{"bytes", "12"}});
  EXPECT_EQ(complaint(good, {{"backends", "mpi"}}).rfind("--backend: ", 0), 0U);
  EXPECT_EQ(complaint(good, {{"algorithms", "rung"}}).rfind("--algorithms: unknown", 0), 0U);
  EXPECT_THAT(complaint(good, {{"processes", "1025"}}), HasSubstr("with --ppn all"));
  EXPECT_EQ(complaint(good, {{"in_place", "yes"}}).rfind("--in_place: ", 0), 0U);
  EXPECT_EQ(complaint(good, {{"overrides", "fast"}}).rfind("--overrides: ", 0), 0U);
}

TEST(Scenario, UnknownNamesSuggestNearOnes) {
  EXPECT_THAT([] { load_scenario("quickstar"); }, ThrowsMessage<DocumentError>(HasSubstr("'quickstart'")));
}

TEST(Scenario, NamesAndFlagsThatAreNotUtf8AreRefused) {
  EXPECT_THAT([] { parse_scenario(with("{}"), "quest\xff.json"); },
              ThrowsMessage<DocumentError>(HasSubstr("is not UTF-8; right would be plain text")));
  EXPECT_NO_THROW(parse_scenario(with("{}"), "qu\xc3\xa9stion.json"));
  EXPECT_THAT(
      [] {
        points("{}", {{"platform", "st\xff"}});
      },
      ThrowsMessage<DocumentError>("--platform: is not UTF-8; right would be plain text"));
}

/// It stands above its figures.
TEST(Title, AsksInEveryScenarioThatComesWithCollsim) {
  int scenarios = 0;
  for (const auto& name : data_names("scenarios", ".json")) {
    if (name == "schema") continue;
    const auto document =
        nlohmann::json::parse(testing::contents(data_dir() / "scenarios" / (name + ".json")));
    EXPECT_THAT(document.value("title", ""), HasSubstr("?")) << name;
    ++scenarios;
  }
  EXPECT_GT(scenarios, 35);
}

TEST(Title, IsWhatWasAskedWhereFlagsAskOtherwise) {
  const std::string text =
      with(R"j({"title": "Sums on an ideal star", "question": "Which?", "processes": [2, 4]})j");
  const auto titled = [&](const Flags& flags) {
    const Scenario scenario = parse_scenario(text, "q.json", flags);
    EXPECT_EQ(nlohmann::json::parse(scenario.document).at("title"), scenario.title);
    return scenario;
  };
  for (const Flags& flags : {Flags{}, Flags{{"backends", "model"}}, Flags{{"platform", "star"}},
                             Flags{{"figures", "time_over_bytes"}}}) {
    EXPECT_EQ(titled(flags).title, "Sums on an ideal star");
    EXPECT_EQ(titled(flags).question, "Which?");
  }
  EXPECT_EQ(titled({{"platform", "lumi"}}).title,
            "How long does trial_sum take on lumi, 2 to 4 processes, 8 B?");
  EXPECT_EQ(titled({{"platform", "lumi"}}).question, "") << "which was of the star";
  EXPECT_EQ(titled({{"platform", "star,flat"}, {"bytes", "8,1K"}}).title,
            "How long does trial_sum take on star and flat, 2 to 4 processes, 8 B to 1 KiB?");
  EXPECT_EQ(titled({{"overrides", "link.bandwidth=x2"}, {"processes", "16"}, {"ppn", "8"}}).title,
            "How long does trial_sum take on star [link.bandwidth=x2], 16 processes, 8 a node, 8 B?");
  EXPECT_EQ(titled({{"arrival", "uniform(size=20us)"}, {"backends", "native"}}).title,
            "How long does trial_sum take, measured, 2 to 4 processes, 8 B, arriving uniform(size=20us)?");
}

TEST(Scenario, ControlCharactersAreRefusedWhereverTheyAre) {
  const auto refused = [](const std::string& where, const std::string& what) {
    return ThrowsMessage<DocumentError>(where + ": '" + what +
                                        "' has control characters; right would be plain text");
  };
  EXPECT_THAT([] { parse_scenario(with(R"({"title": "a \u001b[31mring"})"), "s.json"); },
              refused("s.json:/title", "a \\x1b[31mring"));
  EXPECT_THAT([] { parse_scenario(with(R"({"placement": ["cyclic", "my\nplaces.csv"]})"), "s.json"); },
              refused("s.json:/placement/1", "my\\nplaces.csv"));
  EXPECT_THAT([] { parse_scenario(with("{}"), "two\nlines.json"); },
              refused("two\\nlines.json", "two\\nlines.json"));
  EXPECT_THAT(
      [] {
        points("{}", {{"placement", "my\nplaces.csv"}});
      },
      refused("--placement", "my\\nplaces.csv"));
}

}  // namespace
}  // namespace collsim
