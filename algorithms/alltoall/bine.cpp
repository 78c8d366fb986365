#include "algorithms/patterns/bine.hpp"

#include <algorithm>
#include <numeric>
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

bool moves(const Options& options) {
  return options.text("blocks") == "move";
}

/// In one vector besides the result, whose room is free until the end: what a rank keeps moves to its front, what arrives
/// follows.
void run_in_vector(Comm& comm, const Alltoall& call) {
  const int p = comm.size(), rank = comm.rank();
  const Butterfly butterfly = bine(p);
  const auto place = [&](auto vector, std::int64_t block) {
    return element(vector, block * call.count, comm.extent(call.type));
  };
  const void* send = call.send == MPI_IN_PLACE ? call.recv : call.send;
  const Scratch vector = comm.scratch(p * call.count, call.type);
  comm.copy(send, vector.data(), p * call.count, call.type);
  const std::int64_t half = p / 2 * call.count;
  std::vector<int> here(static_cast<std::size_t>(p));  // destinations, for each origin the same
  std::iota(here.begin(), here.end(), 0);
  for (int round = 0; round < butterfly.rounds(); ++round) {
    const int partner = butterfly.partner(rank, round);
    const auto goes = [&, its = butterfly.label(partner), bits = (1 << (round + 1)) - 1](int destination) {
      return ((butterfly.label(destination) ^ its) & bits) == 0;
    };
    comm.copy_pieces(p * call.count, call.type, -1, [&](const auto& copy) {
      std::int64_t sent = 0, kept = 0;
      for (std::size_t block = 0; block < static_cast<std::size_t>(p); ++block) {
        const void* from = place(vector.data(), static_cast<std::int64_t>(block));
        void* const to =
            goes(here[block % here.size()]) ? place(call.recv, sent++) : place(vector.data(), kept++);
        if (from != to) copy(from, to, call.count);
      }
    });
    comm.sendrecv(call.recv, half, partner, element(vector.data(), half, comm.extent(call.type)), half,
                  partner, call.type);
    std::erase_if(here, goes);
  }
  comm.copy_pieces(p * call.count, call.type, -1, [&](const auto& copy) {
    std::int64_t next = 0;
    for (const int origin : origins(butterfly, rank, butterfly.rounds()))
      copy(place(vector.data(), next++), place(call.recv, origin), call.count);
  });
}

/// Bine alltoall: in the rounds of bine.hpp's butterfly, ranks exchange all blocks that are for the other's part of
/// the ranks, half of what they have.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311.
/// Assumes: p is a power of two. It remembers where each block lies; the blocks of a message are copied together. With
///          `blocks=move` it copies the vector first and moves all blocks of it in every round, as the authors' does.
/// Cost:    lg p (alpha + n/2 (beta + kappa)) + n kappa; where blocks move, lg p n/2 kappa + n kappa more.
void run(Comm& comm, const Alltoall& call, const Options& options) {
  if (moves(options)) return run_in_vector(comm, call);
  const int p = comm.size();
  const int rank = comm.rank();
  const Butterfly butterfly = bine(p);
  const MPI_Aint extent = comm.extent(call.type);
  const auto place = [&](auto vector, std::int64_t block) {
    return element(vector, block * call.count, extent);
  };
  const void* send = call.send == MPI_IN_PLACE ? call.recv : call.send;
  // By destination, in the order of origins.
  std::vector<std::vector<const void*>> lies(static_cast<std::size_t>(p));
  for (int block = 0; block < p; ++block) lies[static_cast<std::size_t>(block)] = {place(send, block)};

  const std::int64_t half = p / 2 * call.count;
  const Vectors arrivals(butterfly.rounds(), half, comm.layout(call.type));
  const Scratch arrived = comm.scratch(arrivals);
  for (int round = 0; round < butterfly.rounds(); ++round) {
    const int partner = butterfly.partner(rank, round);
    const Scratch packed = comm.scratch(half, call.type);
    std::int64_t index = 0;
    for (const int destination : destinations(butterfly, partner, round + 1))
      for (const void*& block : lies[static_cast<std::size_t>(destination)])
        comm.copy(block, place(packed.data(), index++), call.count, call.type);
    void* const landing = arrivals.element_at(arrived.data(), round);
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

Cost cost(const Shape& shape, const Options& options) {
  const int p = shape.processes;
  const Butterfly butterfly = bine(p);
  const std::int64_t half = p / 2 * (shape.bytes() / p);
  Cost cost;
  if (moves(options)) cost.push_back({.copied = shape.bytes()});
  for (int round = 0; round < butterfly.rounds(); ++round)
    cost.push_back({.messages = p,
                    .volume = p * half,
                    .bytes = half,
                    .copied = moves(options) ? shape.bytes() : half,
                    .pairs = butterfly.pairs(round)});
  const bool keeps_own = shape.in_place && !moves(options);
  cost.push_back({.copied = shape.bytes() - (keeps_own ? shape.bytes() / p : 0)});
  return cost;
}

const Registration<Alltoall> registration{
    {.name = "bine",
     .source = "De Sensi et al. 2025",
     .assumes = "p is a power of two",
     .formula = "k*(alpha + n/2*(beta + kappa)) + n*kappa",
     .options =
         {{"blocks", "stay", "that a rank keeps: stay where they lie, or move together", {"stay", "move"}}},
     .cost = cost,
     .unsupported = unless_power_of_two},
    run};

}  // namespace
}  // namespace collsim
