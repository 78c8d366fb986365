#include "rules/rules.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "support/document.hpp"
#include "support/json.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

/// The name of what serves a call, "library" where nothing does.
std::string server(const Rules& rules, const CallFacts& facts) {
  const auto choice = rules.choose(facts);
  return choice ? choice->about->name : "library";
}

Rules parse(const std::string& text) {
  return Rules::parse(text, "r.json");
}

CallFacts allreduce(int processes, std::int64_t bytes, const std::string& op = "sum",
                    bool commutative = true) {
  return {"allreduce", processes, bytes, op, commutative};
}

TEST(Rules, TheFirstMatchWins) {
  const Rules rules = parse(R"j([
    {"collective": "allreduce", "processes": "2..64", "bytes": "..8K", "algorithm": "recursive_doubling"},
    {"collective": "allreduce", "processes": 8, "algorithm": "rabenseifner"},
    {"collective": "allreduce", "bytes": "1M..", "algorithm": "ring"}])j");
  EXPECT_EQ(server(rules, allreduce(8, 8192)), "recursive_doubling");
  EXPECT_EQ(server(rules, allreduce(8, 8193)), "rabenseifner");
  EXPECT_EQ(server(rules, allreduce(8, 1 << 20)), "rabenseifner");
  EXPECT_EQ(server(rules, allreduce(64, 0)), "recursive_doubling");
  EXPECT_EQ(server(rules, allreduce(1, 0)), "library");
  EXPECT_EQ(server(rules, allreduce(65, 8)), "library");
  EXPECT_EQ(server(rules, allreduce(65, (1 << 20) - 1)), "library");
  EXPECT_EQ(server(rules, allreduce(65, 1 << 20)), "ring");
  EXPECT_EQ(server(rules, {"reduce", 8, 8, "sum"}), "library");
}

TEST(Rules, OptionsAreThoseOfTheFileAndElseTheFallbacks) {
  const auto choice = parse(R"j([{"collective": "allreduce", "algorithm": "ring(segment_bytes=8K)"}])j")
                          .choose(allreduce(2, 8));
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->options.integer("segment_bytes"), 8192);
}

TEST(Rules, OperatorsMatchByClass) {
  const auto served = [](const std::string& op_class, const std::string& op, bool commutative = true) {
    const Rules rules =
        parse(R"j([{"collective": "allreduce", "algorithm": "recursive_doubling", "operator": ")j" +
              op_class + "\"}]");
    return server(rules, allreduce(4, 8, op, commutative)) != "library";
  };
  EXPECT_TRUE(served("arithmetic", "sum"));
  EXPECT_TRUE(served("arithmetic", "band"));
  EXPECT_FALSE(served("arithmetic", "maxloc"));
  EXPECT_FALSE(served("arithmetic", "user"));
  EXPECT_TRUE(served("location", "minloc"));
  EXPECT_TRUE(served("user", "user", true));
  EXPECT_TRUE(served("user", "user", false));
  EXPECT_TRUE(served("commutative", "user", true));
  EXPECT_TRUE(served("commutative", "sum"));
  EXPECT_FALSE(served("commutative", "user", false));
  EXPECT_TRUE(served("non_commutative", "user", false));
  EXPECT_FALSE(served("non_commutative", "user", true));
}

TEST(Rules, LibraryEndsTheSearch) {
  const Rules rules = parse(R"j([{"collective": "bcast", "bytes": "..1K", "algorithm": "library"},
                                 {"collective": "bcast", "algorithm": "binomial"}])j");
  EXPECT_EQ(server(rules, {"bcast", 4, 1024}), "library");
  EXPECT_EQ(server(rules, {"bcast", 4, 1025}), "binomial");
}

