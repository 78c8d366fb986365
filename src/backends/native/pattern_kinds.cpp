#include "backends/native/pattern_kinds.hpp"

#include <malloc.h>
#include <sched.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <numeric>

#include "algorithms/facts/operand.hpp"
#include "backends/native/ranks.hpp"
#include "backends/native/spread.hpp"
#include "backends/trial/data.hpp"
#include "support/error.hpp"
#include "transports/mpi_transport.hpp"

namespace collsim {
namespace {

constexpr std::size_t most_samples = 50;
constexpr std::size_t least_samples = 5;
constexpr double most_seconds = 1;

constexpr double takes_part = -1;
constexpr int in_turn = 10;

/// Lets no compiler leave out what was written there.
void keep(const void* memory) {
  asm volatile("" : : "g"(memory) : "memory");
}

double half_round_trip(Team& team, int bytes) {
  team.meet();
  return timed([&] { team.round_trip(bytes); }) / 2;
}

void swap(Team& team, int bytes, int to, int from) {
  MPI_Sendrecv(team.out.data(), bytes, MPI_CHAR, to, Team::tag, team.in.data(), bytes, MPI_CHAR, from,
               Team::tag, team.comm, MPI_STATUS_IGNORE);
}

/// Sends to the rank that lies so many further on, and receives from the one as far behind.
void shift(Team& team, int bytes, int by) {
  swap(team, bytes, (team.rank + by) % team.size, (team.rank - by + team.size) % team.size);
}

/// The mean over the ranks that measured, on rank 0.
double mean(const Team& team, double seconds) {
  const std::array mine = {std::max(seconds, 0.0), seconds >= 0 ? 1.0 : 0.0};
  auto all = mine;
  MPI_Reduce(mine.data(), all.data(), mine.size(), MPI_DOUBLE, MPI_SUM, 0, team.comm);
  return team.rank == 0 ? all[0] / all[1] : 0;
}

}  // namespace

double ping_pong(Team& team, int bytes) {
  const double seconds = half_round_trip(team, bytes);
  return team.first() ? seconds : takes_part;
}

/// Those that wait look again and again what has come, which is what the ranks of their cores wait for.
double lone(Team& team, int bytes) {
  if (team.rank <= 1) return ten_ping_pongs(team, bytes);
  team.meet();
  return takes_part;
}

double exchange(Team& team, int bytes) {
  team.meet();
  return timed([&] { swap(team, bytes, team.partner(), team.partner()); });
}

double ten_exchanges(Team& team, int bytes) {
  team.meet();
  const double seconds = timed([&] {
    for (int i = 0; i < in_turn; ++i) swap(team, bytes, team.partner(), team.partner());
  });
  return seconds / in_turn;
}

double rounds(Team& team, int bytes) {
  team.meet();
  const double seconds = timed([&] {
    for (int i = 0; i < in_turn; ++i) shift(team, bytes, 1 + i % (team.size - 1));
  });
  return seconds / in_turn;
}

/// Ten rounds in which each rank sends to one rank and hears from another, and nothing goes back by any connection. Linux
/// leaves acknowledgements to answers for 40 ms after there has been one.
double one_way(Team& team, int bytes) {
  constexpr double forgotten = 50e-3;
  const auto round = [&] { shift(team, bytes, std::min(3, team.size - 1)); };
  round();
  for (const double end = seconds_now() + forgotten; seconds_now() < end;) sched_yield();
  team.meet();
  const double seconds = timed([&] {
    for (int i = 0; i < in_turn; ++i) round();
  });
  return seconds / in_turn;
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

double ten_ping_pongs(Team& team, int bytes) {
  team.meet();
  const double seconds = timed([&] {
    for (int i = 0; i < in_turn; ++i) team.round_trip(bytes);
  });
  return team.first() ? seconds / (2 * in_turn) : takes_part;
}

double in_a_row(Team& team, int bytes) {
  team.meet();
  if (!team.first()) {
    for (int i = 0; i < in_turn; ++i) team.receive(bytes, team.partner());
    team.send(0, team.partner());
    return takes_part;
  }
  std::array<MPI_Request, in_turn> requests{};
  const double seconds = timed([&] {
    for (MPI_Request& request : requests)
      MPI_Isend(team.out.data(), bytes, MPI_CHAR, team.partner(), Team::tag, team.comm, &request);
    MPI_Waitall(in_turn, requests.data(), MPI_STATUSES_IGNORE);
    team.receive(0, team.partner());
  });
  return seconds / in_turn;
}

namespace {

/// Messages of nothing to receives that all wait: the i-th to come is for the one that was posted as number scatter * i,
/// modulo their number.
double queued(Team& team, int scatter) {
  std::array<MPI_Request, queue_length> requests{};
  const auto each = [&](const auto& post) {
    for (int i = 0; i < queue_length; ++i) post(i, &requests[static_cast<std::size_t>(i)]);
  };
  team.meet();
  if (team.first()) {
    team.receive(0, team.partner());
    each([&](int i, MPI_Request* request) {
      MPI_Isend(nullptr, 0, MPI_CHAR, team.partner(), Team::tag + 1 + scatter * i % queue_length, team.comm,
                request);
    });
    MPI_Waitall(queue_length, requests.data(), MPI_STATUSES_IGNORE);
    return takes_part;
  }
  each([&](int i, MPI_Request* request) {
    MPI_Irecv(nullptr, 0, MPI_CHAR, team.partner(), Team::tag + 1 + i, team.comm, request);
  });
  const double seconds = timed([&] {
    team.send(0, team.partner());
    MPI_Waitall(queue_length, requests.data(), MPI_STATUSES_IGNORE);
  });
  return seconds / queue_length;
}

}  // namespace

double in_order(Team& team, int) {
  return queued(team, 1);
}

double out_of_order(Team& team, int) {
  constexpr int far_apart = 25;
  static_assert(std::gcd(far_apart, queue_length) == 1, "each receive gets one");
  return queued(team, far_apart);
}

double mapped_copy(Team& team, int bytes) {
  const auto size = static_cast<std::size_t>(bytes);
  MPI_Barrier(team.comm);
  return timed([&] {
    void* const pages = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw Error("no memory can be mapped; right would be a machine with some left");
    std::memcpy(pages, team.out.data(), size);
    keep(pages);
    munmap(pages, size);
  });
}

double trimmed_copy(Team& team, int bytes) {
  MPI_Barrier(team.comm);
  return timed([&] {
    {
      const std::vector<char> fresh(team.out.begin(), team.out.begin() + bytes);
      keep(fresh.data());
    }
    malloc_trim(0);
  });
}

TimedPattern hand_overs(const std::shared_ptr<Node>& node) {
  const auto done = std::make_shared<std::int64_t>(0);
  return [node, done](Team& team, int bytes) {
    const auto size = static_cast<std::size_t>(bytes);
    std::byte* const shared = node->segment(size);
    const auto hand_over = [&](void* to, const void* from) {
      std::memcpy(to, from, size);
      node->raise(*done);
    };
    MPI_Barrier(team.comm);
    const double seconds = timed([&] {
      for (int i = 0; i < in_turn; ++i) {
        ++*done;
        if (team.first()) hand_over(shared, team.out.data());
        node->await(team.partner(), *done);
        if (!team.first()) hand_over(team.in.data(), shared);
      }
    });
    return team.first() ? seconds / in_turn : takes_part;
  };
}

TimedPattern flags(const std::shared_ptr<Node>& node) {
  const auto done = std::make_shared<std::int64_t>(0);
  return [node, done](Team& team, int) {
    MPI_Barrier(team.comm);
    const double seconds = timed([&] {
      for (int i = 0; i < in_turn; ++i) {
        ++*done;
        if (team.first()) node->raise(*done);
        node->await(team.partner(), *done);
        if (!team.first()) node->raise(*done);
      }
    });
    return team.first() ? seconds / (2 * in_turn) : takes_part;
  };
}

double copy(Team& team, int bytes) {
  MPI_Barrier(team.comm);
  return timed([&] { std::memcpy(team.in.data(), team.out.data(), static_cast<std::size_t>(bytes)); });
}

/// Combines elements of a type as the library does, or as a user's operator.
TimedPattern combine(const std::string& type, const std::string& op) {
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

double pace(Team& team, int bytes) {
  constexpr int samples = 5;
  team.out.resize(std::max(team.out.size(), static_cast<std::size_t>(bytes)));
  team.in.resize(team.out.size());
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < samples; ++i) {
    const double mine = ten_ping_pongs(team, bytes);
    if (team.rank == 0) least = std::min(least, mine);
  }
  MPI_Bcast(&least, 1, MPI_DOUBLE, 0, team.comm);
  return least;
}

PatternTime sample(const std::string& name, const TimedPattern& pattern, Team& team, int bytes) {
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

}  // namespace collsim
