#include "algorithms/patterns/bine.hpp"

#include <algorithm>
#include <vector>

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Whose blocks a rank has before a round, in the order in which it has them.
std::vector<int> origins(const Butterfly& butterfly, int rank, int round) {
  if (round == 0) return {rank};
  std::vector<int> all = origins(butterfly, rank, round - 1);
  const std::vector<int> met = origins(butterfly, butterfly.partner(rank, round - 1), round - 1);
  all.insert(all.end(), met.begin(), met.end());
  return all;
}

/// The ranks whose labels agree with a rank's in the lowest bits, as many as there were rounds: those that its
/// blocks are for.
std::vector<int> destinations(const Butterfly& butterfly, int rank, int rounds) {
  std::vector<int> all;
  for (int other = 0; other < butterfly.fold().survivors(); ++other)
    if (((butterfly.label(other) ^ butterfly.label(rank)) & ((1 << rounds) - 1)) == 0) all.push_back(other);
  return all;
}

/// Bine alltoall: in the rounds of bine.hpp's butterfly, ranks exchange all blocks that are for the other's part of
/// the ranks, half of what they have.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311.
/// Assumes: p is a power of two. It remembers where each block lies; the blocks of a message are copied together.
/// Cost:    lg p (alpha + n/2 (beta + kappa)) + n kappa.
void run(Comm& comm, const Alltoall& call, const Options&) {
  const int p = comm.size();
  const int rank = comm.rank();
  const Butterfly butterfly = bine(p);
  const MPI_Aint extent = Comm::extent(call.type);
  const auto place = [&](auto vector, std::int64_t block) {
    return element(vector, block * call.count, extent);
  };
  const void* send = call.send == MPI_IN_PLACE ? call.recv : call.send;
  // By destination, in the order of origins.
  std::vector<std::vector<const void*>> lies(static_cast<std::size_t>(p));
  for (int block = 0; block < p; ++block) lies[static_cast<std::size_t>(block)] = {place(send, block)};

  const std::int64_t half = p / 2 * call.count;
  const Scratch arrived = comm.scratch(butterfly.rounds() * half, call.type);
  for (int round = 0; round < butterfly.rounds(); ++round) {
    const int partner = butterfly.partner(rank, round);
    const Scratch packed = comm.scratch(half, call.type);
    std::int64_t index = 0;
    for (const int destination : destinations(butterfly, partner, round + 1))
      for (const void*& block : lies[static_cast<std::size_t>(destination)])
        comm.copy(block, place(packed.data(), index++), call.count, call.type);
    void* const landing = element(arrived.data(), round * half, extent);
    comm.sendrecv(packed.data(), half, partner, landing, half, partner, call.type);
    index = 0;
    for (const int destination : destinations(butterfly, rank, round + 1))
      for (int origin = 0; origin < 1 << round; ++origin)
        lies[static_cast<std::size_t>(destination)].push_back(place(landing, index++));
  }
  const std::vector<int> from = origins(butterfly, rank, butterfly.rounds());
  for (std::size_t i = call.send == MPI_IN_PLACE ? 1 : 0; i < from.size(); ++i)
    comm.copy(lies[static_cast<std::size_t>(rank)][i], place(call.recv, from[i]), call.count, call.type);
}

Cost cost(const Shape& shape, const Options&) {
  const int p = shape.processes;
  const Butterfly butterfly = bine(p);
  const std::int64_t half = p / 2 * (shape.bytes() / p);
  Cost cost;
  for (int round = 0; round < butterfly.rounds(); ++round)
    cost.push_back(
        {.messages = p, .volume = p * half, .bytes = half, .copied = half, .pairs = butterfly.pairs(round)});
  cost.push_back({.copied = shape.bytes() - (shape.in_place ? shape.bytes() / p : 0)});
  return cost;
}

const Registration<Alltoall> registration{{.name = "bine",
                                           .source = "De Sensi et al. 2025",
                                           .assumes = "p is a power of two",
                                           .formula = "k*(alpha + n/2*(beta + kappa)) + n*kappa",
                                           .cost = cost,
                                           .unsupported = unless_power_of_two},
                                          run};

}  // namespace
}  // namespace collsim
