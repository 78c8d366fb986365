#include "algorithms/patterns/bine.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/halving.hpp"
#include "algorithms/patterns/own_block.hpp"
#include "algorithms/patterns/pieces.hpp"

namespace collsim {
namespace {

/// Blocks travel in an order in which those that are sent together lie side by side, and go to their places at
/// the end.
void permute(Comm& comm, const Allgather& call, const Butterfly& butterfly) {
  const int p = comm.size();
  const Scratch scratch = comm.scratch(p * call.count, call.type);
  const auto collected = [&](int rank) {
    return element(scratch.data(), butterfly.block(rank) * call.count, Comm::extent(call.type));
  };
  const void* own = call.send == MPI_IN_PLACE ? block_of(call, comm.rank()) : call.send;
  comm.copy(own, collected(comm.rank()), call.count, call.type);
  allgather_halves(comm, scratch.data(), p * call.count, call.type, butterfly);
  for (int rank = 0; rank < p; ++rank)
    comm.copy(collected(rank), block_of(call, rank), call.count, call.type);
}

/// Every rank's block first goes to the rank that answers for its place in that order.
void displace(Comm& comm, const Allgather& call, const Butterfly& butterfly) {
  const int rank = comm.rank();
  const int answered_for = butterfly.block(rank);
  if (answered_for == rank) {
    place_own_block(comm, call);
  } else {
    const int destination = ranks_by_block(butterfly)[static_cast<std::size_t>(rank)];
    const void* own = call.send == MPI_IN_PLACE ? block_of(call, rank) : call.send;
    comm.sendrecv(own, call.count, destination, block_of(call, answered_for), call.count, answered_for,
                  call.type);
  }
  allgather_halves(comm, call.recv, comm.size() * call.count, call.type, butterfly);
}

/// A message for each block, from place to place; those of a round all at once.
void send_single(Comm& comm, const Allgather& call, const Butterfly& butterfly) {
  const int rank = comm.rank();
  const std::vector<int> ranks = ranks_by_block(butterfly);
  const auto place = [&](int block) { return block_of(call, ranks[static_cast<std::size_t>(block)]); };
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

/// The nearest ranks first, so that a rank always has neighbouring blocks (mod p): those of even ranks grow
/// upwards and downwards in turn, those of odd ones the other way round.
void grow(Comm& comm, const Allgather& call, const Butterfly& butterfly) {
  const int p = comm.size();
  const int rank = comm.rank();
  const MPI_Aint extent = Comm::extent(call.type);
  const auto neighbouring = [&](int first, int width) {
    const int begin = (first % p + p) % p, behind = std::min(width, p - begin);
    const std::vector<Range> ranges{{begin * call.count, behind * call.count},
                                    {0, (width - behind) * call.count}};
    return Pieces(ranges, call.type, extent);
  };
  place_own_block(comm, call);
  int first = rank;
  for (int round = 0, width = 1; round < butterfly.rounds(); ++round, width *= 2) {
    const int partner = butterfly.partner(rank, round);
    const bool downwards = (rank + round) % 2 != 0;
    const Pieces out = neighbouring(first, width);
    const Pieces in = neighbouring(downwards ? first - width : first + width, width);
    Comm::Request received = comm.irecv(call.recv, in.count(), in.type(), partner);
    Comm::Request sent = comm.isend(call.recv, out.count(), out.type(), partner);
    comm.wait(received);
    comm.wait(sent);
    if (downwards) first -= width;
  }
}

/// Bine allgather: the butterfly of bine.hpp backwards, the farthest ranks first, or forwards where blocks stay
/// neighbours. The option `blocks` says what becomes of blocks that lie apart.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311.
/// Assumes: p is a power of two.
/// Cost:    n/p kappa + lg p alpha + (p-1)/p n beta + n kappa; displaced, alpha + n/p beta instead of n kappa
///          and, but for the ranks that keep their blocks, of n/p kappa; single, (p-1)(alpha + n/p beta) + n/p kappa
///          where a rank sends one message at a time; neighbours, n/p kappa + lg p alpha + (p-1)/p n beta.
void run(Comm& comm, const Allgather& call, const Options& options) {
  const Butterfly butterfly = bine(comm.size());
  const std::string& blocks = options.text("blocks");
  if (comm.size() == 1) return place_own_block(comm, call);
  if (blocks == "permuted") return permute(comm, call, butterfly);
  if (blocks == "displaced") return displace(comm, call, butterfly);
  if (blocks == "single") return send_single(comm, call, butterfly);
  grow(comm, call, butterfly);
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
      cost.push_back(
          {.messages = p, .volume = p * width * block, .bytes = width * block, .pairs = butterfly.pairs(i)});
  }
  return cost;
}

/// Ranks whose blocks are in their places copy them while others exchange theirs.
bool exact(const Shape& shape, const Options& options) {
  return options.text("blocks") != "displaced" || shape.in_place || shape.processes <= 2;
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
