#include <gtest/gtest.h>

#include <limits>

#include "algorithms/algorithm.hpp"
#include "backends/trial/data.hpp"
#include "tests/portfolio/marked_vector.hpp"
#include "tests/portfolio/world.hpp"

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
             ring.about.resolve({}));
    const bool right =
        testing::has_marks(vector.get(), half, 0) && testing::has_marks(vector.get() + half, count - half, 1);
    return right ? "" : "the result lacks marks";
  };
  EXPECT_EQ(testing::on_ranks(2, body), "");
}

}  // namespace
}  // namespace collsim
