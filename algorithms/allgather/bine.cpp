#include "algorithms/patterns/bine.hpp"

#include <algorithm>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/halving.hpp"
#include "algorithms/patterns/own_block.hpp"

namespace collsim {
namespace {

/// Blocks travel in an order in which those that are sent together lie side by side, and go to their places at
/// the end.
void permute(Comm& comm, const Allgather& call, const Butterfly& butterfly) {
  const int p = comm.size();
  const Scratch scratch = comm.scratch(p * call.count, call.type);
  const auto collected = [&](int rank) {
    return element(scratch.data(), butterfly.block(rank) * call.count, comm.extent(call.type));
  };
  const void* own = call.send == MPI_IN_PLACE ? block_of(comm, call, comm.rank()) : call.send;
  comm.copy(own, collected(comm.rank()), call.count, call.type);
  allgather_halves(comm, scratch.data(), p * call.count, call.type, butterfly);
  for (int rank = 0; rank < p; ++rank)
    comm.copy(collected(rank), block_of(comm, call, rank), call.count, call.type);
}

/// Every rank's block first goes to the rank that answers for its place in that order.
void displace(Comm& comm, const Allgather& call, const Butterfly& butterfly) {
  const int rank = comm.rank();
  const int answered_for = butterfly.block(rank);
  if (answered_for == rank) {
    place_own_block(comm, call);
  } else {
    const int destination = ranks_by_block(butterfly)[static_cast<std::size_t>(rank)];
    const void* own = call.send == MPI_IN_PLACE ? block_of(comm, call, rank) : call.send;
    comm.sendrecv(own, call.count, destination, block_of(comm, call, answered_for), call.count, answered_for,
                  call.type);
  }
  allgather_halves(comm, call.recv, comm.size() * call.count, call.type, butterfly);
}

/// A message for each block, from place to place; those of a round all at once.
void send_single(Comm& comm, const Allgather& call, const Butterfly& butterfly) {
  const int rank = comm.rank();
  const std::vector<int> ranks = ranks_by_block(butterfly);
  const auto place = [&](int block) { return block_of(comm, call, ranks[static_cast<std::size_t>(block)]); };
  place_own_block(comm, call);
  for (int round = butterfly.rounds() - 1, width = 1; round >= 0; --round, width *= 2) {
    const int partner = butterfly.partner(rank, round);
    const int mine = butterfly.block(rank) / width * width, other = butterfly.block(partner) / width * width;
    std::vector<Comm::Request> requests;
    for (int i = 0; i < width; ++i)
      requests.push_back(comm.irecv(place(other + i), call.count, call.type, partner));
    for (int i = 0; i < width; ++i)
      requests.push_back(comm.isend(place(mine + i), call.count, call.type, partner));
    for (Comm::Request& request : requests) comm.wait(request);
  }
}

/// Whether a rank's blocks grow downwards in a round, if the nearest ranks come first.
bool grows_downwards(int rank, int round) {
  return (rank + round) % 2 != 0;
}
/// The first of the neighbouring blocks (mod p) that it has before that round.
int first_block(int rank, int round, int processes) {
  int first = rank;
  for (int earlier = 0; earlier < round; ++earlier)
    if (grows_downwards(rank, earlier)) first -= 1 << earlier;
  return (first % processes + processes) % processes;
}

/// A message of neighbouring blocks, and another one of those that come first in the result, if some do.
void send_neighbours(Comm& comm, const Allgather& call, const Butterfly& butterfly) {
  const int p = comm.size();
  const int rank = comm.rank();
  place_own_block(comm, call);
  for (int round = 0, width = 1; round < butterfly.rounds(); ++round, width *= 2) {
    const int partner = butterfly.partner(rank, round);
    const int mine = first_block(rank, round, p), other = first_block(partner, round, p);
    std::vector<Comm::Request> requests;
    for (const bool wrapped : {false, true})
      for (const bool receives : {true, false}) {
        const int first = receives ? other : mine, before_end = std::min(width, p - first);
        const std::int64_t count = (wrapped ? width - before_end : before_end) * call.count;
        void* const place = block_of(comm, call, wrapped ? 0 : first);
        if (wrapped && before_end == width) continue;
        requests.push_back(receives ? comm.irecv(place, count, call.type, partner)
                                    : comm.isend(place, count, call.type, partner));
      }
    for (Comm::Request& request : requests) comm.wait(request);
  }
}

/// Bine allgather: the butterfly of bine.hpp backwards, the farthest ranks first, or forwards where blocks stay
/// neighbours. The option `blocks` says what becomes of blocks that lie apart.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311.
/// Assumes: p is a power of two.
/// Cost:    n/p kappa + lg p alpha + (p-1)/p n beta + n kappa; displaced, alpha + n/p beta instead of n kappa
///          and, but for the ranks that keep their blocks, of n/p kappa; single, (p-1)(alpha + n/p beta) + n/p kappa
///          where a rank sends one message at a time; neighbours, at most n/p kappa + 2 lg p alpha + (p-1)/p n
///          beta.
void run(Comm& comm, const Allgather& call, const Options& options) {
  const Butterfly butterfly = bine(comm.size());
  const std::string& blocks = options.text("blocks");
  if (comm.size() == 1) return place_own_block(comm, call);
  if (blocks == "permuted") return permute(comm, call, butterfly);
  if (blocks == "displaced") return displace(comm, call, butterfly);
  if (blocks == "single") return send_single(comm, call, butterfly);
  send_neighbours(comm, call, butterfly);
}

/// Costs as much as if each rank sent two messages.
Cost neighbours_cost(const Shape& shape, const Butterfly& butterfly, int round) {
  const int p = shape.processes, width = 1 << round;
  const std::int64_t block = shape.bytes() / p;
  Stage first{.messages = p, .bytes = width * block, .pairs = butterfly.pairs(round)};
  Stage second{.pairs = first.pairs};
  for (int rank = 0; rank < p; ++rank) {
    const int before_end = std::min(width, p - first_block(rank, round, p));
    first.volume += before_end * block;
    second.messages += before_end < width ? 1 : 0;
    second.volume += (width - before_end) * block;
  }
  if (second.messages == 0) return {first};
  return {first, second};
}

Cost cost(const Shape& shape, const Options& options) {
  const int p = shape.processes;
  const std::string& blocks = options.text("blocks");
  const std::int64_t block = shape.bytes() / p;
  const Butterfly butterfly = bine(p);
  if (p == 1) return {own_block_stage(shape)};
  if (blocks == "permuted") {
    Cost cost = allgather_halves_cost(shape, butterfly);
    cost.insert(cost.begin(), {.copied = block});
    cost.push_back({.copied = shape.bytes()});
    return cost;
  }
  if (blocks == "displaced") {
    Cost cost{displace_stage(shape, !shape.in_place)};
    cost += allgather_halves_cost(shape, butterfly);
    return cost;
  }
  Cost cost{own_block_stage(shape)};
  for (int i = 0; i < butterfly.rounds(); ++i) {
    const std::int64_t width = 1 << i;
    if (blocks == "single")
      cost.push_back({.repeat = width,
                      .messages = p,
                      .volume = shape.bytes(),
                      .bytes = block,
                      .pairs = butterfly.pairs(butterfly.rounds() - 1 - i)});
    else
      cost += neighbours_cost(shape, butterfly, i);
  }
  return cost;
}

/// Ranks whose blocks are in their places copy them while others exchange theirs; not all neighbours are in two
/// messages.
bool exact(const Shape& shape, const Options& options) {
  const std::string& blocks = options.text("blocks");
  return (blocks != "neighbours" && (blocks != "displaced" || shape.in_place)) || shape.processes <= 2;
}

const Registration<Allgather> registration{
    {.name = "bine",
     .source = "De Sensi et al. 2025",
     .assumes = "p is a power of two",
     .formula = "n/p*kappa + k*alpha + (p - 1)/p*n*beta + (p > 1 ? n*kappa : 0)",
     .options =
         {{"blocks",
           "permuted",
           "that lie apart: are permuted at the end, displaced by a message at the start, sent as single "
           "messages, or stay neighbours as the nearest ranks come first",
           {"permuted", "displaced", "single", "neighbours"}}},
     .concurrent = true,
     .cost = cost,
     .exact = exact,
     .unsupported = unless_power_of_two},
    run};

}  // namespace
}  // namespace collsim
