#include <gtest/gtest.h>

#include "algorithms/algorithm.hpp"
#include "tests/portfolio/marked_vector.hpp"
#include "tests/portfolio/world.hpp"

namespace collsim {
namespace {

using testing::has_marks;
using testing::Memory;
using testing::put_marks;
using testing::zeros;

/// Two ranks, each with a block that an MPI count holds; the result has more elements.
constexpr std::int64_t block = (std::int64_t{1} << 30) + 5;

/// Both blocks must be there afterwards.
std::string gathers(testing::Rank rank, const std::function<void(Comm&, char* recv)>& call) {
  Comm comm(rank.transport);
  const Memory recv = zeros(2 * block);
  if (!recv) return "no memory";
  char* mine = recv.get() + comm.rank() * block;
  char* other = recv.get() + (1 - comm.rank()) * block;
  put_marks(mine, block, comm.rank());
  call(comm, recv.get());
  const bool right = has_marks(mine, block, comm.rank()) && has_marks(other, block, 1 - comm.rank());
  return right ? "" : "a block is not what its rank sent";
}

TEST(BeyondInt, BlocksOfMoreElementsThanACountHolds) {
  if (testing::feasible({2}).empty()) GTEST_SKIP() << "needs two ranks";
  const auto body = [](testing::Rank rank) {
    return gathers(rank, [](Comm& comm, char* recv) {
      find<Allgather>("ring").run(comm, {mpi_in_place, recv, block, mpi_byte}, {});
    });
  };
  EXPECT_EQ(testing::on_ranks(2, body), "");
}

TEST(BeyondInt, DisplacementsBeyondACount) {
  if (testing::feasible({2}).empty()) GTEST_SKIP() << "needs two ranks";
  const auto body = [](testing::Rank rank) {
    return gathers(rank, [](Comm& comm, char* recv) {
      const Places blocks = {{0, block}, {block, block}};
      const auto& ring = find<Allgatherv>("blocked_ring");
      ring.run(comm, {mpi_in_place, recv, blocks, mpi_byte},
               ring.about.resolve({{"rule", "fixed"}, {"block_bytes", "300000000"}}));
    });
  };
  EXPECT_EQ(testing::on_ranks(2, body), "");
}

}  // namespace
}  // namespace collsim
