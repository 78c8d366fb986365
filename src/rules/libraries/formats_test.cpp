#include "rules/libraries/formats.hpp"

#include <gmock/gmock.h>

#include "rules/libraries/foreign_algorithms.hpp"
#include "rules/libraries/openmpi.hpp"
#include "support/document.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// What serves a call, and what the library calls it.
std::string served(const Rules& rules, const CallFacts& facts) {
  const Rule* rule = rules.match(facts);
  return rule ? rule->algorithm() + " as " + rule->theirs : "none";
}

CallFacts call(const std::string& collective, int processes, std::int64_t bytes) {
  return {.collective = collective,
          .processes = processes,
          .bytes = bytes,
          .op = "sum",
          .elements = bytes / 8,
          .nodes = processes};
}

Rules classic(const std::string& text) {
  return read_openmpi_classic(text, "r.conf");
}

TEST(OpenmpiClassic, TakesTheLastEntryThatIsNotAboveACall) {
  const Rules rules = classic(R"(1  # collectives
    2  2
     4 2  0 3 0 0   8192 6 0 0
     16 3  0 3 0 0   4096 4 0 0   1048576 5 0 65536)");
  EXPECT_EQ(served(rules, call("allreduce", 4, 8191)), "recursive_doubling as recursive_doubling");
  EXPECT_EQ(served(rules, call("allreduce", 15, 8192)), "rabenseifner(fold=half) as rabenseifner");
  EXPECT_EQ(served(rules, call("allreduce", 16, 4096)), "ring as ring");
  EXPECT_EQ(served(rules, call("allreduce", 2, 8)), "recursive_doubling as recursive_doubling")
      << "smaller communicators than any take the first entry";
  EXPECT_EQ(served(rules, call("allreduce", 64, 4 << 20)),
            "ring(segment_bytes=65536,segments=phases) as segmented_ring(segsize=65536)");
  EXPECT_EQ(served(rules, call("bcast", 4, 8)), "none");
}

TEST(OpenmpiClassic, KnowsWhatRunsWhereAnAlgorithmCannot) {
  const Rules ring = classic("1 2 1 0 1 0 4 0 0");
  EXPECT_EQ(served(ring, call("allreduce", 64, 8 * 64)), "ring as ring");
  EXPECT_EQ(served(ring, call("allreduce", 64, 8 * 63)), "recursive_doubling as recursive_doubling");
  const Rules halves = classic("1 7 1 0 1 0 4 0 8192");
  EXPECT_EQ(served(halves, call("bcast", 64, 16384)),
            "split_binary(segment_bytes=8192) as split_binary_tree(segsize=8192)");
  EXPECT_EQ(served(halves, call("bcast", 64, 16376)),
            "chain(segment_bytes=8192) as chain(fanout=1,segsize=8192)");
  const Rules phases = classic("1 2 1 0 1 0 5 0 1024");
  EXPECT_EQ(served(phases, call("allreduce", 4, 4096)),
            "ring(segment_bytes=1024,segments=phases) as segmented_ring(segsize=1024)");
  EXPECT_EQ(served(phases, call("allreduce", 4, 4088)), "ring as ring");
  EXPECT_EQ(served(phases, call("allreduce", 4, 24)), "recursive_doubling as recursive_doubling");
  const Rules doubling = classic("1 0 1 0 1 0 3 0 0");
  EXPECT_EQ(served(doubling, call("allgather", 8, 64)), "recursive_doubling as recursive_doubling");
  EXPECT_EQ(served(doubling, call("allgather", 6, 48)), "bruck(turn=in_place) as bruck");
}

TEST(OpenmpiClassic, LeavesWhatItNamesNoAlgorithmForToTheLibrary) {
  const Rules rules = classic("1 2 2  0 1 0 0 0 0  8 1 0 3 0 0");
  EXPECT_EQ(served(rules, call("allreduce", 7, 8)), "none");
  EXPECT_EQ(served(rules, call("allreduce", 8, 8)), "recursive_doubling as recursive_doubling");
}