TEST(Rules, AreAtMostAThousand) {
  const auto rules = [](std::size_t number) {
    return nlohmann::json(
               std::vector<nlohmann::json>(number, {{"collective", "bcast"}, {"algorithm", "binomial"}}))
        .dump();
  };
  EXPECT_EQ(parse(rules(1000).c_str()).all().size(), 1000U);
  EXPECT_THAT([&] { parse(rules(1001).c_str()); },
              ThrowsMessage<DocumentError>(HasSubstr("a list of at most 1000 rules")));
  EXPECT_THAT([&] { parse(rules(20'000).c_str()); },
              ThrowsMessage<DocumentError>(HasSubstr("has more than 10000 entries")));
}

struct Bad {
  const char* rules;
  const char* pointer;
  std::vector<const char*> words;
};

class BadRules : public ::testing::TestWithParam<Bad> {};

TEST_P(BadRules, AreOneLineWithPlaceAndRemedy) {
  const auto& [rules, pointer, words] = GetParam();
  try {
    parse(rules);
    FAIL() << "accepted: " << rules;
  } catch (const DocumentError& error) {
    const std::string what = error.what();
    EXPECT_EQ(error.pointer, pointer) << what;
    EXPECT_THAT(what, StartsWith("r.json:"));
    EXPECT_THAT(what, Not(HasSubstr("\n")));
    for (const char* word : words) EXPECT_THAT(what, HasSubstr(word)) << word << " is not in: " << what;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Schema, BadRules,
    ::testing::Values(
        Bad{"[", "", {"malformed JSON"}}, Bad{"{}", "", {"a list of at most 1000 rules"}},
        Bad{R"j([{"collective": "bcast"}])j", "/0", {"'algorithm'"}},
        Bad{R"j([{"collective": "bcast", "algorithm": "binomial"}, 3])j", "/1", {"3", "an object"}},
        Bad{R"j([{"collective": "bcast", "algorithm": "binomial", "byte": 8}])j",
            "/0/byte",
            {"unknown key", "'bytes'"}},
        Bad{R"j([{"collective": "bcast", "algorithm": "binomial", "bytes": 8, "bytes": 9}])j",
            "/0/bytes",
            {"twice"}},
        Bad{R"j([{"collective": "bcast", "algorithm": "binomial", "bytes": true}])j",
            "/0/bytes",
            {"true", "\"2..64\""}},
        Bad{R"j([{"collective": "bcast", "algorithm": 3}])j", "/0/algorithm", {"3", "an algorithm"}}));

INSTANTIATE_TEST_SUITE_P(
    Meaning, BadRules,
    ::testing::Values(
        Bad{R"j([{"collective": "bcats", "algorithm": "binomial"}])j",
            "/0/collective",
            {"unknown collective", "'bcast'"}},
        Bad{R"j([{"collective": "bcast", "algorithm": "binomail"}])j",
            "/0/algorithm",
            {"unknown algorithm", "'binomial'"}},
        Bad{R"j([{"collective": "bcast", "algorithm": "chain(segment=8)"}])j",
            "/0/algorithm",
            {"no option 'segment'", "'segment_bytes'"}},
        Bad{R"j([{"collective": "allreduce", "algorithm": "r*"}])j", "/0/algorithm", {"right would be one"}},
        Bad{R"j([{"collective": "allreduce", "algorithm": "ring(segment_bytes=1..4:x2)"}])j",
            "/0/algorithm",
            {"3 algorithms"}},
        Bad{R"j([{"collective": "allreduce", "algorithm": "library(selector=mpich)"}])j",
            "/0/algorithm",
            {"takes no options", "'library'"}},
        Bad{R"j([{"collective": "bcast", "algorithm": "binomial", "processes": "64..2"}])j",
            "/0/processes",
            {"ends before it starts"}},
        Bad{R"j([{"collective": "bcast", "algorithm": "binomial", "processes": "0..2"}])j",
            "/0/processes",
            {"out of range", "1 to"}},
        Bad{R"j([{"collective": "bcast", "algorithm": "binomial", "processes": ".."}])j",
            "/0/processes",
            {"neither first nor last"}},
        Bad{R"j([{"collective": "bcast", "algorithm": "binomial", "bytes": "8..64:x2"}])j",
            "/0/bytes",
            {"64:x2", "is not a size"}},
        Bad{R"j([{"collective": "barrier", "algorithm": "tree", "bytes": 0}])j",
            "/0/bytes",
            {"moves no data"}},
        Bad{R"j([{"collective": "bcast", "algorithm": "binomial", "operator": "user"}])j",
            "/0/operator",
            {"bcast has no operator"}},
        Bad{R"j([{"collective": "reduce", "algorithm": "binomial", "operator": "arithmetics"}])j",
            "/0/operator",
            {"unknown operator class", "'arithmetic'"}}));

TEST(Rules, BytesThatNotAllRanksKnowAreRefused) {
  EXPECT_THAT(
      [] { parse(R"j([{"collective": "gatherv", "algorithm": "library", "bytes": "..8K"}])j"); },
      ThrowsMessage<DocumentError>(
          "r.json:/0/bytes: not all ranks of gatherv know its bytes; right would be a rule without 'bytes'"));
}

TEST(Rules, BlocksAreOfCollectivesThatHaveEqualOnes) {
  const Rules rules = parse(R"j([
    {"collective": "alltoall", "processes": "8..", "block": "..256", "algorithm": "bruck"},
    {"collective": "alltoall", "algorithm": "pairwise"}])j");
  EXPECT_EQ(server(rules, {"alltoall", 8, 8 * 256}), "bruck");
  EXPECT_EQ(server(rules, {"alltoall", 8, 8 * 257}), "pairwise");
  EXPECT_EQ(server(rules, {"alltoall", 1000, 1000 * 256}), "bruck");
  EXPECT_THAT([] { parse(R"j([{"collective": "allreduce", "algorithm": "ring", "block": "..8K"}])j"); },
              ThrowsMessage<DocumentError>("r.json:/0/block: allreduce has no blocks whose mean all ranks "
                                           "know; right would be a rule without 'block'"));
}

TEST(Rules, BlocksThatVaryCountByTheirMeanWhereAllRanksKnowIt) {
  const Rules rules = parse(R"j([{"collective": "allgatherv", "block": "..256", "algorithm": "bruck"}])j");
  EXPECT_EQ(server(rules, {"allgatherv", 8, 8 * 256}), "bruck");
  EXPECT_EQ(server(rules, {"allgatherv", 8, 8 * 257}), "library");
  EXPECT_NO_THROW(parse(R"j([{"collective": "reduce_scatter", "block": "..256", "algorithm": "ring"}])j"));
  for (const char* other : {"alltoallv", "barrier"})
    EXPECT_THROW(parse(R"j([{"collective": ")j" + std::string(other) +
                       R"j(", "block": "..8", "algorithm": "library"}])j"),
                 DocumentError)
        << other;
}

