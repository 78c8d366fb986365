#include "algorithms/patterns/butterfly.hpp"

#include <algorithm>
#include <vector>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/rounds.hpp"
#include "algorithms/patterns/reduction.hpp"
#include "algorithms/patterns/scattered.hpp"

namespace collsim {
namespace {

bool permutes(const Options& options) {
  return options.text("blocks") == "permuted";
}

/// Who answers for which elements. The blocks of a folded pair stay together, and its survivor answers for both.
class ButterflyBlocks {
 public:
  ButterflyBlocks(Places places, int processes)
      : places_(std::move(places)), fold_(processes), butterfly_(fold_) {}

  const Fold& fold() const { return fold_; }
  int rounds() const { return butterfly_.rounds(); }
  int partner(int rank, int round) const { return fold_.folded(rank) ? -1 : butterfly_.partner(rank, round); }
  Range kept(int rank, int round) const { return half(butterfly_.label(rank), round); }
  Range given(int rank, int round) const { return half(butterfly_.label(rank) ^ 1 << round, round); }
  /// Whose block a survivor has in the end; that rank has its own, because bits in reverse lead back.
  int owner(int rank) const { return fold_.real_rank(butterfly_.block(rank)); }
  /// Who folded away before that rank, and has its block with the same survivor; -1: nobody.
  int folded_owner(int rank) const { return fold_.folded(rank) ? -1 : fold_.partner(owner(rank)); }

 private:
  /// What a label keeps of the elements of all virtual ranks after so many rounds.
  Range half(int label, int round) const {
    int begin = 0;
    int width = fold_.survivors();
    for (int bit = 0; bit <= round; ++bit) {
      width /= 2;
      if (label >> bit & 1) begin += width;
    }
    const std::int64_t first = before(begin);
    return {first, before(begin + width) - first};
  }
  std::int64_t before(int virtual_rank) const {
    return places_.before(static_cast<std::size_t>(virtual_rank + std::min(virtual_rank, fold_.pairs())));
  }