TEST(OpenmpiClassic, OfVersionTwoHasRequests) {
  EXPECT_EQ(served(classic("rule-file-version-2 1 3 1 0 1 0 4 0 0 32"), call("alltoall", 8, 64)),
            "irecv_isend(throttle=32) as linear_sync(reqs=32)");
}

struct Wrong {
  const char* text;
  const char* says;
};

TEST(OpenmpiClassic, WhatTheLibraryWouldTakeInSilenceIsALine) {
  for (const auto& [text, says] :
       {Wrong{"1 2 1 4 1 0 99 0 0",
              "r.conf:1: unknown algorithm 99 of allreduce; right would be a number up to 6"},
        {"1 2 1 010 1 0 3 0 0", "'010' is octal for Open MPI"},
        {"1 2 1 4 1 8 3 0 0", "the first message size is 8; right would be 0"},
        {"1 2 1 4 2 0 3 0 0\n 0 6 0 0", "r.conf:2: message size 0 follows a larger one"},
        {"1 2 2 8 1 0 3 0 0 4 1 0 3 0 0", "communicator size 4 follows a larger one"},
        {"1 2 1 4 1 0 3 0", "ends before a segment size"},
        {"1 2 1 4 1 0 3 0 0 7", "more follows than the counts before say"},
        {"1 allreduce", "'allreduce' is no number, but stands for a collective"},
        {"1 2 1 4 1 0 -3 0 0", "an algorithm is -3"},
        {"2 2 0 2 0", "allreduce stands there twice"},
        {"1 10 0", "Open MPI reads no rules for that collective"},
        {"23", "the number of collectives is 23; right would be 0 to 22"}})
    EXPECT_THAT([&text = text] { classic(text); }, ThrowsMessage<DocumentError>(HasSubstr(says))) << text;
}

TEST(OpenmpiJson, TakesTheFirstOfBothLevels) {
  const Rules rules =
      read_openmpi_json(R"j({"rule_file_version": 3, "module": "tuned", "collectives": {"allreduce": [
    {"comm_size_min": 8, "comm_size_max": 16, "rules": [
      {"msg_size_max": 999, "alg": "recursive_doubling"}, {"msg_size_min": 2000, "alg": 4}]},
    {"rules": [{"alg": "nonoverlapping"}]}]}})j",
                        "r.json");
  EXPECT_EQ(served(rules, call("allreduce", 8, 992)), "recursive_doubling as recursive_doubling");
  EXPECT_EQ(served(rules, call("allreduce", 16, 2000)), "ring as ring");
  EXPECT_EQ(served(rules, call("allreduce", 8, 1000)), "library as fixed_decision");
  EXPECT_EQ(served(rules, call("allreduce", 17, 1000)), "library as nonoverlapping");
}

TEST(OpenmpiJson, KnowsWhetherRanksShareNodes) {
  const Rules rules = read_openmpi_json(R"j({"collectives": {"bcast": [
    {"comm_rank_distribution": "single-node", "rules": [{"alg": 7}]},
    {"comm_rank_distribution": "one-per-node", "rules": [{"alg": "pipeline", "seg_size": 4096}]}]}})j",
                                        "r.json");
  CallFacts facts = call("bcast", 8, 8);
  EXPECT_EQ(served(rules, facts), "chain(segment_bytes=4096) as pipeline(segsize=4096)");
  facts.nodes = 1;
  EXPECT_EQ(served(rules, facts), "knomial_at_once(radix=4) as knomial");
  facts.nodes = 2;
  EXPECT_EQ(served(rules, facts), "none");
}