TEST(Rules, NodesInOrderMayHaveTheirOwn) {
  const Rules rules = parse(R"j([
    {"collective": "scan", "nodes": "in_order", "algorithm": "hierarchical(inter=dissemination)"},
    {"collective": "scan", "algorithm": "dissemination"}])j");
  CallFacts call{"scan", 8, 64};
  EXPECT_EQ(server(rules, call), "hierarchical");
  call.nodes_in_order = false;
  EXPECT_EQ(server(rules, call), "dissemination");
  EXPECT_EQ(rules.warnings(), std::vector<std::string>());
  EXPECT_THAT([] { parse(R"j([{"collective": "scan", "algorithm": "linear", "nodes": "sorted"}])j"); },
              ThrowsMessage<DocumentError>(HasSubstr("/0/nodes")));
}

TEST(Rules, SayWhetherAnyDependsOnNodes) {
  EXPECT_TRUE(
      parse(R"j([{"collective": "scan", "nodes": "in_order", "algorithm": "linear"}])j").know_nodes());
  EXPECT_TRUE(parse(R"j([{"collective": "bcast", "algorithm": "binomial"},
                         {"collective": "allreduce", "algorithm": "hierarchical"}])j")
                  .know_nodes());
  EXPECT_FALSE(parse(R"j([{"collective": "allreduce", "algorithm": "ring"}])j").know_nodes());
}

