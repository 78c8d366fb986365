#include "backends/fast/fast_transport.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "algorithms/comm.hpp"
#include "backends/fast/testing/points.hpp"
#include "backends/fast/testing/ranks.hpp"

namespace collsim::fast {
namespace {

using Body = std::function<void(Comm&)>;

/// Three ranks on nodes of their own, which take time to take a message.
class FastTransportTest : public ::testing::Test {
 protected:
  /// When each rank ends, as fibers or recorded.
  std::vector<double> ends(bool recorded, const Body& body) {
    const testing::Flat network(processes, {});
    Engine engine(network, {.envelope = 0}, "hockney", {0, 1, 2}, {},
                  {.carries_data = false, .carries_control = false});
    const auto run = [&](int rank) {
      FastTransport transport(engine, rates_, rank, false, arena_, nullptr);
      Comm comm(transport);
      body(comm);
    };
    recorded ? engine.run(engine.record(run)) : engine.run(run);
    std::vector<double> all;
    for (int rank = 0; rank < processes; ++rank) all.push_back(engine.rank(rank).now);
    return all;
  }

  static constexpr int processes = 3;
  const Platform platform_ = Platform::load("cray_t3e");
  const AllRates rates_{platform_, testing::point_of(describe("allreduce", "ring"), "cray_t3e", processes)};
  Arena arena_;
  char data_[100] = {};
};

TEST_F(FastTransportTest, TakesOverBlockingCallsThatAreRecorded) {
  const Body body = [&](Comm& comm) {
    const int next = (comm.rank() + 1) % processes, previous = (comm.rank() + 2) % processes;
    comm.sendrecv(data_, 10 * comm.rank(), next, data_, 20, previous, abi_type(MPI_CHAR));
    if (comm.rank() == 0) comm.send(data_, 40, abi_type(MPI_CHAR), 2, 7);
    if (comm.rank() == 2) MPI_Recv(data_, 50, MPI_CHAR, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (comm.rank() == 1) comm.send(data_, 0, abi_type(MPI_CHAR), 0);
    if (comm.rank() == 0) comm.recv(data_, 0, abi_type(MPI_CHAR), 1);
  };
  const auto fibers = ends(false, body);
  EXPECT_GT(fibers[0], 10);
  EXPECT_EQ(ends(true, body), fibers);
}

/// -1 is MPI_ANY_SOURCE, which no schedule can tell.
TEST_F(FastTransportTest, LeavesWrongCallsToMpi) {
  for (const int peer : {-3, -1, processes}) {
    EXPECT_THROW(ends(true, [&](Comm& comm) { comm.send(data_, 1, abi_type(MPI_CHAR), peer); }), MpiError)
        << peer;
    EXPECT_THROW(ends(true, [&](Comm& comm) { comm.recv(data_, 1, abi_type(MPI_CHAR), peer); }), Error)
        << peer;
    EXPECT_THROW(
        ends(true, [&](Comm& comm) { comm.sendrecv(data_, 1, peer, data_, 1, 0, abi_type(MPI_CHAR)); }),
        MpiError)
        << peer;
  }
  EXPECT_THROW(ends(true, [&](Comm& comm) { comm.send(data_, -1, abi_type(MPI_CHAR), 0); }), MpiError);
  EXPECT_THROW(ends(true, [&](Comm& comm) { comm.send(data_, 1, abi_type(MPI_CHAR), 0, -2); }), MpiError);
}

}  // namespace
}  // namespace collsim::fast
