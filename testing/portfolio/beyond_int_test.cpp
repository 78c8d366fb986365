#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <memory>

#include "algorithms/algorithm.hpp"
#include "testing/portfolio/local_work.hpp"
#include "testing/portfolio/world.hpp"

namespace collsim {
namespace {

/// Two ranks, each with a block that an MPI count holds; the result has more elements.
constexpr std::int64_t block = (std::int64_t{1} << 30) + 5;

/// Zero; takes memory only where something is written.
using Memory = std::unique_ptr<char, decltype(&std::free)>;

Memory zeros(std::int64_t bytes) {
  return {static_cast<char*>(std::calloc(static_cast<std::size_t>(bytes), 1)), &std::free};
}

/// A byte in every so many is marked, so that a piece out of place shows.
constexpr std::int64_t stride = 9'999'991;

char mark(int rank, std::int64_t index) {
  return static_cast<char>(1 + (index / stride + rank) % 100);
}
void put_marks(char* vector, std::int64_t count, int rank) {
  for (std::int64_t i = 0; i < count; i += stride) vector[i] = mark(rank, i);
}
bool has_marks(const char* vector, std::int64_t count, int rank) {
  for (std::int64_t i = 0; i < count; i += stride)
    if (vector[i] != mark(rank, i)) return false;
  return true;
}

/// Both blocks must be there afterwards.
std::string gathers(MPI_Comm world, const std::function<void(Comm&, char* recv)>& call) {
  testing::LocalWork local;
  Comm comm(world, local);
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

TEST(BeyondInt, TheLargestCountIsReduced) {
  if (testing::feasible({2}).empty()) GTEST_SKIP() << "needs two ranks";
  const auto body = [](MPI_Comm world) -> std::string {
    testing::LocalWork local;
    Comm comm(world, local);
    constexpr std::int64_t count = std::numeric_limits<int>::max();
    const Memory vector = zeros(count);
    if (!vector) return "no memory";
    const std::int64_t half = count / 2;  // each rank has marked one, the other's is zero
    if (comm.rank() == 0)
      put_marks(vector.get(), half, 0);
    else
      put_marks(vector.get() + half, count - half, 1);
    const auto& ring = find<Allreduce>("ring");
    ring.run(comm, {MPI_IN_PLACE, vector.get(), count, MPI_SIGNED_CHAR, MPI_MAX}, ring.about.resolve({}));
    const bool right = has_marks(vector.get(), half, 0) && has_marks(vector.get() + half, count - half, 1);
    return right ? "" : "the result lacks marks";
  };
  EXPECT_EQ(testing::on_ranks(2, body), "");
}

}  // namespace
}  // namespace collsim
