#include "tuner/proof.hpp"

#include <gmock/gmock.h>

#include "support/error.hpp"

namespace collsim {
namespace {

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
  EXPECT_THAT(checking_calls(two_rules(), 8),
              ElementsAre("check:allreduce:8", "check:allreduce:1016", "check:allreduce:1024"));
}

/// Each rank sends the next one the whole vector.
Messages around_a_ring(const std::string&, const Choice&, const Shape& shape) {
  Messages messages;
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
  EXPECT_THAT(to_text(all), HasSubstr("4 calls: 2 as meant, 2 otherwise, 0 of which nothing can be told"));
  EXPECT_THROW(proofs_of("openmpi-4.1", "nothing"), Error);
}

TEST(Proof, OfMessagesComparesThoseBetweenEveryTwoRanks) {
  const auto all = proofs_of("mpich-5",
                             "ran allreduce 24 - 2>0:24,0>1:24,1>2:24,1>1:24,\n"
                             "ran allreduce 24 - 0>2:24,2>1:24,1>0:24,\n"
                             "ran allreduce 24 - 0>1:8x3,1>2:24,2>0:24,\n");
  EXPECT_EQ(all[0].verdict, Proof::Verdict::right);
  EXPECT_EQ(all[0].like, Likeness::messages);
  EXPECT_EQ(all[1].verdict, Proof::Verdict::wrong);
  EXPECT_EQ(all[1].like, Likeness::sizes);
  EXPECT_EQ(all[2].verdict, Proof::Verdict::wrong);
  EXPECT_THAT(all[2].ran, HasSubstr("from 0 to 1: 8+8+8 B, not 24"));
}

}  // namespace
}  // namespace collsim
