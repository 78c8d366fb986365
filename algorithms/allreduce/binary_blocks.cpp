#include "algorithms/patterns/binary_blocks.hpp"

#include <algorithm>
#include <bit>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/halving.hpp"
#include "algorithms/patterns/reduction.hpp"

namespace collsim {
namespace {

/// Binary blocks allreduce: each block of ranks, the binary digits of p, reduce-scatters by itself; from the
/// smallest block on, each hands its parts over to the next larger one, whose ranks combine them, and gets
/// them back when the largest one has all; then every block allgathers.
///
/// Source:  Rabenseifner, ICCS 2004, doi:10.1007/978-3-540-24685-5_1; Rabenseifner and Traeff, EuroPVM/MPI
///          2004, doi:10.1007/978-3-540-30218-6_13.
/// Assumes: nothing; any p. Combines in rank order, block by block; an operator that commutes is applied
///          without copying the send vector first. Parts differ by at most as many elements as they have
///          P-ths; empty ones are sent.
/// Cost:    for p = P that of halving_doubling. For two blocks, of 2^k and 2^j ranks, 2 (k + 2^(k-j)) alpha +
///          2 ((P-1)/P + 2^-j) n beta + n gamma: what governs is the gap of the exponents. With more, blocks
///          hand over one after the other, and the larger ones halve meanwhile: exact where that takes no
///          longer, P divides n, and no operator that does not commute is in place (which ranks copy depends
///          on p).
void run(Comm& comm, const Allreduce& call, const Options&) {
  const BinaryBlocks blocks(comm.size());
  const int rank = comm.rank();
  const int i = blocks.block_of_rank(rank);
  const Butterfly& own = blocks[i];
  const int zeros = own.rounds() - std::popcount(static_cast<unsigned>(own.label(rank)));
  const bool takes = blocks.cuts(i) > 0;
  const auto place = [&](const Range& part) {
    return element(call.recv, part.first, comm.extent(call.type));
  };

  Reduction sum(comm, call, zeros + (takes ? 1 : 0), Reduction::Start::borrows);
  reduce_scatter_halves(comm, sum, call.count, own);
  const Range mine = blocks.part(i, own.block(rank), call.count);
  if (takes) sum.absorb(blocks.smaller(i, rank), mine);
  const int cuts = i > 0 ? blocks.cuts(i - 1) : 0;
  const auto piece = [&](int cut) { return blocks.part(i - 1, own.block(rank) * cuts + cut, call.count); };
  for (int cut = 0; cut < cuts; ++cut)
    comm.send(sum.values(piece(cut).first), piece(cut).count, call.type, blocks.larger(i, rank, cut));
  for (int cut = cuts - 1; cut >= 0; --cut)
    comm.recv(place(piece(cut)), piece(cut).count, call.type, blocks.larger(i, rank, cut));
  if (takes) comm.send(place(mine), mine.count, call.type, blocks.smaller(i, rank));
  allgather_halves(comm, call.recv, call.count, call.type, own);
}

bool even(const Shape& shape) {
  return shape.count % Fold(shape.processes).survivors() == 0;
}

/// What all blocks do in one round on the way there. Of the combines, those of the larger blocks' halves pass
/// while smaller ones hand over, if the parts are even.
Stage round_stage(const Shape& shape, const BinaryBlocks& blocks, int round) {
  const auto bytes = [&](int i, int part) {
    return blocks.part(i, part, shape.count).count * shape.type_size;
  };
  Stage stage;
  for (int i = 0; i <= blocks.last(); ++i) {
    const int ranks = 1 << blocks[i].rounds();
    if (round < blocks[i].rounds()) {
      const Blocks parts(shape.count, blocks[i].fold().survivors());
      const std::int64_t half = parts.range(0, blocks[i].fold().survivors() >> (round + 1)).count;
      stage.messages += ranks;
      stage.volume += shape.bytes() * (ranks >> (round + 1));
      stage.bytes = std::max(stage.bytes, half * shape.type_size);
      const bool combines = i == std::max(0, blocks.last() - 1) || !even(shape);
      if (combines) stage.reduced = std::max(stage.reduced, half * shape.type_size);
    }
    if (round < blocks.start(i) || round >= blocks.end(i)) continue;
    stage.messages += ranks / blocks.cuts(i);
    for (int part = round - blocks.start(i); part < ranks; part += blocks.cuts(i))
      stage.volume += bytes(i, part);
    stage.bytes = std::max(stage.bytes, bytes(i, 0));
    if (round == blocks.end(i) - 1) stage.reduced += bytes(i, 0);
  }
  return stage;
}

/// To whom `rank` sends in this round of the way there, or back.
int receiver(const BinaryBlocks& blocks, int rank, int round, bool back) {
  const int i = blocks.block_of_rank(rank);
  if (round < blocks[i].rounds()) return blocks[i].partner(rank, round);
  if (back && blocks.cuts(i) > 0 && blocks[i].block(rank) % blocks.cuts(i) == round - blocks.start(i))
    return blocks.smaller(i, rank);
  if (!back && i > 0 && round >= blocks.start(i - 1) && round < blocks.end(i - 1))
    return blocks.larger(i, rank, round - blocks.start(i - 1));
  return -1;
}

Cost cost(const Shape& shape, const Options&) {
  const BinaryBlocks blocks(shape.processes);
  const auto pairs = [&](int round, bool back) {
    return pairs::to([blocks, round, back](int rank) { return receiver(blocks, rank, round, back); });
  };
  const bool copies = shape.processes == 1 ? !shape.in_place : !shape.commutative;
  Cost cost{{.copied = copies ? shape.bytes() : 0}};
  for (int round = 0; round < blocks.end(0); ++round) {
    cost.push_back(round_stage(shape, blocks, round));
    cost.back().pairs = pairs(round, false);
  }
  for (int round = blocks.end(0) - 1; round >= 0; --round) {
    cost.push_back(round_stage(shape, blocks, round));
    cost.back().reduced = 0;
    cost.back().pairs = pairs(round, true);
  }
  return cost;
}

bool exact(const Shape& shape, const Options&) {
  if (shape.in_place && !shape.commutative) return false;
  return even(shape) && BinaryBlocks(shape.processes).gapless();
}

const Registration<Allreduce> binary_blocks{
    {.name = "binary_blocks",
     .source = "Rabenseifner and Traeff 2004",
     .assumes = "nothing",
     .formula = "(p > 1 ? 0 : n*kappa) + 2*rounds*alpha + 2*sent*n*beta + combined*n*gamma",
     .symbols = binary_blocks_symbols(),
     .cost = cost,
     .exact = exact,
     .same_bits = {.on_all_ranks = always, .for_any_p = always}},
    run};

}  // namespace
}  // namespace collsim
