#include "algorithms/patterns/circulant.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Circulant graph broadcast: the vector travels in blocks, and in every round every rank may receive one
/// block and send another to the rank that is a skip ahead.
///
/// Source:  Traeff, arXiv:2205.10072 and arXiv:2407.18004 (round-optimal n-block broadcast schedules).
/// Assumes: nothing; any p, any root. Blocks differ by at most one element; none is empty but that
///          of an empty vector: more blocks than elements are as many as elements.
/// Cost:    (s - 1 + ceil(lg p))(alpha + n/s beta) for s blocks, n/s being the largest one.
void run(Comm& comm, const Bcast& call, const Options& options) {
  const std::int64_t number = Circulant::blocks(call.count, options);
  const Circulant graph(comm.size(), number);
  const CirculantRank rank(graph, comm.rank(), call.root);
  const Blocks blocks(call.count, number);
  const MPI_Aint extent = comm.extent(call.type);
  const auto range = [&](std::int64_t block) { return block < 0 ? Range{0, 0} : blocks[block]; };
  const auto place = [&](const Range& of) { return element(call.buffer, of.first, extent); };
  for (std::int64_t t = 0; t < graph.rounds(); ++t) {
    const bool sends = rank.out(t) >= 0;
    const bool receives = rank.in(t) >= 0;
    const Range out = range(rank.out(t));
    const Range in = range(rank.in(t));
    if (sends && receives)
      comm.sendrecv(place(out), out.count, rank.ahead(t), place(in), in.count, rank.behind(t), call.type);
    else if (sends)
      comm.send(place(out), out.count, call.type, rank.ahead(t));
    else if (receives)
      comm.recv(place(in), in.count, call.type, rank.behind(t));
  }
}

Cost cost(const Shape& shape, const Options& options) {
  return circulant_cost(shape, options, false);
}

const Registration<Bcast> circulant{{.name = "circulant",
                                     .source = "Traeff 2022-2024",
                                     .assumes = "nothing",
                                     .formula = "(r > 0 ? k + 1 : k)*(alpha + n*beta)",
                                     .options = {Circulant::blocks()},
                                     .cost = cost,
                                     .exact = circulant_is_even},
                                    run};

}  // namespace
}  // namespace collsim