TEST(Rules, AskForConditions) {
  const Rules rules = parse(R"j({"source": "a library", "rules": [
    {"collective": "allreduce", "only": ["power_of_two", "enough_elements"], "algorithm": "rabenseifner"},
    {"collective": "allreduce", "only": ["element_each"], "theirs": "magic"},
    {"collective": "allreduce", "algorithm": "ring"}]})j");
  EXPECT_EQ(rules.source(), "a library");
  CallFacts call = allreduce(8, 64);
  EXPECT_EQ(server(rules, call), "rabenseifner") << "who does not know the elements has enough";
  call.elements = 8;
  EXPECT_EQ(server(rules, call), "rabenseifner");
  call.elements = 7;
  EXPECT_EQ(server(rules, call), "ring");
  call.processes = 6;
  EXPECT_EQ(rules.match(call)->theirs, "magic");
  EXPECT_EQ(server(rules, call), "library");
  EXPECT_EQ(rules.warnings(), std::vector<std::string>());
  EXPECT_EQ(parse(rules.document()).document(), rules.document());
  EXPECT_THAT([] { parse(R"j([{"collective": "scan", "algorithm": "linear", "only": ["evn"]}])j"); },
              ThrowsMessage<DocumentError>("r.json:/0/only: unknown condition 'evn'; did you mean 'even'?"));
}

/// Of elements of 8 bytes.
std::string server_of(const Rules& rules, const std::string& collective, int processes, std::int64_t count) {
  return rules.match(facts_of(collective, {.processes = processes, .count = count, .type_size = 8}))
      ->algorithm();
}

TEST(Rules, AskForSegmentsOfTheirAlgorithm) {
  const Rules halves = parse(R"j([
    {"collective": "bcast", "only": ["two_segments"], "algorithm": "split_binary(segment_bytes=1024)"},
    {"collective": "bcast", "only": ["two_segments"], "algorithm": "split_binary(segment_bytes=0)"},
    {"collective": "bcast", "algorithm": "binomial"}])j");
  EXPECT_EQ(server_of(halves, "bcast", 8, 256), "split_binary(segment_bytes=1024)");
  EXPECT_EQ(server_of(halves, "bcast", 8, 255), "split_binary") << "a half has 127 elements";
  EXPECT_EQ(server_of(halves, "bcast", 8, 2), "split_binary");
  EXPECT_EQ(server_of(halves, "bcast", 8, 1), "binomial");
  const Rules parts = parse(R"j([
    {"collective": "allreduce", "only": ["segment_each"], "algorithm": "ring(segment_bytes=1024)"},
    {"collective": "allreduce", "only": ["equal_parts"], "algorithm": "rabenseifner"},
    {"collective": "allreduce", "algorithm": "tree"}])j");
  EXPECT_EQ(server_of(parts, "allreduce", 6, 6 * 128), "ring(segment_bytes=1024)");
  EXPECT_EQ(server_of(parts, "allreduce", 6, 6 * 127), "rabenseifner");
  EXPECT_EQ(server_of(parts, "allreduce", 6, 6 * 128 - 1), "tree");
}

std::vector<std::string> warnings(const std::string& text) {
  return parse(text).warnings();
}

using Lines = std::vector<std::string>;

TEST(RuleWarnings, NoneForRulesThatShareNothing) {
  EXPECT_EQ(warnings(R"j([
    {"collective": "allreduce", "bytes": "..8K", "algorithm": "recursive_doubling"},
    {"collective": "allreduce", "bytes": "8193..", "processes": "..64", "algorithm": "rabenseifner"},
    {"collective": "allreduce", "bytes": "8193..", "processes": "65..", "algorithm": "ring"},
    {"collective": "bcast", "algorithm": "binomial"}])j"),
            Lines());
}