TEST(OpenmpiJson, WhatTheLibraryWouldTakeInSilenceIsALine) {
  const std::string entry = R"j({"collectives": {"allreduce": [{"rules": [)j", end = "]}]}}";
  for (const auto& [text, says] : std::initializer_list<std::pair<std::string, const char*>>{
           {R"j({"collectives": {"reducescatter": []}})j", "did you mean 'reduce_scatter'"},
           {R"j({"collectives": {"allreduce": [{"comm_size_mim": 8, "rules": []}]}})j", "'comm_size_min'"},
           {entry + R"j({"alg": "rign"})j" + end, "did you mean 'ring'"},
           {entry + R"j({"alg": 99})j" + end, "unknown algorithm 99"},
           {entry + R"j({"msg_size_min": 9, "msg_size_max": 8, "alg": 3})j" + end, "msg_size_max is below"},
           {entry + R"j({"msg_size_min": -1, "alg": 3})j" + end, "whole number"},
           {entry + R"j({"msg_size_min": 1})j" + end, "has no 'alg'"},
           {R"j({"module": "han", "collectives": {}})j", "right would be \"tuned\""},
           {"{}", "'collectives'"}})
    EXPECT_THAT([&text = text] { read_openmpi_json(text, "r.json"); },
                ThrowsMessage<DocumentError>(HasSubstr(says)))
        << text;
}

Rules mpich(const std::string& tree) {
  return read_mpich_json("{\"collective=" + tree + "}", "r.json");
}

TEST(MpichJson, TriesConditionsInTheirOrder) {
  const Rules rules = mpich(R"j(allgather": {"comm_type=intra": {
    "comm_size=pow2": {"total_msg_size<524288": {"algorithm=MPIR_Allgather_intra_recursive_doubling": {}},
                       "total_msg_size=any": {"algorithm=MPIR_Allgather_intra_ring": {}}},
    "comm_size=any": {"algorithm=MPIR_Allgather_intra_brucks": {}}}})j");
  EXPECT_EQ(served(rules, call("allgather", 8, 524280)), "recursive_doubling as recursive_doubling");
  EXPECT_EQ(served(rules, call("allgather", 8, 524288)), "ring as ring");
  EXPECT_EQ(served(rules, call("allgather", 6, 524288)), "bruck as brucks");
}

TEST(MpichJson, KnowsElementsOperatorsAndParameters) {
  const Rules rules = mpich(R"j(allreduce": {
    "avg_msg_size<=8": {"is_commutative=yes": {"algorithm=MPIR_Allreduce_intra_ring": {}},
                        "is_commutative=no": {"algorithm=MPIR_Allreduce_intra_recursive_doubling": {}}},
    "avg_msg_size=any": {"count<pow2": {"algorithm=MPIR_Allreduce_intra_recursive_multiplying": {"k=4": {}}},
                         "count=any": {"algorithm=MPIR_Allreduce_intra_reduce_scatter_allgather": {}}}})j");
  EXPECT_EQ(served(rules, call("allreduce", 4, 8)), "ring as ring");
  CallFacts other = call("allreduce", 4, 8);
  other.op = "user", other.commutative = false;
  EXPECT_EQ(served(rules, other), "recursive_doubling as recursive_doubling");
  EXPECT_EQ(served(rules, call("allreduce", 9, 8 * 7)),
            "recursive_multiplying(radix=4) as recursive_multiplying(k=4)");
  EXPECT_EQ(served(rules, call("allreduce", 9, 8 * 8)), "rabenseifner as reduce_scatter_allgather");
}

TEST(MpichJson, ComparesOneBlockOfAnAlltoall) {
  const Rules rules = mpich(R"j(alltoall": {"avg_msg_size<=256": {"algorithm=MPIR_Alltoall_intra_brucks": {}},
                                            "avg_msg_size=any": {"algorithm=MPIR_Alltoall_intra_pairwise": {}}})j");
  EXPECT_EQ(served(rules, call("alltoall", 8, 8 * 256)), "bruck as brucks");
  EXPECT_EQ(served(rules, call("alltoall", 8, 8 * 264)), "pairwise as pairwise");
}

