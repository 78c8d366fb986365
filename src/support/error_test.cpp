#include "support/error.hpp"

#include <gmock/gmock.h>

#include "support/names.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;

TEST(Error, IsOneLineWhateverTheUserWrote) {
  EXPECT_STREQ(Error("unknown 'a\nb\x1b[31m'").what(), "unknown 'a\\nb\\x1b[31m'");
  EXPECT_STREQ(Error(std::string("a\0b", 3)).what(), "a\\x00b");
  EXPECT_STREQ(Error("Tr\xc3\xa4"
                     "ff")
                   .what(),
               "Tr\xc3\xa4"
               "ff");
}

TEST(Error, ShortensWhatNobodyReadsAndKeepsTheRemedy) {
  const std::string what = Error("unknown '" + std::string(100'000, 'x') + "'; right would be y").what();
  EXPECT_LT(what.size(), 3010U);
  EXPECT_THAT(what, HasSubstr("unknown 'xxx"));
  EXPECT_THAT(what, HasSubstr("xxx'; right would be y"));
}

TEST(Suggestion, KnowsWhatMpiAndOthersWrite) {
  const std::vector<std::string> known = {"allreduce", "reduce", "reduce_scatter", "sum"};
  EXPECT_EQ(suggestion("MPI_Allreduce", known), "; did you mean 'allreduce'?");
  EXPECT_EQ(suggestion("Reduce-Scatter", known), "; did you mean 'reduce_scatter'?");
  EXPECT_EQ(suggestion("MPI_SUM", known), "; did you mean 'sum'?");
  EXPECT_EQ(suggestion("MPI_", {"mpi"}), "; did you mean 'mpi'?");
  EXPECT_EQ(suggestion("allreduce/ring", {"ring", "tree"}), "; did you mean 'ring'?");
  EXPECT_EQ(suggestion("double", {"ring", "recursive_doubling"}), "; did you mean 'recursive_doubling'?");
  EXPECT_EQ(correction("parsec", known), "");
  EXPECT_EQ(correction("summ", known), "; did you mean 'sum'?");
}

TEST(Suggestion, IsOfTheNearestAlone) {
  const std::vector<std::string> flags = {"--bytes", "--type", "--set", "--man", "--for", "--format"};
  EXPECT_EQ(correction("--byte", flags), "; did you mean '--bytes'?");
  EXPECT_EQ(correction("--fomrat", flags), "; did you mean '--format'?");
  EXPECT_EQ(correction("--fro", flags), "; did you mean '--for'?")
      << "two letters that change places are one slip";
  EXPECT_EQ(correction("--bat", flags), "") << "two of three letters differ";
  EXPECT_EQ(correction("--verbose", flags), "");
}

TEST(Suggestion, DoesNotCompareTextsOfOtherLengths) {
  const std::string megabyte(1'000'000, 'x');
  EXPECT_EQ(suggestion("rinng", {"ring", megabyte}), "; did you mean 'ring'?");
  EXPECT_EQ(suggestion(megabyte, {"ring"}), "; known: 'ring'");
}

}  // namespace
}  // namespace collsim
