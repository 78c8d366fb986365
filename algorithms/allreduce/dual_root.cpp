#include <algorithm>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/segments.hpp"
#include "algorithms/patterns/dual_trees.hpp"

namespace collsim {
namespace {

/// One rank's allreduce. Sums replace contributions in the result, and the result's segments the sums. Where
/// the order matters, the lower root sums in another vector, and has the other root's sums arrive in the
/// result.
class Pipeline {
 public:
  Pipeline(Comm& comm, const Allreduce& call, const Options& options)
      : comm_(comm),
        call_(call),
        place_(comm.rank(), comm.size()),
        segments_(segments(call.count, comm.size_of(call.type), options)),
        extent_(comm.extent(call.type)),
        apart_(!comm.commutes(call.op) && comm.rank() == comm.size() / 2 - 1),
        landing_(comm.scratch(segments_.length, call.type)),
        spare_(comm.scratch(apart_ ? call.count : 0, call.type)),
        sums_(apart_ ? spare_.data() : call.recv) {
    if (apart_ || call.send != MPI_IN_PLACE)
      comm.copy(call.send == MPI_IN_PLACE ? call.recv : call.send, sums_, call.count, call.type);
  }

  /// Segment i goes up; what has come from above before goes down.
  void round(std::int64_t i) {
    for (const int child : {place_.near, place_.far}) {
      if (child < 0) continue;
      swap(child, call_.recv, i - place_.depth - 1, landing_.data(), i);
      if (exists(i))
        comm_.reduce_local(landing_.data(), segment_at(sums_, i), count(i), call_.type, call_.op);
    }
    if (place_.depth > 0)
      swap(place_.above, sums_, i, segment_at(call_.recv, i - place_.depth), i - place_.depth);
    else if (exists(i))
      join(i);
  }
  std::int64_t rounds() const { return segments_.number + place_.depth + (place_.far >= 0 ? 1 : 0); }

 private:
  bool exists(std::int64_t i) const { return i >= 0 && i < segments_.number; }
  Range range(std::int64_t i) const { return Range{0, call_.count}.segment(i, segments_.length); }
  std::int64_t count(std::int64_t i) const { return range(i).count; }
  void* segment_at(void* vector, std::int64_t i) const {
    return exists(i) ? element(vector, range(i).first, extent_) : nullptr;
  }

  /// Sends segment `out` of `from`, receives segment `in` at `to`: those of the two that exist.
  void swap(int peer, void* from, std::int64_t out, void* to, std::int64_t in) {
    if (exists(out) && exists(in))
      comm_.sendrecv(segment_at(from, out), count(out), peer, to, count(in), peer, call_.type);
    else if (exists(out))
      comm_.send(segment_at(from, out), count(out), call_.type, peer);
    else if (exists(in))
      comm_.recv(to, count(in), call_.type, peer);
  }

  /// The roots exchange their sums; the lower ranks' is the left operand.
  void join(std::int64_t i) {
    void* theirs = apart_ ? segment_at(call_.recv, i) : landing_.data();
    swap(place_.above, sums_, i, theirs, i);
    comm_.reduce_local(apart_ ? segment_at(sums_, i) : theirs, segment_at(call_.recv, i), count(i),
                       call_.type, call_.op);
  }

