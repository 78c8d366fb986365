#include <gmock/gmock.h>

#include <functional>

#include "rules/libraries/formats.hpp"
#include "rules/libraries/target.hpp"
#include "rules/libraries/writers.hpp"
#include "support/error.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;

Rule rule(const std::string& collective, const Interval& processes, const Interval& bytes,
          const std::string& theirs) {
  Rule made{.where = {}, .collective = collective};
  made.region.processes = processes;
  made.region.bytes = bytes;
  made.theirs = theirs;
  return made;
}

constexpr std::int64_t all = Region::all_bytes.last;

Rules some() {
  return Rules({rule("allreduce", {4, 15}, {0, 1023}, "recursive_doubling"),
                rule("allreduce", {4, 15}, {1024, all}, "rabenseifner"),
                rule("allreduce", {32, 64}, {0, all}, "recursive_doubling"),
                rule("bcast", {2, 64}, {0, all}, "pipeline(segsize=8192)")});
}

TEST(WriteOpenmpi, LeavesUntunedNumbersOfProcessesToTheLibrary) {
  const Files files = write_for(target("openmpi-4.1"), some(), "/where");
  const Rules read = read_openmpi_classic(files.at("openmpi-4.1.conf"), "f");
  const auto theirs = [&](int p, std::int64_t n) {
    const Rule* taken = read.match({.collective = "allreduce", .processes = p, .bytes = n, .op = "sum"});
    return taken ? taken->theirs : "its own";
  };
  EXPECT_EQ(theirs(2, 8), "its own");
  EXPECT_EQ(theirs(4, 1023), "recursive_doubling");
  EXPECT_EQ(theirs(15, 1024), "rabenseifner");
  EXPECT_EQ(theirs(16, 8), "its own");
  EXPECT_EQ(theirs(64, 1 << 30), "recursive_doubling");
  EXPECT_EQ(theirs(65, 8), "its own");
  EXPECT_THAT(files.at("openmpi-4.1.env"),
              HasSubstr("OMPI_MCA_coll_tuned_dynamic_rules_filename='/where/openmpi-4.1.conf'"));
  EXPECT_THAT(files.at("openmpi-4.1.env"), Not(HasSubstr("coll_han")));
}

TEST(WriteOpenmpi, WritesOwnChoicesAmongRulesInAnyOrder) {
  const Rules rules({rule("allreduce", {4, 8}, {0, 1023}, "recursive_doubling"),
                     rule("allreduce", {4, 16}, {1024, all}, fixed_decision),
                     rule("allreduce", {9, 16}, {0, 1023}, "ring")});
  const Files files = write_for(target("openmpi-4.1"), rules, "/where");
  EXPECT_THAT(files.at("openmpi-4.1.conf"),
              HasSubstr(" 9 2  # processes, sizes\n  0 4 0 0  # ring\n  1024 0 0 0  # its own choice\n"));
  const Rules followed = as_followed(target("openmpi-4.1"), rules);
  EXPECT_EQ(
      followed.match({.collective = "allreduce", .processes = 16, .bytes = 1 << 20, .op = "sum"})->theirs,
      "rabenseifner")
      << "what its table says";
}

TEST(WriteOpenmpi, RefusesAFolderThatWouldEndTheQuotesOfASetting) {
  EXPECT_THAT(
      [] { write_for(target("openmpi-4.1"), some(), "/of/John's"); },
      ThrowsMessage<Error>(HasSubstr("/of/John's/openmpi-4.1.conf: a shell's setting cannot name it")));
}

TEST(WriteOpenmpi, LeavesSizesBelowAllRulesToTheLibrary) {
  const Rules above({rule("allreduce", {4, 16}, {512, all}, "ring")});
  const std::string text = write_for(target("openmpi-4.1"), above, "/w").at("openmpi-4.1.conf");
  EXPECT_THAT(text,
              HasSubstr(" 4 2  # processes, sizes\n  0 0 0 0  # its own choice\n  512 4 0 0  # ring\n"));
}

TEST(WriteOpenmpi, OfVersionFiveKeepsHanOut) {
  EXPECT_THAT(write_for(target("openmpi-5.0"), some(), "/w").at("openmpi-5.0.env"),
              HasSubstr("export OMPI_MCA_coll_han_priority=0"));
}

TEST(WriteOpenmpi, OfVersionSixIsJson) {
  const std::string text = write_for(target("openmpi-6"), some(), "/w").at("openmpi-6.json");
  const auto document = read_json(text);
  EXPECT_EQ(document["rule_file_version"], 3);
  const auto& first = document["collectives"]["allreduce"][0];
  EXPECT_EQ(first["comm_size_min"], 4);
  EXPECT_EQ(first["comm_size_max"], 15);
  EXPECT_EQ(first["rules"][0]["msg_size_max"], 1023);
  EXPECT_EQ(document["collectives"]["bcast"][0]["rules"][0]["seg_size"], 8192);
}

