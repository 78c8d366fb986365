#include "algorithms/algorithm.hpp"
#include "algorithms/facts/segments.hpp"
#include "algorithms/patterns/reduction.hpp"

namespace collsim {
namespace {

bool in_phases(const Options& options) {
  return options.text("segments") == "phases";
}

/// Ring allreduce: a reduce-scatter, then an allgather, both around a ring.
///
/// Source:  Patarasuk and Yuan, JPDC 69(2), 2009, doi:10.1016/j.jpdc.2008.09.002.
/// Assumes: the operator commutes. Any p; blocks differ by at most one element; empty ones are sent. With
///          segment_bytes, every block travels as the ceil(largest block / segment) messages of the largest
///          one, each combined before the next is sent. In phases, as in Open MPI, one segment of every block goes around
///          the ring, then the next, and blocks come back whole.
/// Cost:    n kappa + 2(p-1)(alpha + n/p beta) + (p-1) n/p gamma, n/p being the largest block.
void run(Comm& comm, const Allreduce& call, const Options& options) {
  const int p = comm.size();
  const int rank = comm.rank();
  const int next = (rank + 1) % p, previous = (rank + p - 1) % p;
  const Blocks blocks(call.count, p);
  const auto [number, length] = segments(blocks[0].count, comm.size_of(call.type), options);
  const Scratch landing = comm.scratch(std::min(length, blocks[0].count), call.type);
  const MPI_Aint extent = comm.extent(call.type);
  const auto place = [&](const Range& range) { return element(call.recv, range.first, extent); };

  if (call.send != MPI_IN_PLACE) comm.copy(call.send, call.recv, call.count, call.type);
  const auto pass = [&](const Range& out, const Range& in, bool combines) {
    comm.sendrecv(place(out), out.count, next, combines ? landing.data() : place(in), in.count, previous,
                  call.type);
    if (combines) comm.reduce_local(landing.data(), place(in), in.count, call.type, call.op);
  };
  const auto behind = [&](int step) { return blocks[(rank - step + 2 * p) % p]; };
  if (in_phases(options)) {
    for (std::int64_t i = 0; i < number; ++i)
      for (int step = 0; step < p - 1; ++step)
        pass(behind(step).segment(i, length), behind(step + 1).segment(i, length), true);
    for (int step = p - 1; step < 2 * (p - 1); ++step) pass(behind(step), behind(step + 1), false);
    return;
  }
  int block = rank;
  Range sent = blocks[block];
  for (int step = 0; step < 2 * (p - 1); ++step) {
    const bool combines = step < p - 1;
    block = block > 0 ? block - 1 : p - 1;
    const Range received = blocks[block];
    for (std::int64_t i = 0; i < number; ++i) {
      const Range out = number > 1 ? sent.segment(i, length) : sent;
      const Range in = number > 1 ? received.segment(i, length) : received;
      pass(out, in, combines);
    }
    sent = received;
  }
}

Cost cost(const Shape& shape, const Options& options) {
  const std::int64_t p = shape.processes;
  const std::int64_t largest = Blocks(shape.count, p)[0].count;
  const auto [number, length] = segments(largest, shape.type_size, options);
  const std::int64_t before = (number - 1) * length;  // elements of a block before its last segment
  Cost cost{{.copied = shape.in_place ? 0 : shape.bytes()}};
  for (const bool combines : {true, false}) {
    Stage full{.repeat = (p - 1) * (number - 1), .messages = p, .pairs = pairs::shift(1)};
    full.bytes = length * shape.type_size;
    full.volume = p * full.bytes;
    full.reduced = combines ? full.bytes : 0;
    Stage last = full;
    last.repeat = p - 1;
    last.bytes = (largest - before) * shape.type_size;
    last.volume = shape.bytes() - p * before * shape.type_size;
    last.reduced = combines ? last.bytes : 0;
    if (in_phases(options) && !combines) {
      full.repeat = 0;
      last.bytes = largest * shape.type_size;
      last.volume = shape.bytes();
    }
    if (number > 1 && full.repeat > 0) cost.push_back(full);
    if (p > 1) cost.push_back(last);
  }
  return cost;
}

std::string unsupported(const Shape& shape, const Options&) {
  return shape.commutative
             ? ""
             : "the operator does not commute, and a ring combines in another order than the ranks'";
}

const Registration<Allreduce> ring{
    {.name = "ring",
     .source = "Patarasuk and Yuan 2009",
     .assumes = "commutative operator",
     .formula = "n*kappa + 2*(p - 1)*(alpha + n/p*beta) + (p - 1)*n/p*gamma",
     .options = {{"segment_bytes", "0",
                  "cuts blocks into messages of at most so many bytes; 0: one per block"},
                 {"segments",
                  "steps",
                  "of a block: follow each other in every step, or go around the ring in phases and come "
                  "back in one",
                  {"steps", "phases"}}},
     .cost = cost,
     .unsupported = unsupported,
     .same_bits = {.on_all_ranks = always, .for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
