#include "algorithms/patterns/circulant.hpp"

#include <gtest/gtest.h>

#include <set>

namespace collsim {
namespace {

using Holdings = std::vector<std::set<std::int64_t>>;

/// One round of a broadcast from rank 0; a complaint if a rank has to send what it has not, or receives what
/// it has.
std::string play(const std::vector<CirculantRank>& ranks, std::int64_t round, Holdings& held) {
  std::vector<std::pair<std::size_t, std::int64_t>> received;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const std::int64_t block = ranks[rank].out(round);
    const auto to = static_cast<std::size_t>(ranks[rank].ahead(round));
    if (block != ranks[to].in(round)) return "the receiver expects another block";
    if (block < 0) continue;
    if (!held[rank].contains(block)) return "the sender lacks the block";
    received.emplace_back(to, block);
  }
  for (const auto& [to, block] : received)
    if (!held[to].insert(block).second) return "the receiver has the block";
  return {};
}

/// For every p: whoever sends has the block, nobody gets one twice, in the end all have all.
TEST(Circulant, EveryRankGetsEveryBlockOnce) {
  for (int p = 2; p <= 130; ++p)
    for (const std::int64_t blocks : {1, 2, 3, 6, 7, 8, 9, 20}) {
      const Circulant graph(p, blocks);
      std::vector<CirculantRank> ranks;
      for (int rank = 0; rank < p; ++rank) ranks.emplace_back(graph, rank, 0);
      Holdings held(static_cast<std::size_t>(p));
      for (std::int64_t block = 0; block < blocks; ++block) held[0].insert(block);
      for (std::int64_t t = 0; t < graph.rounds(); ++t)
        ASSERT_EQ(play(ranks, t, held), "") << "p = " << p << ", " << blocks << " blocks, round " << t;
      for (const auto& has : held) ASSERT_EQ(has.size(), static_cast<std::size_t>(blocks)) << "p = " << p;
    }
}

}  // namespace
}  // namespace collsim
