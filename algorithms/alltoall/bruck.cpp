#include <algorithm>
#include <bit>
#include <deque>
#include <vector>

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// A round of the algorithm: blocks whose digit at `weight` is `digit` travel digit * weight ranks on.
struct Round {
  std::int64_t weight, digit;

  std::int64_t distance() const { return weight * digit; }
};

std::vector<Round> rounds(int processes, std::int64_t radix) {
  std::vector<Round> all;
  for (std::int64_t weight = 1; weight < processes; weight *= radix)
    for (std::int64_t digit = 1; digit < radix && digit * weight < processes; ++digit)
      all.push_back({weight, digit});
  return all;
}

/// Calls visit(block) for each block that travels in a round, of 0..p-1.
template <class Visit>
void each_travelling(const Round& round, int processes, std::int64_t radix, const Visit& visit) {
  for (std::int64_t first = round.distance(); first < processes; first += round.weight * radix)
    for (std::int64_t block = first; block < std::min<std::int64_t>(first + round.weight, processes); ++block)
      visit(block);
}

std::int64_t travelling(const Round& round, int processes, std::int64_t radix) {
  const std::int64_t period = round.weight * radix;
  return processes / period * round.weight +
         std::clamp<std::int64_t>(processes % period - round.distance(), 0, round.weight);
}

/// How often blocks that arrived are copied on their way back into one vector.
int returns(const Options& options) {
  if (options.text("blocks") == "stay") return 0;
  return options.text("blocks") == "return" ? 1 : 2;
}

/// In one vector besides the result, whose room is free until the end.
void run_in_vector(Comm& comm, const Alltoall& call, const Options& options) {
  const int p = comm.size(), rank = comm.rank();
  const std::int64_t radix = options.integer("radix");
  const auto place = [&](auto vector, std::int64_t block) {
    return element(vector, block * call.count, comm.extent(call.type));
  };
  const void* send = call.send == MPI_IN_PLACE ? call.recv : call.send;
  const Scratch vector = comm.scratch(p * call.count, call.type);
  comm.copy_pieces(p * call.count, call.type, -1, [&](const auto& copy) {
    for (int block = 0; block < p; ++block)
      copy(place(send, (rank + block) % p), place(vector.data(), block), call.count);
  });
  for (const Round& round : rounds(p, radix)) {
    const std::int64_t blocks = travelling(round, p, radix), count = blocks * call.count;
    void* const packed = call.recv;
    void* landing = place(call.recv, blocks);
    comm.copy_pieces(count, call.type, -1, [&](const auto& copy) {
      std::int64_t next = 0;
      each_travelling(round, p, radix, [&](std::int64_t block) {
        copy(place(vector.data(), block), place(packed, next++), call.count);
      });
    });
    const int distance = static_cast<int>(round.distance());
    comm.sendrecv(packed, count, (rank + distance) % p, landing, count, (rank - distance + p) % p, call.type);
    for (int before = 1; before < returns(options); ++before) {
      comm.copy(landing, packed, count, call.type);
      landing = packed;
    }
    comm.copy_pieces(count, call.type, -1, [&](const auto& copy) {
      std::int64_t next = 0;
      each_travelling(round, p, radix, [&](std::int64_t block) {
        copy(place(landing, next++), place(vector.data(), block), call.count);
      });
    });
  }
  comm.copy_pieces(p * call.count, call.type, -1, [&](const auto& copy) {
    for (int block = 0; block < p; ++block)
      copy(place(vector.data(), block), place(call.recv, (rank - block + p) % p), call.count);
  });
}

