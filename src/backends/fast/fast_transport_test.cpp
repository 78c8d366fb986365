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
    const auto perform = [&](Transport& transport) {
      Comm comm(transport);
      body(comm);
    };
    if (recorded)
      return evaluate(record(processes,
                             [&](Recorder& recorder, int rank) {
                               RecordedRank transport(recorder, rates_, rank, false, arena_, nullptr);
                               perform(transport);
                             }),
                      engine);
    engine.run([&](int rank) {
      FiberRank transport(engine, rates_, rank, false, arena_, nullptr);
      perform(transport);
    });
    return testing::ends_of(engine);
  }

  static constexpr int processes = 3;
  const Platform platform_ = Platform::load("cray_t3e");
  const AllRates rates_{platform_, testing::point_of(describe("allreduce", "ring"), "cray_t3e", processes)};
  Arena arena_;
  char data_[100] = {};
};

TEST_F(FastTransportTest, EndsAtTheSameTimeFiberOrRecorded) {
  const Body body = [&](Comm& comm) {
    const int next = (comm.rank() + 1) % processes, previous = (comm.rank() + 2) % processes;
    comm.sendrecv(data_, 10 * comm.rank(), next, data_, 20, previous, mpi_byte);
    if (comm.rank() == 0) comm.send(data_, 40, mpi_byte, 2);
    if (comm.rank() == 2) {
      Comm::Request request = comm.irecv(data_, 50, mpi_byte, 0);
      comm.wait(request);
    }
    if (comm.rank() == 1) comm.send(data_, 0, mpi_byte, 0);
    if (comm.rank() == 0) comm.recv(data_, 0, mpi_byte, 1);
  };
  const auto fibers = ends(false, body);
  EXPECT_GT(fibers[0], 10);
  EXPECT_EQ(ends(true, body), fibers);
}

TEST_F(FastTransportTest, RefusesWrongCallsAlsoWhereTheyAreRecorded) {
  for (const bool recorded : {false, true}) {
    const auto expect_refusal = [&](const Body& body) { EXPECT_THROW(ends(recorded, body), MpiError); };
    for (const int peer : {-3, -1, processes}) {
      expect_refusal([&](Comm& comm) { comm.send(data_, 1, mpi_byte, peer); });
      expect_refusal([&](Comm& comm) { comm.recv(data_, 1, mpi_byte, peer); });
      expect_refusal([&](Comm& comm) { comm.sendrecv(data_, 1, peer, data_, 1, 0, mpi_byte); });
      expect_refusal([&](Comm& comm) { comm.isend(data_, 1, mpi_byte, peer); });
      expect_refusal([&](Comm& comm) { comm.irecv(data_, 1, mpi_byte, peer); });
    }
    expect_refusal([&](Comm& comm) { comm.send(data_, -1, mpi_byte, 0); });
    expect_refusal([&](Comm& comm) { comm.send(data_, 1, mpi_byte, 0, -2); });
  }
}

TEST_F(FastTransportTest, WritesDownNothingThatDependsOnWhatHappens) {
  const auto complaint = [&](const Body& body) {
    try {
      ends(true, body);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string why = " asks what has happened, which no recorded schedule can tell";
  EXPECT_EQ(complaint([&](Comm& comm) { comm.recv_any(data_, 1, mpi_byte, 0); }),
            "a receive from any source" + why);
  EXPECT_EQ(complaint([&](Comm& comm) { comm.traverse(data_, data_, 1, mpi_byte, mpi_no_op); }),
            "the collective network" + why);
}

}  // namespace
}  // namespace collsim::fast