TEST(MpichJson, WhatTheLibraryWouldTakeInSilenceOrAbortAtIsALine) {
  for (const auto& [text, says] :
       {Wrong{R"j(allreduce": {"algorithm=MPIR_Allreduce_intra_ringg": {}})j", "did you mean 'ring'"},
        {R"j(allreduce": {"algorithm=MPIR_Allreduce_intra_recursive_multiplying": {"kk=4": {}}})j",
         "no parameter 'kk'"},
        {R"j(allreduce": {"algorithm=MPIR_Allreduce_intra_recursive_multiplying": {}})j", "is without 'k'"},
        {R"j(allreduce": {"avg_msg_size<=4294967296": {"algorithm=MPIR_Allreduce_intra_ring": {}}})j",
         "more than MPICH's int holds"},
        {R"j(allreduce": {"avg_msg_size<=8": {"comm_size<8": {"algorithm=MPIR_Allreduce_intra_ring": {}}}})j",
         "MPICH takes '<' for '<='"},
        {R"j(allgather": {"avg_msg_size<=8": {"algorithm=MPIR_Allgather_intra_ring": {}}})j",
         "right would be total_msg_size"},
        {R"j(allreduce": {"comm_sise<=8": {"algorithm=MPIR_Allreduce_intra_ring": {}}})j", "'comm_size'"},
        {R"j(allreduce": {})j", "has no conditions"}})
    EXPECT_THAT([&text = text] { mpich(text); }, ThrowsMessage<DocumentError>(HasSubstr(says))) << text;
}

TEST(Ucc, LaterTokensOverrideEarlierOnes) {
  const Rules rules =
      read_ucc("UCC_TL_UCP_TUNE=allreduce:@sra_knomial#allreduce:0-4k:host:[2-16]:100:@0", "r.conf");
  EXPECT_EQ(served(rules, call("allreduce", 16, 4088)), "recursive_doubling as knomial");
  EXPECT_EQ(served(rules, call("allreduce", 16, 4096)), "rabenseifner as sra_knomial");
  EXPECT_EQ(served(rules, call("allreduce", 17, 8)), "rabenseifner as sra_knomial");
  EXPECT_THAT([] { read_ucc("allreduce:0-4k:@rign", "r.conf"); },
              ThrowsMessage<DocumentError>(HasSubstr("did you mean 'ring'")));
  EXPECT_THAT([] { read_ucc("allreduce:@0#gather:0-4k:@knomial", "r.conf"); },
              ThrowsMessage<DocumentError>(HasSubstr("UCC drops the whole string")));
}

TEST(Formats, AreToldByWhatTheyHold) {
  EXPECT_EQ(read_rules("[]", "f").all().size(), 0U);
  EXPECT_EQ(read_rules(R"j({"source": "s", "rules": []})j", "f").source(), "s");
  EXPECT_THAT([] { read_rules("<xml/>", "f"); },
              ThrowsMessage<DocumentError>(HasSubstr("f: is no file of rules")));
  EXPECT_THAT([] { load_rules("openmpi-4"); }, ThrowsMessage<Error>(HasSubstr("'openmpi-4.1'")));
}

TEST(Formats, OpenmpisOwnTableFollowsItsFile) {
  const Rules rules = read_rules("1 2 2  0 1 0 0 0 0  8 1 0 4 0 0", "r.conf");
  EXPECT_EQ(served(rules, call("allreduce", 8, 8 << 20)), "ring as ring");
  EXPECT_EQ(served(rules, call("allreduce", 4, 8 << 20)), "rabenseifner(fold=half) as rabenseifner");
  EXPECT_EQ(served(rules, call("bcast", 8, 64 << 10)), "linear as basic_linear");
}

