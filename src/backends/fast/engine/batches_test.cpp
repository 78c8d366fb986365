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
void exchange_at(int rank, int distance, const std::function<void(int from, int value)>& got) {
  const int to = (rank + distance) % many, from = (rank + many - distance) % many;
  int in[3] = {}, out[3] = {rank, 1000 + rank, 2000 + rank};
  transport().exchange(int_out(out[0]), to, int_in(in[0]), from);
  std::vector<Posted> posted;
  for (const int i : {1, 2}) {
    posted.push_back(transport().post_receive(int_in(in[i]), from));
    posted.push_back(transport().post_send(int_out(out[i]), to));
  }
  wait(posted);
  for (const int value : in) got(from, value);
}

void all_exchanges(int rank, const std::function<void(int from, int value)>& got) {
  spend(0.1 * (rank % 7));
  for (int distance = 1; distance < many; distance *= 2) exchange_at(rank, distance, got);
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
  timed.model = "links";  // else no mailbox is needed (blocking_calls.hpp)
  timed.settings.carries_data = timed.settings.carries_control = false;
  const Flat network = network_of(timed);
  const auto engine = engine_of(timed, network);
  EXPECT_EQ(evaluate(record(many, body), *engine), run(timed, body));
}

INSTANTIATE_TEST_SUITE_P(Above, Batches, ::testing::Values(1, many - 1, many));

TEST(RecordedDeadlock, NamesWhatARankWaitsForNow) {
  Machine small;
  const Flat network(2, small.numbers);
  Engine engine(network, small.protocol, small.model, {0, 1}, {},
                {.carries_data = false, .carries_control = false});
  const Schedule schedule = record(2, [](int rank) {
    int value = 0;
    Posted posted =
        rank == 0 ? transport().post_receive(int_in(value), 1) : transport().post_send(int_out(value), 0);
    transport().wait(posted);
    if (rank == 0) recv_value(1);
  });
  try {
    evaluate(schedule, engine);
    FAIL();
  } catch (const std::exception& error) {
    EXPECT_STREQ(error.what(), "deadlock: rank 0 waits for a message from rank 1");
  }
}

}  // namespace
}  // namespace collsim::fast::testing