TEST(WriteMpich, ATreeHasEveryCollective) {
  Rule ring = rule("allreduce", {4, 16}, {1024, all}, "ring");
  ring.operator_class = "commutative";
  ring.region.operators = operator_class("commutative");
  Rule doubling = rule("allgather", {2, 64}, {0, all}, "recursive_doubling");
  doubling.only = {Condition::power_of_two};
  const Rules rules({ring, doubling});
  const std::string text = write_for(target("mpich-5"), rules, "/w").at("mpich-5.json");
  EXPECT_EQ(read_json(text).size(), 44U);
  const Rules read = read_mpich_json(text, "f");
  const auto theirs = [&](CallFacts facts) { return read.match(facts)->theirs; };
  EXPECT_EQ(theirs({.collective = "allreduce", .processes = 4, .bytes = 1024, .op = "sum"}), "ring");
  EXPECT_EQ(
      theirs({.collective = "allreduce", .processes = 4, .bytes = 1024, .op = "user", .commutative = false}),
      "recursive_doubling");
  EXPECT_EQ(theirs({.collective = "allreduce", .processes = 4, .bytes = 1023, .op = "sum"}),
            "reduce_scatter_allgather");
  EXPECT_EQ(theirs({.collective = "allreduce", .processes = 17, .bytes = 1024, .op = "sum", .elements = 8}),
            "recursive_doubling");
  EXPECT_EQ(theirs({.collective = "allgather", .processes = 6, .bytes = 600}), "brucks");
  EXPECT_EQ(theirs({.collective = "allgather", .processes = 8, .bytes = 1 << 20}), "recursive_doubling");
  EXPECT_EQ(theirs({.collective = "scan", .processes = 8, .bytes = 8, .op = "sum"}), "recursive_doubling");
}

TEST(WriteUcc, IsOneVariable) {
  const Rules rules(
      {rule("allreduce", {2, 16}, {0, 4095}, "knomial"), rule("allreduce", {2, 16}, {4096, all}, "ring")});
  const Files files = write_for(target("ucc"), rules, "/w");
  EXPECT_EQ(
      files.at("ucc.conf"),
      "UCC_TL_UCP_TUNE=allreduce:0-4096:host:[2-16]:inf:@knomial#allreduce:4096-inf:host:[2-16]:inf:@ring\n");
}

TEST(WriteUcc, MayNameWhatLeavesSomeNumbersOfProcessesToAnother) {
  const Rules rules({rule_naming(target("ucc"), "allgather", {.processes = {2, 5}}, "neighbor")});
  EXPECT_THAT(write_for(target("ucc"), rules, "/w").at("ucc.conf"), HasSubstr("[2-5]:inf:@neighbor"));
  const Rules followed = as_followed(target("ucc"), rules);
  const auto theirs = [&](int p) {
    return followed.match(facts_of("allgather", {.processes = p, .count = 60}))->theirs;
  };
  EXPECT_EQ(theirs(4), "neighbor");
  EXPECT_EQ(theirs(5), "ring");
}

TEST(Targets, HaveAlgorithmsThatKeepTheOrderUnlessTheyCanAsk) {
  const auto names = [](const char* of, bool commutative) {
    std::string text;
    for (const auto& each : candidates(target(of), "allreduce", commutative)) text += each.theirs + " ";
    return text;
  };
  EXPECT_EQ(names("openmpi-4.1", false), "basic_linear recursive_doubling rabenseifner ");
  EXPECT_EQ(names("openmpi-4.1", true), "basic_linear recursive_doubling ring rabenseifner ");
  EXPECT_EQ(names("mpich-4", false), "recursive_doubling reduce_scatter_allgather ");
  EXPECT_THAT(names("mpich-5", false), HasSubstr("ring"));
  EXPECT_EQ(names("ucc", true), "knomial sra_knomial dbt ") << "its ring takes equal parts alone";
  EXPECT_TRUE(candidates(target("ucc"), "gather", true).empty()) << "UCC lets nobody choose";
}

TEST(Targets, NameAllTheirAlgorithmsWhoeverIsTheSameHere) {
  EXPECT_THAT(all_algorithms(target("openmpi-4.1"), "reduce_scatter_block"),
              ElementsAre("basic_linear", "butterfly", "recursive_doubling", "recursive_halving"));
  EXPECT_THAT(all_algorithms(target("openmpi-5.0"), "allgather"), Contains("sparbit"));
  EXPECT_THAT(all_algorithms(target("openmpi-4.1"), "bcast"),
              ::testing::IsSupersetOf({"chain", "chain(segsize=65536)"}));
}

TEST(Targets, AskForSizesWhereAllRanksAgree) {
  for (const char* name : {"gather", "scatter", "scan", "exscan", "barrier", "alltoallv"})
    EXPECT_FALSE(target("openmpi-4.1").asks_bytes(name)) << name;
  EXPECT_TRUE(target("openmpi-4.1").asks_bytes("allgather"));
  EXPECT_FALSE(target("mpich-5").asks_bytes("gather"));
  EXPECT_TRUE(target("collsim").asks_bytes("gather"));
  EXPECT_THAT([] { target("openmpi-4"); }, ThrowsMessage<Error>(HasSubstr("did you mean 'openmpi-4.1'")));
}

}  // namespace
}  // namespace collsim