/// The tables' switch-over points, from rules_formats of the libraries' own.
TEST(Tables, SwitchWhereTheLibrariesDo) {
  const Rules openmpi = load_rules("openmpi-4.1"), mpich = load_rules("mpich-5");
  EXPECT_EQ(served(openmpi, call("allreduce", 8, 8184)), "recursive_doubling as recursive_doubling");
  EXPECT_EQ(served(openmpi, call("allreduce", 8, 8192)), "rabenseifner(fold=half) as rabenseifner");
  EXPECT_EQ(served(openmpi, call("alltoall", 2, 64)), "pairwise as two_proc");
  EXPECT_EQ(served(mpich, call("allreduce", 4, 8)), "recursive_doubling as recursive_doubling");
  EXPECT_EQ(served(mpich, call("allreduce", 4, 32)), "rabenseifner as reduce_scatter_allgather");
  EXPECT_EQ(served(mpich, call("bcast", 16, 12288)), "binomial as binomial");
  EXPECT_EQ(served(mpich, call("bcast", 16, 12296)),
            "scatter_recursive_doubling_allgather as scatter_recursive_doubling_allgather");
}

/// Of 6 processes another algorithm than the counterpart, of fewer elements than processes again another.
TEST(ForeignAlgorithms, AreTheSameOnlyWhereTheTableSaysSo) {
  const Rules rules = classic("1 7 1 0 1 0 8 0 0");
  EXPECT_EQ(served(rules, call("bcast", 8, 64)), "scatter_recursive_doubling_allgather as scatter_allgather");
  EXPECT_EQ(served(rules, call("bcast", 6, 64)), "library as scatter_allgather");
  EXPECT_EQ(served(rules, call("bcast", 8, 32)), "linear as basic_linear");
}

/// As collprobe prints them.
TEST(OpenmpiDecisions, HoldUpToTheNextOnes) {
  const Rules rules = openmpi_decisions(
      "processes 2\nlibrary Open MPI v4.1.4\nchosen allgather 2 0 allgather_intra_ring\n"
      "chosen allgather 2 64 allgather_intra_neighborexchange\nchosen allgather 9 0 allgather_intra_bruck\n",
      "mine");
  EXPECT_EQ(served(rules, call("allgather", 2, 127)), "ring as ring") << "blocks of 63 B";
  EXPECT_EQ(served(rules, call("allgather", 8, 512)), "neighbor_exchange as neighbor");
  EXPECT_EQ(served(rules, call("allgather", 7, 448)), "ring as ring") << "what runs in its stead";
  EXPECT_EQ(served(rules, call("allgather", 9, 576)), "bruck(turn=in_place) as bruck");
  const Rules of_block = openmpi_decisions(
      "chosen reduce_scatter_block 2 0 reduce_scatter_block_intra_butterfly\n"
      "chosen reduce_scatter_block 2 64 reduce_scatter_block_basic_linear\n",
      "mine");
  EXPECT_EQ(served(of_block, call("reduce_scatter_block", 8, 504)),
            "butterfly(blocks=permuted,start=copies) as butterfly");
  EXPECT_EQ(served(of_block, call("reduce_scatter_block", 8, 512)), "library as basic_linear");
  EXPECT_THAT([] { openmpi_decisions("decisions unknown\n", ""); },
              ThrowsMessage<Error>(HasSubstr("did not tell what it chooses")));
  EXPECT_THAT([] { openmpi_decisions("chosen bcast 2 0 bcast_intra_magic\n", ""); },
              ThrowsMessage<Error>(HasSubstr("Open MPI runs bcast_intra_magic of bcast")));
}

/// Every name on the right is one of collsim's algorithms, and each of the library's numbers has one name.
TEST(ForeignAlgorithms, AreAlgorithmsHere) {
  for (const Library library : {Library::openmpi, Library::mpich, Library::ucc, Library::smpi})
    for (const ForeignAlgorithm& row : foreign_algorithms(library)) {
      if (row.here.empty()) continue;
      Written theirs = parse_written(row.theirs);
      for (const auto& parameter : open_parameters(row)) theirs.options.emplace(parameter, "4");
      EXPECT_TRUE(choice_of(row, theirs)) << row.collective << " " << row.theirs;
      if (!row.otherwise.empty()) {
        EXPECT_FALSE(
            named(library, row.collective, row.otherwise.substr(0, row.otherwise.find('('))).empty());
      }
    }
}

}  // namespace
}  // namespace collsim
