// More ranks than go on at a time, with messages delivered one by one and many at a time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backends/fast/testing/ranks.hpp"

namespace collsim::fast::testing {
namespace {

constexpr int many = 300;

Machine machine(int batches_above) {
  Machine machine;
  machine.processes = many;
  machine.model = "links";
  machine.settings.batches_above = batches_above;
  return machine;
}

/// In each round with ranks at another distance: a blocking exchange, and two messages of one envelope.
void exchange(int rank, int distance, const std::function<void(int from, int value)>& got) {
  const int to = (rank + distance) % many, from = (rank + many - distance) % many;
  int in[3] = {}, out[3] = {rank, 1000 + rank, 2000 + rank};
  MPI_Sendrecv(&out[0], 1, MPI_INT, to, 0, &in[0], 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Request requests[4];
  for (const int i : {1, 2}) {
    MPI_Irecv(&in[i], 1, MPI_INT, from, 1, MPI_COMM_WORLD, &requests[i - 1]);
    MPI_Isend(&out[i], 1, MPI_INT, to, 1, MPI_COMM_WORLD, &requests[i + 1]);
  }
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  for (const int value : in) got(from, value);
}

void all_exchanges(int rank, const std::function<void(int from, int value)>& got) {
  spend(0.1 * (rank % 7));
  for (int distance = 1; distance < many; distance *= 2) exchange(rank, distance, got);
}

class Batches : public ::testing::TestWithParam<int> {};

TEST_P(Batches, BringEveryMessageInItsOrder) {
  int received = 0;
  run(machine(GetParam()), [&](int rank) {
    int next = 0;
    all_exchanges(rank, [&](int from, int value) {
      EXPECT_EQ(value, 1000 * (next++ % 3) + from);
      ++received;
    });
  });
  EXPECT_EQ(received, many * 9 * 3);
}

TEST_P(Batches, TakeTheSameTimeHoweverManyThereAre) {
  const auto body = [](int rank) { all_exchanges(rank, [](int, int) {}); };
  EXPECT_EQ(run(machine(GetParam()), body), run(machine(many), body));
}

TEST_P(Batches, OfRecordedSchedulesTakeTheSameTime) {
  const auto body = [](int rank) { all_exchanges(rank, [](int, int) {}); };
  Machine timed = machine(GetParam());
  timed.model = "links";  // else no mailbox is needed (exchanges.hpp)
  timed.settings.carries_data = timed.settings.carries_control = false;
  const std::vector<double> expected = run(timed, body);
  std::vector<int> nodes;
  for (int rank = 0; rank < many; ++rank) nodes.push_back(rank);
  const Flat network(many, timed.numbers);
  Engine engine(network, timed.protocol, timed.model, nodes, {}, timed.settings);
  engine.run(engine.record([](int rank) {
    Engine::current().spend(0.1 * (rank % 7));
    for (int distance = 1; distance < many; distance *= 2) exchange(rank, distance, [](int, int) {});
  }));
  for (int rank = 0; rank < many; ++rank)
    EXPECT_EQ(engine.rank(rank).now, expected[static_cast<std::size_t>(rank)]) << rank;
}

INSTANTIATE_TEST_SUITE_P(Above, Batches, ::testing::Values(1, many - 1, many));

TEST(RecordedDeadlock, NamesWhatARankWaitsForNow) {
  Machine small;
  const Flat network(2, small.numbers);
  Engine engine(network, small.protocol, small.model, {0, 1}, {},
                {.carries_data = false, .carries_control = false});
  const Schedule schedule = engine.record([](int rank) {
    int value = 0;
    MPI_Request request;
    rank == 0 ? MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request)
              : MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0) MPI_Recv(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
  try {
    engine.run(schedule);
    FAIL();
  } catch (const std::exception& error) {
    EXPECT_STREQ(error.what(), "deadlock: rank 0 waits for a message from rank 1");
  }
}

}  // namespace
}  // namespace collsim::fast::testing
