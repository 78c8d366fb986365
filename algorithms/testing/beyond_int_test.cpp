#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "algorithms/algorithm.hpp"
#include "algorithms/testing/local_work.hpp"
#include "algorithms/testing/world.hpp"

namespace collsim {
namespace {

/// Two ranks, each with a block that an MPI count holds; the result has more elements.
constexpr std::int64_t block = (std::int64_t{1} << 30) + 5;

/// Zero; takes memory only where something is written.
using Memory = std::unique_ptr<char, decltype(&std::free)>;

Memory zeros(std::int64_t bytes) {
  return {static_cast<char*>(std::calloc(static_cast<std::size_t>(bytes), 1)), &std::free};
}

/// The block of the other rank must have arrived, from its first byte to its last.
std::string gathers(MPI_Comm world, const std::function<void(Comm&, char* recv)>& call) {
  testing::LocalWork local;
  Comm comm(world, local);
  const Memory recv = zeros(2 * block);
  if (!recv) return "no memory";
  char* mine = recv.get() + comm.rank() * block;
  char* other = recv.get() + (1 - comm.rank()) * block;
  mine[0] = 'a';
  mine[block - 1] = 'z';
  call(comm, recv.get());
  return mine[0] == 'a' && other[0] == 'a' && other[block - 1] == 'z' ? "" : "the blocks did not arrive";
}

TEST(BeyondInt, BlocksOfMoreElementsThanACountHolds) {
  if (testing::feasible({2}).empty()) GTEST_SKIP() << "needs two ranks";
  const auto body = [](MPI_Comm world) {
    return gathers(world, [](Comm& comm, char* recv) {
      find<Allgather>("ring").run(comm, {MPI_IN_PLACE, recv, block, MPI_CHAR}, {});
    });
  };
  EXPECT_EQ(testing::on_ranks(2, body), "");
}

TEST(BeyondInt, DisplacementsBeyondACount) {
  if (testing::feasible({2}).empty()) GTEST_SKIP() << "needs two ranks";
  const auto body = [](MPI_Comm world) {
    return gathers(world, [](Comm& comm, char* recv) {
      const std::vector<int> counts = {static_cast<int>(block), static_cast<int>(block)};
      const std::vector<std::int64_t> displacements = {0, block};
      const auto& ring = find<Allgatherv>("blocked_ring");
      ring.run(comm, {MPI_IN_PLACE, recv, counts, displacements, MPI_CHAR},
               ring.about.resolve({{"rule", "fixed"}, {"block_bytes", "300000000"}}));
    });
  };
  EXPECT_EQ(testing::on_ranks(2, body), "");
}

}  // namespace
}  // namespace collsim