TEST(RuleWarnings, NoneForWhatDependsOnTheMachinesNodes) {
  EXPECT_EQ(warnings(R"j([{"collective": "bcast", "algorithm": "hierarchical(senders=2)"}])j"), Lines());
}

TEST(RuleWarnings, BlocksTellRulesApart) {
  EXPECT_EQ(warnings(R"j([
    {"collective": "alltoall", "block": "..256", "algorithm": "bruck"},
    {"collective": "alltoall", "block": "257..", "algorithm": "pairwise"}])j"),
            Lines());
  EXPECT_EQ(warnings(R"j([
    {"collective": "alltoall", "block": "..256", "algorithm": "bruck"},
    {"collective": "alltoall", "processes": "..64", "block": "..32K", "algorithm": "pairwise"},
    {"collective": "alltoall", "processes": "..64", "block": "100..1K", "algorithm": "bruck"}])j"),
            Lines({"rule /0 and rule /1 overlap: rule /0 wins for 1..64 processes, blocks of 0..256 bytes",
                   "rule /2 never matches: rule /0, rule /1 before it take all its calls"}));
}

TEST(RuleWarnings, OverlapsSayWhoWinsWhere) {
  EXPECT_EQ(warnings(R"j([
    {"collective": "allreduce", "bytes": "..8K", "processes": "2..8", "algorithm": "recursive_doubling"},
    {"collective": "allreduce", "bytes": "8K..", "operator": "user", "algorithm": "recursive_doubling"}])j"),
            Lines({"rule /0 and rule /1 overlap: rule /0 wins for 2..8 processes, 8K bytes, "
                   "non-commutative user and user operators"}));
}

TEST(RuleWarnings, ARuleThatEarlierOnesCoverTogetherNeverMatches) {
  const std::string covering = R"j(
    {"collective": "reduce", "processes": "..8", "operator": "commutative", "algorithm": "binomial"},
    {"collective": "reduce", "processes": "..8", "operator": "non_commutative", "algorithm": "binomial"},
    {"collective": "reduce", "processes": "9..", "bytes": "..8K", "algorithm": "binomial"},)j";
  const std::string last = R"j({"collective": "reduce", "algorithm": "library", "bytes": "..)j";
  EXPECT_EQ(warnings("[" + covering + last + "8K\"}]"),
            Lines({"rule /3 never matches: rule /0, rule /1, rule /2 before it take all its calls"}));
  EXPECT_EQ(warnings("[" + covering + last + "8193\"}]").size(), 3U);  // one byte more: overlaps only
}

TEST(RuleWarnings, CallsThatAConditionExcludesAreNoneOfTheRule) {
  EXPECT_TRUE(
      warnings(R"j([{"collective": "allgather", "algorithm": "recursive_doubling", "only": ["power_of_two"]},
                            {"collective": "allgather", "algorithm": "neighbor_exchange", "only": ["even"]}])j")
          .empty());
  EXPECT_EQ(
      warnings(R"j([{"collective": "allgather", "algorithm": "recursive_doubling", "only": ["even"]}])j")
          .size(),
      1U);
}

TEST(Rules, ASummaryCountsEachCollectives) {
  EXPECT_THAT(parse(R"j([{"collective": "bcast", "algorithm": "library", "bytes": "..8"},
                         {"collective": "allreduce", "algorithm": "ring", "bytes": "1M.."},
                         {"collective": "allreduce", "algorithm": "ring(segment_bytes=8K)", "bytes": "..1M"}])j")
                  .summary(),
              AllOf(HasSubstr("allreduce       2  2 ring"), HasSubstr("bcast           1  1 library")));
}

