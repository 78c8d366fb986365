#include <optional>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/first_rank.hpp"

namespace collsim {
namespace {

/// The way of the segments around the ring of ranks, in the order in which they are expected: p-1 hops on which they are
/// combined, then p-1 on which the sum is handed out. Each rank serves the segments in turn, over and over. The first p
/// ones start at p different ranks, as a ring's do; all further ones start at the rank that is expected first.
class SegmentTurns {
 public:
  SegmentTurns(int processes, const Options& options)
      : processes_(processes),
        early_(options.integer("early") > 0 ? options.integer("early") : processes),
        first_(options.integer("first")) {}

  std::int64_t early() const { return early_; }
  std::int64_t segments() const { return processes_ + early_; }
  int place_of(int rank) const { return static_cast<int>((rank + processes_ - first_) % processes_); }
  /// How many hops segment turn % segments() has come when the rank in that place serves it; it is not on its way if that
  /// is negative or beyond 2(p-1).
  std::int64_t hops(std::int64_t turn, int place) const {
    const std::int64_t start = std::max<std::int64_t>(0, processes_ - 1 - turn % segments());
    return place + turn / segments() * processes_ - start;
  }

 private:
  std::int64_t processes_, early_, first_;
};

/// Pre-reduced ring: a ring allreduce with `early` segments more than ranks, so that ranks that come early combine what
/// they have of all segments before the last rank is there.
///
/// Source:  Proficz, J. Supercomputing 74, 2018, arXiv:1804.05349, where ranks estimate the order and the number of steps
///          ahead from earlier calls. Here both are options, so that nobody knows what no rank could know; the order in which
///          a rank serves the segments is this implementation's.
/// Assumes: the operator commutes. Any p; segments differ by at most one element; empty ones are sent. As many sends are
///          under way as there are segments: those to a rank that is not there yet must not hold up the others.
/// Cost:    n kappa + 2(s-1)(alpha + n/s beta) + (s-1) n/s gamma for s = p + early segments, n/s being the largest, where all
///          come at once; if the last rank comes when the others wait for it, s+p-1 messages after it, where a ring takes 2(p-1)
///          of n/p.
void run(Comm& comm, const Allreduce& call, const Options& options) {
  const int p = comm.size();
  const SegmentTurns way(p, options);
  const int place = way.place_of(comm.rank());
  const int next = (comm.rank() + 1) % p, previous = (comm.rank() + p - 1) % p;
  const Blocks segments(call.count, way.segments());
  const Scratch landing = comm.scratch(p > 1 ? segments[0].count : 0, call.type);
  std::vector<std::optional<Comm::Request>> sends(p > 1 ? static_cast<std::size_t>(way.segments()) : 0);

  if (call.send != MPI_IN_PLACE) comm.copy(call.send, call.recv, call.count, call.type);
  if (p == 1) return;
  for (std::int64_t turn = 0; turn < 3 * way.segments(); ++turn) {
    const std::int64_t hops = way.hops(turn, place), last = 2 * (p - 1);
    if (hops < 0 || hops > last) continue;
    const auto segment = turn % way.segments();
    const Range range = segments[segment];
    void* const own = element(call.recv, range.first, comm.extent(call.type));
    std::optional<Comm::Request>& send = sends[static_cast<std::size_t>(segment)];
    if (send) comm.wait(*send);
    send.reset();
    if (hops > 0) comm.recv(hops < p ? landing.data() : own, range.count, call.type, previous);
    if (hops > 0 && hops < p) comm.reduce_local(landing.data(), own, range.count, call.type, call.op);
    if (hops < last) send = comm.isend(own, range.count, call.type, next);
  }
  for (std::optional<Comm::Request>& send : sends)
    if (send) comm.wait(*send);
}

Cost cost(const Shape& shape, const Options& options) {
  const SegmentTurns way(shape.processes, options);
  const std::int64_t p = shape.processes, early = way.early();
  const Blocks segments(shape.count, way.segments());
  const std::int64_t smallest = segments[p + early - 1].count * shape.type_size;
  Cost cost{{.copied = shape.in_place ? 0 : shape.bytes()}};
  if (p == 1) return cost;
  for (const bool combines : {true, false}) {
    Stage all{.repeat = p - 1, .messages = p, .pairs = pairs::shift(1)};
    all.bytes = segments[0].count * shape.type_size;
    all.volume = shape.bytes() - early * smallest;
    all.reduced = combines ? all.bytes : 0;
    Stage all_but_one = all;
    all_but_one.repeat = early;
    all_but_one.messages = p - 1;
    all_but_one.volume = (p - 1) * smallest;
    cost.push_back(all);
    cost.push_back(all_but_one);
  }
  return cost;
}

/// Two ranks need not wait for each other's segments in turn.
bool exact(const Shape& shape, const Options& options) {
  return shape.processes != 2 && shape.count % SegmentTurns(shape.processes, options).segments() == 0;
}

std::string unsupported(const Shape& shape, const Options& options) {
  const std::string why = why_no_first_rank(shape, options);
  if (!why.empty()) return why;
  return shape.commutative
             ? ""
             : "the operator does not commute, and a ring combines in another order than the ranks'";
}

const Registration<Allreduce> pre_reduced_ring{
    {.name = "pre_reduced_ring",
     .source = "Proficz 2018",
     .assumes = "commutative operator",
     .formula = "n*kappa + (p > 1 ? (2*p - 1)*(2*alpha + n/p*beta + n/p/2*gamma) : 0)",
     .options = {{"early",
                  "0",
                  "segments beyond one a rank, which ranks combine before the last one is there; 0: as many "
                  "as ranks",
                  {},
                  0,
                  1 << 16},
                 first_rank_option()},
     .concurrent = true,
     .cost = cost,
     .exact = exact,
     .unsupported = unsupported,
     .same_bits = {.on_all_ranks = always, .for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
