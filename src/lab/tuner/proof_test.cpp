#include "lab/tuner/proof.hpp"

#include <gmock/gmock.h>

#include "support/error.hpp"

namespace collsim {
namespace {

using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Rule proved_rule(const std::string& collective, const Interval& bytes, const std::string& theirs) {
  Rule made{.where = {}, .collective = collective};
  made.region.processes = {2, 16};
  made.region.bytes = bytes;
  made.theirs = theirs;
  return made;
}

Rules two_rules() {
  return Rules({proved_rule("allreduce", {0, 1023}, "recursive_doubling"),
                proved_rule("allreduce", {1024, Region::all_bytes.last}, "rabenseifner")});
}

TEST(Proof, AsksAtTheLimitsAndBesideThem) {
  EXPECT_THAT(probing_calls(two_rules(), 8), ElementsAre("allreduce:8", "allreduce:1016", "allreduce:1024"));
  EXPECT_THAT(probing_calls(two_rules(), 17), ElementsAre());
  EXPECT_THAT(checking_calls(target("openmpi-4.1"), two_rules(), 8),
              ElementsAre("check:allreduce:8", "check:allreduce:1016", "check:allreduce:1024"));
}

Rule with_processes(Rule rule, const Interval& processes) {
  rule.region.processes = processes;
  return rule;
}

TEST(Proof, ChecksNoOtherOperatorsWhereRulesNeedThoseThatCommute) {
  const Rules rules({proved_rule("allreduce", Region::all_bytes, "ring"),
                     proved_rule("reduce", Region::all_bytes, "linear"),
                     proved_rule("bcast", Region::all_bytes, "binomial")});
  EXPECT_THAT(checking_calls(target("openmpi-4.1"), rules, 8), ElementsAre("check:bcast:8"));
  EXPECT_EQ(checking_calls(target("openmpi-4.1"),
                           Rules({with_processes(rules.all()[0], {64, 64}), rules.all()[1]}), 8)
                .size(),
            1U)
      << "a ring on other numbers of processes";
  EXPECT_EQ(checking_calls(target("mpich-5"), rules, 8).size(), 3U) << "its rules ask";
}

TEST(Proof, AsksForTheFewestElementsOfEachAlgorithmAndOneLess) {
  const Rules ring({proved_rule("allreduce", Region::all_bytes, "ring")});
  const Rules followed = as_followed(target("openmpi-4.1"), ring);
  EXPECT_THAT(calls_of(ring.all().front(), followed, 8),
              ElementsAre("allreduce:8", "allreduce:56", "allreduce:64", "allreduce:6208", "allreduce:6232"));
  const Rules linear({proved_rule("bcast", Region::all_bytes, "basic_linear")});
  EXPECT_THAT(calls_of(linear.all().front(), as_followed(target("openmpi-4.1"), linear), 8),
              ElementsAre("bcast:8", "bcast:6208", "bcast:6232"));
}

/// Each rank sends the next one the whole vector.
MessageSizes around_a_ring(const std::string&, const Choice&, const Shape& shape) {
  MessageSizes messages;
  for (int rank = 0; rank < shape.processes; ++rank)
    messages[{rank, (rank + 1) % shape.processes}] = {shape.bytes()};
  return messages;
}

Rules followed_on(const char* target_name) {
  Rule ring = proved_rule("allreduce", {0, Region::all_bytes.last}, "ring");
  const auto& its = target(target_name);
  ring.choice = choice_of(*foreign_algorithm(its.library, "allreduce", {"ring", {}}), {"ring", {}});
  return as_followed(its, Rules({ring}));
}

std::vector<Proof> proofs_of(const char* target_name, const std::string& output) {
  return proofs(target(target_name), followed_on(target_name), 3, output, around_a_ring);
}

TEST(Proof, OfNamesFindsTheFunctionAmongThoseThatRan) {
  const auto all = proofs_of("openmpi-4.1",
                             "processes 3\nlibrary Open MPI\n"
                             "ran allreduce 24 allreduce_intra_recursivedoubling,allreduce_intra_ring, "
                             "0>1:24,1>2:24,2>0:24,\n"
                             "ran allreduce 24 allreduce_intra_recursivedoubling, 0>1:24,1>2:24,2>0:24,\n"
                             "wrong allreduce 8 in_place\nright allreduce 8\n");
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].verdict, Proof::Verdict::right);
  EXPECT_EQ(all[1].verdict, Proof::Verdict::wrong);
  EXPECT_EQ(all[2].verdict, Proof::Verdict::wrong);
  EXPECT_EQ(all[3].verdict, Proof::Verdict::right);
  const std::string table = counterparts_text(all);
  EXPECT_EQ(std::ranges::count(table, '\n'), 3) << "without results: " << table;
  EXPECT_THAT(to_text(all), HasSubstr("4 calls: 2 as meant, 2 otherwise, 0 of which nothing can be told"));
  EXPECT_THAT(to_text(all),
              ContainsRegex("allreduce +24 B +ring +ring, 3 messages, 72 B +recursive_doubling, "));
  EXPECT_THROW(proofs_of("openmpi-4.1", "nothing"), Error);
}

Proof::Verdict verdict_of_k_bruck(const char* target_name) {
  const Rules bruck({proved_rule("allgather", Region::all_bytes, "bruck")});
  const std::string output = "ran allgather 24 allgather_intra_k_bruck, 0>1:8,\n";
  return proofs(target(target_name), bruck, 3, output, around_a_ring).front().verdict;
}

TEST(Proof, OfNamesTakesBruckWithARadixForBruckFromOpenMpi6On) {
  EXPECT_EQ(verdict_of_k_bruck("openmpi-6"), Proof::Verdict::right);
  EXPECT_EQ(verdict_of_k_bruck("openmpi-5.0"), Proof::Verdict::wrong);
  EXPECT_EQ(verdict_of_k_bruck("openmpi-4.1"), Proof::Verdict::wrong);
}

TEST(Proof, OfVaryingBlocksLeavesOutMessagesWithoutData) {
  const Rules ring({rule_naming(target("mpich-5"), "allgatherv", {}, "ring")});
  const auto of_output = [&](const std::string& output) {
    return proofs(target("mpich-5"), ring, 3, output,
                  [](const auto&...) {
                    return MessageSizes{{{0, 1}, {8, 0, 0}}, {{1, 2}, {0, 8, 0}}};
                  })
        .front()
        .verdict;
  };
  EXPECT_EQ(of_output("ran allgatherv 8 - 0>1:8,1>2:8,\n"), Proof::Verdict::right);
  EXPECT_EQ(of_output("ran allgatherv 8 - 0>1:8,1>2:4,\n"), Proof::Verdict::wrong);
}

TEST(Proof, OfMessagesComparesThoseBetweenEveryTwoRanks) {
  const auto all = proofs_of("mpich-5",
                             "ran allreduce 48 - 2>0:48,0>1:48,1>2:48,1>1:48,\n"
                             "ran allreduce 48 - 0>2:48,2>1:48,1>0:48,\n"
                             "ran allreduce 48 - 0>1:16x3,1>2:48,2>0:48,\n");
  EXPECT_EQ(all[0].verdict, Proof::Verdict::right);
  EXPECT_EQ(all[0].like, Likeness::messages);
  EXPECT_EQ(all[1].verdict, Proof::Verdict::wrong);
  EXPECT_EQ(all[1].like, Likeness::sizes);
  EXPECT_EQ(all[2].verdict, Proof::Verdict::wrong);
  EXPECT_THAT(all[2].ran, HasSubstr("from 0 to 1: 16+16+16 B, not 48 B"));
}

}  // namespace
}  // namespace collsim
