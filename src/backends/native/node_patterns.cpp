#include "backends/native/node_patterns.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>

#include "algorithms/facts/operand.hpp"
#include "backends/native/measure.hpp"
#include "backends/native/pattern_kinds.hpp"
#include "backends/native/ranks.hpp"
#include "nodes/machine_node.hpp"

namespace collsim {
namespace {

/// 1, 2, 4 and so on, and the most.
std::vector<int> loads(std::size_t most) {
  std::vector<int> all;
  for (std::size_t load = 1; load < most; load *= 2) all.push_back(static_cast<int>(load));
  all.push_back(static_cast<int>(most));
  return all;
}

/// A broadcast to the other of two ranks, by the algorithm that does nothing else.
Point one_message(int bytes) {
  Point point;
  point.collective = "bcast";
  point.algorithm = "linear";
  point.type = "byte";
  point.count = bytes;
  point.processes = 2;
  point.ppn = 2;
  point.data = Data::time;
  return point;
}

/// So uncertain that nobody takes it for known.
PatternTime unknown(PatternTime time) {
  time.low = std::min(time.low, time.seconds / 10);
  time.high = std::max(time.high, 10 * time.seconds);
  return time;
}

/// Times two ranks of a level at one pace.
template <class Measure>
PatternTime steady(Pace& pace, Team& team, const Measure& measure) {
  const auto found = pace.steady(
      team.comm, [&] { return collsim::pace(team, Pace::bytes); }, measure);
  return found.steady ? found.value : unknown(found.value);
}

/// All ranks of a job, some of which measure.
class MeasuringRanks {
 public:
  MeasuringRanks(MPI_Comm comm, const NodeSizes& sizes, double patience)
      : comm_(comm), sizes_(sizes), patience_(patience) {
    MPI_Comm_rank(comm, &rank_);
    MPI_Comm_size(comm, &size_);
  }

  std::vector<LevelTime> found() && { return std::move(found_); }
  void messages(const LevelRanks& level) {
    pace_ = Pace(0, patience_);
    for (const int pairs : loads(level.pairs.size())) {
      const auto ranks = ranks_of(level, pairs);
      measure(level, "ping_pong", ten_ping_pongs, ranks, pairs == 1 ? sizes_.pair : sizes_.many);
      if (pairs > 1) continue;
      measure(level, "exchange", ten_exchanges, ranks, sizes_.pair);
      measure(level, "in_a_row", in_a_row, ranks, sizes_.pair);
      measure(level, "in_order", in_order, ranks, {0});
      measure(level, "out_of_order", out_of_order, ranks, {0});
      call(level, ranks, {1, 64, 256, 1024, 2048});
      of_node(level, "flag", flags, ranks, {0});
      of_node(level, "hand_over", hand_overs, ranks, sizes_.many);
    }
    for (const int others : loads(std::max<std::size_t>(level.fan.size(), 1) - 1)) {
      if (others < 2) continue;
      const std::vector<int> ranks(level.fan.begin(), level.fan.begin() + 1 + others);
      measure(level, "one_to_all", one_to_all, ranks, sizes_.many);
      measure(level, "all_to_one", all_to_one, ranks, sizes_.many);
    }
  }
  void work() {
    const LevelRanks none{};
    for (const int ranks : {1, size_}) {
      std::vector<int> first(static_cast<std::size_t>(ranks));
      std::iota(first.begin(), first.end(), 0);
      measure(none, "copy", copy, first, sizes_.work);
      measure(none, "trimmed_copy", trimmed_copy, first, sizes_.work);
      measure(none, "mapped_copy", mapped_copy, first, sizes_.work);
      for (const auto& [type, op] :
           {std::pair{"double", "sum"}, {"double_int", "maxloc"}, {"long", "user_sum"}})
        measure(none, "combine." + operand_op(op).op_class, combine(type, op), first, sizes_.work);
    }
  }

 private:
  static std::vector<int> ranks_of(const LevelRanks& level, int pairs) {
    std::vector<int> ranks;
    for (int i = 0; i < pairs; ++i) {
      ranks.push_back(level.pairs[static_cast<std::size_t>(i)].first);
      ranks.push_back(level.pairs[static_cast<std::size_t>(i)].second);
    }
    return ranks;
  }

  /// What these ranks do as a team; the others sleep.
  template <class Work>
  void with_team(const std::vector<int>& ranks, const Work& work) {
    const auto place = std::ranges::find(ranks, rank_);
    if (place == ranks.end()) return;
    Team team{.comm = some_ranks(comm_, ranks),
              .rank = static_cast<int>(place - ranks.begin()),
              .size = static_cast<int>(ranks.size()),
              .out = {},
              .in = {}};
    MPI_Comm_set_errhandler(team.comm, MPI_ERRORS_ARE_FATAL);
    work(team);
    MPI_Comm_free(&team.comm);
  }

