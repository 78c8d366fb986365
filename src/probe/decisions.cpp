#include "probe/decisions.hpp"

#include <mpi.h>

#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "probe/witness.hpp"

namespace collsim::probe {
namespace {

/// Nobody reads or writes it.
char memory = 0, result = 0;

/// One for each rank of MPI_COMM_WORLD.
const int* counts(int of_first, int of_others) {
  static std::vector<int> all;
  int processes = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  all.assign(static_cast<std::size_t>(processes), of_others);
  all.front() = of_first;
  return all.data();
}
/// Displacements that nobody reads for their sense.
const int* nowhere() {
  static const std::vector<int> all(1 << 20);
  return all.data();
}

/// A call of so many bytes: of the vector, or of a block.
using CallOf = void (*)(int bytes);

const std::map<std::string, CallOf>& calls() {
  static const MPI_Comm world = MPI_COMM_WORLD;
  static const std::map<std::string, CallOf> all = {
      {"allgather", [](int n) { MPI_Allgather(&memory, n, MPI_BYTE, &result, n, MPI_BYTE, world); }},
      {"allgatherv",
       [](int n) {
         MPI_Allgatherv(&memory, n, MPI_BYTE, &result, counts(n, n), nowhere(), MPI_BYTE, world);
       }},
      {"allreduce", [](int n) { MPI_Allreduce(&memory, &result, n, MPI_BYTE, MPI_BAND, world); }},
      {"alltoall", [](int n) { MPI_Alltoall(&memory, n, MPI_BYTE, &result, n, MPI_BYTE, world); }},
      {"alltoallv",
       [](int n) {
         MPI_Alltoallv(&memory, counts(n, n), nowhere(), MPI_BYTE, &result, counts(n, n), nowhere(), MPI_BYTE,
                       world);
       }},
      {"barrier", [](int) { MPI_Barrier(world); }},
      {"bcast", [](int n) { MPI_Bcast(&memory, n, MPI_BYTE, 0, world); }},
      {"exscan", [](int n) { MPI_Exscan(&memory, &result, n, MPI_BYTE, MPI_BAND, world); }},
      {"gather", [](int n) { MPI_Gather(&memory, n, MPI_BYTE, &result, n, MPI_BYTE, 0, world); }},
      {"reduce", [](int n) { MPI_Reduce(&memory, &result, n, MPI_BYTE, MPI_BAND, 0, world); }},
      {"reduce_scatter",
       [](int n) { MPI_Reduce_scatter(&memory, &result, counts(n, 0), MPI_BYTE, MPI_BAND, world); }},
      {"reduce_scatter_block",
       [](int n) { MPI_Reduce_scatter_block(&memory, &result, n, MPI_BYTE, MPI_BAND, world); }},
      {"scan", [](int n) { MPI_Scan(&memory, &result, n, MPI_BYTE, MPI_BAND, world); }},
      {"scatter", [](int n) { MPI_Scatter(&memory, n, MPI_BYTE, &result, n, MPI_BYTE, 0, world); }}};
  return all;
}

/// The library takes it to be the size of MPI_COMM_WORLD, until the end of its life.
class Pretended {
 public:
  explicit Pretended(int processes) : size_(size_of_world()) {
    MPI_Comm_size(MPI_COMM_WORLD, &real_);
    if (!size_ || *size_ != real_) return;
    *size_ = processes;
    int found = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &found);
    is_believed_ = found == processes;
    *size_ = is_believed_ ? processes : real_;
  }
  Pretended(const Pretended&) = delete;
  Pretended& operator=(const Pretended&) = delete;
  ~Pretended() {
    if (is_believed_) *size_ = real_;
  }

  bool is_believed() const { return is_believed_; }

 private:
  int* size_;
  int real_ = 0;
  bool is_believed_ = false;
};

/// By the least bytes from which an algorithm is chosen.
using Chosen = std::map<std::int64_t, std::string>;

std::string chosen_at(CallOf call, std::int64_t bytes) {
  static_cast<void>(ran());
  call(static_cast<int>(bytes));
  const auto functions = ran();
  return functions.empty() ? "nothing" : functions.front();
}

/// Enters the limits between two sizes of which the smaller is entered.
void bisect(CallOf call, std::int64_t low, const std::string& at_low, std::int64_t high,
            const std::string& at_high, Chosen& chosen) {
  if (at_low == at_high) return;
  if (high - low == 1) {
    chosen[high] = at_high;
    return;
  }
  const std::int64_t middle = low + (high - low) / 2;
  const std::string at_middle = chosen_at(call, middle);
  bisect(call, low, at_low, middle, at_middle, chosen);
  bisect(call, middle, at_middle, high, at_high, chosen);
}

/// Between neighbouring powers of two there is one limit at most.
Chosen chosen_over_bytes(CallOf call, std::int64_t most_bytes) {
  std::int64_t low = 1;
  std::string at_low = chosen_at(call, low);
  Chosen chosen = {{0, at_low}};
  for (std::int64_t high = 2; high <= most_bytes; high *= 2) {
    const std::string at_high = chosen_at(call, high);
    bisect(call, low, at_low, high, at_high, chosen);
    low = high;
    at_low = at_high;
  }
  return chosen;
}

}  // namespace

bool print_decisions(int most_processes, std::int64_t most_bytes) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) return true;
  int asked = 0;
  for (const auto& [name, call] : calls()) {
    Chosen before;
    for (int processes = 2; processes <= most_processes; ++processes) {
      const Pretended size(processes);
      if (!size.is_believed()) return false;
      only_tell(true);
      const Chosen chosen = chosen_over_bytes(call, name == "barrier" ? 1 : most_bytes);
      only_tell(false);
      if (chosen != before)
        for (const auto& [bytes, function] : chosen)
          std::printf("chosen %s %d %lld %s\n", name.c_str(), processes, static_cast<long long>(bytes),
                      function.c_str());
      before = chosen;
      constexpr int often = 64;
      if (++asked % often != 0) continue;
      std::printf("asked %d\n", asked);
      std::fflush(stdout);
    }
  }
  return true;
}

}  // namespace collsim::probe
