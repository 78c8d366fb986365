#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/rounds.hpp"
#include "algorithms/patterns/block_ring.hpp"
#include "algorithms/patterns/own_block.hpp"

namespace collsim {
namespace {

/// Blocked ring: the contributions, cut into blocks, follow one another around the ring, so that a long one
/// is under way on many links at once.
///
/// Source:  Traeff, Ripke, Siebert, Balaji, Thakur and Gropp, EuroPVM/MPI 2008; IJHPCA 24(1), 2010,
///          doi:10.1177/1094342009359013.
/// Assumes: nothing; any p, any block sizes; empty blocks are not sent. A block has at most B bytes: with the
///          rule `fixed` block_bytes; with `min` an equal part of the largest contribution, in as many parts as the
///          least contribution, or block_bytes if that is more, fits into it; with `optimal`
///          sqrt(2 alpha m / (beta (p + z - 2))), z of the contributions being empty; and between one element and
///          the largest contribution.
/// Cost:    max m_i kappa + (N - min b_i) (alpha + B beta), N being the sum of b_i = max(1, ceil(m_i / B));
///          less where no block of a round is full.
void run(Comm& comm, const Allgatherv& call, const Options& options) {
  const int p = comm.size();
  const int rank = comm.rank();
  const int right = (rank + 1) % p;
  const int left = (rank + p - 1) % p;
  const Places places = received(call, p);
  const BlockRing ring(places, block_length(places, comm.size_of(call.type), options));
  place_own_block(comm, call, places[rank]);
  BlockRing::Received to_right(ring, right), from_left(ring, rank);
  for (std::int64_t round = 0; round < ring.rounds(); ++round) {
    const Range out = to_right.next();
    exchange_blocks(comm, call.recv, call.type, out, right, from_left.next(), left);
  }
}

Rounds rounds(const Shape& shape, const Options& options) {
  const int p = shape.processes;
  const Places places = blocks(shape);
  const BlockRing ring(places, block_length(places, shape.type_size, options));
  Rounds rounds(p);
  rounds.copy([&](int rank) { return shape.in_place ? 0 : places[rank].count * shape.type_size; });
  std::vector<BlockRing::Received> sent;
  for (int rank = 0; rank < p; ++rank) sent.emplace_back(ring, (rank + 1) % p);
  for (std::int64_t round = 0; round < ring.rounds(); ++round) {
    std::vector<std::int64_t> bytes;
    std::vector<bool> sends;  // which the stage keeps, for every round
    for (auto& blocks : sent) {
      bytes.push_back(blocks.next().count * shape.type_size);
      sends.push_back(bytes.back() > 0);
    }
    rounds.send([sends, p](int rank) { return sends[rank] ? (rank + 1) % p : -1; },
                [&](int rank) { return bytes[rank]; });
  }
  return rounds;
}

const Registration<Allgatherv> blocked_ring{
    {.name = "blocked_ring",
     .source = "Traeff et al. 2008",
     .assumes = "nothing",
     .formula = "n/p*kappa + (n > 0 ? (p - 1)*(alpha + n/p*beta) : 0)",
     .options = block_options(),
     .cost = cost_of<rounds>,
     .exact = exact_of<rounds>},
    run};

}  // namespace
}  // namespace collsim
