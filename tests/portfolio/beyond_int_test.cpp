#include "tests/portfolio/beyond_int.hpp"

#include <gtest/gtest.h>

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

TEST(BeyondInt, BlocksOfMoreElementsThanACountHolds) {
  if (testing::feasible({2}).empty()) GTEST_SKIP() << "needs two ranks";
  const auto body = [](testing::Rank rank) {
    return testing::gathers_beyond_int(rank, [](Comm& comm, char* recv) {
      find<Allgather>("ring").run(comm, {mpi_in_place, recv, testing::half_beyond_int, mpi_byte}, {});
    });
  };
  EXPECT_EQ(testing::on_ranks(2, body), "");
}

}  // namespace
}  // namespace collsim
