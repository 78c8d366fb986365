#include "algorithms/patterns/reduction.hpp"

#include "algorithms/patterns/pieces.hpp"

namespace collsim {

Reduction::Reduction(Comm& comm, const Allreduce& call, int lefts, Start start, std::int64_t longest)
    : comm_(comm),
      count_(call.count),
      type_(call.type),
      op_(call.op),
      commutes_(comm.commutes(call.op)),
      extent_(comm.extent(call.type)),
      by_turns_(commutes_ && longest < call.count),
      spare_(comm.scratch(by_turns_ ? longest : call.count, call.type)),
      other_spare_(comm.scratch(by_turns_ ? longest : 0, call.type)),
      own_(comm.scratch(call.recv ? 0 : call.count, call.type)),
      buffers_{call.recv ? call.recv : own_.data(), spare_.data()},
      current_(commutes_ ? 0 : lefts % 2) {
  if (call.send == mpi_in_place && current_ == 0) return;
  if (start == Start::borrows && commutes_ && comm.size() > 1)
    borrowed_ = contribution(call);
  else
    comm.copy(contribution(call), buffer(), count_, type_);
}

void Reduction::absorb(int peer, const Range& range) {
  comm_.recv(landing(range.first), range.count, type_, peer);
  combine(peer, range);
}

void Reduction::absorb_segments(int peer, std::int64_t length) {
  for (std::int64_t i = 0; i < segments_of(count_, length); ++i) {
    const Range in = Range{0, count_}.segment(i, length);
    comm_.recv(landing(in.first, i), in.count, type_, peer);
    apply(peer, std::array{in}, i);
  }
  settle(peer);
}

void Reduction::exchange(int peer, const Range& give, const Range& keep, std::int64_t number,
                         std::int64_t length) {
  for (std::int64_t i = 0; i < number; ++i) {
    const Range out = give.segment(i, length);
    const Range in = keep.segment(i, length);
    comm_.sendrecv(values(out.first), out.count, peer, landing(in.first, i), in.count, peer, type_);
    apply(peer, std::array{in}, i);
  }
  settle(peer);
}

void Reduction::exchange_others(int peer, const Range& not_given, const Range& not_kept,
                                std::span<const Range> combined) {
  const std::array given = not_given.others(count_);
  const std::array kept = not_kept.others(count_);
  if (comm_.transport().carries_data()) {
    const Pieces out(comm_, given, type_);
    const Pieces in(comm_, kept, type_);
    Comm::Request receive = comm_.irecv(landing(0), in.count(), in.type(), peer);
    Comm::Request sending = comm_.isend(values(), out.count(), out.type(), peer);
    comm_.wait(receive);
    comm_.wait(sending);
  } else {  // a derived type would be packed and unpacked all the same
    comm_.sendrecv(values(), count_ - not_given.count, peer, landing(0), count_ - not_kept.count, peer,
                   type_);
  }
  combine(peer, combined);
}

void Reduction::apply(int peer, std::span<const Range> ranges, std::int64_t segment) {
  for (const auto& [first, count] : ranges)
    if (in_buffer(peer))
      comm_.reduce_local(landing(first, segment), buffer(first), count, type_, op_);
    else
      comm_.reduce_local(values(first), landing(first, segment), count, type_, op_);
}

void Reduction::settle(int peer) {
  if (!in_buffer(peer) && !borrowed_) current_ = 1 - current_;
  borrowed_ = nullptr;
}

int lefts(const Fold& fold, int rank, int rounds) {
  int higher = fold.partner(rank) > rank ? 1 : 0;
  if (fold.folded(rank)) return higher;
  for (int round = 0; round < rounds; ++round)
    if (fold.real_rank(fold.virtual_rank(rank) ^ (1 << round)) > rank) ++higher;
  return higher;
}

Stage copy_stage(const Shape& shape) {
  const Fold fold(shape.processes);
  const bool outside_pair = fold.pairs() == 1 && lefts(fold, 0, fold.rounds()) % 2 == 0;
  const bool swaps = shape.processes > 1 && !shape.commutative && !outside_pair;
  return {.copied = shape.in_place && !swaps ? 0 : shape.bytes()};
}

Stage borrow_stage(const Shape& shape) {
  return shape.commutative && shape.processes > 1 ? Stage{} : copy_stage(shape);
}

Stage fold_stage(const Shape& shape) {
  Stage stage = unfold_stage(shape);
  stage.reduced = shape.bytes();
  return stage;
}

Stage unfold_stage(const Shape& shape) {
  const int pairs = Fold(shape.processes, shape.root).pairs();
  return {.messages = pairs, .volume = pairs * shape.bytes(), .bytes = shape.bytes(), .pairs = pairs::fold()};
}

}  // namespace collsim