TEST(RuleWarnings, UnsupportedForSomeOrAll) {
  const auto tree = [](const std::string& processes) {
    return warnings(R"j([{"collective": "allreduce", "algorithm": "tree", "processes": ")j" + processes +
                    "\"}]");
  };
  const std::string start = "rule /0: allreduce/tree cannot serve ";
  EXPECT_EQ(tree("4..8"),
            Lines({start + "some of its calls, which go to the MPI library: 5 processes are not "
                           "a power of two"}));
  EXPECT_EQ(tree("5..7"), Lines({start + "any of its calls, which go to the MPI library: 5 processes are not "
                                         "a power of two"}));
  EXPECT_EQ(tree("1..2"), Lines());
  EXPECT_EQ(tree("1000..1024").size(), 1U);
}

TEST(RuleWarnings, OperatorsThatDoNotCommuteAreProbedIfNamed) {
  const auto ring = [](const std::string& more) {
    return warnings(R"j([{"collective": "allreduce", "algorithm": "ring")j" + more + "}]");
  };
  EXPECT_EQ(ring(""), Lines());
  EXPECT_EQ(ring(R"j(, "operator": "commutative")j"), Lines());
  ASSERT_EQ(ring(R"j(, "operator": "user")j").size(), 1U);
  EXPECT_THAT(ring(R"j(, "operator": "user")j")[0], HasSubstr("some of its calls"));
  ASSERT_EQ(ring(R"j(, "operator": "non_commutative")j").size(), 1U);
  EXPECT_THAT(ring(R"j(, "operator": "non_commutative")j")[0], HasSubstr("any of its calls"));
}

TEST(RuleWarnings, ResultsThatDifferBetweenRanks) {
  const auto full_ring = [](const std::string& processes) {
    return warnings(R"j([{"collective": "allreduce", "algorithm": "ring_full_vector", "processes": ")j" +
                    processes + "\"}]");
  };
  EXPECT_EQ(full_ring("1..8"),
            Lines({"rule /0: allreduce/ring_full_vector may give ranks different bits where the "
                   "operator rounds, as with 3 processes; COLLSIM_SAME_RESULT=1 keeps it from such "
                   "calls"}));
  EXPECT_EQ(full_ring("1..2"), Lines());
}

Rules from_environment(std::vector<const char*> variables) {
  variables.push_back(nullptr);
  return Rules::from_environment(variables.data(), Rules::text_of);
}

TEST(RulesFromEnvironment, AVariableServesAllCallsAndWinsOverTheFile) {
  const testing::Folder folder;
  const std::string file = (folder.path() / "rules.json").string();
  std::ofstream(file) << R"j([{"collective": "allreduce", "algorithm": "rabenseifner"},
                              {"collective": "bcast", "algorithm": "binomial"}])j";
  const std::string variable = "COLLSIM_RULES=" + file;
  const Rules rules = from_environment({"PATH=/bin", variable.c_str(), "COLLSIM_REPORT=1",
                                        "COLLSIM_ALLREDUCE=ring:segment_bytes=8K", "COLLSIM_DATA_DIR=x"});
  EXPECT_EQ(server(rules, {"bcast", 4, 8}), "binomial");
  const auto choice = rules.choose(allreduce(4, 8));
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->about->name, "ring");
  EXPECT_EQ(choice->options.integer("segment_bytes"), 8192);
}

TEST(RulesFromEnvironment, AVariableCanNameTheLibrary) {
  EXPECT_EQ(
      server(from_environment({"COLLSIM_REDUCE_SCATTER_BLOCK=library"}), {"reduce_scatter_block", 4, 8}),
      "library");
  EXPECT_EQ(server(from_environment({"COLLSIM_REDUCE_SCATTER_BLOCK=ring"}), {"reduce_scatter_block", 4, 8}),
            "ring");
}

