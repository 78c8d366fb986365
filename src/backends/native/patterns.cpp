#include "backends/native/patterns.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <set>

#include "algorithms/facts/operand.hpp"
#include "backends/native/ranks.hpp"
#include "backends/native/spread.hpp"
#include "backends/native/team.hpp"
#include "backends/trial/data.hpp"
#include "transports/mpi_transport.hpp"

namespace collsim {
namespace {

constexpr double wanted_precision = 0.05;
constexpr std::size_t most_samples = 50;
constexpr std::size_t least_samples = 5;
constexpr double most_seconds = 1;

/// This rank's seconds; negative if it only takes part.
using Pattern = std::function<double(Team&, int bytes)>;
constexpr double takes_part = -1;

double half_round_trip(Team& team, int bytes) {
  team.meet();
  return timed([&] { team.round_trip(bytes); }) / 2;
}

double ping_pong(Team& team, int bytes) {
  const double seconds = half_round_trip(team, bytes);
  return team.first() ? seconds : takes_part;
}

/// Those that wait look again and again what has come, which is what the ranks of their cores wait for.
double lone(Team& team, int bytes) {
  constexpr int times = 10;
  team.meet();
  if (team.rank > 1) return takes_part;
  const double seconds = timed([&] {
    for (int i = 0; i < times; ++i) team.round_trip(bytes);
  });
  return team.first() ? seconds / (2 * times) : takes_part;
}

void swap(Team& team, int bytes) {
  MPI_Sendrecv(team.out.data(), bytes, MPI_CHAR, team.partner(), Team::tag, team.in.data(), bytes, MPI_CHAR,
               team.partner(), Team::tag, team.comm, MPI_STATUS_IGNORE);
}

double exchange(Team& team, int bytes) {
  team.meet();
  return timed([&] { swap(team, bytes); });
}

double rounds(Team& team, int bytes) {
  constexpr int most = 10;
  team.meet();
  const double seconds = timed([&] {
    for (int i = 0; i < most; ++i) {
      const int shift = 1 + i % (team.size - 1);
      MPI_Sendrecv(team.out.data(), bytes, MPI_CHAR, (team.rank + shift) % team.size, Team::tag,
                   team.in.data(), bytes, MPI_CHAR, (team.rank - shift + team.size) % team.size, Team::tag,
                   team.comm, MPI_STATUS_IGNORE);
    }
  });
  return seconds / most;
}

/// Ten rounds in which each rank sends to one rank and hears from another, and nothing goes back by any connection. Linux
/// leaves acknowledgements to answers for 40 ms after there has been one.
double one_way(Team& team, int bytes) {
  constexpr int times = 10;
  constexpr double forgotten = 50e-3;
  const int shift = std::min(3, team.size - 1);
  const auto round = [&] {
    MPI_Sendrecv(team.out.data(), bytes, MPI_CHAR, (team.rank + shift) % team.size, Team::tag, team.in.data(),
                 bytes, MPI_CHAR, (team.rank - shift + team.size) % team.size, Team::tag, team.comm,
                 MPI_STATUS_IGNORE);
  };
  round();
  for (const double end = seconds_now() + forgotten; seconds_now() < end;) sched_yield();
  team.meet();
  const double seconds = timed([&] {
    for (int i = 0; i < times; ++i) round();
  });
  return seconds / times;
}

double send(Team& team, int bytes) {
  team.meet();
  if (!team.first()) {
    team.receive(bytes, team.partner());
    team.send(0, team.partner());
    return takes_part;
  }
  const double seconds = timed([&] { team.send(bytes, team.partner()); });
  team.receive(0, team.partner());
  return seconds;
}

double late_receiver(Team& team, int bytes) {
  const double one_way = half_round_trip(team, bytes);
  team.meet();
  if (team.first()) {
    team.send(bytes, team.partner());
    team.round_trip(0);
    return takes_part;
  }
  const double late = seconds_now() + 3 * std::max(one_way, 1e-3);
  while (seconds_now() < late) make_progress(team.comm);
  const double seconds = timed([&] { team.receive(bytes, team.partner()); });
  team.round_trip(0);
  return seconds;
}

double one_to_all(Team& team, int bytes) {
  MPI_Barrier(team.comm);
  if (team.rank != 0) {
    team.receive(bytes, 0);
    team.send(0, 0);
    return takes_part;
  }
  return timed([&] {
    std::vector<MPI_Request> requests(static_cast<std::size_t>(team.size - 1));
    for (int to = 1; to < team.size; ++to)
      MPI_Isend(team.out.data(), bytes, MPI_CHAR, to, Team::tag, team.comm,
                &requests[static_cast<std::size_t>(to - 1)]);
    MPI_Waitall(team.size - 1, requests.data(), MPI_STATUSES_IGNORE);
    for (int from = 1; from < team.size; ++from) team.receive(0, from);
  });
}

double all_to_one(Team& team, int bytes) {
  MPI_Barrier(team.comm);
  if (team.rank != 0) {
    team.receive(0, 0);
    team.send(bytes, 0);
    return takes_part;
  }
  return timed([&] {
    for (int to = 1; to < team.size; ++to) team.send(0, to);
    for (int from = 1; from < team.size; ++from) team.receive(bytes, from);
  });
}

double copy(Team& team, int bytes) {
  MPI_Barrier(team.comm);
  return timed([&] { std::memcpy(team.in.data(), team.out.data(), static_cast<std::size_t>(bytes)); });
}

/// Combines elements of a type as the library does, or as a user's operator.
Pattern combine(const std::string& type, const std::string& op) {
  const auto operands = std::make_shared<const Operands>(type, op, mpi_handles);
  return [operands, size = operand_type(type).size](Team& team, int bytes) {
    const std::int64_t count = bytes / size;
    const auto room = static_cast<std::size_t>(count * layout_of(to_mpi(operands->type())).extent);
    std::vector<std::byte> in(room), inout(room);
    operands->fill(in.data(), count, 0);
    operands->fill(inout.data(), count, 1);
    MPI_Barrier(team.comm);
    return timed([&] {
      MPI_Reduce_local(in.data(), inout.data(), static_cast<int>(count), to_mpi(operands->type()),
                       to_mpi(operands->op()));
    });
  };
}

/// The mean over the ranks that measured, on rank 0.
double mean(const Team& team, double seconds) {
  const std::array mine = {std::max(seconds, 0.0), seconds >= 0 ? 1.0 : 0.0};
  auto all = mine;
  MPI_Reduce(mine.data(), all.data(), mine.size(), MPI_DOUBLE, MPI_SUM, 0, team.comm);
  return team.rank == 0 ? all[0] / all[1] : 0;
}

PatternTime sample(const std::string& name, const Pattern& pattern, Team& team, int bytes) {
  team.out.resize(static_cast<std::size_t>(bytes));
  team.in.resize(static_cast<std::size_t>(bytes));
  pattern(team, bytes);  // to warm up
  std::vector<double> samples;
  const double begin = seconds_now();
  for (int more = 1; more;) {
    for (const double end = seconds_now() + links_rest(); seconds_now() < end;) sched_yield();
    samples.push_back(mean(team, pattern(team, bytes)));
    more = samples.size() < most_samples &&
           (samples.size() < least_samples || seconds_now() < begin + most_seconds) &&
           !(spread(samples).precision < wanted_precision);
    MPI_Bcast(&more, 1, MPI_INT, 0, team.comm);
  }
  const Spread found = spread(samples);
  return {name, team.size, bytes, found.median, found.low, found.high, static_cast<int>(samples.size())};
}

/// What is measured, with how many ranks at once.
struct Item {
  std::string name;
  Pattern pattern;
  std::vector<int> ranks, bytes;
};

std::vector<Item> items(int size) {
  const int pairs = size - size % 2;
  std::set<int> loads = {2, pairs};
  for (int ranks = 4; ranks < pairs; ranks *= 2) loads.insert(ranks);
  const std::vector<int> two = {2}, most = {pairs}, all = {size}, loaded(loads.begin(), loads.end());
  constexpr int K = 1024;
  const std::vector<int> sizes = {8, 512, 4 * K, 16 * K, 64 * K, 256 * K, 1024 * K};
  std::vector<Item> list = {
      {"ping_pong", ping_pong, two, sizes},
      {"ping_pong", ping_pong, {loaded.begin() + 1, loaded.end()}, {8, 64 * K}},
      {"lone", lone, most, {8}},
      {"exchange", exchange, two, sizes},
      {"exchange", exchange, {loaded.begin() + 1, loaded.end()}, {8, 64 * K, 256 * K}},
      {"rounds", rounds, loaded, {8}},
      {"one_way", one_way, most, {8}},
      {"send", send, {loaded.begin() + 1, loaded.end()}, {8, 4 * K, 16 * K, 64 * K}},
      {"send", send, two, {8, 4 * K, 16 * K, 64 * K, 128 * K, 192 * K, 256 * K, 512 * K, 1024 * K}},
      {"late_receiver", late_receiver, two, {8, 4 * K, 64 * K, 256 * K, 1024 * K}},
      {"one_to_all", one_to_all, all, {8, 64 * K, 256 * K}},
      {"all_to_one", all_to_one, all, {8, 64 * K, 256 * K}},
      {"copy", copy, {2, size}, {64 * K, 1024 * K}},
  };
  for (const auto& [type, op] : {std::pair{"double", "sum"}, {"double_int", "maxloc"}, {"long", "user_sum"}})
    list.push_back({"combine." + operand_op(op).op_class, combine(type, op), {2, size}, {64 * K, 1024 * K}});
  return list;
}

}  // namespace

std::vector<PatternTime> measure_patterns(MPI_Comm comm) {
  int rank = 0, size = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  if (size < 2)
    throw Error("a calibration needs messages, and so two ranks; right would be mpirun -n 2 or more");
  std::vector<PatternTime> times;
  for (const Item& item : items(size)) {
    for (const int ranks : std::set<int>(item.ranks.begin(), item.ranks.end())) {
      if (rank < ranks) {
        Team team{.comm = first_ranks(comm, ranks), .rank = rank, .size = ranks, .out = {}, .in = {}};
        MPI_Comm_set_errhandler(team.comm, MPI_ERRORS_ARE_FATAL);
        for (const int bytes : item.bytes) times.push_back(sample(item.name, item.pattern, team, bytes));
        MPI_Comm_free(&team.comm);
      }
      meet_asleep(comm);
    }
  }
  return times;
}

}  // namespace collsim
