#include <gtest/gtest.h>

#include <limits>

#include "algorithms/algorithm.hpp"
#include "backends/trial/data.hpp"
#include "tests/portfolio/beyond_int.hpp"

namespace collsim {
namespace {

TEST(LargestCount, IsReduced) {
  const auto body = [](testing::Rank rank) -> std::string {
    Comm comm(rank.transport);
    const Operands greatest("byte", "max", testing::handles);
    constexpr std::int64_t count = std::numeric_limits<int>::max();
    const testing::Memory vector = testing::zeros(count);
    if (!vector) return "no memory";
    const std::int64_t half = count / 2;  // each rank has marked one, the other's is zero
    if (comm.rank() == 0)
      testing::put_marks(vector.get(), half, 0);
    else
      testing::put_marks(vector.get() + half, count - half, 1);
    const auto& ring = find<Allreduce>("ring");
    ring.run(comm, {mpi_in_place, vector.get(), count, greatest.type(), greatest.op()},
             ring.about.resolve({{"segment_bytes", "20000000"}}));  // else temporary vectors of a gigabyte
    const bool right =
        testing::has_marks(vector.get(), half, 0) && testing::has_marks(vector.get() + half, count - half, 1);
    return right ? "" : "the result lacks marks";
  };
  EXPECT_EQ(testing::on_ranks(2, body), "");
}

/// Of an algorithm's arithmetic alone: what a transport is told differs from no other block.
TEST(LargestCount, DisplacementsAreBeyondIt) {
  const auto body = [](testing::Rank rank) {
    return testing::gathers_beyond_int(rank, [](Comm& comm, char* recv) {
      constexpr std::int64_t block = testing::half_beyond_int;
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
