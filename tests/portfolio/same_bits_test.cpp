#include "algorithms/facts/same_bits.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <sstream>

#include "backends/trial/data.hpp"
#include "tests/portfolio/perform.hpp"
#include "tests/portfolio/test_name.hpp"
#include "tests/portfolio/world.hpp"

namespace collsim {
namespace {

using testing::Case;

/// Of a rank, if so many contribute; the others bring in zeros.
double contribution(int rank, std::int64_t index, int contributors) {
  return rank < contributors ? std::sin(static_cast<double>(97 * rank + 13 * index + 1)) : 0.0;
}

/// The bits of an element's sum: by the last rank in it, if the collective makes sums of several lengths, and
/// the element.
using Sums = std::map<std::pair<int, std::int64_t>, std::uint64_t>;

/// This rank's part of Sums in words.
std::string sums_of(Comm& comm, const Case& test, int contributors) {
  const Operands sum("double", "sum", testing::handles);
  const Layout layout = test.layout(comm.rank());
  std::vector<double> send(static_cast<std::size_t>(layout.send) + 1);
  std::vector<double> recv(static_cast<std::size_t>(layout.recv) + 1);
  for (std::int64_t i = 0; i < layout.contributed; ++i)
    send[static_cast<std::size_t>(i)] = contribution(comm.rank(), i, contributors);
  perform(comm, test, send.data(), recv.data(), sum.type(), sum.op());
  const bool several = test.about->collective.ends_with("scan");
  std::ostringstream words;
  for (const Part& part : blocks_of_result(layout))
    for (std::int64_t i = 0; i < part.count; ++i)
      words << (several ? part.last : -1) << ' ' << part.from + i << ' '
            << std::bit_cast<std::uint64_t>(recv[static_cast<std::size_t>(part.at + i)]) << ' ';
  return words.str();
}

/// Adds the sums of all ranks of this test; do those that were there already have the same bits?
bool agree(const Case& test, int contributors, Sums& sums) {
  std::istringstream lines(testing::on_ranks(test.processes, [&](testing::Rank rank) {
    Comm comm(rank.transport);
    return sums_of(comm, test, contributors);
  }));
  bool same = true;
  std::pair<int, std::int64_t> key;
  std::uint64_t bits = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line.substr(line.find(':') + 1));
    while (words >> key.first >> key.second >> bits)
      same = sums.emplace(key, bits).first->second == bits && same;
  }
  return same;
}

Case case_of(const Description& about, const Options& options, int processes, int root = 0) {
  const bool varied = collective(about.collective).size == Collective::Size::varied;
  const int block = (64 + processes - 1) / processes;  // so that other ranks have an element if p changes
  return {&about, options, processes, block * processes, false, root, varied ? "regular" : "", false};
}

class SameBitsOf : public ::testing::TestWithParam<const Description*> {};

TEST_P(SameBitsOf, AreThereOnAllRanksWhereThatIsStated) {
  const Description& about = *GetParam();
  const auto promise = about.same_bits.on_all_ranks;
  for (const auto& given : variations(about))
    for (const int p : {2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17}) {
      const Case test = case_of(about, about.resolve(given), p);
      if (!test.why_unsupported(true, sizeof(double)).empty()) continue;
      Sums sums;
      EXPECT_EQ(agree(test, p, sums), !promise || promise(test.shape(true, sizeof(double)), test.options))
          << test.to_string();
      EXPECT_FALSE(sums.empty()) << test.to_string();
    }
}

TEST_P(SameBitsOf, AreThereForAnyPWhereThatIsStated) {
  const Description& about = *GetParam();
  const std::vector<int> roots = collective(about.collective).rooted ? std::vector{0, 3} : std::vector{0};
  for (const auto& given : variations(about))
    for (const int root : roots) {
      const Options options = about.resolve(given);
      bool same = true;
      // Of 8 ranks on a ring the last ones are neighbours of the first, of more ranks they are not.
      for (const int contributors : {5, 7}) {
        Sums sums;
        for (const int p : {5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 32, 33}) {
          const Case test = case_of(about, options, p, root);
          if (p >= contributors && test.why_unsupported(true, sizeof(double)).empty())
            same = agree(test, contributors, sums) && same;
        }
      }
      const Shape shape = case_of(about, options, 16, root).shape(true, sizeof(double));
      const bool stated = about.same_bits.for_any_p(shape, options);
      // With a rank a node the algorithm between nodes shows, whose promise several ranks a node need not keep.
      EXPECT_TRUE(same == stated || (about.knows_nodes && !stated))
          << about.full_name() << "(" << options.to_string() << ") root=" << root << ": stated " << stated;
    }
}

std::vector<const Description*> reductions() {
  std::vector<const Description*> found;
  for (const Description* about : descriptions())
    if (collective(about->collective).combines) found.push_back(about);
  return found;
}

TEST(SameBits, AreStatedForEveryReduction) {
  for (const Description* about : reductions()) {
    EXPECT_TRUE(about->same_bits.for_any_p) << about->full_name();
    EXPECT_EQ(about->same_bits.on_all_ranks != nullptr, about->collective == "allreduce")
        << about->full_name();
  }
}

TEST(SameBits, AreToldInWordsWithTheOptionsThatChangeThem) {
  const auto told = [](const char* name) { return same_bits(describe("allreduce", name)); };
  EXPECT_EQ(told("ring"), "on all ranks: yes; for any p: no");
  EXPECT_EQ(told("ring_full_vector"), "on all ranks: up to p = 2; for any p: no");
  EXPECT_EQ(told("recursive_multiplying"), "on all ranks: yes, radix=3: up to p = 2; for any p: no");
  EXPECT_EQ(told("swing"), "on all ranks: yes, form=latency: up to p = 7; for any p: no");
  EXPECT_EQ(same_bits(describe("scan", "linear")), "for any p: yes");
  EXPECT_EQ(same_bits(describe("bcast", "binomial")), "");
}

INSTANTIATE_TEST_SUITE_P(Algorithms, SameBitsOf, ::testing::ValuesIn(reductions()), testing::test_name);

}  // namespace
}  // namespace collsim