/// Bruck's alltoall: a rank's block i is for the rank i further on (mod p). It travels there digit by digit
/// of i, written in base radix, together with all blocks that have this digit.
///
/// Source:  Bruck et al., IEEE TPDS 8(11), 1997, doi:10.1109/71.642949.
/// Assumes: nothing; any p. Instead of turning the blocks before and after, it remembers where each block
///          lies; the blocks of a message are copied together. With `blocks=return` they are turned into a vector of
///          its own first, into which all that arrive are copied back, as libraries do; with `return_twice` they are
///          copied once more on the way, as where Open MPI receives a derived type elsewhere.
/// Cost:    ceil(lg p) alpha + n/p ones (beta + kappa) + n kappa with radix 2, ones being the sum of the ones
///          in 0..p-1 in binary; where blocks return, (n + n/p ones) kappa more, twice: (n + 2 n/p ones) kappa.
void run(Comm& comm, const Alltoall& call, const Options& options) {
  if (returns(options) > 0) return run_in_vector(comm, call, options);
  const int p = comm.size();
  const int rank = comm.rank();
  const std::int64_t radix = options.integer("radix");
  const MPI_Aint extent = comm.extent(call.type);
  const auto place = [&](auto vector, std::int64_t block) {
    return element(vector, block * call.count, extent);
  };
  const void* send = call.send == MPI_IN_PLACE ? call.recv : call.send;
  // Blocks stay where they arrive until they travel on; null: in the vector that is sent.
  std::vector<void*> arrived_at(static_cast<std::size_t>(p));
  const auto lies = [&](std::int64_t block) -> const void* {
    const void* here = arrived_at[static_cast<std::size_t>(block)];
    return here != nullptr ? here : place(send, (rank + block) % p);
  };
  std::deque<Scratch> arrived;
  for (const Round& round : rounds(p, radix)) {
    const std::int64_t count = travelling(round, p, radix) * call.count;
    void* const landing = arrived.emplace_back(comm.transport(), comm.room(count, call.type)).data();
    const Scratch packed = comm.scratch(count, call.type);
    comm.copy_pieces(count, call.type, -1, [&](const auto& copy) {
      std::int64_t next = 0;
      each_travelling(round, p, radix, [&](std::int64_t block) {
        copy(lies(block), place(packed.data(), next), call.count);
        arrived_at[static_cast<std::size_t>(block)] = place(landing, next++);
      });
    });
    const int distance = static_cast<int>(round.distance());
    comm.sendrecv(packed.data(), count, (rank + distance) % p, landing, count, (rank - distance + p) % p,
                  call.type);
  }
  const int first = call.send == MPI_IN_PLACE ? 1 : 0;
  comm.copy_pieces((p - first) * call.count, call.type, -1, [&](const auto& copy) {
    for (int block = first; block < p; ++block)
      copy(lies(block), place(call.recv, (rank - block + p) % p), call.count);
  });
}

Cost cost(const Shape& shape, const Options& options) {
  const int p = shape.processes;
  const std::int64_t radix = options.integer("radix");
  const std::int64_t block = shape.bytes() / p;
  Cost cost;
  if (returns(options) > 0) cost.push_back({.copied = shape.bytes()});
  for (const Round& round : rounds(p, radix)) {
    const std::int64_t bytes = travelling(round, p, radix) * block;
    cost.push_back({.messages = p,
                    .volume = p * bytes,
                    .bytes = bytes,
                    .copied = (1 + returns(options)) * bytes,
                    .pairs = pairs::shift(round.distance())});
  }
  const bool keeps_own = shape.in_place && returns(options) == 0;
  cost.push_back({.copied = shape.bytes() - (keeps_own ? block : 0)});
  return cost;
}

double ones(int processes) {
  int all = 0;
  for (unsigned number = 0; number < static_cast<unsigned>(processes); ++number) all += std::popcount(number);
  return all;
}

const Registration<Alltoall> bruck{
    {.name = "bruck",
     .source = "Bruck et al. 1997",
     .assumes = "nothing",
     .formula = "(r > 0 ? k + 1 : k)*alpha + n/p*ones*(beta + kappa) + n*kappa",
     .symbols = {{"ones", ones, "the ones in all of 0..p-1 in binary"}},
     .options =
         {{"radix", "2", "the base in which blocks travel; larger: more messages, fewer bytes", {}, 2},
          {"blocks",
           "stay",
           "that arrive: stay there until they travel on, or return to one vector, copied once or twice",
           {"stay", "return", "return_twice"}}},
     .cost = cost},
    run};

}  // namespace
}  // namespace collsim
