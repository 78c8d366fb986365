#include <algorithm>
#include <type_traits>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/patterns/collected.hpp"

namespace collsim {
namespace {

bool turns_in_place(const Options& options) {
  return options.text("turn") == "in_place";
}

/// The blocks in the result, from the rank's own on, come to their places: those of this rank and higher ones by way of a
/// vector aside.
void turn_in_place(Comm& comm, const Allgather& call) {
  const int p = comm.size();
  const int rank = comm.rank();
  if (rank == 0) return;
  const Scratch aside = comm.scratch((p - rank) * call.count, call.type);
  comm.copy(call.recv, aside.data(), (p - rank) * call.count, call.type);
  comm.copy_pieces(rank * call.count, call.type, -1, [&](const auto& copy) {
    for (int lower = 0; lower < rank; ++lower)
      copy(block_of(comm, call, p - rank + lower), block_of(comm, call, lower), call.count);
  });
  comm.copy(aside.data(), block_of(comm, call, rank), (p - rank) * call.count, call.type);
}

void collect_in_place(Comm& comm, const Allgather& call) {
  const int p = comm.size();
  const int rank = comm.rank();
  const bool lies = call.send == MPI_IN_PLACE;
  if (!lies || rank > 0)
    comm.copy(lies ? block_of(comm, call, rank) : call.send, call.recv, call.count, call.type);
  for (int distance = 1; distance < p; distance *= 2) {
    const std::int64_t count = std::min(distance, p - distance) * call.count;
    comm.sendrecv(call.recv, count, (rank - distance + p) % p, block_of(comm, call, distance), count,
                  (rank + distance) % p, call.type);
  }
  turn_in_place(comm, call);
}

/// Bruck's allgather (dissemination): rank r collects the blocks r, r + 1, ... (mod p), twice as many after
/// every round, and turns them into their places at the end.
///
/// Source:  Bruck et al., IEEE TPDS 8(11), 1997, doi:10.1109/71.642949; turn=in_place: as in Open MPI.
/// Assumes: nothing; any p, any block sizes; empty messages are sent.
/// Cost:    ceil(lg p) alpha + (p-1)/p n beta + n/p kappa + n kappa, the largest message of each round being
///          on the critical path. Rank 0 turns nothing if its blocks lie one behind the other. Turned in place
///          (allgather), rank r copies (2p - r) n/p instead of n.
template <class Call>
void run(Comm& comm, const Call& call, const Options& options) {
  if constexpr (std::is_same_v<Call, Allgather>)
    if (turns_in_place(options)) return collect_in_place(comm, call);
  const int p = comm.size();
  const int rank = comm.rank();
  Collected<Call> collected(comm, call, rank);
  for (int distance = 1; distance < p; distance *= 2) {
    const int width = std::min(distance, p - distance);
    comm.sendrecv(collected.blocks(0), collected.count(0, width), (rank - distance + p) % p,
                  collected.blocks(distance), collected.count(distance, distance + width),
                  (rank + distance) % p, call.type);
  }
  collected.deliver();
}

template <class Call>
Rounds rounds(const Shape& shape, const Options& options) {
  const int p = shape.processes;
  const Places all = blocks(shape);
  const bool lie = all.in_sequence();
  const CyclicSums sums(all);
  Rounds rounds(p);
  rounds.copy(
      [&](int rank) { return shape.in_place && rank == 0 && lie ? 0 : all[rank].count * shape.type_size; });
  for (int distance = 1; distance < p; distance *= 2)
    rounds.send([distance, p](int rank) { return (rank - distance + p) % p; },
                [&](int rank) {
                  return (sums[rank + std::min(distance, p - distance)] - sums[rank]) * shape.type_size;
                });
  const bool twice = std::is_same_v<Call, Allgather> && turns_in_place(options);
  rounds.copy([&](int rank) {
    if (rank == 0 && lie) return std::int64_t{0};
    return twice ? (2 * p - rank) * (shape.bytes() / p) : shape.bytes();
  });
  return rounds;
}

template <class Call>
Description about() {
  Description about{
      .name = "bruck",
      .source = "Bruck et al. 1997",
      .assumes = "nothing",
      .formula = "(r > 0 ? k + 1 : k)*alpha + (p - 1)/p*n*beta + n/p*kappa + (p > 1 ? n*kappa : 0)",
      .cost = cost_of<rounds<Call>>,
      .exact = exact_of<rounds<Call>>};
  if constexpr (std::is_same_v<Call, Allgather>)
    about.options = {{"turn",
                      "aside",
                      "blocks to their places out of another vector, or within the result and by way of one",
                      {"aside", "in_place"}}};
  return about;
}

const Registration<Allgather> bruck{about<Allgather>(), run};
const Registration<Allgatherv> bruck_v{about<Allgatherv>(), run};

}  // namespace
}  // namespace collsim
