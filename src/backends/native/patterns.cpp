#include "backends/native/patterns.hpp"

#include <set>

#include "algorithms/facts/operand.hpp"
#include "backends/native/pattern_kinds.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

/// What is measured, with how many ranks at once.
struct PatternItem {
  std::string name;
  TimedPattern pattern;
  std::vector<int> ranks, bytes;
};

std::vector<PatternItem> items(int size) {
  const int pairs = size - size % 2;
  std::set<int> loads = {2, pairs};
  for (int ranks = 4; ranks < pairs; ranks *= 2) loads.insert(ranks);
  const std::vector<int> two = {2}, most = {pairs}, all = {size}, loaded(loads.begin(), loads.end());
  constexpr int K = 1024;
  const std::vector<int> sizes = {8, 512, 4 * K, 16 * K, 64 * K, 256 * K, 1024 * K};
  std::vector<PatternItem> list = {
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
  for (const PatternItem& item : items(size)) {
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
