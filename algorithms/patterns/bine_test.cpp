#include "algorithms/patterns/bine.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "algorithms/facts/description.hpp"
#include "models/hockney.hpp"

namespace collsim {
namespace {

/// Sum over the messages of the bytes of the critical one times the distance around the ring.
double traffic(const std::string& collective, const std::string& name, int processes) {
  const Description& about = describe(collective, name);
  const Shape shape{.processes = processes, .count = processes, .type_size = 1};
  double sum = 0;
  for (const Stage& stage : about.cost(shape, about.resolve({})))
    for (const auto& [from, to] : stage.pairs.list_of(shape)) {
      const int off = std::abs(from - to);
      const bool both_ways = stage.messages == 2 * std::ssize(stage.pairs.list_of(shape));
      sum += static_cast<double>(stage.bytes) * std::min(off, processes - off) * (both_ways ? 2 : 1);
    }
  return sum;
}

/// The paper's claim: up to a third less.
TEST(Bine, MessagesTravelUpToAThirdLessFar) {
  for (const auto& [collective, other] : {std::pair{"bcast", "binomial"}, {"reduce", "binomial"}})
    for (int processes = 4; processes <= 1024; processes *= 2) {
      const double ratio = traffic(collective, "bine", processes) / traffic(collective, other, processes);
      EXPECT_GT(ratio, 2.0 / 3) << collective << " " << processes;
      EXPECT_LE(ratio, 0.75) << collective << " " << processes;
    }
  EXPECT_LT(traffic("bcast", "bine", 1024) / traffic("bcast", "binomial", 1024), 0.69);
}

/// A butterfly's first rounds carry the most, over distance 1 in both: 1 + 1/2 * 1 + 1/4 * 3 + 1/8 * 5 ...
TEST(Bine, SoDoesAButterfly) {
  EXPECT_EQ(traffic("allreduce", "halving_doubling", 16), 2 * 16 * (8 * 1 + 4 * 2 + 2 * 4 + 1 * 8));
  EXPECT_EQ(traffic("allreduce", "bine", 16), 2 * 16 * (8 * 1 + 4 * 1 + 2 * 3 + 1 * 5));
}

/// The root of 8 serves ranks 3, 7, 1 away; 3 serves 4 and 2, 7 serves 6; 4 serves 5.
TEST(Bine, TheTreeIsThePublishedOne) {
  const int parents[] = {-1, 0, 3, 0, 3, 4, 7, 0};
  for (int root = 0; root < 8; ++root) {
    const Butterfly tree = bine(8, root);
    for (int u = 1; u < 8; ++u) {
      const int rank = (u + root) % 8;
      EXPECT_EQ(tree.partner(rank, tree.rounds_as_parent(rank)), (parents[u] + root) % 8) << u;
    }
  }
}

}  // namespace
}  // namespace collsim