  Places places_;
  Fold fold_;
  Butterfly butterfly_;
};

/// The blocks of a power of two of ranks one behind the other in the order in which they are permuted, which is its own inverse.
Places permutation(const Places& places) {
  if (places.equal()) return places;
  const int p = static_cast<int>(places.size());
  const Butterfly butterfly{Fold(p)};
  std::vector<Range> all;
  std::int64_t end = 0;
  for (int position = 0; position < p; ++position, end += all.back().count)
    all.push_back({end, places[static_cast<std::size_t>(butterfly.block(position))].count});
  return all;
}

/// Butterfly reduce-scatter: in round j, virtual ranks at distance 2^j exchange halves of what they still answer for, so
/// that an operator need not commute. Ranks then have each other's blocks, whose numbers are theirs with the bits in reverse:
/// they exchange them (displaced), or have permuted all blocks before.
///
/// Source:  Traeff, EuroPVM/MPI 2005, doi:10.1007/11557265_20; displaced with start=copies it is Open MPI's butterfly,
///          permuted MPICH's noncommutative.
/// Assumes: nothing; any p, any block sizes, combines in rank order; permuted, p is a power of two.
/// Cost:    k alpha + (p-1)/p n (beta + gamma) + alpha + n/p beta for p = P > 2, or n/p kappa where ranks have their own.
///          Otherwise, with S as in recursive_halving, (k+3) alpha + (n + n/p (S+2)) beta + (n + n/p S) gamma. Permuted,
///          n kappa + n/p kappa instead of the last message. With start=copies n kappa more, as where the operator does
///          not commute.
template <class Call>
void run(Comm& comm, const Call& call, const Options& options) {
  const Scattered<Call> own(comm, call);
  if (comm.size() == 1) return own.keep(own.block(0));
  const int rank = comm.rank();
  const std::int64_t count = own.places().total();
  const bool permuted = permutes(options);
  const Places places = permuted ? permutation(own.places()) : own.places();
  const ButterflyBlocks shares(places, comm.size());
  const int partner = shares.fold().partner(rank);
  if (shares.fold().folded(rank)) {
    comm.send(own.block(0), count, call.type, partner);
    return comm.recv(call.recv, own.count(rank), call.type, shares.owner(partner));
  }
  const Scratch vector = comm.scratch(permuted ? count : 0, call.type);
  const auto place = [&](int of) { return places[static_cast<std::size_t>(shares.owner(of))].first; };
  if (permuted)
    for (int of = 0; of < comm.size(); ++of)
      comm.copy(own.block(of), element(vector.data(), place(of), comm.extent(call.type)), own.count(of),
                call.type);
  Reduction sum(
      comm,
      {permuted ? mpi_in_place : own.block(0), permuted ? vector.data() : nullptr, count, call.type, call.op},
      0, starts_by_copying(options) ? Reduction::Start::copies : Reduction::Start::borrows);
  if (partner >= 0) sum.absorb(partner);
  for (int round = 0; round < shares.rounds(); ++round)
    sum.exchange(shares.partner(rank, round), shares.given(rank, round), shares.kept(rank, round));
  if (permuted) return comm.copy(sum.values(place(rank)), call.recv, own.count(rank), call.type);

  const auto block = [&](int of) { return sum.values(places[static_cast<std::size_t>(of)].first); };
  const int owner = shares.owner(rank), folded = shares.folded_owner(rank);
  if (folded >= 0) comm.send(block(folded), own.count(folded), call.type, folded);
  if (owner == rank) return comm.copy(block(rank), call.recv, own.count(rank), call.type);
  comm.sendrecv(block(owner), own.count(owner), owner, call.recv, own.count(rank), owner, call.type);
}

Rounds rounds(const Shape& shape, const Options& options) {
  const Places all = blocks(shape);
  const auto bytes = [&](int rank) { return all[static_cast<std::size_t>(rank)].count * shape.type_size; };
  Rounds rounds(shape.processes);
  if (shape.processes == 1) {
    rounds.copy([&](int rank) { return shape.in_place ? 0 : bytes(rank); });
    return rounds;
  }
  const ButterflyBlocks shares(permutes(options) ? permutation(all) : all, shape.processes);
  const Fold fold = shares.fold();
  const bool copies = permutes(options) || starts_by_copying(options) || !shape.commutative;
  rounds.copy([&](int rank) { return copies && !fold.folded(rank) ? shape.bytes() : 0; });
  rounds.send([fold](int rank) { return fold.folded(rank) ? fold.partner(rank) : -1; },
              [&](int) { return shape.bytes(); }, true);
  for (int round = 0; round < shares.rounds(); ++round)
    rounds.send([shares, round](int rank) { return shares.partner(rank, round); },
                [&](int rank) { return shares.given(rank, round).count * shape.type_size; }, true);
  if (permutes(options)) {
    rounds.copy(bytes);
    return rounds;
  }
  const auto folded = [shares](int rank) { return shares.folded_owner(rank); };
  const auto owner = [shares](int rank) {
    return shares.fold().folded(rank) || shares.owner(rank) == rank ? -1 : shares.owner(rank);
  };
  rounds.send(folded, [&](int rank) { return bytes(folded(rank)); });
  rounds.send(owner, [&](int rank) { return bytes(owner(rank)); });
  rounds.copy([&](int rank) { return fold.folded(rank) || owner(rank) >= 0 ? 0 : bytes(rank); });
  return rounds;
}

std::string unsupported(const Shape& shape, const Options& options) {
  return permutes(options) ? unless_power_of_two(shape, options) : "";
}

const Description about{
    .name = "butterfly",
    .source = "Traeff 2005",
    .assumes = "nothing",
    .formula =
        "n/p*kappa + (k > 1 ? alpha + n/p*beta : 0) + (r > 0 ? (k + 2)*alpha + n*(beta + gamma) + n/p*beta "
        "+ n/p*halves*(beta + gamma) : k*alpha + (p - 1)/p*n*(beta + gamma))",
    .symbols = {halves_symbol()},
    .options = {{"blocks",
                 "displaced",
                 "that ranks have of each other: are displaced by a message at the end, or all permuted at "
                 "the start",
                 {"displaced", "permuted"}},
                start_option()},
    .cost = cost_of<rounds>,
    .exact = exact_of<rounds>,
    .unsupported = unsupported,
    .same_bits = {.for_any_p = [](const Shape&, const Options& options) { return permutes(options); }}};
const Registration<ReduceScatter> butterfly{about, run};
const Registration<ReduceScatterBlock> butterfly_block{about, run};

}  // namespace
}  // namespace collsim
