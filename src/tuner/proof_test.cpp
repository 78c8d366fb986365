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

TEST(Proof, OfNamesFindsTheFunctionAmongThoseThatRan) {
  const Rules followed = as_followed(target("openmpi-4.1"), two_rules());
  const auto all = proofs(target("openmpi-4.1"), followed, 8,
                          "processes 8\nlibrary Open MPI\nran allreduce 8 recursivedoubling\n"
                          "ran allreduce 1016 ring,recursivedoubling\nran allreduce 1024 recursivedoubling\n"
                          "wrong allreduce 8 in_place\n");
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].verdict, Proof::Verdict::right);
  EXPECT_EQ(all[1].verdict, Proof::Verdict::right);
  EXPECT_EQ(all[2].verdict, Proof::Verdict::wrong);
  EXPECT_EQ(all[3].verdict, Proof::Verdict::wrong);
  EXPECT_THAT(to_text(all), HasSubstr("4 calls: 2 as meant, 2 otherwise, 0 of which nothing can be told"));
  EXPECT_THROW(proofs(target("openmpi-4.1"), followed, 8, "nothing"), Error);
}

TEST(Proof, OfMessagesCountsThem) {
  Rule doubling = proved_rule("allreduce", {0, Region::all_bytes.last}, "recursive_doubling");
  doubling.choice = choice_of(*foreign_algorithm(Library::mpich, "allreduce", {"recursive_doubling", {}}),
                              {"recursive_doubling", {}});
  const Rules followed = as_followed(target("mpich-4"), Rules({doubling}));
  const auto all =
      proofs(target("mpich-4"), followed, 8, "sent allreduce 64 24 1536\nsent allreduce 64 48 1536\n");
  EXPECT_EQ(all[0].verdict, Proof::Verdict::right);
  EXPECT_EQ(all[1].verdict, Proof::Verdict::wrong);
}

}  // namespace
}  // namespace collsim
