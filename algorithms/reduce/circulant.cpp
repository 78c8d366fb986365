#include "algorithms/circulant.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// A rank's sums of blocks. The first vector that arrives for a block makes the place of the sum, combined with
/// the rank's own, so that nothing is copied; in place, the sum lies where the rank's own block lay.
class Sums {
 public:
  Sums(Comm& comm, const Reduce& call, std::int64_t blocks)
      : comm_(comm),
        call_(call),
        blocks_(call.count, blocks),
        extent_(Comm::extent(call.type)),
        in_place_(call.send == MPI_IN_PLACE),
        arrived_(static_cast<std::size_t>(blocks), in_place_),
        landing_(comm.scratch(blocks_[0].count, call.type)),
        spare_(comm.scratch(comm.rank() == call.root ? 0 : call.count, call.type)),
        sums_(comm.rank() == call.root ? call.recv : spare_.data()) {}

  std::int64_t count(std::int64_t block) const { return block < 0 ? 0 : blocks_[block].count; }
  /// The block's sum so far.
  const void* value(std::int64_t block) const {
    return block < 0 ? nullptr : arrived(block) ? sum(block) : own(block);
  }
  /// Where the next vector for this block is received.
  void* landing(std::int64_t block) const { return arrived(block) ? landing_.data() : sum(block); }
  void combine(std::int64_t block) {
    comm_.reduce_local(arrived(block) ? landing_.data() : own(block), sum(block), count(block), call_.type,
                       call_.op);
    arrived_[static_cast<std::size_t>(block)] = true;
  }

 private:
  bool arrived(std::int64_t block) const { return arrived_[static_cast<std::size_t>(block)]; }
  void* sum(std::int64_t block) const { return element(sums_, blocks_[block].first, extent_); }
  const void* own(std::int64_t block) const { return element(call_.send, blocks_[block].first, extent_); }

  Comm& comm_;
  const Reduce& call_;
  Blocks blocks_;
  MPI_Aint extent_;
  bool in_place_;
  std::vector<bool> arrived_;
  Scratch landing_, spare_;
  void* sums_;
};

/// Circulant graph reduce: the rounds of bcast/circulant backwards. A rank sends each block back once, when all
/// to whom it would have sent it have sent theirs.
///
/// Source:  Traeff, arXiv:2407.18004 (round-optimal n-block broadcast and reduction schedules).
/// Assumes: the operator commutes; any p, any root. Blocks differ by at most one element; empty ones are sent.
/// Cost:    (s - 1 + ceil(lg p))(alpha + n/s beta + n/s gamma) for s blocks, n/s being the largest one.
void run(Comm& comm, const Reduce& call, const Options& options) {
  if (comm.size() == 1) {
    if (call.send != MPI_IN_PLACE) comm.copy(call.send, call.recv, call.count, call.type);
    return;
  }
  const std::int64_t number = options.integer("blocks");
  const Circulant graph(comm.size(), number);
  const CirculantRank rank(graph, comm.rank(), call.root);
  Sums sums(comm, call, number);
  for (std::int64_t t = graph.rounds() - 1; t >= 0; --t) {
    const std::int64_t given = rank.in(t);
    const std::int64_t taken = rank.out(t);
    const void* value = sums.value(given);
    if (given >= 0 && taken >= 0)
      comm.sendrecv(value, sums.count(given), rank.behind(t), sums.landing(taken), sums.count(taken),
                    rank.ahead(t), call.type);
    else if (given >= 0)
      comm.send(value, sums.count(given), call.type, rank.behind(t));
    else if (taken >= 0)
      comm.recv(sums.landing(taken), sums.count(taken), call.type, rank.ahead(t));
    if (taken >= 0) sums.combine(taken);
  }
}

Cost cost(const Shape& shape, const Options& options) {
  if (shape.processes == 1) return {{.copied = shape.in_place ? 0 : shape.bytes()}};
  return circulant_cost(shape, options, true);
}

std::string unsupported(const Shape& shape, const Options&) {
  return shape.commutative ? "" : "the operator does not commute, and blocks are combined as they come";
}

const Registration<Reduce> circulant{
    {.name = "circulant",
     .source = "Traeff 2024",
     .assumes = "commutative operator",
     .formula = "(p > 1 ? (r > 0 ? k + 1 : k)*(alpha + n*beta + n*gamma) : n*kappa)",
     .options = {Circulant::blocks()},
     .cost = cost,
     .exact = circulant_is_even,
     .unsupported = unsupported},
    run};

}  // namespace
}  // namespace collsim