  Comm& comm_;
  const Allreduce& call_;
  DualPlace place_;
  Segments segments_;
  MPI_Aint extent_;
  bool apart_;
  Scratch landing_, spare_;
  void* sums_;
};

/// Dual-root allreduce: two binary trees reduce to their roots, which exchange their sums, and the result
/// returns the same way, in segments; every exchange carries one segment up and an earlier one down.
///
/// Source:  Traeff, arXiv:2109.12626 (doubly-pipelined, dual-root reduction-to-all).
/// Assumes: nothing; any p. Combines in rank order. An empty vector is one empty message.
/// Cost:    n kappa + (u + d + c(s-1))(alpha + n/s beta) + (u + c(s-1)) n/s gamma for s segments, c = 3 from
///          p = 5 on, 2 for p = 3, 4, 1 for p = 2. With lg rounded down: u = lg((p+3)/2) + lg((p+3)/3) to the
///          roots and between them, d = lg((p+1)/2) + lg((p+1)/3) back.
void run(Comm& comm, const Allreduce& call, const Options& options) {
  if (comm.size() == 1) {
    if (call.send != MPI_IN_PLACE) comm.copy(call.send, call.recv, call.count, call.type);
    return;
  }
  Pipeline pipeline(comm, call, options);
  for (std::int64_t i = 0; i < pipeline.rounds(); ++i) pipeline.round(i);
}

/// Each of these ranks sends a segment to another one, or to nobody (-1).
template <class Receiver>
Stage stage(int p, std::int64_t largest, std::int64_t bytes, bool combines, const Receiver& receiver) {
  Stage sum{.bytes = largest, .reduced = combines ? largest : 0};
  for (int rank = 0; rank < p; ++rank) sum.messages += receiver(rank) < 0 ? 0 : 1;
  sum.volume = sum.messages * bytes;
  sum.pairs = pairs::to(receiver);
  return sum;
}

/// The first segment goes up, then in turn one up and one down to the children on either side, at last one
/// down.
Cost cost(const Shape& shape, const Options& options) {
  const int p = shape.processes;
  Cost cost{{.copied = shape.in_place && (shape.commutative || p == 1) ? 0 : shape.bytes()}};
  if (p == 1) return cost;
  const auto [number, length] = segments(shape.count, shape.type_size, options);
  const std::int64_t full = length * shape.type_size;
  const std::int64_t last = shape.bytes() - (number - 1) * full;
  const auto add = [&](std::int64_t repeat, std::int64_t bytes, bool combines, const auto& receiver) {
    Stage next = stage(p, full, bytes, combines, receiver);
    next.repeat = repeat;
    if (repeat > 0 && next.messages > 0) cost.push_back(next);
  };
  const int rise = DualPlace(p - 1, p).up;
  const auto parent = [p](int rank) { return DualPlace(rank, p).above; };
  int back = 0;
  for (int rank = 0; rank < p; ++rank) back = std::max(back, DualPlace(rank, p).down);

  for (int t = 0; t <= rise; ++t)
    add(1, number == 1 ? last : full, true, [p, t](int rank) {
      const DualPlace place(rank, p);
      return place.up == t ? place.above : -1;
    });
  add(number - 2, full, true, parent);
  add(number > 1 ? 1 : 0, last, true, parent);
  add(number - 1, full, true, [p](int rank) { return DualPlace(rank, p).near; });
  add(number - 1, full, true, [p](int rank) { return DualPlace(rank, p).far; });
  for (int t = 1; t <= back; ++t)
    add(1, last, false, [p, t](int rank) {
      const DualPlace place(rank, p);
      for (const int child : {place.near, place.far})
        if (child >= 0 && DualPlace(child, p).down == t) return child;
      return -1;
    });
  return cost;
}

/// Elsewhere the last segment is shorter, or the lower root alone copies.
bool exact(const Shape& shape, const Options& options) {
  const auto [number, length] = segments(shape.count, shape.type_size, options);
  return number * length == shape.count && (shape.commutative || !shape.in_place);
}

const Registration<Allreduce> dual_root{
    {.name = "dual_root",
     .source = "Traeff 2021",
     .assumes = "nothing",
     .formula = "n*kappa + (p > 1 ? up*(alpha + n*beta + n*gamma) + down*(alpha + n*beta) : 0)",
     .symbols = dual_trees_symbols(),
     .options = {{"segment_bytes", "0", "cuts the vector into messages of at most so many bytes; 0: one"}},
     .cost = cost,
     .exact = exact,
     .same_bits = {.on_all_ranks = always, .for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