TEST(RulesFromEnvironment, OtherVariablesAreStrangersUnlessTheirNamesAreNearlyOurs) {
  const Rules rules = from_environment({"COLLSIM_HOME=/opt", "COLLSIM_SCAN=linear", "COLLSIM_LOG_LEVEL=3"});
  EXPECT_EQ(rules.strangers(), Lines({"COLLSIM_HOME", "COLLSIM_LOG_LEVEL"}));
  EXPECT_EQ(server(rules, {"scan", 4, 8}), "linear");
}

TEST(RulesFromEnvironment, SameResultIsASwitch) {
  EXPECT_TRUE(from_environment({"COLLSIM_SAME_RESULT=1"}).same_result());
  EXPECT_FALSE(from_environment({"COLLSIM_SAME_RESULT=0"}).same_result());
  EXPECT_FALSE(from_environment({}).same_result());
}

TEST(Rules, SayWhetherAnyMayServeSoManyProcesses) {
  const Rules rules = parse(R"j([{"collective": "bcast", "processes": "2..8", "algorithm": "binomial"},
                                 {"collective": "scan", "processes": 16, "algorithm": "library"}])j");
  EXPECT_FALSE(rules.empty());
  EXPECT_TRUE(rules.may_serve(8));
  EXPECT_FALSE(rules.may_serve(9));
  EXPECT_FALSE(rules.may_serve(16));
  EXPECT_TRUE(parse("[]").empty());
}

TEST(RulesFromEnvironment, MistakesNameTheVariable) {
  const std::vector<std::pair<const char*, const char*>> mistakes = {
      {"COLLSIM_ALLREDUCE=rung",
       "COLLSIM_ALLREDUCE: unknown algorithm 'rung' of allreduce; did you mean 'ring'"},
      {"COLLSIM_ALLREDUCE=", "COLLSIM_ALLREDUCE is empty; right would be an algorithm, or 'library'"},
      {"COLLSIM_ALLREDUCE=library:selector=x",
       "COLLSIM_ALLREDUCE: 'library(selector=x)': the MPI library takes no"},
      {"COLLSIM_ALLREDUCE=ring:segment=8", "COLLSIM_ALLREDUCE: allreduce/ring has no option 'segment'"},
      {"COLLSIM_ALLREDUCE=ring:", "COLLSIM_ALLREDUCE: 'ring()' has an option without a value"},
      {"COLLSIM_ALLREDUCE=ring:segment_bytes=-1", "COLLSIM_ALLREDUCE: '-1' is not a size"},
      {"COLLSIM_ALREDUCE=ring", "unknown variable 'COLLSIM_ALREDUCE'; did you mean 'COLLSIM_ALLREDUCE'"},
      {"COLLSIM_RULE=x", "'COLLSIM_RULES'"},
      {"COLLSIM_SAME_RESULTS=1", "'COLLSIM_SAME_RESULT'"},
      {"COLLSIM_SAME_RESULT=on", "COLLSIM_SAME_RESULT: 'on' is neither 1 nor 0"},
      {"COLLSIM_RULES=/nowhere.json", "/nowhere.json: no such file; right would be a file of rules"},
      {"COLLSIM_RULES=", "COLLSIM_RULES is empty; right would be a file of rules"}};
  for (const auto& [variable, words] : mistakes)
    EXPECT_THAT([&variable = variable] { from_environment({variable}); },
                ThrowsMessage<Error>(HasSubstr(words)))
        << variable;
}

TEST(Rules, TheTableIsAligned) {
  EXPECT_EQ(parse(R"j([
    {"collective": "allreduce", "processes": "2..64", "bytes": "0..8K", "operator": "user",
     "algorithm": "ring"},
    {"collective": "barrier", "processes": "8..", "algorithm": "library"}])j")
                .table(),
            "rule  collective  processes  bytes  block  operator  only  algorithm\n"
            "/0    allreduce   2..64      0..8K  any    user      any   ring\n"
            "/1    barrier     8..        any    any    any       any   library\n");
}

}  // namespace
}  // namespace collsim