  /// `begin`: given a team, returns what measures a number of bytes. Two of a level measure at one pace.
  template <class Begin>
  void each_size(const LevelRanks& level, const std::string& name, const std::vector<int>& ranks,
                 const std::vector<int>& bytes, const Begin& begin) {
    std::vector<PatternTime> times(bytes.size());
    with_team(ranks, [&](Team& team) {
      const auto measure = begin(team);
      const bool at_one_pace = !level.name.empty() && team.size == 2;
      for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto its = [&] { return measure(bytes[i]); };
        times[i] = at_one_pace ? steady(pace_, team, its) : its();
      }
    });
    tell(level, name, ranks, bytes, times);
  }

  void measure(const LevelRanks& level, const std::string& name, const TimedPattern& pattern,
               const std::vector<int>& ranks, const std::vector<int>& bytes) {
    each_size(level, name, ranks, bytes,
              [&](Team& team) { return [&](int size) { return sample(name, pattern, team, size); }; });
  }

  /// What a team does in the memory of its node.
  template <class Kind>
  void of_node(const LevelRanks& level, const std::string& name, const Kind& kind,
               const std::vector<int>& ranks, const std::vector<int>& bytes) {
    each_size(level, name, ranks, bytes, [&](Team& team) {
      const TimedPattern pattern = kind(std::make_shared<MachineNode>(team.comm, machines(team.comm)));
      return [&team, &name, pattern](int size) { return sample(name, pattern, team, size); };
    });
  }

  void call(const LevelRanks& level, const std::vector<int>& ranks, const std::vector<int>& bytes) {
    each_size(level, "call", ranks, bytes, [](Team& team) {
      const auto instruments =
          std::make_shared<Instruments>(Instruments{.preemptions = Preemptions(team.rank == 0)});
      return [&team, instruments](int size) {
        const Outcome its =
            *collsim::measure(one_message(size), team.comm, *instruments, 1, [] { return false; });
        return PatternTime{"call",          team.size,        size,           its.seconds,
                           its.seconds_low, its.seconds_high, its.repetitions};
      };
    });
  }

  /// All ranks get what the first of these has found.
  void tell(const LevelRanks& level, const std::string& name, const std::vector<int>& ranks,
            const std::vector<int>& bytes, const std::vector<PatternTime>& times) {
    meet_asleep(comm_);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const PatternTime& its = times[i];
      std::array numbers = {its.seconds, its.low, its.high, static_cast<double>(its.repetitions)};
      MPI_Bcast(numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE, ranks.front(), comm_);
      if (numbers[3] == 0) continue;  // none could start on time
      found_.push_back({level.name,
                        level.cores,
                        {name, static_cast<int>(ranks.size()), bytes[i], numbers[0], numbers[1], numbers[2],
                         static_cast<int>(numbers[3])}});
    }
  }

  MPI_Comm comm_;
  const NodeSizes& sizes_;
  double patience_;
  int rank_ = 0, size_ = 1;
  Pace pace_;
  std::vector<LevelTime> found_;
};

}  // namespace

std::vector<std::vector<int>> of_all_ranks(MPI_Comm comm, const std::vector<int>& mine) {
  int size = 1, number = static_cast<int>(mine.size());
  MPI_Comm_size(comm, &size);
  std::vector<int> numbers(static_cast<std::size_t>(size)), begins(numbers.size());
  MPI_Allgather(&number, 1, MPI_INT, numbers.data(), 1, MPI_INT, comm);
  std::exclusive_scan(numbers.begin(), numbers.end(), begins.begin(), 0);
  std::vector<int> all(static_cast<std::size_t>(begins.back() + numbers.back()));
  MPI_Allgatherv(mine.data(), number, MPI_INT, all.data(), numbers.data(), begins.data(), MPI_INT, comm);
  std::vector<std::vector<int>> by_rank;
  for (std::size_t rank = 0; rank < numbers.size(); ++rank)
    by_rank.emplace_back(all.begin() + begins[rank], all.begin() + begins[rank] + numbers[rank]);
  return by_rank;
}

NodeSizes NodeSizes::usual() {
  NodeSizes usual{.pair = {1, 4, 16, 64, 256}, .many = {16, 4 << 10, 64 << 10, 1 << 20}, .work = {}};
  for (int bytes = 1 << 10; bytes <= 4 << 20; bytes *= 2) usual.pair.push_back(bytes);
  for (int bytes = 4 << 10; bytes <= 16 << 20; bytes *= 4) usual.work.push_back(bytes);
  return usual;
}

std::vector<LevelTime> measure_node(MPI_Comm comm, const std::vector<LevelRanks>& levels,
                                    const NodeSizes& sizes, double patience) {
  MeasuringRanks measuring(comm, sizes, patience);
  for (const LevelRanks& level : levels) measuring.messages(level);
  measuring.work();
  return std::move(measuring).found();
}

}  // namespace collsim
